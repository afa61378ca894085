#include "learning/sparse_selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/error.h"
#include "learning/open_table.h"
#include "learning/trainer.h"

namespace espalier::learning {
namespace {

/// Each example a structure of its own: the class.
class ClassProblem final : public Problem {
 public:
  ClassProblem(const Examples& examples, std::uint32_t classes, const SparseOptions& options)
      : examples_(examples), margin_(static_cast<float>(options.margin)), table_(classes, options.min_updates) {
    scores_.resize(classes);
  }

  TrainingTable& table() noexcept { return table_; }
  std::size_t examples() const override { return examples_.size(); }
  std::vector<TrainingTable*> tables() override { return {&table_}; }

  void solve(std::size_t index, int /*worker*/, Outcome& out) override {
    const std::uint32_t truth = examples_.label(index);
    features_.clear();
    for (const std::uint32_t id : examples_.ids(index)) {
      if (examples_.is_frequent(id)) features_.push_back(examples_.feature(id));
    }
    std::fill(scores_.begin(), scores_.end(), margin_);
    scores_[truth] = 0;
    table_.add_scores(features_, scores_.data());
    const auto best = static_cast<std::uint32_t>(std::max_element(scores_.begin(), scores_.end()) - scores_.begin());
    if (best == truth) return;
    out.loss = 1;
    out.violation = static_cast<double>(scores_[best] - scores_[truth]);
    for (const std::uint64_t feature : features_) {
      out.changes[0].push_back({feature, truth, 1});
      out.changes[0].push_back({feature, best, -1});
    }
  }

 private:
  const Examples& examples_;
  float margin_;
  TrainingTable table_;
  std::vector<float> scores_;
  std::vector<std::uint64_t> features_;
};

void require_labels(const Examples& examples, std::uint32_t classes) {
  if (classes < 2) throw Error(ErrorKind::kUsage, "features are selected to tell two classes apart at least");
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (examples.label(i) < classes) continue;
    throw Error(ErrorKind::kUsage, fmt::format("example {} is of class {} of {}", i + 1, examples.label(i), classes));
  }
}

}  // namespace

std::size_t SparseSelection::size() const {
  return static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true));
}

SparseSelection select_features(const Examples& examples, std::uint32_t classes, const SparseOptions& options,
                                std::span<const std::uint64_t> before,
                                const std::function<void(std::uint32_t)>& progress) {
  require_labels(examples, classes);
  ClassProblem problem(examples, classes, options);
  problem.table().select(before);
  base::Team alone(1);  // examples are too small to share out
  LearnerOptions learner;
  learner.rule = StepRule::kPerceptron;
  learner.margin = options.margin;
  learner.min_updates = options.min_updates;
  learner.count_probability = options.count_probability;
  learner.batch = 1;
  learner.seed = options.seed;
  Trainer trainer(problem, learner, alone);
  SparseSelection out;
  for (std::uint32_t epoch = 0; epoch < options.epochs; ++epoch) {
    out.mistakes.push_back(static_cast<std::size_t>(trainer.epoch().loss));
    if (progress) progress(epoch + 1);
  }
  struct Mark {
    bool kept = false;
  };
  OpenTable<Mark> selected;
  for (const std::uint64_t feature : before) selected.insert(feature).kept = true;
  problem.table().visit([&](std::uint64_t feature, std::uint32_t, const TrainingCell& cell) {
    if (cell.updates >= options.min_updates) selected.insert(feature).kept = true;
  });
  for (std::uint32_t id = 0; id < examples.features(); ++id) {
    const bool is_selected = options.min_updates == 0 || selected.find(examples.feature(id)) != nullptr;
    out.kept.push_back(is_selected && examples.is_frequent(id));
  }
  return out;
}

}  // namespace espalier::learning
