// The folder beside an output where its shards are until all are there: OUTPUT.shards.
//
// manifest.json tells what the shards are made of and with; 00017.FORMAT is a shard and 00017.note, written after it,
// what was found on the way; 00000.failed tells of a shard that cannot be made. Invariant: a shard counts as there when
// its 00017.note is, and that stays only as long as the shard, and as long as the manifest is that of the run.
#pragma once

#include <optional>
#include <string>

#include "espalier/treebank.h"

namespace espalier {

class ShardFolder {
 public:
  /// Of an output with this path. `format` is for names. Throws Error kUsage where no file can be written.
  ShardFolder(const std::string& output, std::string format, const Control& control);

  /// Makes the folder; if it has been there with another manifest, or with none, all shards in it are removed first.
  /// For one rank, while the others wait. Throws Error kUsage if it holds what is not ours.
  void prepare(const std::string& manifest) const;

  /// Where a shard is, or is to be written.
  std::string path(std::size_t number) const;
  /// What was noted of a shard that is there; none: it is not.
  std::optional<std::string> note(std::size_t number) const;
  /// The shard is there, and this is to be noted of it.
  void finish(std::size_t number, const std::string& note) const;

  /// For the other ranks: from now on has_failed_before() says of all shards after this one that they are in vain.
  void tell_failure(std::size_t number) const noexcept;
  bool has_failed_before(std::size_t number) const;

  /// A file that the shards can be put together in, and what makes it the output.
  std::string draft() const;
  void publish(const std::string& output) const;

  /// All shards and the folder.
  void remove() const;

 private:
  std::string note_path(std::size_t number) const;
  std::string failure_path() const;
  void clear() const;

  std::string folder_;
  std::string format_;
  const Control& control_;
};

/// A summary as text, and back; text that is none gives none.
std::string to_note(const ConvertSummary& summary);
std::optional<ConvertSummary> from_note(const std::string& note);

}  // namespace espalier
