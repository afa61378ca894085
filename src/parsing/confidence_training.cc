#include "parsing/confidence_training.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/spread.h"
#include "learning/examples.h"
#include "learning/liblinear.h"
#include "parsing/parser_kinds.h"

namespace espalier::parsing {
namespace {

constexpr std::size_t kEdges = 24;       // of opinions, at equal numbers of arcs
constexpr std::uint32_t kLeastArcs = 3;  // of fewer, nothing is learned
constexpr int kLogisticRegression = 0;   // LIBLINEAR's number
constexpr double kPriceOfErrors = 0.1;

bool is_judged(const JudgedSentence& sentence, std::size_t word) { return sentence.truth[word] >= 0; }

bool is_right(const JudgedSentence& sentence, std::size_t word) {
  return sentence.parsed.head(static_cast<std::int32_t>(word)) == sentence.truth[word];
}

/// Where as many opinions lie between two as between any others; at least one.
std::vector<double> find_edges(std::span<const JudgedSentence> judged) {
  std::vector<double> all;
  for (const JudgedSentence& sentence : judged) {
    for (std::size_t word = 1; word < sentence.opinions.size(); ++word) {
      if (is_judged(sentence, word)) all.push_back(static_cast<double>(sentence.opinions[word]));
    }
  }
  if (all.empty()) return {};
  std::sort(all.begin(), all.end());
  std::vector<double> edges;
  for (std::size_t i = 1; i <= kEdges; ++i) edges.push_back(all[i * (all.size() - 1) / kEdges]);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

/// From every second sentence, or from all.
enum class Half { kEven, kOdd, kBoth };

bool is_in(Half half, std::size_t sentence) {
  return half == Half::kBoth || (sentence % 2 == 0) == (half == Half::kEven);
}

class ConfidenceLearning {
 public:
  explicit ConfidenceLearning(std::span<const JudgedSentence> judged) : judged_(judged), edges_(find_edges(judged)) {
    for (const JudgedSentence& sentence : judged) {
      features_.push_back(arc_features(sentence.parsed, sentence.opinions, edges_));
    }
  }

  ConfidenceParts run() const {
    ConfidenceParts parts;
    if (edges_.empty()) return parts;
    parts.edges = edges_;
    std::vector<learning::Judged> scores;
    add_scores(learn(Half::kEven), Half::kOdd, scores);
    add_scores(learn(Half::kOdd), Half::kEven, scores);
    parts.weights = learn(Half::kBoth);
    if (scores.empty()) add_scores(parts.weights, Half::kBoth, scores);
    parts.calibration = learning::Calibration::fit(std::move(scores)).points();
    return parts;
  }

 private:
  template <class Use>
  void visit(Half half, const Use& use) const {
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      for (std::size_t word = 1; is_in(half, i) && word < features_[i].size(); ++word) {
        if (is_judged(judged_[i], word)) use(features_[i][word], is_right(judged_[i], word));
      }
    }
  }

  std::vector<ConfidenceWeight> learn(Half half) const {
    learning::Examples examples(kLeastArcs);
    visit(half, [&](const auto& features, bool right) { examples.add(right ? 1 : 0, features); });
    std::vector<ConfidenceWeight> out;
    if (examples.classes().size() < 2) return out;
    learning::LiblinearOptions options;
    options.solver = kLogisticRegression;
    options.C = kPriceOfErrors;
    for (const learning::RowWeight& row : learning::train_liblinear(examples, options).weights) {
      out.push_back({row.feature, static_cast<double>(row.weight)});
    }
    return out;
  }

  void add_scores(const std::vector<ConfidenceWeight>& weights, Half half,
                  std::vector<learning::Judged>& scores) const {
    const ArcConfidence model({edges_, weights, {{0, 0}}});
    visit(half, [&](const auto& features, bool right) {
      scores.push_back({model.score(features), right ? 1.0 : 0.0, 1});
    });
  }

  std::span<const JudgedSentence> judged_;
  std::vector<double> edges_;
  std::vector<std::vector<std::vector<std::uint64_t>>> features_;  // by sentence and node
};

/// One fold to parse, and all others to learn from. They are apart: what is judged must not choose the epoch.
struct FoldData {
  FoldData(const TrainingData& all, std::size_t folds, std::size_t fold) {
    learned.head_classes = held.head_classes = all.head_classes;
    for (std::size_t i = 0; i < all.train.size(); ++i) {
      i % folds == fold ? add_to_dev(all, i, held) : add_to_train(all, i, learned);
    }
  }

  TrainingData learned;
  TrainingData held;
};

}  // namespace

std::vector<JudgedSentence> judge(const ParserModel& model, const TrainingData& data, base::Team& team) {
  std::vector<JudgedSentence> judged(data.dev.size());
  std::vector<std::unique_ptr<Workspace>> workspaces(static_cast<std::size_t>(team.size()));
  ParseOptions options;
  options.confidence = true;  // parsers may look further then
  team.run(data.dev.size(), [&](std::size_t i, int worker) {
    auto& workspace = workspaces[static_cast<std::size_t>(worker)];
    if (!workspace) workspace = model.make_workspace();
    workspace->columns = data.dev_columns.empty() ? nullptr : &data.dev_columns[i];
    if (!data.dev_heads.empty()) workspace->heads = {&data.head_classes, &data.dev_heads[i]};
    JudgedSentence& result = judged[i];
    result.truth.assign(data.dev[i].heads().begin(), data.dev[i].heads().end());
    result.parsed = data.dev[i];
    model.parse(result.parsed, options, *workspace);
    result.opinions = model.arc_confidence(options, *workspace);
  });
  return judged;
}

std::vector<JudgedSentence> judge_folds(const TrainRequest& request, const TrainingData& data, std::size_t folds,
                                        const Watch& watch, const MakeParserTraining& make_training, base::Team& team) {
  // Each parser is one thread's work, and so the same on any number of them.
  TrainRequest quiet = request;
  quiet.on_epoch = {};
  Control alone;
  alone.threads = 1;
  alone.stop = watch.control().stop;
  watch.tell("confidence", 0, 1);
  const auto parsers = base::spread_bytes(watch.control().ranks, team, folds, [&](std::size_t fold) {
    const std::string part = fmt::format("fold-{}", fold);
    return watch.place().once(part, [&] {
      const auto training = make_training(quiet, alone);
      training->keep_in(watch.place().within(part));
      return training->run(FoldData(data, folds, fold).learned).sections.bytes();
    });
  });
  std::vector<std::vector<JudgedSentence>> parts(folds);
  team.run(folds, [&](std::size_t fold, int) {
    const auto model = open_parser(model_file::File::from_bytes(parsers[fold]));
    base::Team one(1);
    parts[fold] = judge(*model, FoldData(data, folds, fold).held, one);
  });
  watch.tell("confidence", 1, 1);
  std::vector<JudgedSentence> all;
  for (auto& part : parts) std::move(part.begin(), part.end(), std::back_inserter(all));
  return all;
}

ConfidenceParts learn_confidence(std::span<const JudgedSentence> judged) { return ConfidenceLearning(judged).run(); }

}  // namespace espalier::parsing
