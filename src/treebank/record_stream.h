// A file as a stream of records: bytes in, blocks of whole records out.
//
// Idea: only as much is looked at as is needed to find where records end (Format::record_end) and to count lines;
// reading a record is left to whoever takes the block, on any thread. Invariant: blocks hold whole records, in order,
// each with its line number; memory is one block plus the longest record, and a record or line beyond the limits is
// refused before it is held.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "treebank/format.h"

namespace espalier::treebank {

struct Record {
  std::size_t begin = 0;
  std::size_t size = 0;
  std::size_t line = 1;
};

/// Some whole records of one file. Reusable.
struct Block {
  std::string bytes;
  std::vector<Record> records;

  std::string_view text(const Record& record) const {
    return std::string_view(bytes).substr(record.begin, record.size);
  }
};

class RecordStream {
 public:
  /// `format` null: guessed from the name and the first bytes; Error kInput when that does not tell.
  RecordStream(const std::string& path, const Format* format, const ReadOptions& options, const Control& control);
  /// `line`: on which the source begins, if it is a part of a file; REQUIRES then that the format is known and has no
  /// preamble.
  RecordStream(std::unique_ptr<base::ByteSource> source, std::string name, const Format* format,
               const ReadOptions& options, std::size_t line = 1);

  /// The next records, about 256 KB of them; false at the end.
  bool next(Block& block);

  const Format& format() const { return *format_; }
  /// For Format::parse; the views stay good as long as this object.
  RecordContext context(const Record& record) const { return {name_, record.line, preamble_, &options_.limits}; }
  const std::string& name() const { return name_; }
  /// How much of the file has been read.
  base::Extent extent() const { return source_->extent(); }
  /// Errors met while cutting, under skip_invalid.
  std::vector<Error>& skipped() { return skipped_; }

 private:
  void start(const Format* format);
  bool fill(std::string& bytes);
  bool cut(Block& block);
  void check_pending_line(std::string_view bytes);
  void drop_record(std::string& bytes);

  std::unique_ptr<base::ByteSource> source_;
  std::string name_;
  ReadOptions options_;
  const Format* format_ = nullptr;
  std::string preamble_;
  std::size_t step_ = 16384;      // how much is asked for next: little at first, as most texts of a service are short
  std::string rest_;              // what was read but did not fit the last block
  std::size_t scanned_ = 0;       // bytes of the unfinished record that record_end() has seen in vain
  std::size_t line_ = 1;          // of the first byte not handed out
  std::size_t pending_line_ = 0;  // start of the unfinished last line, in the unfinished record; see check_pending_line
  std::size_t pending_seen_ = 0;
  bool at_end_ = false;
  bool is_fresh_ = true;  // nothing has been cut yet
  std::vector<Error> skipped_;
};

/// The first place at or after `from` where records of such a format (below) begin, whatever comes before it; the end
/// where there is none.
std::size_t next_blank_line_record(std::string_view bytes, std::size_t from);

/// The first place after a blank line (Format::kMore where there is none in sight), for Format::next_record.
std::size_t after_blank_line(std::string_view bytes);

/// The length of the first record of a format whose records end with an empty line (CoNLL-U and its kin).
std::size_t blank_line_record_end(std::string_view bytes, std::size_t scanned, bool at_end);

/// Reads one record: the checks that all formats share (size, UTF-8, NUL), then Format::parse.
bool parse_record(const Format& format, std::string_view record, const RecordContext& context, Sentence& sentence);

}  // namespace espalier::treebank
