#include "parsing/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "espalier/error.h"
#include "model_file/file.h"
#include "model_file/writer.h"
#include "parsing/shared_state.h"

namespace espalier::parsing {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr const char* kRun = "checkpoint/run";
constexpr const char* kParts = "checkpoint/parts";
constexpr double kShare = 20;  // writing may take this part of the time

std::string part_section(std::size_t number) { return fmt::format("checkpoint/part-{}", number); }

/// `cost`: seconds of the last writing.
bool is_time(const Stopwatch& clock, double seconds, double cost) {
  return clock.seconds() >= (seconds > 0 ? std::max(seconds, kShare * cost) : 0);
}

}  // namespace

Checkpoint::Checkpoint(CheckpointOptions options, RunDescription run)
    : options_(std::move(options)), run_(std::move(run)) {
  if (!options_.resumes) return;
  if (const auto file = open_state(options_.path)) read(*file);
}

Checkpoint::~Checkpoint() {
  if (is_written_ || !wants_to_stop()) return;
  try {
    write("");
  } catch (const std::exception&) {
    // What was written before is still whole; there is nobody left to tell.
  }
}

void Checkpoint::read(const model_file::File& file) {
  if (!file.has(kRun) || !file.has(kParts)) {
    throw Error(ErrorKind::kInput, Place{options_.path, 0, 0}, "this is no state of a run of this kind");
  }
  demand_same_run(options_.path, unpack_run(file.section(kRun, kVersion)), run_);
  model_file::Unpacker names(file.section(kParts, kVersion));
  const auto count = names.value<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string name(names.string());
    Kept& kept = parts_[name];
    kept.is_done = names.value<std::uint8_t>() != 0;
    kept.bytes = file.section(part_section(i), kVersion).text();
  }
  names.finish();
}

void Checkpoint::write(const std::string& by) {
  const Clock clock;
  model_file::Packer names;
  model_file::Writer writer;
  names.value(static_cast<std::uint64_t>(parts_.size()));
  for (const auto& [name, kept] : parts_) {
    names.string(name);
    names.value(static_cast<std::uint8_t>(kept.is_done ? 1 : 0));
  }
  writer.add(kRun, kVersion, pack_run(run_));
  writer.add(kParts, kVersion, names.take());
  // The only one in work would be as large in memory once more: its bytes go to the file and are not missed, as it is
  // the next to have others.
  const auto own = parts_.find(by);
  const bool is_alone = own != parts_.end() && !own->second.is_done &&
                        std::ranges::count(parts_, false, [](const auto& each) { return each.second.is_done; }) == 1;
  std::size_t number = 0;
  for (auto& [name, kept] : parts_) {
    writer.add(part_section(number++), kVersion, is_alone && !kept.is_done ? std::move(kept.bytes) : kept.bytes);
  }
  if (is_alone) parts_.erase(own);
  writer.write(options_.path);
  is_written_ = true;
  since_written_ = {};
  cost_ = clock.seconds();
}

std::string Checkpoint::claim(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const int number = ++claims_[name];
  return number == 1 ? name : fmt::format("{}#{}", name, number);
}

Checkpoint::Kept Checkpoint::take(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto found = parts_.find(name);
  return found == parts_.end() ? Kept{} : found->second;
}

bool Checkpoint::is_due(const Clock& clock) const {
  if (wants_to_stop()) return true;
  const std::lock_guard lock(mutex_);
  return is_time(clock, options_.seconds, cost_);
}

void Checkpoint::put(const std::string& name, Kept kept) {
  const std::lock_guard lock(mutex_);
  if (kept.is_done) {
    const std::string folder = name + '/';
    std::erase_if(parts_, [&](const auto& each) { return each.first.starts_with(folder); });
  }
  parts_[name] = std::move(kept);
  is_written_ = false;
  if (!wants_to_stop() && is_time(since_written_, options_.seconds, cost_)) write(name);
}

CheckpointPlace CheckpointPlace::within(std::string_view part) const {
  CheckpointPlace out = *this;
  if (checkpoint_ != nullptr) out.name_ = name_.empty() ? std::string(part) : fmt::format("{}/{}", name_, part);
  return out;
}

std::string CheckpointPlace::once(const std::string& part, const std::function<std::string()>& make) const {
  if (checkpoint_ == nullptr) return make();
  CheckpointPart own(*this, part);
  if (own.is_done()) return own.bytes();
  std::string bytes = make();
  own.finish(bytes);
  return bytes;
}

CheckpointPart::CheckpointPart(const CheckpointPlace& place, const std::string& name) : checkpoint_(place.checkpoint_) {
  if (checkpoint_ == nullptr) return;
  name_ = checkpoint_->claim(place.within(name).name_);
  kept_ = checkpoint_->take(name_);
}

model_file::Section CheckpointPart::section() const {
  return {name_, kVersion, std::as_bytes(std::span(kept_.bytes)), checkpoint_->path()};
}

bool CheckpointPart::is_due() const { return checkpoint_ != nullptr && checkpoint_->is_due(since_put_); }

void CheckpointPart::put(std::string bytes) {
  if (checkpoint_ == nullptr) return;
  kept_ = {};
  checkpoint_->put(name_, {false, std::move(bytes)});
  since_put_ = {};
}

void CheckpointPart::finish(std::string bytes) {
  if (checkpoint_ == nullptr) return;
  kept_ = {};
  checkpoint_->put(name_, {true, std::move(bytes)});
}

}  // namespace espalier::parsing
