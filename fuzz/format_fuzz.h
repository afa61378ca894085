// What every reader is fuzzed for: any bytes give sentences or an Error, and what was read can be written and read
// again to the same thing.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "base/byte_source.h"
#include "treebank/format.h"
#include "treebank/record_stream.h"

namespace espalier::fuzz {

/// Reads all; false when there was an Error.
inline bool read_all(std::string_view bytes, const treebank::Format& format, std::string* written) {
  ReadOptions options;
  options.limits.depth = 200;
  options.limits.line_bytes = 1 << 16;
  WriteOptions write_options;
  try {
    treebank::RecordStream stream(base::memory_source(bytes), "fuzz", &format, options);
    Sentence sentence;
    bool first = true;
    for (treebank::Block block; stream.next(block);) {
      for (const treebank::Record& record : block.records) {
        if (!parse_record(format, block.text(record), stream.context(record), sentence)) continue;
        if (first) {
          format.settle(&sentence, write_options);
          format.prologue(&sentence, write_options, *written);
        }
        first = false;
        format.piece(sentence, write_options, *written);
      }
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) std::abort();  // bad bytes are bad input, nothing else
    return false;
  }
  return true;
}

inline int check_format(const std::uint8_t* data, std::size_t size, const treebank::Format& format) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::string once;
  if (!read_all(bytes, format, &once)) return 0;
  std::string twice;
  if (!read_all(once, format, &twice) || once != twice) std::abort();
  return 0;
}

}  // namespace espalier::fuzz
