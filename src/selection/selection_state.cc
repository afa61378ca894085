#include "selection/selection_state.h"

#include <algorithm>
#include <cmath>

#include "espalier/error.h"
#include "model_file/bytes.h"
#include "model_file/writer.h"

namespace espalier::selection {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr const char* kRun = "selection/run";
constexpr const char* kRounds = "selection/rounds";
constexpr const char* kMerits = "selection/merits";

void pack(model_file::Packer& packer, const TermSet& item) {
  packer.value(static_cast<std::uint64_t>(item.size()));
  for (const std::uint32_t condition : item) packer.value(condition);
}

void pack(model_file::Packer& packer, const std::optional<double>& value) {
  packer.value(static_cast<std::uint8_t>(value ? 1 : 0));
  packer.value(value.value_or(0));
}

class Reader {
 public:
  Reader(const model_file::Section& section, std::size_t conditions)
      : section_(section), unpacker_(section), conditions_(conditions) {}

  std::uint64_t count() { return unpacker_.value<std::uint64_t>(); }
  double real() {
    const auto value = unpacker_.value<double>();
    if (!std::isfinite(value)) fail_damaged(section_, "a number is not finite");
    return value;
  }
  std::optional<double> optional() {
    const bool is_there = unpacker_.value<std::uint8_t>() != 0;
    const double value = real();
    return is_there ? std::optional(value) : std::nullopt;
  }
  TermSet item() {
    TermSet out;
    const std::uint64_t size = count();
    if (size == 0 || size > kMostConditions) fail_damaged(section_, "a template has no or too many conditions");
    for (std::uint64_t i = 0; i < size; ++i) {
      const auto condition = unpacker_.value<std::uint32_t>();
      if (condition >= conditions_ || (!out.empty() && condition <= out.back())) {
        fail_damaged(section_, "a template has conditions that there are not");
      }
      out.push_back(condition);
    }
    return out;
  }
  void finish() { unpacker_.finish(); }

 private:
  model_file::Section section_;
  model_file::Unpacker unpacker_;
  std::size_t conditions_;
};

std::string packed_rounds(const SelectionState& state) {
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(state.rounds.size()));
  for (std::size_t i = 0; i < state.rounds.size(); ++i) {
    const BoostRound& boosted = state.boost.rounds[i];
    packer.value(static_cast<std::uint64_t>(boosted.group.size()));
    for (const TermSet& item : boosted.group) pack(packer, item);
    for (const double value : {boosted.worth.merit, boosted.fit.alpha, boosted.fit.loss, boosted.fit.accuracy}) {
      packer.value(value);
    }
    pack(packer, boosted.worth.error);
    pack(packer, boosted.worth.score);
    pack(packer, state.rounds[i].shape);
    pack(packer, state.rounds[i].score);
    packer.value(state.rounds[i].seconds);
  }
  return packer.take();
}

void unpack_rounds(Reader reader, SelectionState& state) {
  // No memory before there is a round: a count proves nothing.
  for (std::uint64_t left = reader.count(); left > 0; --left) {
    BoostRound boosted;
    SelectionRound round;
    for (std::uint64_t items = reader.count(); items > 0; --items) boosted.group.push_back(reader.item());
    for (double* value : {&boosted.worth.merit, &boosted.fit.alpha, &boosted.fit.loss, &boosted.fit.accuracy}) {
      *value = reader.real();
    }
    boosted.worth.error = reader.optional();
    boosted.worth.score = reader.optional();
    round.shape = reader.optional();
    round.score = reader.optional();
    round.seconds = reader.real();
    state.boost.rounds.push_back(std::move(boosted));
    state.rounds.push_back(std::move(round));
  }
  reader.finish();
}

std::string packed_merits(const std::map<TermSet, double>& merits) {
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(merits.size()));
  for (const auto& [item, merit] : merits) {
    pack(packer, item);
    packer.value(merit);
  }
  return packer.take();
}

void unpack_merits(Reader reader, std::map<TermSet, double>& merits) {
  for (std::uint64_t left = reader.count(); left > 0; --left) {
    const TermSet item = reader.item();
    merits[item] = reader.real();
  }
  reader.finish();
}

}  // namespace

void write_state(const std::string& path, const SelectionState& state, const base::SinkOptions& options) {
  model_file::Writer writer;
  writer.add(kRun, kVersion, parsing::pack_run(state.run));
  writer.add(kRounds, kVersion, packed_rounds(state));
  writer.add(kMerits, kVersion, packed_merits(state.boost.merits));
  writer.write(path, options);
}

SelectionState read_selection_state(const model_file::File& file, std::size_t conditions) {
  if (!file.has(kRun) || !file.has(kRounds) || !file.has(kMerits)) {
    throw Error(ErrorKind::kInput, Place{file.path(), 0, 0}, "this is no state of a selection");
  }
  SelectionState state;
  state.run = parsing::unpack_run(file.section(kRun, kVersion));
  unpack_rounds(Reader(file.section(kRounds, kVersion), conditions), state);
  unpack_merits(Reader(file.section(kMerits, kVersion), conditions), state.boost.merits);
  return state;
}

}  // namespace espalier::selection
