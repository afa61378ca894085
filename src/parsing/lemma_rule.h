// How a lemma is made of a form: characters off both ends, others on, and the casing.
//
// Idea: form and lemma share their longest common piece; the rule is what stands around it in either. Since it says
// which characters are cut, not how many, it fits only the forms that have them: `-ies +y` is no choice for `houses`.
// Forms and lemmas that share nothing (`went`, `go`) have a rule that is the lemma itself. Of the casings in which the
// form may be read, the one that leaves least to edit is taken, small letters first: so `Dogs` and `dogs` have one
// rule. Invariant: the rule between a form and a lemma makes that lemma of that form.
// Cost: form × lemma for the rule, once a distinct pair of the training data; one pass over the form to apply it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace espalier::parsing {

/// In which case the form is read, before it is cut.
enum class LemmaCase : std::uint8_t { kLower, kAsIs, kTitle, kUpper };

/// A form as rules look at it; both must outlive it.
struct LemmaForm {
  std::string_view form;
  std::string_view lower;  ///< lower_text(form)
};

class LemmaRule {
 public:
  static LemmaRule between(std::string_view form, std::string_view lemma);
  /// Reads text(). Throws Error kInput for what no rule is.
  static LemmaRule parse(std::string_view text);
  std::string text() const;

  /// The lemma of the form into `out`; false, with `out` of no use, when the rule does not fit.
  bool apply(const LemmaForm& form, std::string& out) const;

 private:
  bool is_whole_ = false;  // the lemma is back_, whatever the form
  LemmaCase casing_ = LemmaCase::kLower;
  std::string cut_front_;
  std::string cut_back_;
  std::string front_;
  std::string back_;
};

/// Character by character, in lower case.
void lower_text(std::string_view text, std::string& out);

}  // namespace espalier::parsing
