#include "curation/suspects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <list>

#include "curation/pair_evidence.h"

namespace espalier::curation {
namespace {

std::array<Answer, kParsers> said_of(std::span<const Answers> answers, std::size_t sentence, std::size_t item) {
  return {answers[0][sentence][item], answers[1][sentence][item], answers[2][sentence][item]};
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

Judgements judge_all(const Answers& gold, std::span<const Answers> answers, bool agree, const AnswerContext& context,
                     Evidence& evidence) {
  Judgements out;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    for (std::size_t item = 1; item < gold[i].size(); ++item) {
      RankedItem found{i, static_cast<std::int32_t>(item), {}, 0, 0};
      const Verdict verdict = judge(gold[i][item], said_of(answers, i, item), agree, found.proposed);
      tally(verdict, out);
      if (verdict != Verdict::kKept) continue;
      evidence.want(i, found.item, gold[i][item]);
      evidence.want(i, found.item, found.proposed);
      out.kept.push_back(found);
    }
  }
  evidence.count();
  std::list<AnswerOdds> odds;
  for (const Answers& each : answers) odds.emplace_back(gold, each, context);
  for (RankedItem& each : out.kept) {
    const auto at = static_cast<std::size_t>(each.item);
    const Answer& here = gold[each.sentence][at];
    std::vector<Vote> votes;
    auto own = odds.begin();
    for (const Answer& answer : said_of(answers, each.sentence, at)) {
      votes.push_back({side_of(answer, here, each.proposed), (own++)->probability(each.sentence, each.item)});
    }
    each.evidence = evidence.evidence(each.sentence, each.item, each.proposed, here);
    each.score = suspicion(votes, each.evidence);
  }
  std::stable_sort(out.kept.begin(), out.kept.end(),
                   [](const RankedItem& a, const RankedItem& b) { return a.score > b.score; });
  return out;
}

Judgements judge_words(const NumberedTreebank& treebank, std::span<const Answers> answers, bool agree) {
  PairEvidence pairs(treebank);
  return judge_all(treebank.gold, answers, agree, word_context(treebank), pairs);
}

}  // namespace espalier::curation
