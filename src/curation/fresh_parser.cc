#include "curation/fresh_parser.h"

#include <charconv>

#include "base/spread.h"

namespace espalier::curation {
namespace {

float confidence_of(const Sentence& sentence, std::int32_t word) {
  const auto text = attribute(sentence.misc(word), "Conf").value_or("");
  float value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::shared_ptr<const model_file::File> train(const TrainRequest& request, std::vector<Sentence> sentences,
                                              const Control& control, const parsing::MakeParserTraining& make_training,
                                              const parsing::CheckpointPlace& place) {
  parsing::TrainingData data;
  data.train = std::move(sentences);
  return model_file::File::from_bytes(parsing::train_pipeline(request, std::move(data), control, make_training, place),
                                      "model");
}

}  // namespace

TrainRequest gold_tag_request(const Recipe& recipe, std::uint64_t seed, const Control& control,
                              const parsing::MakeParserTraining& make_training) {
  TrainRequest training;
  training.recipe = recipe;
  training.seed = seed;
  training.recipe.set("tags", "gold");
  training = parsing::for_trees(std::move(training));
  make_training(training, base::control_of_one(control));
  return training;
}

FreshParser::FreshParser(const TrainRequest& request, std::vector<Sentence> sentences, const Control& control,
                         const parsing::MakeParserTraining& make_training, const parsing::CheckpointPlace& place)
    : model_(train(request, std::move(sentences), control, make_training, place)),
      workspace_(model_.make_workspace()) {}

std::vector<Answer> FreshParser::answers(const Sentence& sentence, const parsing::LabelSet& labels, bool confidence) {
  ParseOptions options;
  options.confidence = confidence;
  Sentence copy = sentence;
  model_.parse(copy, options, *workspace_);
  std::vector<Answer> out(copy.heads().size());
  for (std::int32_t word = 1; word <= copy.size(); ++word) {
    out[static_cast<std::size_t>(word)] = {copy.head(word), labels.find(copy.deprel(word)),
                                           confidence ? confidence_of(copy, word) : 0};
  }
  return out;
}

}  // namespace espalier::curation
