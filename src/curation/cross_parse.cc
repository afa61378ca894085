#include "curation/cross_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "curation/packed_answers.h"
#include "curation/training_team.h"

namespace espalier::curation {
namespace {

/// Whoever packed them: they are answers to this sentence.
void demand_answers(const std::vector<Answer>& answers, const Sentence& sentence, const parsing::LabelSet& labels,
                    const model_file::Unpacker& unpacker) {
  if (answers.size() != sentence.heads().size()) unpacker.fail("a sentence has other words");
  for (const Answer& each : answers) {
    const bool is_one = each.head >= kNoHead && each.head <= sentence.size() && each.label >= -1 &&
                        each.label < static_cast<std::int32_t>(labels.size());
    if (!is_one || !std::isfinite(each.confidence)) unpacker.fail("an answer is none");
  }
}

}  // namespace

void cross_validate(std::span<const FoldParser> parsers, std::size_t folds, const Control& control,
                    const parsing::MakeParserTraining& make_training, const FoldWork& work,
                    const parsing::CheckpointPlace& place) {
  const std::size_t count = parsers.front().sentences.size();
  if (folds > count) {
    throw Error(ErrorKind::kInput, fmt::format("the treebank has {} sentences: too few for {} folds", count, folds));
  }
  folds = std::max<std::size_t>(folds, 1);
  const auto parser_of = [&](std::size_t task) { return task % parsers.size(); };
  const auto is_in = [&](std::size_t task, std::size_t sentence) { return sentence % folds == task / parsers.size(); };
  TrainingWork trainings;
  trainings.train = [&](std::size_t task, const Control& own) {
    const std::string name = fmt::format("parser-{}-fold-{}", parser_of(task), task / parsers.size());
    parsing::CheckpointPart part(place, name);
    if (part.is_done()) {
      return model_file::read_section(part.section(),
                                      [&](const auto& section) { trainings.unpack(task, section.text()); });
    }
    const std::vector<Sentence>& sentences = parsers[parser_of(task)].sentences;
    std::vector<Sentence> others;
    for (std::size_t i = 0; i < count; ++i) {
      if (folds == 1 || !is_in(task, i)) others.push_back(sentences[i]);
    }
    FreshParser fresh(parsers[parser_of(task)].request, std::move(others), own, make_training, place.within(name));
    for (std::size_t i = 0; i < count; ++i) {
      if (is_in(task, i)) work.ask(parser_of(task), i, fresh);
    }
    if (part.is_kept()) part.finish(trainings.pack(task));
  };
  trainings.pack = [&](std::size_t task) {
    model_file::Packer packer;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_in(task, i)) work.pack(parser_of(task), i, packer);
    }
    return packer.take();
  };
  trainings.unpack = [&](std::size_t task, std::string_view bytes) {
    model_file::Unpacker unpacker = unpacker_of(bytes);
    for (std::size_t i = 0; i < count; ++i) {
      if (is_in(task, i)) work.unpack(parser_of(task), i, unpacker);
    }
    unpacker.finish();
  };
  TrainingTeam(control, folds * parsers.size()).run(folds * parsers.size(), trainings);
}

std::vector<Answers> cross_parse(const std::vector<Sentence>& sentences, const NumberedTreebank& numbers,
                                 std::span<const TrainRequest> parsers, std::size_t folds, const Control& control,
                                 const parsing::MakeParserTraining& make_training,
                                 const parsing::CheckpointPlace& place) {
  std::vector<FoldParser> readers;
  for (const TrainRequest& each : parsers) readers.push_back({each, sentences});
  std::vector<Answers> found(parsers.size(), Answers(sentences.size()));
  FoldWork work;
  work.ask = [&](std::size_t parser, std::size_t sentence, FreshParser& fresh) {
    found[parser][sentence] = fresh.answers(sentences[sentence], numbers.labels, true);
  };
  work.pack = [&](std::size_t parser, std::size_t sentence, model_file::Packer& packer) {
    pack_answers(found[parser][sentence], packer);
  };
  work.unpack = [&](std::size_t parser, std::size_t sentence, model_file::Unpacker& unpacker) {
    found[parser][sentence] = unpack_answers(unpacker);
    demand_answers(found[parser][sentence], sentences[sentence], numbers.labels, unpacker);
  };
  cross_validate(readers, folds, control, make_training, work, place);
  return found;
}

}  // namespace espalier::curation
