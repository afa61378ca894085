// Where the inputs of a run are cut into shards, and what each of these must know of those before it.
//
// Idea: nominal cuts are every so many bytes; the real ones are at the next place from there where a record begins
// whatever is before it. So each shard is found and measured on its own, by any rank; what it needs of those before it
// (lines, characters, sentences) are sums over what all have measured. Plain text is cut where the blocks begin that
// one process would segment, since words beyond a blank line can tip the scales in a model; every rank looks for them
// from the start of the file, which is fast beside parsing. Invariant: the plan depends on the inputs alone, not on how
// many ranks there are, so another run, of more or fewer, goes on with its shards. Cost: one reading of the inputs
// (their hash is part of the plan), and of plain text one segmentation, both shared. What is compressed, or in a format
// that tells records apart only from its start, is one shard a file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/pipeline_source.h"
#include "base/mapped_file.h"
#include "espalier/pipeline.h"
#include "espalier/ranks.h"

namespace espalier {

struct Shard {
  std::size_t input = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool is_cut = false;  ///< not the whole of its input
  std::uint64_t hash = 0;
  // Before it.
  std::uint64_t lines = 0;
  std::uint64_t characters = 0;
  std::uint64_t sentences = 0;
  bool is_last = true;  ///< of its input
};

/// The inputs of a run, open, and where they may be cut.
class ShardInputs {
 public:
  /// Throws Error kUsage for what is no file.
  ShardInputs(const AnnotateRequest& request, const PipelineOptions& options);

  /// So many nominal shards; some may turn out to be empty.
  std::size_t nominal() const noexcept { return nominal_; }
  /// A nominal one, with what is in it instead of what is before it; `sentences` are left to those who have a model.
  Shard measure(std::size_t number) const;
  /// What of an input is read for it.
  InputPart part(const Shard& shard) const;
  /// It is plain text whose sentences are numbered.
  bool is_text(const Shard& shard) const { return files_[shard.input].is_text; }

 private:
  struct File {
    base::MappedFile bytes;
    const treebank::Format* format = nullptr;
    bool is_text = false;
    bool can_be_cut = false;
    std::size_t first = 0;               // nominal shard
    std::vector<std::size_t> cuts = {};  // of text
  };
  std::size_t next_cut(const File& file, std::uint64_t from) const;
  void find_blocks(File& file, const std::string& name, bool whole_lines) const;

  Documents documents_;
  std::uint64_t shard_bytes_ = 0;
  std::size_t nominal_ = 0;
  std::vector<File> files_;
};

/// As text, a line each, for other ranks.
std::string to_line(std::size_t number, const Shard& shard);
/// The plan, from the lines of all ranks: in order, without empty ones, with what is before each.
std::vector<Shard> make_plan(const std::vector<std::string>& lines);

}  // namespace espalier
