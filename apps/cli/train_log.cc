#include "cli/train_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/text_table.h"
#include "cli/together.h"

namespace espalier::cli {
namespace {

using Json = nlohmann::ordered_json;

// A line at a time, so that a program can follow.
void print_json(const Json& line) { print(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"); }

// `C=0.1 step=2`: the same words in each line, so that columns stand below one another.
std::string joined(const std::map<std::string, std::string>& options) {
  std::string text;
  for (const auto& [name, value] : options) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

const char* name_of(const StageLine& line) {
  if (line.columns) return "columns";
  if (line.heads) return "heads";
  const Stage stage = line.stage;
  return stage == Stage::kTokens ? "tokenizer" : stage == Stage::kTags ? "tagger" : "parser";
}

std::size_t file_bytes(const std::string& path, const Model& model) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  return error ? model.bytes().size() : bytes;  // a device has no size
}

}  // namespace

void TrainLog::tell(const std::string& line) {
  if (common_.quiet || !is_speaker()) return;
  if (bar_ != nullptr) bar_->wipe();
  fmt::print(stderr, "{}\n", line);
}

void TrainLog::begin(Table table, const std::string& header) {
  if (table_ == table) return;
  table_ = table;
  tell(header);
  std::string line = rule(header.size());
  line.pop_back();
  tell(line);
}

void TrainLog::skipped(const std::vector<Error>& sentences) {
  if (bar_ != nullptr) bar_->wipe();
  say_skipped(common_, sentences);
}

void TrainLog::tuned(const TuneLine& line) {
  if (common_.json) {
    print_json({{"tune", line.options}, {"UAS", line.uas}, {"LAS", line.las}, {"seconds", line.seconds}});
  }
  begin(Table::kTune, "   UAS     LAS        s  tried");
  tell(fmt::format("{:6.2f}  {:6.2f}  {:7.1f}  {}", line.uas, line.las, line.seconds, joined(line.options)));
  for (const auto& [name, value] : line.options) {
    if (std::find(tuned_options_.begin(), tuned_options_.end(), name) == tuned_options_.end()) {
      tuned_options_.push_back(name);
    }
  }
}

void TrainLog::settled(const Recipe& recipe) {
  std::map<std::string, std::string> chosen;
  for (const std::string& name : tuned_options_) chosen[name] = recipe.get(name);
  if (common_.json) print_json({{"tuned", chosen}});
  tell(fmt::format("best: {}\n", joined(chosen)));
}

void TrainLog::epoch(const EpochLine& line) {
  if (common_.json) {
    Json json = {{"stage", line.stage}, {"epoch", line.epoch}, {"loss", line.loss}, {"features", line.features}};
    const auto& [shape, labels] = line.brackets ? std::pair{"UF1", "LF1"} : std::pair{"UAS", "LAS"};
    if (line.scored) json.update({{shape, line.uas}, {labels, line.las}});
    json.update({{"seconds", line.seconds}, {"best", line.best}});
    print_json(json);
  }
  begin(Table::kEpochs, line.brackets ? "stage   epoch    loss    features     UF1     LF1        s  best"
                                      : "stage   epoch    loss    features     UAS     LAS        s  best");
  const std::string scores =
      line.scored ? fmt::format("{:6.2f}  {:6.2f}", line.uas, line.las) : fmt::format("{:14}", "");
  tell(fmt::format("{:<7} {:>5}  {:6.2f}  {:>10}  {}  {:7.1f}{}", line.stage, line.epoch, line.loss, line.features,
                   scores, line.seconds, line.best ? "  *" : ""));
}

void TrainLog::stage(const StageLine& line) {
  stages_.push_back(line);
  table_ = Table::kNone;
  if (!common_.json) return;
  Json scores = Json::object();
  for (const auto& [name, value] : line.scores) scores[name] = value;
  print_json({{"trained", name_of(line)}, {"scores", scores}, {"bytes", line.bytes}, {"seconds", line.seconds}});
}

// What each stage took, and how good it is on its own.
void TrainLog::tell_stages() {
  if (stages_.size() < 2) return;
  begin(Table::kStages, "stage           s        size  dev, each stage on gold input for it");
  for (const StageLine& line : stages_) {
    std::string scores;
    for (const auto& [name, value] : line.scores) {
      scores += fmt::format("{}{} {:.2f}", scores.empty() ? "" : ", ", name, value);
    }
    tell(fmt::format("{:<9} {:7.1f}  {:>10}  {}", name_of(line), line.seconds, readable_bytes(line.bytes), scores));
  }
}

void TrainLog::done(const Model& model, double seconds) {
  tell_stages();
  const std::size_t bytes = file_bytes(common_.output, model);
  std::string scores;
  Json json_scores = Json::object();
  for (const auto& [name, value] : model.origin().scores) {
    scores += fmt::format("{}{} {:.2f}", scores.empty() ? "" : ", ", name, value);
    json_scores[name] = value;
  }
  if (common_.json) {
    print_json({{"model", common_.output}, {"scores", json_scores}, {"bytes", bytes}, {"seconds", seconds}});
  }
  if (bar_ != nullptr) bar_->wipe();
  say(common_, fmt::format("{}: {}{}{}, {:.1f} s", common_.output, scores, scores.empty() ? "" : "; ",
                           readable_bytes(bytes), seconds));
}

}  // namespace espalier::cli
