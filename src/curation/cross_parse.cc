#include "curation/cross_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>

#include "base/team.h"
#include "parsing/pipeline.h"
#include "parsing/watch.h"

namespace espalier::curation {
namespace {

float confidence_of(const Sentence& sentence, std::int32_t word) {
  const auto text = attribute(sentence.misc(word), "Conf").value_or("");
  float value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

class CrossParse {
 public:
  CrossParse(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
             std::span<const TrainRequest> parsers, std::size_t folds, const Control& control,
             const parsing::MakeParserTraining& make_training)
      : sentences_(sentences),
        numbers_(numbers),
        parsers_(parsers),
        folds_(std::max<std::size_t>(folds, 1)),
        watch_(control),
        make_training_(make_training),
        found_(parsers.size()) {
    for (Answers& each : found_) each.resize(sentences.size());
  }

  std::vector<Answers> run() {
    base::Team team(watch_.control().threads);
    team.run(folds_ * parsers_.size(),
             [&](std::size_t task, int /*worker*/) { work(task % parsers_.size(), task / parsers_.size()); });
    return std::move(found_);
  }

 private:
  bool is_in(std::size_t sentence, std::size_t fold) const { return folds_ == 1 || sentence % folds_ == fold; }

  void work(std::size_t parser, std::size_t fold) {
    Control control;
    control.threads = 1;
    control.stop = watch_.control().stop;
    // Of one training among many nobody wants to know how far it is, but that time goes by.
    control.progress = [this](const Progress&) { tell(0); };
    parsing::TrainingData data;
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      if (folds_ == 1 || !is_in(i, fold)) data.train.push_back(sentences_[i]);
    }
    const parsing::PipelineModel model(model_file::File::from_bytes(
        parsing::train_pipeline(parsers_[parser], std::move(data), control, make_training_), "model"));
    const auto workspace = model.make_workspace();
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      if (is_in(i, fold)) found_[parser][i] = parse(model, i, *workspace);
    }
    tell(1);
  }

  std::vector<Answer> parse(const parsing::PipelineModel& model, std::size_t sentence,
                            parsing::PipelineWorkspace& workspace) const {
    ParseOptions options;
    options.confidence = true;
    Sentence copy = sentences_[sentence];
    model.parse(copy, options, workspace);
    std::vector<Answer> out(copy.heads().size());
    for (std::int32_t word = 1; word <= copy.size(); ++word) {
      out[static_cast<std::size_t>(word)] = {copy.head(word), numbers_.labels.find(copy.deprel(word)),
                                             confidence_of(copy, word)};
    }
    return out;
  }

  void tell(std::size_t more) {
    const std::lock_guard lock(mutex_);
    done_ += more;
    watch_.tell("parsers", done_, folds_ * parsers_.size());
  }

  const std::vector<Sentence>& sentences_;
  const NumberedTreebank& numbers_;
  std::span<const TrainRequest> parsers_;
  std::size_t folds_;
  parsing::Watch watch_;
  const parsing::MakeParserTraining& make_training_;
  std::vector<Answers> found_;
  std::mutex mutex_;  // of what follows, and of telling it
  std::size_t done_ = 0;
};

}  // namespace

std::vector<Answers> cross_parse(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                                 std::span<const TrainRequest> parsers, std::size_t folds, const Control& control,
                                 const parsing::MakeParserTraining& make_training) {
  if (folds > sentences.size()) {
    throw Error(ErrorKind::kInput,
                fmt::format("the treebank has {} sentences: too few for {} folds", sentences.size(), folds));
  }
  return CrossParse(sentences, numbers, parsers, folds, control, make_training).run();
}

}  // namespace espalier::curation
