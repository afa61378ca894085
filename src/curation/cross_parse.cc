#include "curation/cross_parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "curation/training_team.h"

namespace espalier::curation {

void cross_validate(std::span<const FoldParser> parsers, std::size_t folds, const Control& control,
                    const parsing::MakeParserTraining& make_training,
                    const std::function<void(std::size_t parser, std::size_t sentence, FreshParser& fresh)>& use) {
  const std::size_t count = parsers.front().sentences.size();
  if (folds > count) {
    throw Error(ErrorKind::kInput, fmt::format("the treebank has {} sentences: too few for {} folds", count, folds));
  }
  folds = std::max<std::size_t>(folds, 1);
  TrainingTeam team(control, folds * parsers.size());
  team.run(folds * parsers.size(), [&](std::size_t task, const Control& own) {
    const std::size_t parser = task % parsers.size();
    const std::vector<Sentence>& sentences = parsers[parser].sentences;
    const auto is_in = [&](std::size_t sentence) { return sentence % folds == task / parsers.size(); };
    std::vector<Sentence> others;
    for (std::size_t i = 0; i < count; ++i) {
      if (folds == 1 || !is_in(i)) others.push_back(sentences[i]);
    }
    FreshParser fresh(parsers[parser].request, std::move(others), own, make_training);
    for (std::size_t i = 0; i < count; ++i) {
      if (is_in(i)) use(parser, i, fresh);
    }
  });
}

std::vector<Answers> cross_parse(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                                 std::span<const TrainRequest> parsers, std::size_t folds, const Control& control,
                                 const parsing::MakeParserTraining& make_training) {
  std::vector<FoldParser> readers;
  for (const TrainRequest& each : parsers) readers.push_back({each, sentences});
  std::vector<Answers> found(parsers.size(), Answers(sentences.size()));
  cross_validate(readers, folds, control, make_training,
                 [&](std::size_t parser, std::size_t sentence, FreshParser& fresh) {
                   found[parser][sentence] = fresh.answers(sentences[sentence], numbers.labels, true);
                 });
  return found;
}

}  // namespace espalier::curation
