// Deciding a pair: the statements of the hypothesis looked for among those of the text.
//
// Idea: every word of the hypothesis is taken for one word of the text that is the same (lemma, form, or a name that it
// is part of), so that all statements of the hypothesis hold of them at once: "the tall man slept" is not what a text
// says in which the tall man saw another man sleep. Of all ways to do so one with the most statements is taken.
// Invariant: the same words and statements give the same decision; ties go to the first words of the text.
// Cost: exponential in the words of the hypothesis that the text has several times, but cut after kMostTries.
#include "espalier/entailment.h"

#include <fmt/format.h>

#include <algorithm>

#include "curation/statements.h"
#include "report/escape.h"

namespace espalier {
namespace curation {
namespace {

constexpr std::size_t kMostTries = 20'000;

/// Something that a hypothesis asks for.
struct Question {
  Statement statement;
  std::vector<std::size_t> candidates;  // statements of the text that could answer it
};

class Matcher {
 public:
  Matcher(const ReadText& text, const ReadText& hypothesis, bool by_is_agent)
      : text_(text), hypothesis_(hypothesis), stated_(statements_of(text, by_is_agent)) {
    for (std::int32_t word = 0; word < text.size(); ++word) referents_.push_back(text.referent(word));
    for (std::int32_t word = 0; word < hypothesis.size(); ++word) words_.push_back(candidates(word));
    for (Statement& each : statements_of(hypothesis, by_is_agent)) {
      if (each.asked) questions_.push_back({std::move(each), {}});
    }
    if (questions_.empty()) ask_for_root();
    for (Question& each : questions_) find_candidates(each);
    choice_.assign(words_.size(), kNobody);
  }

  std::vector<StatementFinding> match() {
    for (const Question& each : questions_) possible_ += each.candidates.empty() ? 0 : 1;
    choose();
    choice_ = best_choice_.empty() ? choice_ : best_choice_;
    std::vector<StatementFinding> findings;
    for (const Question& each : questions_) {
      const Statement* answer = answer_to(each);
      findings.push_back({in_words(each.statement, hypothesis_), answer != nullptr,
                          answer != nullptr ? std::string(answer->how) : why_not(each.statement)});
    }
    return findings;
  }

 private:
  bool is_anybody(std::int32_t word) const { return word == kNobody || is_one_of(kAnybody, hypothesis_[word].lower); }
  std::int32_t referent(std::int32_t word) const {
    return word == kNobody ? kNobody : referents_[static_cast<std::size_t>(word)];
  }

