// Espalier: from plain text, or from treebanks at any stage, to trees.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/ensemble.h"
#include "espalier/model.h"
#include "espalier/parser.h"
#include "espalier/treebank.h"

namespace espalier {

/// What a line break of plain text means.
enum class Lines : std::uint8_t {
  kFree,       ///< white space; a blank line ends a paragraph
  kSentences,  ///< every line is a sentence
  kTokens,     ///< every line is a token, a blank line ends a sentence
};

struct PipelineOptions {
  Stage last = Stage::kTrees;  ///< the last stage that is done
  /// Tags, features and lemmas that the input has are made afresh. Else they are kept: UPOS word by word, the others
  /// where any word of the sentence has them.
  bool retag = false;
  /// Chunks and clauses are written into MISC (Chunk=, ClauseStart=, ClauseEnd=, Clause=), where the model has them.
  bool columns = false;
  Lines lines = Lines::kFree;
  bool offsets = false;  ///< MISC `TokenRange=begin:end` for text, in characters from its start
  /// Files only: the so many best trees of each sentence, one after the other, with comments `nbest` and `score`; 0:
  /// the best without comments.
  std::size_t best = 0;
  ParseOptions parse;
};

/// Sets an option by its name, for callers that have names: last (tokens, tags, trees), lines (free, sentence, token),
/// beam (a number), and with yes or no: retag, columns, offsets, constraints, confidence, projective, merge-states.
/// Throws Error kUsage for other names and values.
void set_option(PipelineOptions& options, std::string_view name, std::string_view value);

/// Which parts of an input are documents of their own, each with an answer of its own: for those who send texts through
/// a pipe and must know which answer is whose.
enum class Documents : std::uint8_t {
  kOne,    ///< none: all inputs are one document
  kLines,  ///< a line of JSON is one: an object with a string "text", or a string
  kNul,    ///< one ends with a NUL
};

/// A file, or a text instead of one.
struct PipelineInput {
  std::string path = {};  ///< `-`: standard input
  std::optional<std::string> text = {};
  std::string head = {};  ///< of standard input: what peek() has read of it already
};

/// The first bytes of an input, decompressed, for a look at its language; those of standard input are kept in `head`.
std::string peek(PipelineInput& input, std::size_t bytes, const Control& control = {});

/// Work cut into shards, each written whole beside the output (OUTPUT.shards) and put together in the end, so that many
/// processes (Control::ranks) can share it, and so that a run that was killed is gone on with by the next.
struct Shards {
  bool wanted = false;      ///< also without ranks
  std::uint64_t bytes = 0;  ///< of input, about, in one; 0: as fits all of it
  bool keep = false;        ///< they are not removed in the end
};

struct AnnotateRequest {
  std::vector<PipelineInput> inputs;
  std::string output = "-";
  /// kLines, kNul: all is text, whatever `read` has for a format. Of a line of JSON the answer is the same object with
  /// one more field, `sentences` for the format json, else named as the format; a string becomes the "text" of one; an
  /// empty line stays one. Of a text that ends with NUL it is what a file would hold, and a NUL. What cannot be read or
  /// parsed is, with skip_invalid, answered by an object with "error", or by nothing but the NUL. Answers are passed on
  /// as soon as they are there.
  Documents documents = Documents::kOne;
  ReadOptions read;  ///< format `text`: plain text; empty: by name and content, plain text where neither tells
  WriteOptions write;
  Shards shards;
  std::function<bool(Sentence&)> edit;  ///< done to each sentence before it is written, by any thread; false drops it
};

/// Does the stages that its input lacks; any number of threads may call it at once.
class Pipeline {
 public:
  /// Of several models all vote on trees, and the first does all else. Throws Error kUsage when it lacks the last stage
  /// that is asked for, or when several are asked for the best trees.
  explicit Pipeline(Ensemble models, const PipelineOptions& options = {});
  ~Pipeline();
  Pipeline(Pipeline&&) noexcept;
  Pipeline& operator=(Pipeline&&) noexcept;

  /// Tags where they are missing, then a tree.
  void annotate(Sentence& sentence) const;
  /// The sentences of a text, one after the other; the sentence's memory is used again. `look` sees each when it has
  /// words and nothing else yet, and may throw.
  void annotate(std::string_view text, const std::function<void(Sentence&)>& use,
                const std::function<void(const Sentence&)>& look = {}) const;
  /// Files to a file: streaming, on all threads, in order. The file appears whole at the end or, when an Error is
  /// thrown, not at all. With ranks or shards the bytes are the same, but inputs and output must be files (which all
  /// ranks see), and the format one whose documents can be cut anywhere: Error kUsage else. Collective then.
  ConvertSummary annotate(const AnnotateRequest& request, const Control& control = {}) const;

  /// What makes of an annotated sentence what a format shows; nothing where it shows all. Brackets of the input go:
  /// they come from the parse, where the format is made of them, and so do heads where the parser finds constituents.
  std::function<bool(Sentence&)> edit_for(const std::string& format) const;

  /// The first, of several.
  const Model& model() const noexcept;
  /// Chunks and clauses are asked for, and the model has them.
  bool writes_columns() const noexcept;
  ParseCounts counts() const;

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace espalier
