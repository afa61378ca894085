// PARSEVAL with EVALB's conventions (Sekine and Collins 1997).
//
// Idea: leave out the words whose tags the parameters delete (each side by its own tags), number the rest anew, and
// compare brackets over the new numbers as multisets. Brackets that lost all their words, or whose label is deleted, do
// not count. Quotes: when one side left out a quote that the other kept because their tags differ, it is kept on both
// (QUOTE_LABEL). Invariant: a sentence is scored only if the words kept on both sides are the same; otherwise it adds
// to no count.
#include "evaluation/parseval.h"

#include <fmt/format.h>

#include <algorithm>

#include "evaluation/bracket_match.h"

namespace espalier::evaluation {
namespace {

enum ParsevalMeasure : std::size_t {
  kLabelled,
  kUnlabelled,
  kExact,
  kUnlabelledExact,
  kCrossing,
  kNoCrossing,
  kTwoOrLess,
  kTags
};

std::vector<MeasureName> parseval_names() {
  return {{"Labelled", MeasureKind::kScore},
          {"Unlabelled", MeasureKind::kScore},
          {"Exact", MeasureKind::kAccuracy},
          {"UnlabelledExact", MeasureKind::kAccuracy},
          {"AverageCrossing", MeasureKind::kAverage},
          {"NoCrossing", MeasureKind::kAccuracy},
          {"TwoOrLessCrossing", MeasureKind::kAccuracy},
          {"Tags", MeasureKind::kAccuracy}};
}

/// One flag for each word: it is scored.
using Kept = std::vector<std::uint8_t>;

Kept kept_words(std::span<const std::uint8_t> flags) {
  Kept kept(flags.size());
  std::transform(flags.begin(), flags.end(), kept.begin(), [](std::uint8_t f) { return (f & kDeleted) == 0 ? 1 : 0; });
  return kept;
}

std::size_t count(const Kept& kept) { return static_cast<std::size_t>(std::count(kept.begin(), kept.end(), 1)); }

/// Walks both sides in step over the words that are kept or are quotes, and keeps a quote that only one side left out.
void restore_quotes(std::span<const std::uint8_t> gold_flags, std::span<const std::uint8_t> system_flags, Kept& gold,
                    Kept& system) {
  const auto skip_gone = [](std::span<const std::uint8_t> flags, const Kept& kept, std::size_t& at) {
    while (at < flags.size() && kept[at] == 0 && (flags[at] & kQuote) == 0) ++at;
    return at < flags.size();
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (skip_gone(gold_flags, gold, i) && skip_gone(system_flags, system, j)) {
    const bool both_quotes = (gold_flags[i] & system_flags[j] & kQuote) != 0;
    if (gold[i] == system[j]) {
      ++i, ++j;
    } else if (both_quotes) {
      gold[i++] = system[j++] = 1;
    } else {
      i += gold[i] == 0 ? 1 : 0;
      j += system[j] == 0 ? 1 : 0;
    }
  }
}

template <class T>
std::vector<T> select(std::span<const T> items, const Kept& kept) {
  std::vector<T> chosen;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (kept[i] != 0) chosen.push_back(items[i]);
  }
  return chosen;
}

class SentenceBrackets {
 public:
  SentenceBrackets(const TreeDocument& document, std::size_t sentence, const Kept& kept)
      : document_(document), kept_(kept) {
    new_number_.assign(kept.size() + 1, 0);
    for (std::size_t i = 0; i < kept.size(); ++i) new_number_[i + 1] = new_number_[i] + kept[i];
    const std::span<const Bracket> all = document.brackets(sentence);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!document.is_deleted(all[i])) add(all[i], i);
    }
  }
  const std::vector<KeptBracket>& get() const { return brackets_; }

 private:
  std::int32_t number(std::int32_t word) const { return new_number_[static_cast<std::size_t>(word)]; }

