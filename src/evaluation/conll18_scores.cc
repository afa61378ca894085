// The scores of the CoNLL 2018 shared task (Zeman et al. 2018, section 4).
//
// Idea: every word score has one form: how many aligned pairs agree on a key. Precision divides by the words of the
// output, recall by those of the gold standard; CLAS, MLAS and BLEX count words with content relations only (the
// output's by its own labels). MLAS also wants the function words that depend on the word to agree, in number, order
// and annotation. Invariant: what is right is booked with the gold sentence, and so is what the output has where that
// sentence stands; the sums over sentences are the scores, and sentences can be resampled. Cost: O(words); function
// words hang in lists threaded through two arrays.
#include "evaluation/attachment.h"

namespace espalier::evaluation {
namespace {

enum Conll18Measure : std::size_t {
  kTokens,
  kSentences,
  kWords,
  kUpos,
  kXpos,
  kUFeats,
  kAllTags,
  kLemmas,
  kUas,
  kLas,
  kClas,
  kMlas,
  kBlex,
  kConll18Measures
};

std::vector<MeasureName> conll18_names() {
  std::vector<MeasureName> names;
  for (const char* name : {"Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS",
                           "CLAS", "MLAS", "BLEX"}) {
    names.push_back({name, MeasureKind::kScore});
  }
  return names;
}

constexpr bool is_content_measure(std::size_t m) { return m >= kClas; }

std::vector<RelationKind> relation_kinds(const Vocabulary& vocabulary) {
  std::vector<RelationKind> kinds(vocabulary.fields[index(Field::kLabel)].size());
  for (std::uint32_t id = 0; id < kinds.size(); ++id) kinds[id] = relation_kind(vocabulary.text(Field::kLabel, id));
  return kinds;
}

/// For each word its dependents with functional relations, in order.
class FunctionWords {
 public:
  FunctionWords(const Document& document, const std::vector<RelationKind>& kinds)
      : first_(document.words(), kNone), next_(document.words(), kNone) {
    for (std::size_t w = document.words(); w-- > 0;) {
      const std::int32_t head = document.head(w);
      if (head < 0 || kinds[document.id(Field::kLabel, w)] != RelationKind::kFunctional) continue;
      next_[w] = first_[static_cast<std::size_t>(head)];
      first_[static_cast<std::size_t>(head)] = static_cast<std::int32_t>(w);
    }
  }
  static constexpr std::int32_t kNone = -1;
  std::int32_t first(std::size_t word) const noexcept { return first_[word]; }
  std::int32_t next(std::int32_t word) const noexcept { return next_[static_cast<std::size_t>(word)]; }

 private:
  std::vector<std::int32_t> first_;
  std::vector<std::int32_t> next_;
};

class Conll18Scorer {
 public:
  Conll18Scorer(const Document& gold, const Document& system, const Alignment& alignment, const Vocabulary& vocabulary,
                const WordFilter& filter)
      : gold_(gold),
        system_(system),
        alignment_(alignment),
        pair_(gold, system, alignment),
        kinds_(relation_kinds(vocabulary)),
        counted_(counted_words(gold, system, alignment, vocabulary, filter)),
        gold_functions_(gold, kinds_),
        system_functions_(system, kinds_),
        no_lemma_(vocabulary.fields[index(Field::kLemma)].find("")),
        tallies_(conll18_names(), gold.sentences()) {
    tallies_.outcomes.assign(gold.words(), 0);
    for (std::size_t m = kWords; m < kConll18Measures; ++m) tallies_.paired |= outcome_bit(m);
  }

  Tallies run() {
    if (gold_.sentences() == 0) return std::move(tallies_);
    count_tokens();
    count_sentences();
    count_gold_words();
    count_system_words();
    return std::move(tallies_);
  }

 private:
  bool is_content(const Document& side, std::size_t word) const {
    return kinds_[side.id(Field::kLabel, word)] == RelationKind::kContent;
  }

  /// Spans that start and end alike, by two cursors: both sides tile the same text.
  void count_tokens() {
    for (std::size_t s = 0; s < gold_.sentences(); ++s) {
      const std::size_t n = gold_.sentence_token_end(s) - gold_.sentence_token_begin(s);
      tallies_.at(s, kTokens).gold += static_cast<std::uint32_t>(n);
    }
    SentenceFinder finder(gold_);
    std::size_t g = 0;
    for (std::size_t t = 0; t < system_.tokens(); ++t) {
      const std::size_t begin = system_.token_begin(t);
      Tally& tally = tallies_.at(finder.at(begin), kTokens);
      ++tally.system;
      while (g < gold_.tokens() && gold_.token_begin(g) < begin) ++g;
      const bool right =
          g < gold_.tokens() && gold_.token_begin(g) == begin && gold_.token_end(g) == system_.token_end(t);
      tally.correct += right ? 1 : 0;
      tally.aligned += right ? 1 : 0;
    }
  }

