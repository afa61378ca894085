#include "curation/cross_parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "curation/fresh_parser.h"
#include "curation/training_team.h"

namespace espalier::curation {

std::vector<Answers> cross_parse(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                                 std::span<const TrainRequest> parsers, std::size_t folds, const Control& control,
                                 const parsing::MakeParserTraining& make_training) {
  if (folds > sentences.size()) {
    throw Error(ErrorKind::kInput,
                fmt::format("the treebank has {} sentences: too few for {} folds", sentences.size(), folds));
  }
  folds = std::max<std::size_t>(folds, 1);
  std::vector<Answers> found(parsers.size(), Answers(sentences.size()));
  TrainingTeam team(control, folds * parsers.size());
  team.run(folds * parsers.size(), [&](std::size_t task, const Control& own) {
    const std::size_t parser = task % parsers.size();
    const auto is_in = [&](std::size_t sentence) { return sentence % folds == task / parsers.size(); };
    std::vector<Sentence> others;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      if (folds == 1 || !is_in(i)) others.push_back(sentences[i]);
    }
    FreshParser fresh(parsers[parser], std::move(others), own, make_training);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      if (is_in(i)) found[parser][i] = fresh.answers(sentences[i], numbers.labels, true);
    }
  });
  return found;
}

}  // namespace espalier::curation
