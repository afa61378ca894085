// What a model says of its own making. Nothing in it depends on when, where or on how many threads it was made, so that
// the same training gives the same bytes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model_file/file.h"
#include "model_file/writer.h"

namespace espalier::model_file {

inline constexpr std::string_view kProvenanceSection = "provenance";

/// A treebank that was used. `hash`: the XXH3 of its bytes in hexadecimal.
struct DataSource {
  std::string name;
  std::uint64_t sentences = 0;
  std::uint64_t words = 0;
  std::string hash;
  bool operator==(const DataSource&) const = default;
};

struct NamedScore {
  std::string name;
  double value = 0;
  bool operator==(const NamedScore&) const = default;
};

struct Provenance {
  std::string program_version;
  std::string recipe;
  std::string command;  ///< normalised by its maker: no paths, threads or times
  std::map<std::string, std::string> options;
  std::vector<DataSource> data;
  std::vector<NamedScore> scores;
  std::string language;
  std::string licence;
  std::string credit;
  bool operator==(const Provenance&) const = default;
};

/// As JSON, always in the same order. Throws Error kUsage for a score that is not a number: JSON has none such.
std::string to_json(const Provenance& provenance);

void add_provenance(Writer& writer, const Provenance& provenance);
/// Throws Error kInput when there is none or it is damaged. Keys that are not known are passed over.
Provenance read_provenance(const File& file);

}  // namespace espalier::model_file
