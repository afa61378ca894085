#include "parsing/token_training.h"

#include "espalier/error.h"
#include "parsing/recipe_use.h"
#include "parsing/token_model.h"
#include "parsing/training_run.h"

namespace espalier::parsing {
namespace {

class TokenTraining final : public TrainingRun {
 public:
  TokenTraining(const TrainRequest& request, const Control& control)
      : TrainingRun(request, control),
        options_(epoch_options(request.recipe, request.seed)),
        programs_(
            features::parse_features(request.recipe.features(), token_schemas(), request.recipe.features_from())) {
    if (programs_.label().empty()) throw Error(ErrorKind::kUsage, "the feature file has no templates in [label]");
  }

  const features::Encoder& encoder() const override { return programs_.encoder(); }
  bool asks_heads() const override { return true; }
  TrainedParser run(const TrainingData& data) override {
    load(data, programs_.encoder(), {});
    train();
    if (has_dev()) tell_trees();
    parts_.heaviest = model()->find_heaviest(train_);
    return finish(0, [&](model_file::Writer& writer) { add_token_sections(writer, parts_); });
  }

 private:
  void train();
  void tell_trees();
  std::unique_ptr<const TokenModel> model() const;

  EpochOptions options_;
  TokenPrograms programs_;
  TokenParts parts_;
};

void TokenTraining::train() {
  parts_.settings.one_root = roots(options_.roots) == decoding::Roots::kOne ? 1 : 0;
  parts_.features = features::to_text(programs_.sections(), token_schemas());
  parts_.labels = labels_.names();
  parts_.label_use = label_use_;
  parts_.label_rows = learning::FrozenLabels::freeze({}, labels_.size());
  // Labels learn from whole trees: what is unknown is what the predictors think around what is known.
  const std::vector<std::vector<std::int32_t>> completed =
      train_.unknown > 0 ? complete_heads(*model()) : std::vector<std::vector<std::int32_t>>();
  parts_.label_rows =
      learning::FrozenLabels::freeze(train_labels(programs_.label(), train_.unknown > 0 ? completed : train_.heads,
                                                  options_.labels, options_.label_epochs),
                                     labels_.size());
}

void TokenTraining::tell_trees() {
  const Stopwatch watch;
  EpochLine line;
  line.stage = "trees";
  tell_scores(std::move(line), *model(), watch);
}

std::unique_ptr<const TokenModel> TokenTraining::model() const {
  model_file::Writer writer;
  add_token_sections(writer, parts_);
  return std::make_unique<TokenModel>(model_file::File::from_bytes(writer.bytes()));
}

}  // namespace

std::unique_ptr<ParserTraining> make_token_training(const TrainRequest& request, const Control& control) {
  return std::make_unique<TokenTraining>(request, control);
}

}  // namespace espalier::parsing
