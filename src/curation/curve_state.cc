#include "curation/curve_state.h"

#include <cmath>

#include "espalier/error.h"
#include "model_file/bytes.h"
#include "model_file/writer.h"

namespace espalier::curation {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr const char* kRun = "curve/run";
constexpr const char* kRuns = "curve/trainings";

std::string packed_runs(const std::map<RunKey, CurveRun>& runs) {
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(runs.size()));
  for (const auto& [key, run] : runs) {
    for (const std::uint64_t value :
         {std::get<0>(key), std::get<1>(key), std::get<2>(key), static_cast<std::uint64_t>(run.sentences),
          static_cast<std::uint64_t>(run.words)}) {
      packer.value(value);
    }
    for (const double value : {run.shape, run.score, run.seconds}) packer.value(value);
  }
  return packer.take();
}

std::map<RunKey, CurveRun> unpack_runs(const model_file::Section& section) {
  std::map<RunKey, CurveRun> out;
  model_file::Unpacker unpacker(section);
  const auto number = [&] { return unpacker.value<std::uint64_t>(); };
  for (std::uint64_t left = number(); left > 0; --left) {
    const std::uint64_t recipe = number();
    const std::uint64_t size = number();
    const std::uint64_t repeat = number();
    CurveRun run;
    run.sentences = number();
    run.words = number();
    for (double* value : {&run.shape, &run.score, &run.seconds}) {
      *value = unpacker.value<double>();
      if (!std::isfinite(*value)) unpacker.fail("a number is not finite");
    }
    out[{recipe, size, repeat}] = run;
  }
  unpacker.finish();
  return out;
}

}  // namespace

void write_state(const std::string& path, const CurveState& state, const base::SinkOptions& options) {
  model_file::Writer writer;
  writer.add(kRun, kVersion, parsing::pack_run(state.run));
  writer.add(kRuns, kVersion, packed_runs(state.runs));
  writer.write(path, options);
}

CurveState read_curve_state(const model_file::File& file) {
  if (!file.has(kRun) || !file.has(kRuns)) {
    throw Error(ErrorKind::kInput, Place{file.path(), 0, 0}, "this is no state of a learning curve");
  }
  CurveState state;
  state.run = parsing::unpack_run(file.section(kRun, kVersion));
  state.runs = unpack_runs(file.section(kRuns, kVersion));
  return state;
}

}  // namespace espalier::curation
