#include "parsing/run_description.h"

#include <fmt/format.h>

#include <span>

#include "base/hash.h"
#include "espalier/error.h"
#include "espalier/version.h"

namespace espalier::parsing {
namespace {

std::string describe(const std::vector<Sentence>& sentences) {
  const ModelOrigin::Data data = describe_data({}, sentences);
  return fmt::format("{} sentences, {} words, {}", data.sentences, data.words, data.hash);
}

std::string describe(std::span<const features::ExtraColumns> sentences) {
  std::uint64_t hash = 0;
  for (const features::ExtraColumns& columns : sentences) {
    for (const std::string& name : columns.names) hash = base::hash(name, hash);
    for (const auto& column : columns.values) {
      for (const std::string& value : column) hash = base::hash(value, hash);
    }
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace

RunDescription describe_data_of_run(const TrainRequest& request, const TrainingData& data) {
  return {{"version", std::string(version())},
          {"training data", describe(data.train)},
          {"development data", data.dev.empty() ? "none" : describe(data.dev)},
          {"extra columns", describe(data.train_columns) + " " + describe(data.dev_columns)},
          {"seed", std::to_string(request.seed)}};
}

RunDescription describe_run(const TrainRequest& request, const TrainingData& data) {
  RunDescription run = describe_data_of_run(request, data);
  for (const auto& option : request.recipe.all()) run.emplace_back(option);
  return run;
}

std::uint64_t hash_of(const Recipe& recipe) {
  std::uint64_t hash = base::hash(recipe.features());
  for (const auto& [option, value] : recipe.all()) hash = base::hash(value, base::hash(option, hash));
  return hash;
}

std::string pack_run(const RunDescription& run) {
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(run.size()));
  for (const auto& [name, value] : run) {
    packer.string(name);
    packer.string(value);
  }
  return packer.take();
}

RunDescription unpack_run(const model_file::Section& section) {
  RunDescription out;
  model_file::Unpacker run(section);
  for (auto left = run.value<std::uint64_t>(); left > 0; --left) {
    const std::string_view name = run.string();
    out.emplace_back(name, run.string());
  }
  run.finish();
  return out;
}

void demand_same_run(const std::string& path, const RunDescription& had, const RunDescription& run) {
  const auto fail = [&](const std::string& difference) {
    throw Error(ErrorKind::kUsage, Place{path, 0, 0},
                fmt::format("it is the state of another run: {}; go on with what that had, or begin anew without "
                            "--resume",
                            difference));
  };
  for (std::size_t i = 0; i < run.size() && i < had.size(); ++i) {
    if (had[i] == run[i]) continue;
    if (had[i].first != run[i].first) {
      fail(fmt::format("it has '{}', this one '{}'", had[i].first, run[i].first));
    }
    fail(fmt::format("{} was {}, now it is {}", run[i].first, had[i].second, run[i].second));
  }
  if (had.size() != run.size()) fail("it is described in other words");
}

}  // namespace espalier::parsing
