#include "selection/induction_state.h"

#include <cmath>

#include "model_file/bytes.h"
#include "model_file/writer.h"

namespace espalier::selection {
namespace {

constexpr std::uint32_t kVersion = 2;
constexpr const char* kRun = "induction/run";
constexpr const char* kCycles = "induction/cycles";
constexpr const char* kFeatures = "induction/features";
constexpr const char* kSelected = "induction/selected";

void pack(model_file::Packer& packer, const std::optional<double>& value) {
  packer.value(static_cast<std::uint8_t>(value ? 1 : 0));
  packer.value(value.value_or(0));
}

double unpack_real(model_file::Unpacker& unpacker, const model_file::Section& section) {
  const auto value = unpacker.value<double>();
  if (!std::isfinite(value)) fail_damaged(section, "a number is not finite");
  return value;
}

std::optional<double> unpack_optional(model_file::Unpacker& unpacker, const model_file::Section& section) {
  const bool is_there = unpacker.value<std::uint8_t>() != 0;
  const double value = unpack_real(unpacker, section);
  return is_there ? std::optional(value) : std::nullopt;
}

std::string packed_cycles(const std::vector<InductionCycle>& cycles) {
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(cycles.size()));
  for (const InductionCycle& each : cycles) {
    for (const std::size_t count : {each.templates, each.induced, each.examples, each.features, each.kept}) {
      packer.value(static_cast<std::uint64_t>(count));
    }
    pack(packer, each.wrong);
    pack(packer, each.uas);
    pack(packer, each.las);
    packer.value(each.seconds);
  }
  return packer.take();
}

std::vector<InductionCycle> unpack_cycles(const model_file::Section& section) {
  model_file::Unpacker unpacker(section);
  std::vector<InductionCycle> cycles;
  // No memory before there is a row: a count proves nothing.
  for (auto left = unpacker.value<std::uint64_t>(); left > 0; --left) {
    InductionCycle row;
    row.cycle = cycles.size();
    for (std::size_t* count : {&row.templates, &row.induced, &row.examples, &row.features, &row.kept}) {
      *count = unpacker.value<std::uint64_t>();
    }
    row.wrong = unpack_optional(unpacker, section);
    row.uas = unpack_optional(unpacker, section);
    row.las = unpack_optional(unpacker, section);
    row.seconds = unpack_real(unpacker, section);
    if (row.cycle > 0 && row.templates != cycles.back().templates + cycles.back().induced) {
      fail_damaged(section, "a cycle does not begin with what the one before it had found");
    }
    cycles.push_back(row);
  }
  unpacker.finish();
  if (cycles.empty()) fail_damaged(section, "there is no cycle");
  return cycles;
}

}  // namespace

void write_state(const std::string& path, const InductionState& state, const base::SinkOptions& options) {
  model_file::Packer selected;
  selected.value(static_cast<std::uint64_t>(state.selected.size()));
  selected.array(std::span(state.selected));
  model_file::Writer writer;
  writer.add(kRun, kVersion, parsing::pack_run(state.run));
  writer.add(kCycles, kVersion, packed_cycles(state.cycles));
  writer.add(kFeatures, kVersion, state.features);
  writer.add(kSelected, kVersion, selected.take());
  writer.write(path, options);
}

InductionState read_state(const model_file::File& file) {
  if (!file.has(kRun)) throw Error(ErrorKind::kInput, Place{file.path(), 0, 0}, "this is no state of an induction");
  InductionState state;
  state.run = parsing::unpack_run(file.section(kRun, kVersion));
  state.cycles = unpack_cycles(file.section(kCycles, kVersion));
  state.features = file.section(kFeatures, kVersion).text();
  model_file::Unpacker selected(file.section(kSelected, kVersion));
  const auto count = selected.value<std::uint64_t>();
  const auto features = selected.array<std::uint64_t>(count);
  state.selected.assign(features.begin(), features.end());
  selected.finish();
  return state;
}

}  // namespace espalier::selection
