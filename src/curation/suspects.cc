#include "curation/suspects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <list>

#include "curation/answer_odds.h"
#include "curation/pair_evidence.h"

namespace espalier::curation {
namespace {

std::array<Answer, kParsers> said_of(std::span<const Answers> answers, std::size_t sentence, std::size_t word) {
  return {answers[0][sentence][word], answers[1][sentence][word], answers[2][sentence][word]};
}

constexpr double kEvidencePart = 0.25;

void tally(Verdict verdict, Judgements& out) {
  if (verdict == Verdict::kNone) return;
  ++out.candidates;
  if (verdict == Verdict::kNoAgreement) ++out.no_agreement;
  if (verdict == Verdict::kDecidedGold) ++out.decided_gold;
  if (verdict == Verdict::kDecidedOther) ++out.decided_other;
}

}  // namespace

double suspicion(std::span<const Vote> votes, double evidence) {
  double sum = kEvidencePart * evidence;
  for (const Vote& vote : votes) {
    const double logit = std::log(vote.probability / (1 - vote.probability));
    if (vote.side == Side::kProposal) sum += logit;
    if (vote.side == Side::kTreebank) sum -= logit;
  }
  return sum;
}

Side side_of(const Answer& answer, const Answer& gold, const Answer& proposed) {
  if (gold.head != proposed.head) {
    if (answer.head == proposed.head) return Side::kProposal;
    return answer.head == gold.head ? Side::kTreebank : Side::kNeither;
  }
  if (answer.same_as(proposed)) return Side::kProposal;
  return answer.same_as(gold) ? Side::kTreebank : Side::kNeither;
}

Verdict judge(const Answer& gold, std::span<const Answer> said, bool agree, Answer& proposed) {
  if (gold.head < 0) return Verdict::kNone;
  const auto is_candidate = [&](const auto& differs) { return differs(said[0]) && differs(said[1]); };
  const bool heads = is_candidate([&](const Answer& each) { return each.head != gold.head; });
  const bool labels = is_candidate([&](const Answer& each) {
    return each.head == gold.head && each.label != gold.label && gold.label >= 0 && each.label >= 0;
  });
  if (!heads && !labels) return Verdict::kNone;
  proposed = said[0];
  if (agree && side_of(said[1], gold, proposed) != Side::kProposal) return Verdict::kNoAgreement;
  switch (side_of(said[2], gold, proposed)) {
    case Side::kProposal:
      return Verdict::kKept;
    case Side::kTreebank:
      return Verdict::kDecidedGold;
    default:
      return Verdict::kDecidedOther;
  }
}

Judgements judge_all(const NumberedTreebank& treebank, std::span<const Answers> answers, bool agree) {
  Judgements out;
  PairEvidence pairs(treebank);
  for (std::size_t i = 0; i < treebank.gold.size(); ++i) {
    for (std::size_t word = 1; word < treebank.gold[i].size(); ++word) {
      const Answer& gold = treebank.gold[i][word];
      RankedWord found{i, static_cast<std::int32_t>(word), {}, 0, 0};
      const Verdict verdict = judge(gold, said_of(answers, i, word), agree, found.proposed);
      tally(verdict, out);
      if (verdict != Verdict::kKept) continue;
      pairs.want(i, found.word, gold.head);
      pairs.want(i, found.word, found.proposed.head);
      out.kept.push_back(found);
    }
  }
  pairs.count();
  std::list<AnswerOdds> odds;
  for (const Answers& each : answers) odds.emplace_back(treebank, each);
  for (RankedWord& each : out.kept) {
    const auto at = static_cast<std::size_t>(each.word);
    const Answer& gold = treebank.gold[each.sentence][at];
    std::vector<Vote> votes;
    auto own = odds.begin();
    for (const Answer& answer : said_of(answers, each.sentence, at)) {
      votes.push_back({side_of(answer, gold, each.proposed), (own++)->probability(each.sentence, each.word)});
    }
    each.evidence = pairs.evidence(each.sentence, each.word, each.proposed, gold);
    each.score = suspicion(votes, each.evidence);
  }
  std::stable_sort(out.kept.begin(), out.kept.end(),
                   [](const RankedWord& a, const RankedWord& b) { return a.score > b.score; });
  return out;
}

}  // namespace espalier::curation
