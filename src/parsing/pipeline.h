// What a model file holds, stage by stage: a segmenter, a tagger, taggers of extra columns, predictors of heads, a
// parser; any of them may be missing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model_file/file.h"
#include "parsing/arc_confidence.h"
#include "parsing/head_predictor.h"
#include "parsing/parser_model.h"
#include "parsing/span_model.h"
#include "parsing/tagger_model.h"
#include "text/segmenter_model.h"

namespace espalier::parsing {

/// What one thread needs for all stages.
struct PipelineWorkspace {
  text::SegmenterWorkspace segmenter;
  TaggerWorkspace tagger;
  std::unique_ptr<Workspace> parser;
  SpanWorkspace columns;
  HeadWorkspace heads;
  text::Block block;
  ParseCounts counts;  ///< of all that was done since it was last looked at
};

class PipelineModel {
 public:
  /// Throws Error kInput when there is none of the stages, or one is damaged.
  explicit PipelineModel(const std::shared_ptr<const model_file::File>& file);

  const text::SegmenterModel* segmenter() const noexcept { return segmenter_.get(); }
  const TaggerModel* tagger() const noexcept { return tagger_.get(); }
  const ParserModel* parser() const noexcept { return parser_.get(); }
  /// Of chunks and clauses.
  const SpanModel* columns() const noexcept { return columns_.get(); }
  /// Of sides, tags and distances of heads.
  const HeadModel* heads() const noexcept { return heads_.get(); }
  bool has(Stage stage) const noexcept;

  std::unique_ptr<PipelineWorkspace> make_workspace() const;

  /// REQUIRES a segmenter. Calls use(sentence) for each sentence of the block, counted(how many) before that.
  void segment(const text::Block& block, const text::SegmenterOptions& options, PipelineWorkspace& workspace,
               const text::SegmenterModel::Sink& use, const text::SegmenterModel::Counted& counted = {}) const;
  /// Tags, features and lemmas where the sentence has none, or all of them afresh. Nothing without a tagger.
  void tag(Sentence& sentence, bool afresh, PipelineWorkspace& workspace) const;
  /// Chunks and clauses into workspace.columns.columns, and into MISC. Nothing without taggers of them.
  void write_columns(Sentence& sentence, PipelineWorkspace& workspace) const;
  /// REQUIRES a parser, here and below. Where its templates ask for extra columns they are decided first.
  void parse(Sentence& sentence, const ParseOptions& options, PipelineWorkspace& workspace) const;
  std::vector<ParsedTree> parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                     PipelineWorkspace& workspace) const;

 private:
  /// Writes how sure the parser is of the tree that it just made.
  void tell_confidence(Sentence& sentence, const ParseOptions& options, Workspace& workspace) const;
  /// Shows the parser the extra columns that it reads, if there is anybody to decide them.
  void find_columns(const Sentence& sentence, PipelineWorkspace& workspace) const;

  std::unique_ptr<const text::SegmenterModel> segmenter_;
  std::unique_ptr<const TaggerModel> tagger_;
  std::unique_ptr<const SpanModel> columns_;
  std::unique_ptr<const HeadModel> heads_;
  std::unique_ptr<const ParserModel> parser_;
  std::unique_ptr<const ArcConfidence> confidence_;
};

/// What all stages of the model make of plain text or, where there is no segmenter, of CoNLL-U, as CoNLL-U; each
/// sentence with its brackets behind it, where the parser makes constituents.
std::string annotate_text(const PipelineModel& model, const std::string& input);

}  // namespace espalier::parsing
