// Every wrong head is counted once in each of three divisions: what the word is (attachment_kinds.h), on which side and
// how far the wrong head lies, and what that head is to the word in the gold tree. A head one step too high or too low
// is the mark of an attachment that was decided the wrong way; a head elsewhere is a misunderstanding.
// Cost: O(words).
#include "evaluation/error_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "evaluation/attachment_kinds.h"
#include "evaluation/word_keys.h"

namespace espalier::evaluation {
namespace {

constexpr std::size_t kExamples = 3;
constexpr std::size_t kForms = 50;  // the list is for reading

enum Side : std::size_t { kTooNear, kTooFar, kSameDistance, kOtherSide, kRootLost, kRootMadeUp, kHeadless, kSides };
constexpr std::array<std::string_view, kSides> kSideNames = {
    "same side, too near", "same side, too far", "same distance", "other side",
    "root missed",         "taken for a root",   "no head"};

enum TreePlace : std::size_t { kGrandparent, kSister, kDescendant, kElsewhere, kNoWord, kTreePlaces };
constexpr std::array<std::string_view, kTreePlaces> kTreeNames = {"too high: the head's head", "too low: a sister",
                                                                  "turned round: a descendant", "elsewhere",
                                                                  "the root, or no word of the gold standard"};

class Division {
 public:
  template <class Names>
  Division(std::string name, const Names& names) {
    division_.name = std::move(name);
    for (const auto& each : names) division_.rows.push_back({std::string(each), 0, 0, {}});
  }

  void add_word(std::size_t kind) { ++division_.rows[kind].words; }
  template <class Place>
  void add_error(std::size_t kind, Place place) {
    ErrorKindRow& row = division_.rows[kind];
    ++row.wrong_heads;
    if (row.examples.size() < kExamples) row.examples.push_back(place());
  }

  /// The most frequent first; kinds that do not occur are left out.
  ErrorDivision finish() {
    std::erase_if(division_.rows, [](const ErrorKindRow& row) { return row.words == 0 && row.wrong_heads == 0; });
    std::stable_sort(division_.rows.begin(), division_.rows.end(),
                     [](const ErrorKindRow& a, const ErrorKindRow& b) { return a.wrong_heads > b.wrong_heads; });
    return std::move(division_);
  }

 private:
  ErrorDivision division_;
};

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (std::size_t k = 0; k < kAttachmentKinds; ++k) names.push_back(name_of(static_cast<AttachmentKind>(k)));
  return names;
}

std::int64_t length_of(std::int32_t word, std::int32_t head) { return std::int64_t{head} - word; }

class ErrorAnalyser {
 public:
  explicit ErrorAnalyser(const Judgement& judgement)
      : judged_(judgement),
        kinds_(attachment_kinds(judgement.gold, judgement.vocabulary)),
        gold_distances_(word_keys(judgement.gold, "distance")),
        system_distances_(word_keys(judgement.system, "distance")),
        attachment_("attachment", kind_names()),
        side_("side", kSideNames),
        tree_("tree", kTreeNames) {
    result_.distances = key_space("distance").bins;
    result_.by_distance.assign(result_.distances.size(), std::vector<std::uint64_t>(result_.distances.size()));
  }

  ErrorAnalysis run() {
    for (std::size_t g = 0; g < judged_.gold.words(); ++g) {
      if (judged_.counted.gold[g] != 0) count(g);
    }
    for (Division* division : {&attachment_, &side_, &tree_}) result_.divisions.push_back(division->finish());
    collect_forms();
    return std::move(result_);
  }

 private:
  void count(std::size_t g) {
    ++result_.words;
    attachment_.add_word(static_cast<std::size_t>(kinds_[g]));
    const bool head_right = (judged_.right[g] & kHeadRight) != 0;
    const bool label_wrong = head_right && (judged_.right[g] & kBothRight) == 0;
    WordErrors& form = form_of(g);
    ++form.words;
    form.wrong_labels += label_wrong ? 1 : 0;
    result_.wrong_labels += label_wrong ? 1 : 0;
    if (head_right) return;
    if (!judged_.is_aligned(g)) {
      ++result_.unaligned;
      return;
    }
    ++form.wrong_heads;
    ++result_.wrong_heads;
    count_head(g, static_cast<std::size_t>(judged_.alignment.to_system[g]));
  }

