#include "curation/usefulness_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "curation/curve_estimates.h"
#include "evaluation/significance.h"

namespace espalier::curation {
namespace {

constexpr std::size_t kResamplings = 10'000;
constexpr std::size_t kTestFactor = 2;  // gains are measured on more sentences than su is
constexpr std::array kRules = {PickRule::kSu,      PickRule::kPredicted,      PickRule::kVoted,
                               PickRule::kLongest, PickRule::kLeastConfident, PickRule::kRandom};
constexpr std::array kCosts = {AnnotationCost::kSentences, AnnotationCost::kWords};
constexpr std::size_t kLearnedShare = 80;  // percent of the candidates, where votes are tested on the rest

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

SentenceSet with(const SentenceSet& train, const SentenceSet& more) {
  SentenceSet out = train;
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

/// The first of a new order.
SentenceSet drawn(SentenceSet from, std::size_t size, base::Random& random) {
  random.shuffle(from);
  from.resize(std::min(size, from.size()));
  return from;
}

void demand_sense(const UsefulnessExperimentRequest& request) {
  const auto demand = [](bool holds, const char* otherwise) {
    if (!holds) throw Error(ErrorKind::kUsage, otherwise);
  };
  demand(request.runs > 0 && request.draws > 0, "an experiment of no runs or no draws shows nothing");
  demand(!request.sizes.empty() && *std::min_element(request.sizes.begin(), request.sizes.end()) > 0,
         "an experiment that adds no sentences shows nothing");
}

}  // namespace

RunMean mean_of_runs(const std::vector<double>& values) {
  RunMean out{mean(values), std::nullopt};
  if (values.size() < 2) return out;
  double squares = 0;
  for (const double each : values) squares += (each - out.value) * (each - out.value);
  const auto count = static_cast<double>(values.size());
  const double half = t_factor(values.size() - 1) * std::sqrt(squares / (count - 1) / count);
  out.interval = Interval{out.value - half, out.value + half};
  return out;
}

void compare_with_random(const std::vector<double>& random, std::uint64_t seed, SelectionPoint& point) {
  point.gain = mean_of_runs(point.gains);
  std::vector<double> differences;
  differences.reserve(random.size());
  for (std::size_t i = 0; i < random.size(); ++i) differences.push_back(point.gains[i] - random[i]);
  point.over_random = mean_of_runs(differences);
  const double by_chance = mean(random);
  if (by_chance <= 0) return;
  point.ratio = point.gain.value / by_chance;
  if (random.size() < 2) return;
  base::Random generator(seed);
  std::vector<double> ratios;
  ratios.reserve(kResamplings);
  for (std::size_t i = 0; i < kResamplings; ++i) {
    double gain = 0;
    double chance = 0;
    for (std::size_t k = 0; k < random.size(); ++k) {
      const std::size_t run = generator.below(random.size());
      gain += point.gains[run];
      chance += random[run];
    }
    // Where random sentences bring nothing the ratio has no end.
    ratios.push_back(chance > 0 ? gain / chance : std::numeric_limits<double>::infinity());
  }
  point.ratio_interval = evaluation::percentile_interval(std::move(ratios), evaluation::kConfidence);
}

UsefulnessExperimentRun::UsefulnessExperimentRun(const UsefulnessExperimentRequest& request, const Control& control,
                                                 parsing::MakeParserTraining make_training)
    : request_(request), control_(control), make_training_(std::move(make_training)) {
  demand_sense(request);
  training_ = gold_tag_request(request.base.recipe, request.base.seed, control, make_training_);
}

void UsefulnessExperimentRun::cut() {
  const SentenceSet order = shuffled_sentences(data_.annotated, request_.base.seed);
  const auto half = static_cast<std::ptrdiff_t>(order.size() / 2);
  const auto three_quarters = static_cast<std::ptrdiff_t>(order.size() * 3 / 4);
  sets_ = cut_sets(SentenceSet(order.begin(), order.begin() + half), request_.base);
  unannotated_.assign(order.begin() + half, order.begin() + three_quarters);
  test_.assign(order.begin() + three_quarters, order.end());
  if (request_.base.test > 0) test_.resize(std::min(test_.size(), kTestFactor * request_.base.test));
  const std::size_t most = *std::max_element(request_.sizes.begin(), request_.sizes.end());
  const std::size_t pool = std::min(unannotated_.size(), request_.pool == 0 ? unannotated_.size() : request_.pool);
  if (most > std::min(pool, sets_.candidates.size())) {
    throw Error(ErrorKind::kUsage, fmt::format("{} sentences cannot be picked from {} candidates and a pool of {}",
                                               most, sets_.candidates.size(), pool));
  }
  mean_words_ = static_cast<double>(words(unannotated_)) / static_cast<double>(unannotated_.size());
  result_.runs = request_.runs;
  result_.pool = pool;
  result_.test = test_.size();
}

std::size_t UsefulnessExperimentRun::words(const SentenceSet& set) const {
  std::size_t out = 0;
  for (const std::size_t each : set) out += static_cast<std::size_t>(data_.read.sentences[each].size());
  return out;
}

std::size_t UsefulnessExperimentRun::trainings() const {
  const std::size_t sizes = request_.sizes.size();
  return 2 + 2 * sets_.candidates.size() + kDescribingParsers + 2 + 2 * sizes * (1 + request_.draws) +
         request_.runs * (2 + kCosts.size() * sizes * (kRules.size() - 1 + request_.draws));
}

UsefulnessExperiment UsefulnessExperimentRun::run() {
  UsefulnessRequest annotated = request_.base;
  annotated.unannotated.clear();
  data_ = read_usefulness_data(annotated, control_);
  const NumberedTreebank numbers(data_.read.sentences);
  numbers_ = &numbers;
  cut();
  RetrainingMemory memory(request_.base.state, request_.base.resume, describe_sentences(training_, data_),
                          control_.ranks);
  Retrainer retrainer(data_.read.sentences, numbers, training_, control_, make_training_, memory, trainings());
  learn(retrainer);
  best_against_random(retrainer);
  ask_votes();
  draw_runs(retrainer);
  score(pick(), retrainer);
  result_.counts.trainings = retrainer.trainings();
  return std::move(result_);
}

void UsefulnessExperimentRun::learn(Retrainer& retrainer) {
  measured_ = measure_usefulness(sets_, retrainer);
  result_.counts = count_usefulness(sets_, measured_, data_.read.sentences);
  described_ = describe_candidates(sets_, data_.read.sentences, retrainer);
}

void UsefulnessExperimentRun::best_against_random(Retrainer& retrainer) {
  const std::vector<std::span<const std::size_t>> tests = {sets_.test[0], sets_.test[1], test_};
  base::Random random(request_.base.seed);
  const auto by_su = pick_by_su(sets_.candidates, measured_.su, data_.read.sentences, AnnotationCost::kSentences);
  std::vector<RetrainingTask> tasks = {{sets_.train[0], tests}, {sets_.train[1], tests}};
  for (const std::size_t size : request_.sizes) {
    std::vector<SentenceSet> added = {first(by_su, sets_.candidates, size, AnnotationCost::kSentences)};
    for (std::size_t i = 0; i < request_.draws; ++i) added.push_back(drawn(sets_.candidates, size, random));
    for (const SentenceSet& each : added) {
      for (const SentenceSet& train : sets_.train) tasks.push_back({with(train, each), tests});
    }
  }
  const auto accuracies = retrainer.accuracies(tasks);
  std::size_t next = 2;
  // {on the test sets of su, elsewhere}
  const auto gains = [&] {
    std::array<double, 2> out{};
    for (std::size_t n = 0; n < 2; ++n) {
      const auto& now = accuracies[next + n];
      out[0] += (now[0] - accuracies[n][0] + now[1] - accuracies[n][1]) / 4;
      out[1] += (now[2] - accuracies[n][2]) / 2;
    }
    next += 2;
    return out;
  };
  for (const std::size_t size : request_.sizes) {
    const auto best = gains();
    std::array<std::vector<double>, 2> by_chance;
    for (std::size_t i = 0; i < request_.draws; ++i) {
      const auto each = gains();
      for (std::size_t k = 0; k < 2; ++k) by_chance[k].push_back(each[k]);
    }
    result_.best.push_back({size, best[0], mean_of_runs(by_chance[0]), best[1], mean_of_runs(by_chance[1])});
  }
}

void UsefulnessExperimentRun::ask_votes() {
  std::array<double, kUsefulnessClasses> held{};
  const std::vector<int> classes = usefulness_classes(measured_.su);
  for (std::size_t run = 0; run < request_.runs; ++run) {
    const SentenceSet order = shuffled_sentences(sets_.candidates.size(), request_.base.seed + run);
    const std::size_t learned = order.size() * kLearnedShare / 100;
    if (learned == 0) return;
    const UsefulnessLessons lessons = learn_usefulness(sets_, measured_, described_, std::span(order).first(learned),
                                                       data_.read.sentences, *numbers_, control_.stop);
    for (const std::size_t place : std::span(order).subspan(learned)) {
      const DescribedSentence asked{data_.read.sentences[sets_.candidates[place]], described_.said[0][place]};
      if (elected_class(lessons.voters.votes(asked, described_.known)) != static_cast<int>(kUsefulnessClasses))
        continue;
      held[static_cast<std::size_t>(classes[place] - 1)] += 1;
    }
  }
  const double all = std::accumulate(held.begin(), held.end(), 0.0);
  if (all == 0) return;
  for (double& each : held) each *= 100 / all;
  result_.class_4_holds = held;
}

void UsefulnessExperimentRun::draw_runs(Retrainer& retrainer) {
  std::vector<RetrainingTask> tasks;
  runs_.resize(request_.runs);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    base::Random random(request_.base.seed + i);
    runs_[i].train = drawn(sets_.training_part, sets_.train[0].size(), random);
    runs_[i].pool = drawn(unannotated_, result_.pool, random);
    tasks.push_back({runs_[i].train, {runs_[i].pool}});
  }
  std::vector<Answers> answers = retrainer.answers(tasks);
  for (std::size_t i = 0; i < runs_.size(); ++i) runs_[i].said = std::move(answers[i]);
}

SentenceSet UsefulnessExperimentRun::first(const std::vector<Pick>& picks, const SentenceSet& from, std::size_t size,
                                           AnnotationCost cost) const {
  SentenceSet out;
  const double budget = cost == AnnotationCost::kWords ? static_cast<double>(size) * mean_words_ : 0;
  for (const Pick& each : picks) {
    const bool is_full =
        cost == AnnotationCost::kWords ? static_cast<double>(words(out)) >= budget : out.size() >= size;
    if (is_full) break;
    out.push_back(from[each.at]);
  }
  return out;
}

std::vector<UsefulnessExperimentRun::Picked> UsefulnessExperimentRun::pick() const {
  SentenceSet all(sets_.candidates.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const UsefulnessLessons lessons =
      learn_usefulness(sets_, measured_, described_, all, data_.read.sentences, *numbers_, control_.stop);
  std::vector<Picked> out;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    for (const AnnotationCost cost : kCosts) pick_of(run, cost, lessons, out);
  }
  return out;
}

void UsefulnessExperimentRun::pick_of(std::size_t run, AnnotationCost cost, const UsefulnessLessons& lessons,
                                      std::vector<Picked>& out) const {
  const std::vector<Sentence>& sentences = data_.read.sentences;
  const Run& from = runs_[run];
  KnownForms known;
  for (const SentenceSet* set : {&from.train, &sets_.test[0], &sets_.test[1]}) {
    for (const std::size_t each : *set) known.add(sentences[each]);
  }
  base::Random random(request_.base.seed + run);
  const SentencePicker picker(sentences, *numbers_, from.train, known, from.pool, from.said);
  for (const PickRule rule : kRules) {
    const bool by_su = rule == PickRule::kSu;
    const std::size_t draws = rule == PickRule::kRandom ? request_.draws : 1;
    for (std::size_t draw = 0; draw < draws; ++draw) {
      const std::vector<Pick> picks = by_su ? pick_by_su(sets_.candidates, measured_.su, sentences, cost)
                                            : picker.picks(rule, cost, &lessons, random);
      for (const std::size_t size : request_.sizes) {
        out.push_back({rule, cost, size, run, first(picks, by_su ? sets_.candidates : from.pool, size, cost)});
      }
    }
  }
}

void UsefulnessExperimentRun::score(const std::vector<Picked>& picked, Retrainer& retrainer) {
  std::vector<RetrainingTask> tasks;
  tasks.reserve(runs_.size() + picked.size());
  for (const Run& each : runs_) tasks.push_back({each.train, {test_}});
  for (const Picked& each : picked) tasks.push_back({with(runs_[each.run].train, each.sentences), {test_}});
  const auto accuracies = retrainer.accuracies(tasks);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    result_.base += accuracies[i][0] / static_cast<double>(runs_.size());
  }
  std::map<std::tuple<AnnotationCost, std::size_t, PickRule>, SelectionPoint> points;
  for (std::size_t i = 0; i < picked.size(); ++i) {
    const Picked& each = picked[i];
    const double share = 1 / static_cast<double>(runs_.size() * (each.rule == PickRule::kRandom ? request_.draws : 1));
    SelectionPoint& point = points[{each.cost, each.size, each.rule}];
    point.rule = each.rule;
    point.cost = each.cost;
    point.size = each.size;
    point.gains.resize(runs_.size());
    point.sentences += share * static_cast<double>(each.sentences.size());
    point.words += share * static_cast<double>(words(each.sentences));
    point.gains[each.run] +=
        share * static_cast<double>(runs_.size()) * (accuracies[runs_.size() + i][0] - accuracies[each.run][0]);
  }
  for (auto& [key, point] : points) {
    compare_with_random(points[{point.cost, point.size, PickRule::kRandom}].gains, request_.base.seed, point);
    result_.points.push_back(point);
  }
}

}  // namespace espalier::curation
