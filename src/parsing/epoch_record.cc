#include "parsing/epoch_record.h"

#include <cstdint>
#include <string_view>

#include "model_file/bytes.h"

namespace espalier::parsing {
namespace {

void pack(model_file::Packer& packer, const EpochLine& line) {
  packer.string(line.stage);
  packer.value(static_cast<std::uint64_t>(line.features));
  for (const double value : {line.loss, line.uas, line.las, line.seconds}) packer.value(value);
  for (const bool value : {line.scored, line.brackets, line.best}) packer.value(static_cast<std::uint8_t>(value));
}

EpochLine unpack_line(model_file::Unpacker& unpacker) {
  EpochLine line;
  line.stage = unpacker.string();
  line.features = unpacker.value<std::uint64_t>();
  for (double* value : {&line.loss, &line.uas, &line.las, &line.seconds}) *value = unpacker.value<double>();
  for (bool* value : {&line.scored, &line.brackets, &line.best}) *value = unpacker.value<std::uint8_t>() != 0;
  return line;
}

std::string pack_with(const EpochRecord& record, std::string_view trainer) {
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(record.lines.size()));
  for (const EpochLine& line : record.lines) pack(packer, line);
  packer.value(static_cast<std::uint64_t>(record.best_epoch));
  for (const double value : {record.seconds, record.best.uas, record.best.las}) packer.value(value);
  packer.value(static_cast<std::uint64_t>(record.kept.size()));
  for (const std::string& each : record.kept) packer.string(each);
  packer.string(trainer);
  return packer.take();
}

}  // namespace

void EpochRecord::take(std::span<std::string* const> frozen) {
  kept.clear();
  for (const std::string* each : frozen) kept.push_back(*each);
}

void EpochRecord::give(std::span<std::string* const> frozen) const {
  for (std::size_t i = 0; i < kept.size() && i < frozen.size(); ++i) *frozen[i] = kept[i];
}

std::string packed(const EpochRecord& record) { return pack_with(record, {}); }

std::string packed(const EpochRecord& record, const learning::Trainer& trainer) {
  return pack_with(record, trainer.state());
}

EpochRecord read_record(const CheckpointPart& part, learning::Trainer& trainer, std::size_t frozen) {
  EpochRecord record;
  if (!part.is_done() && !part.has_begun()) return record;
  model_file::read_section(part.section(), [&](const model_file::Section& section) {
    model_file::Unpacker unpacker(section);
    for (auto left = unpacker.value<std::uint64_t>(); left > 0; --left) {
      record.lines.push_back(unpack_line(unpacker));
      record.lines.back().epoch = record.epochs();
    }
    const auto best = unpacker.value<std::uint64_t>();
    if (best > record.lines.size()) unpacker.fail("the best epoch is yet to come");
    record.best_epoch = static_cast<int>(best);
    for (double* value : {&record.seconds, &record.best.uas, &record.best.las}) *value = unpacker.value<double>();
    for (auto left = unpacker.value<std::uint64_t>(); left > 0; --left) record.kept.emplace_back(unpacker.string());
    const std::size_t wanted = best > 0 || part.is_done() ? frozen : 0;
    if (record.kept.size() != wanted) unpacker.fail("weights are missing");
    const std::string_view state = unpacker.string();
    unpacker.finish();
    if (part.is_done()) return;
    trainer.restore(state);
    if (trainer.epochs() != record.lines.size()) unpacker.fail("it has another number of epochs than its lines");
  });
  return record;
}

}  // namespace espalier::parsing