  void count_sentences() {
    const auto begin = [](const Document& side, std::size_t s) {
      return s == 0 ? std::size_t{0} : side.sentence_characters_end(s - 1);
    };
    for (std::size_t s = 0; s < gold_.sentences(); ++s) ++tallies_.at(s, kSentences).gold;
    SentenceFinder finder(gold_);
    std::size_t g = 0;
    for (std::size_t s = 0; s < system_.sentences(); ++s) {
      const std::size_t start = begin(system_, s);
      Tally& tally = tallies_.at(finder.at(start), kSentences);
      ++tally.system;
      while (g < gold_.sentences() && begin(gold_, g) < start) ++g;
      if (g >= gold_.sentences() || begin(gold_, g) != start) continue;
      if (gold_.sentence_characters_end(g) != system_.sentence_characters_end(s)) continue;
      ++tally.correct;
      ++tally.aligned;
    }
  }

  void count_gold_words() {
    for (std::size_t s = 0; s < gold_.sentences(); ++s) {
      for (std::size_t g = gold_.sentence_begin(s); g < gold_.sentence_end(s); ++g) {
        const std::int32_t match = alignment_.to_system[g];
        const bool is_aligned = match != Alignment::kNone;
        tallies_.outcomes[g] = is_aligned ? judge(g, static_cast<std::size_t>(match)) : Outcome{0};
        const bool content = is_content(gold_, g);
        for (std::size_t m = kWords; m < kConll18Measures; ++m) {
          if (m != kWords && (counted_.gold[g] == 0 || (is_content_measure(m) && !content))) continue;
          Tally& tally = tallies_.at(s, m);
          ++tally.gold;
          tally.aligned += is_aligned ? 1 : 0;
          tally.correct += (tallies_.outcomes[g] >> m) & 1U;
        }
      }
    }
  }

  void count_system_words() {
    SentenceFinder finder(gold_);
    for (std::size_t w = 0; w < system_.words(); ++w) {
      const std::size_t s = finder.at(system_.begin(w));
      const bool content = is_content(system_, w);
      for (std::size_t m = kWords; m < kConll18Measures; ++m) {
        if (m != kWords && (counted_.system[w] == 0 || (is_content_measure(m) && !content))) continue;
        ++tallies_.at(s, m).system;
      }
    }
  }

  /// The measures on which an aligned pair agrees; none but Words when the gold word does not count.
  Outcome judge(std::size_t g, std::size_t s) const {
    Outcome right = outcome_bit(kWords);
    if (counted_.gold[g] == 0) return right;
    const auto set = [&right](std::size_t m, bool value) {
      if (value) right |= outcome_bit(m);
    };
    const bool upos = pair_.same(Field::kUpos, g, s);
    const bool feats = pair_.same(Field::kFeats, g, s);
    const bool xpos = pair_.same(Field::kXpos, g, s);
    const bool lemma = gold_.id(Field::kLemma, g) == no_lemma_ || pair_.same(Field::kLemma, g, s);
    const bool head = pair_.same_head(g, s);
    const bool labelled = head && pair_.same(Field::kLabel, g, s);
    set(kUpos, upos);
    set(kXpos, xpos);
    set(kUFeats, feats);
    set(kAllTags, upos && xpos && feats);
    set(kLemmas, lemma);
    set(kUas, head);
    set(kLas, labelled);
    if (!labelled || !is_content(gold_, g)) return right;
    set(kClas, true);
    set(kMlas, upos && feats && same_function_words(g, s));
    set(kBlex, lemma);
    return right;
  }

  bool same_function_words(std::size_t g, std::size_t s) const {
    std::int32_t a = gold_functions_.first(g);
    std::int32_t b = system_functions_.first(s);
    for (; a >= 0 && b >= 0; a = gold_functions_.next(a), b = system_functions_.next(b)) {
      const auto ga = static_cast<std::size_t>(a);
      const auto sb = static_cast<std::size_t>(b);
      if (alignment_.to_gold[sb] != a) return false;
      for (const Field field : {Field::kLabel, Field::kUpos, Field::kFeats}) {
        if (!pair_.same(field, ga, sb)) return false;
      }
    }
    return a < 0 && b < 0;
  }

  const Document& gold_;
  const Document& system_;
  const Alignment& alignment_;
  PairView pair_;
  std::vector<RelationKind> kinds_;
  CountedWords counted_;
  FunctionWords gold_functions_;
  FunctionWords system_functions_;
  std::uint32_t no_lemma_;
  Tallies tallies_;
};

}  // namespace

Tallies score_conll18(const Document& gold, const Document& system, const Alignment& alignment,
                      const Vocabulary& vocabulary, const WordFilter& filter) {
  return Conll18Scorer(gold, system, alignment, vocabulary, filter).run();
}

}  // namespace espalier::evaluation
