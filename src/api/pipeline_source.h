// Files of text or of any treebank format as a source of annotated sentences (treebank/streaming.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/workspace_pool.h"
#include "base/running_count.h"
#include "espalier/pipeline.h"
#include "text/block_reader.h"
#include "treebank/record_source.h"

namespace espalier {

/// A stretch of an input that is read as if all before it had been.
struct InputPart {
  std::optional<std::string_view> bytes;     ///< none: the whole input
  const treebank::Format* format = nullptr;  ///< of the bytes; null: plain text
  text::PartOfText place;                    ///< of all formats, as far as they ask
  std::size_t sentences = 0;                 ///< of text that come before it, in this and in other inputs
};

/// The format of an input, guessed if none is named; null: plain text. `head`: its first bytes.
const treebank::Format* format_of(const PipelineInput& input, const ReadOptions& options, std::string_view head);
/// So many bytes are enough for a guess.
inline constexpr std::size_t kGuessBytes = std::size_t{4} << 10;

/// The bytes of an input, decompressed.
std::unique_ptr<base::ByteSource> open_input(const PipelineInput& input, const Control& control);

/// Its name in messages.
std::string name_of(const PipelineInput& input);

/// Does the stages that a sentence lacks.
void annotate_sentence(const parsing::EnsembleModel& model, const PipelineOptions& options, Sentence& sentence,
                       parsing::EnsembleWorkspace& workspace);

/// The sentence with each of its options.best best trees.
std::vector<Sentence> best_trees(const parsing::EnsembleModel& model, const PipelineOptions& options,
                                 Sentence& sentence, parsing::EnsembleWorkspace& workspace);

class PipelineSource {
 public:
  struct Batch {
    std::string name;
    base::Extent extent;
    std::size_t bytes = 0;
    std::vector<Error> skipped;

    bool is_text = false;
    std::size_t turn = 0;  // among those of text
    text::Block block;
    treebank::RecordBatch records;
  };

  /// All must outlive it. `part`: what of the one input is read; null: all inputs.
  PipelineSource(const parsing::EnsembleModel& model, const PipelineOptions& options, const AnnotateRequest& request,
                 const Control& control, WorkspacePool& pool, const InputPart* part = nullptr)
      : model_(model),
        options_(options),
        request_(request),
        control_(control),
        pool_(pool),
        part_(part),
        sentences_(part == nullptr ? 0 : part->sentences) {}

  /// A text that comes before what the request has; it must live as long.
  void open_memory(std::string_view text);
  bool next(Batch& batch);

  /// `look`: see Pipeline::annotate().
  template <class Use>
  void visit(Batch& batch, const Use& use, const std::function<void(const Sentence&)>& look = {}) const {
    const WorkspacePool::Loan loan(pool_);
    const auto annotate = [&](Sentence& sentence) {
      if (look) look(sentence);
      if (options_.best > 0) {
        for (Sentence& tree : best_trees(model_, options_, sentence, *loan)) use(tree);
      } else {
        annotate_sentence(model_, options_, sentence, *loan);
        use(sentence);
      }
    };
    if (batch.is_text) return visit_text(batch, *loan, annotate);
    treebank::visit_batch(batch.records, request_.read.skip_invalid, annotate);
    batch.skipped.swap(batch.records.skipped);
  }

 private:
  void visit_text(const Batch& batch, parsing::EnsembleWorkspace& workspace,
                  const std::function<void(Sentence&)>& use) const;
  void open(const PipelineInput& input);
  void open_part();
  void open_text(std::unique_ptr<base::ByteSource> source);
  [[noreturn]] static void refuse_text(std::string_view shown);
  bool can_read_text() const noexcept { return model_.first().segmenter() != nullptr; }
  bool next_text(Batch& batch);
  text::SegmenterOptions segmenter_options() const noexcept {
    return {options_.lines == Lines::kSentences, options_.lines == Lines::kTokens, options_.offsets};
  }

  const parsing::EnsembleModel& model_;
  const PipelineOptions& options_;
  const AnnotateRequest& request_;
  const Control& control_;
  WorkspacePool& pool_;
  const InputPart* part_;
  mutable base::RunningCount sentences_;  // of text
  std::size_t next_turn_ = 0;
  std::size_t next_input_ = 0;
  std::string name_;
  std::optional<text::BlockReader> blocks_;  // one of the two is open, or none
  std::shared_ptr<treebank::RecordStream> records_;
};

}  // namespace espalier