  /// Words of the text that a word of the hypothesis may be.
  std::vector<std::int32_t> candidates(std::int32_t word) const {
    std::vector<std::int32_t> out;
    if (is_anybody(word)) return out;
    for (std::int32_t each = 0; each < text_.size(); ++each) {
      if (text_.goes_by(each, hypothesis_[word])) out.push_back(referent(each));
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  /// A hypothesis of one word asks for that.
  void ask_for_root() {
    for (std::int32_t word = 0; word < hypothesis_.size(); ++word) {
      if (hypothesis_[word].head != kNobody) continue;
      questions_.push_back({{.relation = Relation::kExistence, .first = word, .how = "mentioned"}, {}});
    }
  }

  static bool agrees(Claim asked, Claim said) { return asked == Claim::kOpen ? said != Claim::kDenied : asked == said; }
  static bool same_relation(const Statement& asked, const Statement& said) {
    return asked.relation == said.relation &&
           (asked.relation != Relation::kPreposition || asked.preposition == said.preposition);
  }
  bool may_be(std::int32_t asked, std::int32_t said) const {
    if (is_anybody(asked)) return true;
    if (said == kNobody) return false;
    const std::vector<std::int32_t>& words = words_[static_cast<std::size_t>(asked)];
    return std::binary_search(words.begin(), words.end(), referent(said));
  }
  bool is_chosen(std::int32_t asked, std::int32_t said) const {
    return is_anybody(asked) || (said != kNobody && choice_[static_cast<std::size_t>(asked)] == referent(said));
  }
  /// fits(asked word, said word) holds of both words.
  template <class Fits>
  static bool both(const Statement& asked, const Statement& said, const Fits& fits) {
    if (fits(asked.first, said.first) && fits(asked.second, said.second)) return true;
    return asked.relation == Relation::kLink && fits(asked.first, said.second) && fits(asked.second, said.first);
  }

  void find_candidates(Question& question) const {
    const Statement& asked = question.statement;
    for (std::size_t i = 0; i < stated_.size(); ++i) {
      const Statement& said = stated_[i];
      const bool is_link = asked.relation == Relation::kLink && said.second != kNobody;
      if (!is_link && !same_relation(asked, said)) continue;
      if (!agrees(asked.claim, said.claim)) continue;
      if (both(asked, said, [&](std::int32_t a, std::int32_t b) { return may_be(a, b); })) {
        question.candidates.push_back(i);
      }
    }
  }

  const Statement* answer_to(const Question& question) const {
    for (const std::size_t i : question.candidates) {
      const auto fits = [&](std::int32_t a, std::int32_t b) { return is_chosen(a, b); };
      if (both(question.statement, stated_[i], fits)) return &stated_[i];
    }
    return nullptr;
  }

  void choose();
  /// Remembers the choice if it is the best; true when none needs to be looked for any more.
  bool judge();

  std::string why_not(const Statement& asked) const;
  std::string missing_word(const Statement& asked) const;

  const ReadText& text_;
  const ReadText& hypothesis_;
  std::vector<Statement> stated_;
  std::vector<std::int32_t> referents_;
  std::vector<std::vector<std::int32_t>> words_;  // candidates, by word of the hypothesis
  std::vector<Question> questions_;
  std::vector<std::int32_t> choice_;  // by word of the hypothesis
  std::vector<std::int32_t> best_choice_;
  std::size_t best_ = 0;
  std::size_t possible_ = 0;
  std::size_t tries_ = 0;
};

bool Matcher::judge() {
  std::size_t found = 0;
  for (const Question& each : questions_) found += answer_to(each) != nullptr ? 1 : 0;
  if (found > best_ || best_choice_.empty()) {
    best_ = found;
    best_choice_ = choice_;
  }
  return best_ == possible_ || ++tries_ >= kMostTries;
}

/// Goes through all choices, as an odometer counts; words with one candidate stand still.
void Matcher::choose() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    choice_[i] = words_[i].empty() ? kNobody : words_[i].front();
    if (words_[i].size() > 1) open.push_back(i);
  }
  std::vector<std::size_t> at(open.size(), 0);
  while (!judge()) {
    std::size_t wheel = 0;
    for (; wheel < open.size(); ++wheel) {
      const std::vector<std::int32_t>& words = words_[open[wheel]];
      at[wheel] = (at[wheel] + 1) % words.size();
      choice_[open[wheel]] = words[at[wheel]];
      if (at[wheel] > 0) break;
    }
    if (wheel == open.size()) return;
  }
}

std::string Matcher::missing_word(const Statement& asked) const {
  for (const std::int32_t word : {asked.first, asked.second}) {
    if (is_anybody(word) || !words_[static_cast<std::size_t>(word)].empty()) continue;
    return fmt::format("'{}' is not in the text", hypothesis_[word].form);
  }
  return {};
}

/// What the text says instead: the same but not as a fact, something else of the two words, the same of another word.
std::string Matcher::why_not(const Statement& asked) const {
  if (std::string missing = missing_word(asked); !missing.empty()) return missing;
  const auto may = [&](std::int32_t a, std::int32_t b) { return may_be(a, b); };
  const Statement* other = nullptr;
  const Statement* instead = nullptr;
  for (const Statement& said : stated_) {
    if (same_relation(asked, said)) {
      if (both(asked, said, may)) {
        if (agrees(asked.claim, said.claim)) return "in the text this is said of another word that is the same";
        return said.claim == Claim::kDenied ? "the text denies it"
               : said.claim == Claim::kOpen ? "the text leaves it open"
                                            : "the text claims it";
      }
      const bool same_first = may_be(asked.first, said.first) && said.second != kNobody;
      if (instead == nullptr && same_first && !is_anybody(asked.first)) instead = &said;
    } else if (other == nullptr && said.second != kNobody && asked.second != kNobody) {
      const bool straight = may_be(asked.first, said.first) && may_be(asked.second, said.second);
      const bool crossed = may_be(asked.first, said.second) && may_be(asked.second, said.first);
      if ((straight || crossed) && !is_anybody(asked.first) && !is_anybody(asked.second)) other = &said;
    }
  }
  if (other != nullptr) return fmt::format("in the text {} ({})", in_words(*other, text_), other->how);
  if (instead != nullptr) return fmt::format("in the text {} ({})", in_words(*instead, text_), instead->how);
  return "the text says nothing of the kind";
}

}  // namespace
}  // namespace curation

std::size_t EntailmentDecision::found() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [](const StatementFinding& each) { return each.found; }));
}

std::string EntailmentDecision::explanation() const {
  std::string missing;
  std::string present;
  for (const StatementFinding& each : findings) {
    std::string& out = each.found ? present : missing;
    out += fmt::format("{}{} ({})", out.empty() ? "" : "; ", each.statement, each.because);
  }
  if (!missing.empty()) missing = "not found: " + missing;
  if (!present.empty()) present = "found: " + present;
  return report::printable(missing + (missing.empty() || present.empty() ? "" : ". ") + present);
}

EntailmentDecision decide(std::span<const Sentence> text, std::span<const Sentence> hypothesis,
                          const EntailmentOptions& options) {
  const curation::ReadText said(text);
  const curation::ReadText asked(hypothesis);
  EntailmentDecision decision;
  decision.findings = curation::Matcher(said, asked, options.by_is_agent).match();
  const auto size = static_cast<double>(decision.findings.size());
  // Shares are written with few digits: two of three are enough for 0.667 and for 0.66, not for 0.7.
  constexpr double kRounding = 5e-4;
  decision.entailed = size > 0 && static_cast<double>(decision.found()) >= (options.share - kRounding) * size;
  return decision;
}

}  // namespace espalier
