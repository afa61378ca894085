#include "text/chunk_book.h"

#include <algorithm>

#include "model_file/bytes.h"

namespace espalier::text {

std::string ChunkBook::pack(std::span<const std::vector<ChunkPart>> cuts) {
  std::vector<std::uint32_t> ends;
  std::vector<ChunkPart> parts;
  for (const auto& cut : cuts) {
    parts.insert(parts.end(), cut.begin(), cut.end());
    ends.push_back(static_cast<std::uint32_t>(parts.size()));
  }
  model_file::Packer packer;
  packer.value(static_cast<std::uint64_t>(ends.size()));
  packer.value(static_cast<std::uint64_t>(parts.size()));
  packer.array(std::span<const std::uint32_t>(ends));
  packer.array(std::span<const ChunkPart>(parts));
  return packer.take();
}

ChunkBook::ChunkBook(const model_file::Section& cuts, const model_file::Section& chunks, std::uint32_t classes) {
  model_file::Unpacker unpacker(cuts);
  const auto count = unpacker.value<std::uint64_t>();
  const auto parts = unpacker.value<std::uint64_t>();
  ends_ = unpacker.array<std::uint32_t>(count);
  parts_ = unpacker.array<ChunkPart>(parts);
  unpacker.finish();
  if (!std::is_sorted(ends_.begin(), ends_.end()) || (count > 0 && ends_.back() > parts)) {
    unpacker.fail("it has ways to cut that are not there");
  }
  for (const ChunkPart& part : parts_) {
    if (part.length == 0 || (part.expansion >= classes && part.expansion != kUnknownExpansion)) {
      unpacker.fail("it has a part that no chunk has");
    }
  }
  chunks_ = read_lexicon(chunks, count);
}

bool ChunkBook::recall(const Characters& text, std::int32_t begin, std::int32_t end, std::vector<Token>& tokens) const {
  const std::int32_t number = chunks_.find(chunk_hash(text.bytes(begin, end)));
  if (number <= 0) return false;
  const std::size_t first = tokens.size();
  std::int32_t at = begin;
  const auto cut = static_cast<std::size_t>(number) - 1;
  for (std::uint32_t i = cut == 0 ? 0 : ends_[cut - 1]; i < ends_[cut]; ++i) {
    tokens.push_back({at, at + parts_[i].length, parts_[i].expansion});
    at += parts_[i].length;
    // Another chunk with the same hash, or a damaged table.
    if (at > end || !text.begins_cluster(at)) break;
  }
  if (at == end) return true;
  tokens.resize(first);
  return false;
}

}  // namespace espalier::text
