#include "curation/retraining_memory.h"

#include <cmath>
#include <utility>

#include "base/spread.h"
#include "espalier/error.h"
#include "model_file/bytes.h"
#include "model_file/writer.h"
#include "parsing/shared_state.h"

namespace espalier::curation {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr const char* kRun = "usefulness/run";
constexpr const char* kAccuracies = "usefulness/accuracies";
constexpr double kSeconds = 2;  // between two writings of the file

std::string packed(const std::map<std::uint64_t, std::vector<double>>& accuracies) {
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(accuracies.size()));
  for (const auto& [key, values] : accuracies) {
    packer.value(key);
    packer.value(static_cast<std::uint64_t>(values.size()));
    for (const double value : values) packer.value(value);
  }
  return packer.take();
}

std::map<std::uint64_t, std::vector<double>> unpacked(const model_file::Section& section) {
  std::map<std::uint64_t, std::vector<double>> out;
  model_file::Unpacker unpacker(section);
  for (auto left = unpacker.value<std::uint64_t>(); left > 0; --left) {
    std::vector<double>& values = out[unpacker.value<std::uint64_t>()];
    for (auto count = unpacker.value<std::uint64_t>(); count > 0; --count) {
      values.push_back(unpacker.value<double>());
      if (!std::isfinite(values.back())) unpacker.fail("a number is not finite");
    }
  }
  unpacker.finish();
  return out;
}

}  // namespace

void write_state(const std::string& path, const RetrainingState& state, const base::SinkOptions& options) {
  model_file::Writer writer;
  writer.add(kRun, kVersion, parsing::pack_run(state.run));
  writer.add(kAccuracies, kVersion, packed(state.accuracies));
  writer.write(path, options);
}

RetrainingState read_retraining_state(const model_file::File& file) {
  if (!file.has(kRun) || !file.has(kAccuracies)) {
    throw Error(ErrorKind::kInput, Place{file.path(), 0, 0}, "this is no state of a search for useful sentences");
  }
  return {parsing::unpack_run(file.section(kRun, kVersion)), unpacked(file.section(kAccuracies, kVersion))};
}

RetrainingMemory::RetrainingMemory(std::string path, bool resumes, parsing::RunDescription run, Ranks* ranks)
    : path_(std::move(path)), writes_(base::is_first(ranks)) {
  state_.run = std::move(run);
  if (resumes && path_.empty()) throw Error(ErrorKind::kUsage, "there is no state to go on from");
  const auto file = resumes ? parsing::open_state(path_, ranks) : nullptr;
  if (file == nullptr) return;
  RetrainingState state = read_retraining_state(*file);
  parsing::demand_same_run(path_, state.run, state_.run);
  state_ = std::move(state);
}

RetrainingMemory::~RetrainingMemory() {
  if (path_.empty() || is_written_ || !writes_) return;
  try {
    write_state(path_, state_);
  } catch (const std::exception&) {
    // What was written before is still whole; there is nobody left to tell.
  }
}

std::optional<std::vector<double>> RetrainingMemory::find(std::uint64_t key) const {
  const std::lock_guard lock(mutex_);
  const auto found = state_.accuracies.find(key);
  if (found == state_.accuracies.end()) return std::nullopt;
  return found->second;
}

void RetrainingMemory::add(std::uint64_t key, const std::vector<double>& accuracies) {
  if (path_.empty()) return;
  const std::lock_guard lock(mutex_);
  state_.accuracies[key] = accuracies;
  is_written_ = false;
  if (!writes_ || since_written_.seconds() < kSeconds) return;
  write_state(path_, state_);
  is_written_ = true;
  since_written_ = {};
}

}  // namespace espalier::curation
