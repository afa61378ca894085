// Chunks known by heart: those that training showed twice or more, always cut in the same way.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model_file/section.h"
#include "text/lexicon.h"
#include "text/token_step.h"

namespace espalier::text {

/// One token of a chunk.
struct ChunkPart {
  std::uint16_t length = 0;  ///< in entries
  Expansion expansion = kUnknownExpansion;

  auto operator<=>(const ChunkPart&) const = default;
};

class ChunkBook {
 public:
  ChunkBook() = default;
  /// Reads in place; `chunks` is a Lexicon from chunk_hash() to numbers of ways to cut (from 1). `classes`: how many
  /// expansions there are, one word included.
  ChunkBook(const model_file::Section& cuts, const model_file::Section& chunks, std::uint32_t classes);
  static std::string pack(std::span<const std::vector<ChunkPart>> cuts);

  /// Adds the tokens of the chunk begin..end-1 if it is known.
  bool recall(const Characters& text, std::int32_t begin, std::int32_t end, std::vector<Token>& tokens) const;

 private:
  Lexicon chunks_;
  std::span<const std::uint32_t> ends_;  // of the ways to cut, in parts_
  std::span<const ChunkPart> parts_;
};

}  // namespace espalier::text
