// What a treebank format is: how to cut a stream into records, read one record, write one sentence.
//
// Cutting is apart from reading so that records can be read in parallel, a bad one skipped, and memory bounded by the
// longest. A Format is immutable and shared between threads; virtual calls are per sentence, never per token.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/error.h"
#include "espalier/sentence.h"
#include "espalier/treebank.h"

namespace espalier::treebank {

/// What a record's reader may want to know besides the record's bytes.
struct RecordContext {
  std::string_view file;           ///< for messages
  std::size_t line = 1;            ///< the file's line on which the record starts
  std::string_view preamble;       ///< what the format's preamble_end() set apart at the start of the file
  const Limits* limits = nullptr;  ///< never null when a reader calls
};

/// Throws Error kInput at the given line of the context's file.
[[noreturn]] void fail(const RecordContext& context, std::size_t line, const std::string& reason);

class Format {
 public:
  static constexpr std::size_t kMore = static_cast<std::size_t>(-1);

  virtual ~Format() = default;
  virtual std::string_view name() const = 0;  ///< as in `--from`, `--to`
  virtual bool can_read() const { return true; }

  // Reading.
  /// The length of the part at the start of the file that belongs to no record (a header line); kMore: cannot say yet.
  virtual std::size_t preamble_end(std::string_view bytes, bool at_end) const;
  /// The length of the first record of `bytes`, its terminator and blank lines after it included; kMore when it is not
  /// whole yet (only when !at_end). `scanned` bytes were seen by an earlier call that answered kMore.
  virtual std::size_t record_end(std::string_view bytes, std::size_t scanned, bool at_end) const;
  /// Where the first record begins in bytes that come out of the middle of another one, which is too large to be held;
  /// kMore: it is not in sight. They are the start of that record, or go on from a line feed in it.
  virtual std::size_t next_record(std::string_view bytes) const;
  /// Reads one record into a cleared sentence. False: the record holds none (blank lines). Throws Error kInput.
  /// The bytes are well-formed UTF-8 without NUL, and lines are within the limits: the reader has seen to that.
  virtual bool parse(std::string_view record, const RecordContext& context, Sentence& sentence) const;

  // Writing. A document is prologue(first sentence), piece(s) for each sentence, epilogue. Pieces do not depend on one
  // another, so they may be made in parallel. `first` is null for a treebank without sentences.
  /// Settles, from the first sentence, what the options leave open (native: the columns). Called once, before
  /// prologue().
  virtual void settle(const Sentence* first, WriteOptions& options) const;
  virtual void prologue(const Sentence* first, const WriteOptions& options, std::string& out) const;
  virtual void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const;
  virtual void epilogue(const WriteOptions& options, std::string& out) const;
  /// True when the bytes where two pieces meet depend on both (text); joint() is called then.
  virtual bool has_joints() const { return false; }
  struct Joint {
    std::size_t drop = 0;     ///< bytes to take off the end of what comes before
    std::size_t skip = 0;     ///< bytes to leave out at the start of what comes after
    std::string_view insert;  ///< what stands between the two
  };
  /// How `before` and `after`, pieces or pieces already joined, meet; an empty one stands for the start or the end of
  /// the document. Joining must be associative, so that pieces can be joined in batches.
  virtual Joint joint(std::string_view before, std::string_view after) const;
  /// True when the pieces cannot simply follow one another (svg must know all sizes first); compose() is called then.
  virtual bool is_composed() const { return false; }
  virtual void compose(const std::vector<std::string>& pieces, const WriteOptions& options, std::string& out) const;
};

/// By name; throws Error kUsage with the nearest name when there is none.
const Format& format_named(std::string_view name);
/// All of them, in the order of the manual.
const std::vector<const Format*>& all_formats();
/// By extension (compression suffix ignored), then by the first bytes; null when neither tells.
const Format* guess_format(std::string_view path, std::string_view first_bytes);
/// More bytes would not change the guess.
bool is_enough_to_guess(std::string_view path, std::string_view first_bytes);

// Each defined in the file of its name.
const Format& conllu_format();
const Format& conllx_format();
const Format& penn_format();
const Format& native_format();
const Format& discbracket_format();
const Format& json_format();
const Format& text_format();
const Format& triples_format();
const Format& svg_format();
const Format& html_format();
const Format& latex_format();
const Format& tree_format();

}  // namespace espalier::treebank