  void add(const Bracket& bracket, std::size_t item) {
    if (bracket.yield == Bracket::kContinuous) {
      const std::int32_t begin = number(bracket.begin);
      const std::int32_t end = number(bracket.end);
      if (begin < end) brackets_.push_back({begin, end, bracket.label, {}, item});
      return;
    }
    std::vector<std::int32_t> words;
    for (const std::int32_t word : document_.yield(bracket)) {
      if (kept_[static_cast<std::size_t>(word)] != 0) words.push_back(number(word));
    }
    if (words.empty()) return;
    KeptBracket broken{words.front(), words.back() + 1, bracket.label, {}, item};
    for (std::size_t i = 1; i < words.size(); ++i) {
      for (std::int32_t gap = words[i - 1] + 1; gap < words[i]; ++gap) broken.gaps.push_back(gap);
    }
    brackets_.push_back(std::move(broken));
  }

  const TreeDocument& document_;
  const Kept& kept_;
  std::vector<std::int32_t> new_number_;  // words kept before it
  std::vector<KeptBracket> brackets_;
};

class ParsevalScorer {
 public:
  ParsevalScorer(const TreeDocument& gold, const TreeDocument& system, const TreeVocabulary& vocabulary)
      : gold_(gold), system_(system), vocabulary_(vocabulary) {
    result_.tallies = Tallies(parseval_names(), gold.sentences());
    result_.tallies.outcomes.assign(gold.total_brackets() + gold.total_words() + gold.sentences(), 0);
    for (const std::size_t m : {kLabelled, kUnlabelled, kExact, kUnlabelledExact, kNoCrossing, kTwoOrLess, kTags}) {
      result_.tallies.paired |= outcome_bit(m);
    }
  }

  ParsevalResult run() {
    for (std::size_t s = 0; s < gold_.sentences(); ++s) score_sentence(s);
    return std::move(result_);
  }

 private:
  void score_sentence(std::size_t s) {
    Kept in_gold = kept_words(gold_.flags(s));
    Kept in_system = kept_words(system_.flags(s));
    if (count(in_system) == 0) {  // no parse
      leave_out(s);
      return;
    }
    if (count(in_gold) != count(in_system)) restore_quotes(gold_.flags(s), system_.flags(s), in_gold, in_system);
    if (!same_words(s, in_gold, in_system)) {
      leave_out(s);
      require_few_errors();
      return;
    }
    const SentenceBrackets gold(gold_, s, in_gold);
    const SentenceBrackets system(system_, s, in_system);
    book_brackets(s, gold.get(), system.get(), count(in_gold));
    book_tags(s, in_gold, in_system);
  }

  bool same_words(std::size_t s, const Kept& in_gold, const Kept& in_system) {
    const auto gold = select(gold_.words(s), in_gold);
    const auto system = select(system_.words(s), in_system);
    const auto report = [&](const std::string& reason) {
      result_.unscored.emplace_back(
          ErrorKind::kInput, Place{system_.file(), system_.line(s), 0},
          fmt::format("sentence {} is not scored: {} ({}:{})", s + 1, reason, gold_.file(), gold_.line(s)));
      return false;
    };
    if (gold.size() != system.size()) {
      return report(fmt::format("it has {} words, the gold standard {}", system.size(), gold.size()));
    }
    const auto [a, b] = std::mismatch(gold.begin(), gold.end(), system.begin());
    if (a == gold.end()) return true;
    return report(fmt::format("its word '{}' is '{}' in the gold standard", vocabulary_.words.text(*b),
                              vocabulary_.words.text(*a)));
  }

  void leave_out(std::size_t s) {
    ++result_.left_out;
    auto& outcomes = result_.tallies.outcomes;
    const std::size_t end = s + 1 < gold_.sentences() ? gold_.first_item(s + 1) : outcomes.size();
    std::fill(outcomes.begin() + static_cast<std::ptrdiff_t>(gold_.first_item(s)),
              outcomes.begin() + static_cast<std::ptrdiff_t>(end), kUnscored);
  }

