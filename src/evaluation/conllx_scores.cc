// Attachment scores over equal tokens (Buchholz and Marsi 2006), and complete matches.
//
// Labels are compared in full. A sentence matches completely when all its words that count do; one without such words
// does, too. Filters look at each side by itself: with a list of relations the output may have more or fewer such words
// than the gold standard, and precision and recall differ; otherwise they are the same number.
#include "evaluation/attachment.h"

namespace espalier::evaluation {
namespace {

enum ConllxMeasure : std::size_t { kUas, kLas, kLa, kUem, kLem, kRoot, kConllxMeasures };

std::vector<MeasureName> conllx_names() {
  return {{"UAS", MeasureKind::kScore},    {"LAS", MeasureKind::kScore},    {"LA", MeasureKind::kScore},
          {"UEM", MeasureKind::kAccuracy}, {"LEM", MeasureKind::kAccuracy}, {"Root", MeasureKind::kScore}};
}

void add(Tally& tally, bool correct) {
  ++tally.gold;
  ++tally.system;
  ++tally.aligned;
  tally.correct += correct ? 1 : 0;
}

}  // namespace

Tallies score_conllx(const Document& gold, const Document& system, const Alignment& alignment,
                     const Vocabulary& vocabulary, const WordFilter& filter) {
  Tallies tallies(conllx_names(), gold.sentences());
  tallies.outcomes.assign(gold.words(), 0);
  tallies.paired = outcome_bit(kUas) | outcome_bit(kLas) | outcome_bit(kLa) | outcome_bit(kRoot);
  const auto [in_gold, in_system] = counted_words(gold, system, alignment, vocabulary, filter);
  const PairView pair(gold, system, alignment);
  for (std::size_t sentence = 0; sentence < gold.sentences(); ++sentence) {
    bool all_heads = true;
    bool all_labelled = true;
    for (std::size_t w = gold.sentence_begin(sentence); w < gold.sentence_end(sentence); ++w) {
      const bool head = pair.same_head(w, w);
      const bool label = pair.same(Field::kLabel, w, w);
      const bool right[] = {head, head && label, label};
      for (const std::size_t m : {kUas, kLas, kLa}) {
        Tally& tally = tallies.at(sentence, m);
        tally.gold += in_gold[w];
        tally.system += in_system[w];
        tally.aligned += in_gold[w];
        if (in_gold[w] == 0 || !right[m]) continue;
        ++tally.correct;
        tallies.outcomes[w] |= outcome_bit(m);
      }
      all_heads = all_heads && (in_gold[w] == 0 || head);
      all_labelled = all_labelled && (in_gold[w] == 0 || (head && label));
      Tally& root = tallies.at(sentence, kRoot);
      const bool gold_root = in_gold[w] != 0 && gold.head(w) == kRootHead;
      const bool system_root = in_system[w] != 0 && system.head(w) == kRootHead;
      root.gold += gold_root ? 1 : 0;
      root.aligned += gold_root ? 1 : 0;
      root.system += system_root ? 1 : 0;
      if (!gold_root || !system_root) continue;
      ++root.correct;
      tallies.outcomes[w] |= outcome_bit(kRoot);
    }
    add(tallies.at(sentence, kUem), all_heads);
    add(tallies.at(sentence, kLem), all_labelled);
  }
  return tallies;
}

}  // namespace espalier::evaluation
