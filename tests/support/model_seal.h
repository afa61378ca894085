// Makes the checksums of a model file right again after its bytes were changed, to reach what lies behind them.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "model_file/layout.h"

namespace espalier::tests {

/// Leaves alone what is too short to have a header, and checksums of what lies outside the file.
inline void seal(std::string& bytes) {
  using model_file::Entry;
  using model_file::Header;
  if (bytes.size() < sizeof(Header)) return;
  const std::string_view all = bytes;
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t count = std::min<std::size_t>(header.sections, (bytes.size() - sizeof header) / sizeof(Entry));
  for (std::size_t i = 0; i < count; ++i) {
    char* place = bytes.data() + sizeof header + i * sizeof(Entry);
    Entry entry;
    std::memcpy(&entry, place, sizeof entry);
    if (entry.offset > bytes.size() || entry.length > bytes.size() - entry.offset) continue;
    entry.checksum = base::hash(all.substr(entry.offset, entry.length));
    std::memcpy(place, &entry, sizeof entry);
  }
  header.table_checksum = base::hash(all.substr(sizeof header, count * sizeof(Entry)));
  std::memcpy(bytes.data(), &header, sizeof header);
  header.checksum = base::hash(all.substr(0, offsetof(Header, checksum)));
  std::memcpy(bytes.data(), &header, sizeof header);
}

}  // namespace espalier::tests
