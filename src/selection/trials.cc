#include "selection/trials.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/spread.h"
#include "espalier/error.h"
#include "parsing/parser_kinds.h"

namespace espalier::selection {
namespace {

constexpr std::size_t kGreedier = 8;  // a trial of a heat takes so many times as long as one of the heat before

/// Where the recipe has the option, or means as much as is good; 0: no bound.
void bound(Recipe& recipe, const char* option, int most) {
  if (most == 0 || !recipe.uses(option)) return;
  int now = 0;
  const std::string value = recipe.get(option);
  const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), now);
  if (fault != std::errc() || now > most) recipe.set(option, std::to_string(most));
}

}  // namespace

Trials::Trials(const TrainRequest& request, std::span<const parsing::TrainingData> parts, const Control& control,
               base::Team& team)
    : request_(request), parts_(parts), ranks_(control.ranks), team_(team) {
  control_.threads = 1;
  control_.stop = control.stop;
}

std::span<const parsing::TrainingData> Trials::parts_of(const Heat& heat) const noexcept {
  const std::size_t rest = parts_.size() - heat.first;
  return parts_.subspan(heat.first, heat.parts == 0 ? rest : std::min(heat.parts, rest));
}

TrainRequest Trials::request_for(const std::string& list, const Heat& heat) const {
  TrainRequest request = request_;
  request.on_epoch = {};
  request.on_stage = {};
  request.scores_last_epoch = true;  // where the best is then is luck, and to look for it takes half of the time
  request.recipe.set_features(list, "templates on trial");
  bound(request.recipe, "epochs", heat.epochs);
  bound(request.recipe, "beam", heat.beam);
  // A trial has one thread, so nothing is lost; and trainings that differ in the seed alone then agree best.
  bound(request.recipe, "batch", 1);
  return request;
}

double Trials::score(const TrainRequest& request, const parsing::TrainingData& part, std::size_t seed) const {
  TrainRequest seeded = request;
  seeded.seed += seed;
  const auto trained = parsing::make_parser_training(seeded, control_)->run(part);
  return parsing::score_of(trained).value_or(parsing::ParserScore{}).labelled;
}

std::vector<double> Trials::scores(std::span<const std::string> lists, const Heat& heat, const Progress& progress) {
  const auto parts = parts_of(heat);
  const std::size_t each = parts.size() * heat.seeds;  // trainings of a list, side by side like those of other lists
  std::vector<TrainRequest> requests;
  requests.reserve(lists.size());
  for (const std::string& list : lists) requests.push_back(request_for(list, heat));
  std::vector<double> found(lists.size() * each);
  base::SpreadWork work;
  work.work = [&](std::size_t job, int worker) {
    // Only the caller's own thread speaks of progress; other threads and ranks are at what is before its job.
    if (progress && worker == 0) progress(static_cast<double>(job) / static_cast<double>(found.size()));
    const std::size_t way = job % each;
    found[job] = score(requests[job / each], parts[way / heat.seeds], way % heat.seeds);
  };
  work.pack = [&](std::size_t job) { return base::bytes_of(std::span(&found[job], 1)); };
  work.unpack = [&](std::size_t job, std::string_view bytes) { found[job] = base::numbers_of(bytes).at(0); };
  base::spread(ranks_, team_, found.size(), work);
  std::vector<double> out(lists.size());
  for (std::size_t job = 0; job < found.size(); ++job) out[job / each] += found[job];
  for (double& sum : out) sum /= static_cast<double>(each);
  return out;
}

TrialWinner Trials::race(std::span<const std::string> lists, std::span<const Heat> heats, const Progress& progress) {
  if (lists.size() == 1 && heats.size() > 2) heats = heats.last(2);
  std::vector<std::size_t> order(lists.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double all = 0;
  double effort = 1;
  for (const Heat& heat : heats) {
    all += effort * static_cast<double>(heat.most == 0 ? lists.size() : std::min(heat.most, lists.size()));
    effort *= kGreedier;
  }
  double done = 0;
  effort = 1;
  std::vector<double> worth(lists.size());
  for (std::size_t i = 0; i < heats.size(); ++i) {
    if (heats[i].most > 0 && order.size() > heats[i].most) order.resize(heats[i].most);
    std::vector<std::string> here;
    here.reserve(order.size());
    for (const std::size_t list : order) here.push_back(lists[list]);
    const double part = effort * static_cast<double>(order.size()) / all;
    const std::vector<double> found = scores(here, heats[i], [&](double share) {
      if (progress) progress(done + part * share);
    });
    const bool counts_last = i > 0 && heats[i].counts_last;
    for (std::size_t place = 0; place < order.size(); ++place) {
      double& known = worth[order[place]];
      known = counts_last ? (known + found[place]) / 2 : found[place];
    }
    // In the order of the lists, whatever the heats before it made of it: where two are as good, the first wins.
    std::sort(order.begin(), order.end());
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return worth[a] > worth[b]; });
    done += part;
    effort *= kGreedier;
  }
  return {order.front(), worth[order.front()]};
}

parsing::TrainingData no_longer_than(const parsing::TrainingData& data, std::size_t longest) {
  parsing::TrainingData out;
  out.head_classes = data.head_classes;
  out.sources = data.sources;
  for (std::size_t i = 0; i < data.train.size(); ++i) {
    if (longest == 0 || static_cast<std::size_t>(data.train[i].size()) <= longest) add_to_train(data, i, out);
  }
  return out;
}

std::vector<parsing::TrainingData> split_for_trials(const parsing::TrainingData& data) {
  std::vector<parsing::TrainingData> out(kThirds);
  for (std::size_t part = 0; part < kThirds; ++part) {
    parsing::TrainingData& here = out[part];
    here.head_classes = data.head_classes;
    here.sources = data.sources;
    for (std::size_t i = 0; i < data.train.size(); ++i) {
      i % kThirds == part ? add_to_dev(data, i, here) : add_to_train(data, i, here);
    }
    if (here.train.empty() || here.dev.empty()) {
      throw Error(ErrorKind::kInput, "the treebank has not enough sentences to learn from some and score on others");
    }
  }
  return out;
}

}  // namespace espalier::selection