  void require_few_errors() const {
    const auto& bound = vocabulary_.params.max_error;
    if (!bound || result_.unscored.size() <= *bound) return;
    throw Error(ErrorKind::kInput, result_.unscored.back().place(),
                fmt::format("more than {} sentences cannot be scored (MAX_ERROR); the last: {}", *bound,
                            result_.unscored.back().reason()));
  }

  void book(std::size_t s, std::size_t measure, std::size_t gold, std::size_t system, std::size_t correct) {
    Tally& tally = result_.tallies.at(s, measure);
    tally.gold = static_cast<std::uint32_t>(gold);
    tally.system = static_cast<std::uint32_t>(system);
    tally.correct = static_cast<std::uint32_t>(correct);
    tally.aligned = static_cast<std::uint32_t>(gold);
  }

  void book_brackets(std::size_t s, const std::vector<KeptBracket>& gold, const std::vector<KeptBracket>& system,
                     std::size_t words) {
    auto& outcomes = result_.tallies.outcomes;
    Outcome& sentence = outcomes[gold_.first_item(s) + gold_.brackets(s).size() + gold_.words(s).size()];
    const auto book_flag = [&](std::size_t measure, bool value) {
      book(s, measure, 1, 1, value ? 1 : 0);
      if (value) sentence |= outcome_bit(measure);
    };
    for (const auto& [measure, exact] : {std::pair{kLabelled, kExact}, std::pair{kUnlabelled, kUnlabelledExact}}) {
      const bool labelled = measure == kLabelled && vocabulary_.params.labeled;
      const std::vector<std::size_t> matched = matched_brackets(gold, system, labelled);
      for (const std::size_t i : matched) outcomes[gold_.first_item(s) + gold[i].item] |= outcome_bit(measure);
      book(s, measure, gold.size(), system.size(), matched.size());
      book_flag(exact, matched.size() == gold.size() && matched.size() == system.size());
    }
    const std::size_t crossing = count_crossing(gold, system, words);
    book(s, kCrossing, 1, 1, crossing);
    book_flag(kNoCrossing, crossing == 0);
    book_flag(kTwoOrLess, crossing <= 2);
  }

  void book_tags(std::size_t s, const Kept& in_gold, const Kept& in_system) {
    const auto system = select(system_.tags(s), in_system);
    const std::size_t first = gold_.first_item(s) + gold_.brackets(s).size();
    std::size_t kept = 0;
    std::size_t right = 0;
    for (std::size_t i = 0; i < in_gold.size(); ++i) {
      if (in_gold[i] == 0 || gold_.tags(s)[i] != system[kept++]) continue;
      result_.tallies.outcomes[first + i] |= outcome_bit(kTags);
      ++right;
    }
    book(s, kTags, kept, kept, right);
  }

  const TreeDocument& gold_;
  const TreeDocument& system_;
  const TreeVocabulary& vocabulary_;
  ParsevalResult result_;
};

}  // namespace

ParsevalResult score_parseval(const TreeDocument& gold, const TreeDocument& system, const TreeVocabulary& vocabulary) {
  if (gold.sentences() != system.sentences()) {
    const TreeDocument& longer = gold.sentences() > system.sentences() ? gold : system;
    const std::size_t shared = std::min(gold.sentences(), system.sentences());
    throw Error(ErrorKind::kInput, {longer.file(), longer.line(shared), 0},
                fmt::format("here is sentence {}, but {} ends before it", shared + 1,
                            &longer == &gold ? system.file() : gold.file()));
  }
  return ParsevalScorer(gold, system, vocabulary).run();
}

std::size_t scored_length(const TreeDocument& gold, std::size_t sentence) {
  const auto flags = gold.flags(sentence);
  return static_cast<std::size_t>(
      std::count_if(flags.begin(), flags.end(), [](std::uint8_t f) { return (f & kNotInLength) == 0; }));
}

}  // namespace espalier::evaluation
