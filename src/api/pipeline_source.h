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

  /// All must outlive it.
  PipelineSource(const parsing::EnsembleModel& model, const PipelineOptions& options, const AnnotateRequest& request,
                 const Control& control, WorkspacePool& pool)
      : model_(model), options_(options), request_(request), control_(control), pool_(pool) {}

  bool next(Batch& batch);

  template <class Use>
  void visit(Batch& batch, const Use& use) const {
    const WorkspacePool::Loan loan(pool_);
    const auto annotate = [&](Sentence& sentence) {
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
  /// `shown`: what it is called where it cannot be read.
  void open_text(std::unique_ptr<base::ByteSource> source, std::string_view shown);
  bool next_text(Batch& batch);
  text::SegmenterOptions segmenter_options() const noexcept {
    return {options_.lines == Lines::kSentences, options_.lines == Lines::kTokens, options_.offsets};
  }

  const parsing::EnsembleModel& model_;
  const PipelineOptions& options_;
  const AnnotateRequest& request_;
  const Control& control_;
  WorkspacePool& pool_;
  mutable base::RunningCount sentences_;  // of text
  std::size_t next_turn_ = 0;
  std::size_t next_input_ = 0;
  std::string name_;
  std::optional<text::BlockReader> blocks_;  // one of the two is open, or none
  std::shared_ptr<treebank::RecordStream> records_;
};

}  // namespace espalier
