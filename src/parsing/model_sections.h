// What the sections of every kind of parser hold, packed and unpacked.
#pragma once

#include <string>
#include <vector>

#include "espalier/model.h"
#include "model_file/bytes.h"
#include "model_file/file.h"

namespace espalier::parsing {

/// The version of all sections of parsers so far.
inline constexpr std::uint32_t kSectionVersion = 3;

std::string pack_labels(const std::vector<std::string>& labels);
/// Refuses an empty list, more labels than tables can number, and labels that no line of a file can hold.
std::vector<std::string> unpack_labels(const model_file::Section& section);

/// Refuses all but one use a label.
std::vector<std::uint8_t> unpack_label_use(const model_file::Section& section, std::size_t labels);

std::string pack_heaviest(const std::vector<HeavyFeature>& features);
/// Nothing when the file has no such section.
std::vector<HeavyFeature> read_heaviest(const model_file::File& file, const std::string& name);

template <class T>
std::string pack_array(const std::vector<T>& values) {
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(values.size()));
  packer.array(std::span<const T>(values));
  return packer.take();
}

template <class T>
std::vector<T> unpack_array(const model_file::Section& section) {
  model_file::Unpacker unpacker(section);
  const auto count = unpacker.value<std::uint64_t>();
  const auto values = unpacker.array<T>(count);
  unpacker.finish();
  return {values.begin(), values.end()};
}

template <class T>
std::string pack_value(const T& value) {
  model_file::Packer packer;
  packer.value(value);
  return packer.take();
}

template <class T>
T unpack_value(const model_file::Section& section) {
  model_file::Unpacker unpacker(section);
  const T value = unpacker.value<T>();
  unpacker.finish();
  return value;
}

}  // namespace espalier::parsing
