#include "parsing/local_training.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/error.h"
#include "learning/liblinear.h"
#include "parsing/heavy_moves.h"
#include "parsing/kept_models.h"
#include "parsing/local_examples.h"
#include "parsing/training_run.h"

namespace espalier::parsing {
namespace {

// The start of a class that its part has not seen: below all that were, and yet there if no other is legal.
constexpr float kUnseen = -1e6F;

class LocalTraining final : public TrainingRun {
 public:
  LocalTraining(const TrainRequest& request, const Control& control)
      : TrainingRun(request, control),
        options_(local_options(request.recipe, request.seed)),
        programs_(compile_local(request.recipe.features(), options_.split, request.recipe.features_from())) {}

  const features::Encoder& encoder() const override { return programs_.programs.encoder(); }

  TrainedParser run(const TrainingData& data) override {
    load(data, programs_.programs.encoder(), options_.lift);
    describe(programs_);
    train(programs_);
    if (!options_.has_kernel) parts_.heaviest = find_heaviest(*model(), train_);  // with one, no feature has a weight
    return finish(1, [&](model_file::Writer& writer) { add_local_sections(writer, parts_); });
  }

 private:
  void describe(const LocalPrograms& programs);
  void train(const LocalPrograms& programs);
  void learn_linear(LocalData& data);
  void learn_part(std::size_t part, const learning::Examples& examples, std::vector<learning::RowWeight>& weights);
  void learn_kernel(LocalData& data);
  std::uint32_t usual_root_label() const;
  std::unique_ptr<const LocalModel> model() const;

  LocalOptions options_;
  LocalPrograms programs_;
  LocalParts parts_;
};

void LocalTraining::describe(const LocalPrograms& programs) {
  parts_.settings.system = static_cast<std::uint8_t>(options_.system);
  parts_.settings.one_root = roots(options_.roots) == decoding::Roots::kOne ? 1 : 0;
  parts_.settings.unlifts = options_.marks_lifts() ? 1 : 0;
  parts_.settings.split = options_.split;
  parts_.settings.root_label = usual_root_label();
  parts_.features = features::to_text(programs.programs.sections(), transition_schemas());
  parts_.labels = labels_.names();
  parts_.label_use = label_use_;
}

std::uint32_t LocalTraining::usual_root_label() const {
  std::vector<std::size_t> counts(labels_.size(), 0);
  for (std::size_t i = 0; i < train_.labels.size(); ++i) {
    for (std::size_t word = 1; word < train_.labels[i].size(); ++word) {
      const std::int32_t label = train_.labels[i][word];
      if (label >= 0 && train_.heads[i][word] == 0) ++counts[static_cast<std::size_t>(label)];
    }
  }
  return static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

void LocalTraining::learn_part(std::size_t part, const learning::Examples& examples,
                               std::vector<learning::RowWeight>& weights) {
  const auto classes = static_cast<std::uint32_t>(parts_.classes.size());
  const learning::LinearModel learned = learn_once(
      watch_.place(), fmt::format("linear-{}", part),
      [&](const auto& section) { return unpack_linear(section, classes); },
      [&] { return train_liblinear(examples, options_.learner, watch_.control().stop); });
  const std::uint64_t salt = parts_.parts[part].salt();
  for (const learning::RowWeight& item : learned.weights) {
    weights.push_back({salted(item.feature, salt), item.label, item.weight});
  }
  float* start = parts_.start.data() + part * parts_.classes.size();
  for (std::size_t i = 0; i < learned.classes.size(); ++i) start[learned.classes[i]] = learned.bias[i];
}

void LocalTraining::learn_linear(LocalData& data) {
  std::vector<learning::RowWeight> weights;
  for (std::size_t part = 0; part < parts_.parts.size(); ++part) {
    watch_.tell("classifiers", part, parts_.parts.size());
    learn_part(part, data.examples[part], weights);
    data.examples[part] = learning::Examples();  // the largest thing there is: gone as soon as it has been learned from
  }
  parts_.rows = learning::FrozenRows::freeze(std::move(weights));
}

// Time grows with the square of the examples, so that is what progress is told in.
void LocalTraining::learn_kernel(LocalData& data) {
  const auto kernels = [&](std::size_t part) {
    const std::uint64_t count = learning::learned_from(data.examples[part].size(), options_.kernel);
    return count * count;
  };
  std::uint64_t total = 0;
  for (std::size_t part = 0; part < parts_.parts.size(); ++part) total += kernels(part);
  std::uint64_t done = 0;
  std::vector<learning::KernelModel> models;
  for (std::size_t part = 0; part < parts_.parts.size(); ++part) {
    watch_.tell("kernels of pairs of examples", done, total);
    models.push_back(learn_once(
        watch_.place(), fmt::format("kernel-{}", part),
        [&](const auto& section) { return unpack_kernel(section, static_cast<std::uint32_t>(parts_.classes.size())); },
        [&] { return train_libsvm(data.examples[part], options_.kernel, watch_.control().stop); }));
    done += kernels(part);
    data.examples[part] = learning::Examples();  // as above
    float* start = parts_.start.data() + part * parts_.classes.size();
    for (const std::uint32_t item : models.back().classes) start[item] = 0;
  }
  parts_.kernel = learning::FrozenKernel::freeze(models, options_.kernel.kernel);
}

void LocalTraining::train(const LocalPrograms& programs) {
  const Stopwatch watch;
  const auto tell = [&](std::size_t done) { watch_.tell("examples", done, 2 * train_.sentences.size()); };
  LocalData data = make_local_data(programs.programs, options_, programs.split, roots(options_.roots), train_, tell);
  parts_.settings.other = data.other;
  parts_.classes = std::move(data.classes);
  parts_.parts = std::move(data.parts);
  parts_.start.assign(parts_.parts.size() * parts_.classes.size(), kUnseen);
  EpochLine line;
  line.stage = "moves";
  for (const learning::Examples& examples : data.examples) line.features += examples.features();
  if (options_.has_kernel) {
    learn_kernel(data);
  } else {
    learn_linear(data);
  }
  tell_scores(std::move(line), *model(), watch);
}

std::unique_ptr<const LocalModel> LocalTraining::model() const {
  model_file::Writer writer;
  add_local_sections(writer, parts_);
  return std::make_unique<LocalModel>(model_file::File::from_bytes(writer.bytes()));
}

}  // namespace

std::unique_ptr<ParserTraining> make_local_training(const TrainRequest& request, const Control& control) {
  return std::make_unique<LocalTraining>(request, control);
}

}  // namespace espalier::parsing
