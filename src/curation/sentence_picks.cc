#include "curation/sentence_picks.h"

#include <algorithm>
#include <tuple>

namespace espalier::curation {
namespace {

double doubt_of(const std::vector<Answer>& said) {
  double out = 0;
  for (std::size_t word = 1; word < said.size(); ++word) out += 1 - static_cast<double>(said[word].confidence);
  return out;
}

void sort_by_score(std::vector<Pick>& picks) {
  std::stable_sort(picks.begin(), picks.end(), [](const Pick& a, const Pick& b) { return a.score > b.score; });
}

/// Among sentences of one class and price: how much more of their words are for the best class than for the worst.
double leaning(const Pick& pick) {
  double all = 0;
  for (const std::size_t each : pick.votes) all += static_cast<double>(each);
  return (static_cast<double>(pick.votes.back()) - 2 * static_cast<double>(pick.votes.front())) / std::max(all, 1.0);
}

}  // namespace

DescribedCandidates describe_candidates(const UsefulnessSets& sets, const std::vector<Sentence>& sentences,
                                        Retrainer& retrainer) {
  const std::array<RetrainingTask, kDescribingParsers> tasks = {
      {{sets.train[0], {sets.candidates}}, {sets.train[1], {sets.candidates}}}};
  std::vector<Answers> answers = retrainer.answers(tasks);
  DescribedCandidates out;
  for (std::size_t n = 0; n < 2; ++n) {
    out.said[n] = std::move(answers[n]);
    for (const std::size_t each : sets.train[n]) out.known.add(sentences[each]);
    for (const std::size_t each : sets.test[n]) out.known.add(sentences[each]);
  }
  return out;
}

namespace {

/// Of the candidates at these places: what each has of the five that words are worth, mean of both training sets.
std::vector<ValueSums> sums_of(const UsefulnessSets& sets, const DescribedCandidates& described,
                               std::span<const std::size_t> places, const std::vector<Sentence>& sentences,
                               const NumberedTreebank& numbers) {
  std::vector<ValueSums> out(places.size(), ValueSums{});
  for (std::size_t n = 0; n < 2; ++n) {
    TypeCounts counts;
    for (const std::size_t each : sets.train[n]) counts.add(typed(numbers, sentences[each], each, numbers.gold[each]));
    std::vector<TypedSentence> candidates;
    for (const std::size_t place : places) {
      const std::size_t sentence = sets.candidates[place];
      candidates.push_back(typed(numbers, sentences[sentence], sentence, described.said[n][place]));
      counts.expect(candidates.back());
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      const ValueSums sums = counts.sums(candidates[i]);
      for (std::size_t k = 0; k < kValues; ++k) out[i][k] += sums[k] / 2;
    }
  }
  return out;
}

}  // namespace

UsefulnessLessons learn_usefulness(const UsefulnessSets& sets, const MeasuredUsefulness& measured,
                                   const DescribedCandidates& described, std::span<const std::size_t> places,
                                   const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                                   const std::atomic<bool>* stop) {
  std::vector<DescribedSentence> words;
  std::vector<double> su;
  for (const std::size_t place : places) {
    words.push_back({sentences[sets.candidates[place]], described.said[0][place]});
    su.push_back(measured.su[place]);
  }
  const std::vector<int> classes = usefulness_classes(su);
  UsefulnessLessons out{UsefulnessVoters(words, classes, described.known, numbers.labels, stop), {}, {}};
  std::array<double, kUsefulnessClasses> counts{};
  for (std::size_t i = 0; i < su.size(); ++i) {
    const auto at = static_cast<std::size_t>(classes[i] - 1);
    out.class_means[at] += su[i];
    counts[at] += 1;
  }
  for (std::size_t i = 0; i < counts.size(); ++i) out.class_means[i] /= std::max(counts[i], 1.0);
  out.weights = learn_values(sums_of(sets, described, places, sentences, numbers), su);
  return out;
}

std::vector<Pick> pick_by_su(std::span<const std::size_t> candidates, std::span<const double> su,
                             const std::vector<Sentence>& sentences, AnnotationCost cost) {
  const std::vector<int> classes = usefulness_classes(su);
  std::vector<Pick> out;
  for (std::size_t at = 0; at < candidates.size(); ++at) {
    const double price = cost == AnnotationCost::kWords ? sentences[candidates[at]].size() : 1;
    out.push_back({at, su[at], su[at] / price, classes[at], {}});
  }
  sort_by_score(out);
  return out;
}

std::vector<Pick> SentencePicker::picks(PickRule rule, AnnotationCost cost, const UsefulnessLessons* lessons,
                                        base::Random& random) const {
  const bool per_word = cost == AnnotationCost::kWords;
  if (rule == PickRule::kPredicted) return predicted(*lessons, per_word);
  if (rule == PickRule::kVoted) return voted(*lessons, per_word);
  std::vector<Pick> out = plain(rule, per_word);
  if (rule == PickRule::kRandom) {
    random.shuffle(out);
  } else {
    sort_by_score(out);
  }
  return out;
}

std::vector<Pick> SentencePicker::predicted(const UsefulnessLessons& lessons, bool per_word) const {
  TypeCounts counts;
  for (const std::size_t each : annotated_) {
    counts.add(typed(numbers_, sentences_[each], each, numbers_.gold[each]));
  }
  std::vector<TypedSentence> sentences;
  for (std::size_t at = 0; at < pool_.size(); ++at) {
    sentences.push_back(typed(numbers_, sentences_[pool_[at]], pool_[at], said_[at]));
    counts.expect(sentences.back());
  }
  std::vector<Pick> out;
  for (const ValuePick& each : pick_by_value(sentences, std::move(counts), lessons.weights, per_word)) {
    out.push_back({each.at, each.gain, each.score, 0, {}});
  }
  return out;
}

std::vector<Pick> SentencePicker::voted(const UsefulnessLessons& lessons, bool per_word) const {
  std::vector<Pick> out;
  for (std::size_t at = 0; at < pool_.size(); ++at) {
    Pick pick{at, 0, 0, 0, {}};
    pick.votes = lessons.voters.votes({sentences_[pool_[at]], said_[at]}, known_);
    pick.usefulness_class = elected_class(pick.votes);
    pick.gain = lessons.class_means[static_cast<std::size_t>(pick.usefulness_class - 1)];
    pick.score = per_word ? pick.gain / words(at) : pick.gain;
    out.push_back(pick);
  }
  std::stable_sort(out.begin(), out.end(), [](const Pick& a, const Pick& b) {
    return std::tuple(a.score, leaning(a)) > std::tuple(b.score, leaning(b));
  });
  return out;
}

std::vector<Pick> SentencePicker::plain(PickRule rule, bool per_word) const {
  std::vector<Pick> out;
  for (std::size_t at = 0; at < pool_.size(); ++at) {
    Pick pick{at, 0, 0, 0, {}};
    if (rule == PickRule::kLongest) pick.gain = pick.score = words(at);
    if (rule == PickRule::kLeastConfident) {
      pick.gain = doubt_of(said_[at]);
      pick.score = per_word ? pick.gain / words(at) : pick.gain;
    }
    out.push_back(pick);
  }
  return out;
}

}  // namespace espalier::curation
