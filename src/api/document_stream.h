// Texts through a pipe: each line of JSON, or what ends with a NUL, is a document with an answer of its own.
//
// Idea: whoever sends a line may wait for its answer before he sends the next, so a batch is what has come and no more:
// bytes are waited for only when there is no whole text. Invariant: one answer a text, in the order of the texts, with
// bytes that depend on the text alone, whatever the threads and however the bytes come in; what was answered before a
// bad text is written before its error is thrown. Memory: some batches of 16 KB, or of the longest text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/pipeline_source.h"
#include "base/byte_sink.h"
#include "espalier/pipeline.h"
#include "treebank/line_stream.h"

namespace espalier {

class DocumentStream {
 public:
  /// All must outlive it. `part`: what of the one input is read; null: all inputs.
  DocumentStream(const Pipeline& pipeline, const AnnotateRequest& request, const Control& control,
                 const InputPart* part = nullptr);

  ConvertSummary run();

 private:
  struct Piece {
    std::string bytes;
    std::size_t line = 1;  // of the file, where it begins
    bool is_too_long = false;
  };

  struct Work {
    std::string file;
    std::vector<Piece> pieces;
    std::string out;
    ConvertSummary summary;
    base::Extent extent;
    std::optional<Error> failure;  // of a piece; those before it are in `out`
  };

  bool produce(Work& work);
  void transform(Work& work) const;
  void consume(Work& work);

  bool open_next();
  void take(const treebank::LinePart& part, Work& work);
  void answer_line(const Piece& piece, Work& work) const;
  void answer_text(const Piece& piece, Work& work) const;
  std::optional<Error> annotate(std::string_view text, const Piece& piece, Work& work, std::string& out) const;
  void refuse(const Error& error, Work& work) const;
  Error too_long(const Piece& piece, const Work& work) const;

  const Pipeline& pipeline_;
  const AnnotateRequest& request_;
  const Control& control_;
  const InputPart* part_;
  bool is_json_;       // the input
  bool makes_json_;    // the answers in it
  std::string field_;  // of JSON, that holds the answer
  std::unique_ptr<base::ByteSink> sink_;
  std::optional<treebank::LineStream> lines_;
  std::string name_;
  std::size_t line_ = 1;
  std::size_t next_input_ = 0;
  ConvertSummary summary_;
};

}  // namespace espalier
