// What a training is of, so that no other goes on from its state.
#include <fmt/format.h>

#include "base/hash.h"
#include "espalier/error.h"
#include "espalier/treebank.h"
#include "model_file/file.h"
#include "parsing/pipeline_training.h"

namespace espalier::parsing {
namespace {

constexpr const char* kStages[] = {"tokenizer", "tagger", "parser"};

std::string stages_of(const TrainRequest& request) {
  if (request.only.empty()) return "all";
  std::string out;
  for (const Stage stage : request.only) {
    if (!out.empty()) out += ',';
    out += kStages[static_cast<std::size_t>(stage)];
  }
  return out;
}

/// Of all sections, the origin among them.
std::string hash_of_model(const std::string& path) {
  if (path.empty()) return "none";
  std::uint64_t hash = 0;
  const auto file = model_file::File::open(path);
  for (const model_file::Section& section : file->list()) {
    hash = base::hash(section.text(), base::hash(section.name, hash));
  }
  return fmt::format("{:016x}", hash);
}

/// Spaces and comments, too, which the description of data leaves out: texts are learned from them.
std::string hash_of_files(std::span<const Sentence> sentences) {
  std::uint64_t hash = 0;
  for (const Sentence& sentence : sentences) hash = base::hash(to_string(sentence), hash);
  return fmt::format("{:016x}", hash);
}

}  // namespace

std::unique_ptr<Checkpoint> open_checkpoint(const TrainRequest& request, const TrainingData& data,
                                            const Control& control) {
  if (request.state.empty()) {
    if (request.resume) throw Error(ErrorKind::kUsage, "there is no state to go on from");
    return nullptr;
  }
  if (control.ranks != nullptr) {  // they learn together: none of them has it all
    if (request.resume) throw Error(ErrorKind::kUsage, "a training by several processes keeps no state to go on from");
    return nullptr;
  }
  RunDescription run = describe_run(request, data);
  run.emplace_back("treebank", hash_of_files(data.train));
  run.emplace_back("templates", fmt::format("{:016x}", base::hash(request.recipe.features())));
  run.emplace_back("stages", stages_of(request));
  run.emplace_back("base model", hash_of_model(request.base));
  run.emplace_back("scoring", request.scores_last_epoch ? "last epoch" : "each epoch");
  return std::make_unique<Checkpoint>(
      CheckpointOptions{request.state, request.resume, request.checkpoint, control.stop}, std::move(run));
}

}  // namespace espalier::parsing
