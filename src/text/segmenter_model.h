// A trained segmenter, as a model file holds it: text in, sentences of tokens and words out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"
#include "learning/frozen_labels.h"
#include "learning/frozen_table.h"
#include "model_file/file.h"
#include "text/block_reader.h"
#include "text/chunk_book.h"
#include "text/context_filter.h"
#include "text/expansion_book.h"
#include "text/segmenter_options.h"
#include "text/segmenter_workspace.h"

namespace espalier::text {

/// Immutable and shared between threads; its tables are read where they lie in the file.
class SegmenterModel {
 public:
  using Sink = std::function<void(Sentence&)>;
  using Counted = std::function<void(std::size_t sentences)>;

  static bool is_in(const model_file::File& file) noexcept;
  /// Throws Error kInput that names the section for one that is missing or cannot be what it should.
  explicit SegmenterModel(std::shared_ptr<const model_file::File> file);

  /// Cuts a block into sentences and calls sink(sentence) for each; the sentence's memory is used again for the next.
  /// `counted` is told how many there are before the first comes. No allocation once the workspace has grown to blocks
  /// of this size.
  void segment(const Block& block, const SegmenterOptions& options, SegmenterWorkspace& workspace, const Sink& sink,
               const Counted& counted = {}) const;

  /// The share of the tokens with letters that the treebank had; 0 where there are none. What is not UTF-8 ends the
  /// text.
  double familiarity(std::string_view text, SegmenterWorkspace& workspace) const;

 private:
  void find_tokens(const SegmenterOptions& options, SegmenterWorkspace& workspace) const;
  void find_sentences(const SegmenterOptions& options, SegmenterWorkspace& workspace) const;
  void expand(SegmenterWorkspace& workspace) const;
  Expansion choose(SegmenterWorkspace& workspace, std::span<const Token> sentence, std::size_t at) const;

  std::shared_ptr<const model_file::File> file_;
  ContextFilter contexts_;
  ChunkBook chunks_;
  Lexicon words_;
  learning::FrozenTable token_weights_;
  learning::FrozenTable sentence_weights_;
  float sentence_floor_ = std::numeric_limits<float>::lowest();  // what has less by its first features is no end
  ExpansionBook expansions_;
  learning::FrozenLabels expansion_weights_;
};

}  // namespace espalier::text
