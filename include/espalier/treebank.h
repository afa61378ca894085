// Espalier: treebanks in and out, whole files at a time or sentence by sentence.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/error.h"
#include "espalier/sentence.h"

namespace espalier {

/// Bounds on what a file may ask of us; past them an Error kInput names the line, the bound and the option.
struct Limits {
  std::size_t line_bytes = std::size_t{1} << 20;
  std::size_t sentence_bytes = std::size_t{64} << 20;
  std::size_t words = 50'000;
  std::size_t depth = 1'000;  ///< nesting of constituents
};

/// How far a long task is; total 0: not known.
struct Progress {
  std::string_view what;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

class Ranks;

/// What long work shares with its caller: threads to use, where to report, when to stop, who works with it.
struct Control {
  int threads = 0;  ///< 0: all cores; results never depend on it
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* stop = nullptr;  ///< set it, e.g. in a signal handler: the work ends with Error kInterrupted
  Ranks* ranks = nullptr;                   ///< processes that do this work together (ranks.h); null: this one alone
};

struct ReadOptions {
  std::string format;  ///< empty: guessed from the extension and the content
  Limits limits;
  bool skip_invalid = false;  ///< go on past bad sentences; they are listed in skipped()
};

/// How drawings and other outputs look; every format takes what concerns it.
struct WriteOptions {
  std::string format = "conllu";
  bool multi_line = false;  ///< penn, discbracket: indented, several lines a tree; tree: one word or constituent a line
  bool spaces = true;       ///< text: false joins the forms without spaces where the treebank does not say
  bool constituents = false;         ///< drawings: the constituents where a sentence has both
  bool colour = false;               ///< tree: ANSI colours
  int width = 0;                     ///< tree: columns of the terminal, 0: not limited
  std::vector<std::string> columns;  ///< native: the extra lexical columns; empty: those of the first sentence
};

/// Reads sentences one by one; memory is bounded by the longest. One thread.
class TreebankReader {
 public:
  /// `path` `-`: standard input. Compressed files are recognised.
  explicit TreebankReader(const std::string& path, const ReadOptions& options = {}, const Control& control = {});
  /// Reads from memory, which must outlive it; `name` is for messages.
  static TreebankReader of_text(std::string_view text, const ReadOptions& options = {},
                                const std::string& name = "text");
  ~TreebankReader();
  TreebankReader(TreebankReader&&) noexcept;
  TreebankReader& operator=(TreebankReader&&) noexcept;

  /// The next sentence into `sentence` (its memory is reused); false at the end.
  bool next(Sentence& sentence);
  /// The format's name, guessed or given.
  std::string_view format() const;
  /// The errors of the sentences passed over with skip_invalid.
  const std::vector<Error>& skipped() const;

 private:
  struct Body;
  explicit TreebankReader(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

/// All sentences of a file.
std::vector<Sentence> read_treebank(const std::string& path, const ReadOptions& options = {});

/// Writes sentences; the file appears, whole, at close().
class TreebankWriter {
 public:
  explicit TreebankWriter(const std::string& path, const WriteOptions& options = {}, const Control& control = {});
  ~TreebankWriter();  ///< without close() before it: nothing is left behind
  TreebankWriter(TreebankWriter&&) noexcept;
  TreebankWriter& operator=(TreebankWriter&&) noexcept;

  void write(const Sentence& sentence);
  void close();

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

struct ConvertOptions {
  ReadOptions read;
  WriteOptions write;
  /// Done to each sentence between reading and writing, by any thread; false drops the sentence.
  std::function<bool(Sentence&)> edit;
};

struct ConvertSummary {
  std::size_t sentences = 0;
  std::size_t words = 0;
  std::size_t bytes = 0;           ///< read, decompressed
  std::vector<Error> skipped;      ///< the first ten thousand: streams may go on for ever
  std::size_t skipped_beyond = 0;  ///< how many more there were

  /// What of `more` there is room for is kept, the rest counted.
  void skip(const std::vector<Error>& more);
  /// What came of another part of the same input.
  void add(const ConvertSummary& part);
};

/// Reads files one after the other, edits, writes one file; streaming, on all threads, in order. The file appears whole
/// at the end or, when an Error is thrown, not at all.
ConvertSummary convert(const std::vector<std::string>& inputs, const std::string& output, const ConvertOptions& options,
                       const Control& control = {});

/// Writes a text to a file, whole or not at all (`-`: standard output; compressed by extension).
void write_file(const std::string& path, std::string_view bytes, const Control& control = {});

/// The format that a path's extension names (compression suffix ignored), or `otherwise`.
std::string format_of_path(const std::string& path, const std::string& otherwise);

/// One sentence in any format, without prologue and epilogue.
std::string to_string(const Sentence& sentence, const WriteOptions& options = {});

}  // namespace espalier