  void count_head(std::size_t g, std::size_t s) {
    const auto place = [&] {
      const std::size_t sentence = judged_.gold.sentence_of(g);
      return fmt::format("{}:{}", judged_.gold.sentence_id(sentence), g - judged_.gold.sentence_begin(sentence) + 1);
    };
    attachment_.add_error(static_cast<std::size_t>(kinds_[g]), place);
    side_.add_error(side_of(g, s), place);
    tree_.add_error(tree_place_of(g, s), place);
    ++result_.by_distance[gold_distances_[g]][system_distances_[s]];
  }

  /// Distances are those of each side's own words.
  Side side_of(std::size_t g, std::size_t s) const {
    const std::int32_t gold = judged_.gold.head(g);
    const std::int32_t system = judged_.system.head(s);
    if (system == kRootHead) return kRootMadeUp;
    if (gold == kRootHead) return kRootLost;
    if (gold < 0 || system < 0) return kHeadless;
    const std::int64_t a = length_of(static_cast<std::int32_t>(g), gold);
    const std::int64_t b = length_of(static_cast<std::int32_t>(s), system);
    if ((a < 0) != (b < 0)) return kOtherSide;
    if (a == b) return kSameDistance;  // tokenised differently: the places are not comparable
    return std::abs(b) < std::abs(a) ? kTooNear : kTooFar;
  }

  TreePlace tree_place_of(std::size_t g, std::size_t s) const {
    const std::int32_t system = judged_.system.head(s);
    if (system < 0) return kNoWord;
    const std::int32_t found = judged_.alignment.to_gold[static_cast<std::size_t>(system)];
    if (found == Alignment::kNone) return kNoWord;
    const std::int32_t head = judged_.gold.head(g);
    const std::int32_t head_of_found = judged_.gold.head(static_cast<std::size_t>(found));
    if (head >= 0 && judged_.gold.head(static_cast<std::size_t>(head)) == found) return kGrandparent;
    if (dominates(static_cast<std::int32_t>(g), found)) return kDescendant;
    return head >= 0 && head_of_found == head ? kSister : kElsewhere;
  }

  /// Walks up from a word; no longer than there are words, since a gold standard may have a cycle, too.
  bool dominates(std::int32_t ancestor, std::int32_t word) const {
    const std::size_t sentence = judged_.gold.sentence_of(static_cast<std::size_t>(word));
    std::size_t steps = judged_.gold.sentence_end(sentence) - judged_.gold.sentence_begin(sentence);
    while (word >= 0 && word != ancestor && steps-- > 0) word = judged_.gold.head(static_cast<std::size_t>(word));
    return word == ancestor;
  }

  WordErrors& form_of(std::size_t g) {
    const std::string_view upos = judged_.vocabulary.text(Field::kUpos, judged_.gold.id(Field::kUpos, g));
    const auto [at, is_new] = forms_.try_emplace({judged_.gold.form(g, judged_.vocabulary), std::string(upos)});
    if (is_new) at->second = {at->first.first, upos.empty() ? "_" : at->first.second, 0, 0, 0};
    return at->second;
  }

  void collect_forms() {
    for (auto& [key, form] : forms_) {
      if (form.wrong_heads + form.wrong_labels > 0) result_.forms.push_back(std::move(form));
    }
    std::stable_sort(result_.forms.begin(), result_.forms.end(), [](const WordErrors& a, const WordErrors& b) {
      const std::uint64_t errors_a = a.wrong_heads + a.wrong_labels;
      const std::uint64_t errors_b = b.wrong_heads + b.wrong_labels;
      return errors_a != errors_b ? errors_a > errors_b : a.wrong_heads > b.wrong_heads;
    });
    if (result_.forms.size() > kForms) result_.forms.resize(kForms);
  }

  const Judgement& judged_;
  std::vector<AttachmentKind> kinds_;
  std::vector<std::uint32_t> gold_distances_;
  std::vector<std::uint32_t> system_distances_;
  Division attachment_;
  Division side_;
  Division tree_;
  std::map<std::pair<std::string, std::string>, WordErrors> forms_;
  ErrorAnalysis result_;
};

}  // namespace

ErrorAnalysis analyse_errors(const Judgement& judgement) { return ErrorAnalyser(judgement).run(); }

}  // namespace espalier::evaluation
