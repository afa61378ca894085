#include "parsing/pipeline.h"

#include "base/byte_source.h"
#include "espalier/error.h"
#include "espalier/treebank.h"
#include "parsing/model_output.h"
#include "parsing/parser_kinds.h"
#include "parsing/watch.h"
#include "treebank/document_writer.h"

namespace espalier::parsing {
namespace {

bool has_any(const Sentence& sentence, Column column) {
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    if (!sentence.get(node, column).empty()) return true;
  }
  return false;
}

bool has_all(const Sentence& sentence, Column column) {
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    if (sentence.get(node, column).empty()) return false;
  }
  return true;
}

}  // namespace

PipelineModel::PipelineModel(const std::shared_ptr<const model_file::File>& file) {
  if (text::SegmenterModel::is_in(*file)) segmenter_ = std::make_unique<text::SegmenterModel>(file);
  if (TaggerModel::is_in(*file)) tagger_ = std::make_unique<TaggerModel>(file);
  if (SpanModel::is_in(*file)) columns_ = std::make_unique<SpanModel>(file);
  if (HeadModel::is_in(*file)) heads_ = std::make_unique<HeadModel>(file);
  if (has_parser(*file)) parser_ = open_parser(file);
  if (parser_) confidence_ = ArcConfidence::open(*file, parser_->kind());
  if (parser_ && parser_->asks_heads() && !heads_) {
    throw Error(ErrorKind::kInput, Place{file->path(), 0, 0},
                "the model holds no predictors of heads, which its parser cannot do without");
  }
  if (!segmenter_ && !tagger_ && !columns_ && !parser_) {
    throw Error(ErrorKind::kInput, Place{file->path(), 0, 0}, "the model holds no stage that this version knows");
  }
}

bool PipelineModel::has(Stage stage) const noexcept {
  switch (stage) {
    case Stage::kTokens:
      return segmenter_ != nullptr;
    case Stage::kTags:
      return tagger_ != nullptr;
    case Stage::kTrees:
      break;
  }
  return parser_ != nullptr;
}

std::unique_ptr<PipelineWorkspace> PipelineModel::make_workspace() const {
  auto workspace = std::make_unique<PipelineWorkspace>();
  if (parser_) workspace->parser = parser_->make_workspace();
  return workspace;
}

void PipelineModel::segment(const text::Block& block, const text::SegmenterOptions& options,
                            PipelineWorkspace& workspace, const text::SegmenterModel::Sink& use,
                            const text::SegmenterModel::Counted& counted) const {
  Stopwatch watch;
  double elsewhere = 0;
  const auto aside = [&](const auto& work) {
    const Stopwatch used;
    work();
    elsewhere += used.seconds();
  };
  segmenter_->segment(
      block, options, workspace.segmenter, [&](Sentence& sentence) { aside([&] { use(sentence); }); },
      [&](std::size_t sentences) {
        if (counted) aside([&] { counted(sentences); });
      });
  workspace.counts.text_seconds += watch.seconds() - elsewhere;
}

void PipelineModel::tag(Sentence& sentence, bool afresh, PipelineWorkspace& workspace) const {
  if (!tagger_ || sentence.empty()) return;
  TagOptions options;
  if (!afresh) {
    options.upos = has_all(sentence, Column::kUpos) ? TagUse::kLeave : TagUse::kFill;
    const auto use = [&](Column column) { return has_any(sentence, column) ? TagUse::kLeave : TagUse::kReplace; };
    options.feats = use(Column::kFeats);
    options.xpos = use(Column::kXpos);
    options.lemma = use(Column::kLemma);
  }
  if (!tagger_->works(options)) return;
  const Stopwatch watch;
  tagger_->tag(sentence, options, workspace.tagger);
  workspace.counts.tag_seconds += watch.seconds();
}

void PipelineModel::write_columns(Sentence& sentence, PipelineWorkspace& workspace) const {
  if (!columns_ || sentence.empty()) return;
  const Stopwatch watch;
  columns_->write(sentence, workspace.columns);
  workspace.counts.tag_seconds += watch.seconds();
}

void PipelineModel::find_columns(const Sentence& sentence, PipelineWorkspace& workspace) const {
  workspace.parser->columns = nullptr;
  // Predictors of heads are there because the parser asks for them, in templates or in its filter.
  if (sentence.empty() || (!heads_ && !parser_->encoder().reads_extra())) return;
  const Stopwatch watch;
  if (columns_) {
    columns_->tag(sentence, workspace.columns);
    workspace.parser->columns = &workspace.columns.columns;
  }
  if (heads_) {
    heads_->predict(sentence, workspace.parser->columns, workspace.heads);
    workspace.parser->columns = &workspace.heads.columns;
    workspace.parser->heads = {&heads_->classes(), &workspace.heads.answers};
  }
  workspace.counts.tag_seconds += watch.seconds();
}

namespace {

/// Counts what a parser does of a sentence.
template <class Parse>
auto count_parse(const Sentence& sentence, PipelineWorkspace& workspace, const Parse& parse) {
  const Stopwatch watch;
  workspace.parser->counts = {};
  struct AtEnd {
    const Sentence& sentence;
    PipelineWorkspace& workspace;
    const Stopwatch& watch;
    ~AtEnd() {
      workspace.counts += workspace.parser->counts;
      workspace.counts.seconds += watch.seconds();
      ++workspace.counts.sentences;
      workspace.counts.words += static_cast<std::uint64_t>(sentence.size());
    }
  } const at_end{sentence, workspace, watch};
  return parse(*workspace.parser);
}

}  // namespace

void PipelineModel::parse(Sentence& sentence, const ParseOptions& options, PipelineWorkspace& workspace) const {
  find_columns(sentence, workspace);
  count_parse(sentence, workspace, [&](Workspace& own) {
    parser_->parse(sentence, options, own);
    if (options.confidence && !sentence.empty()) tell_confidence(sentence, options, own);
  });
}

void PipelineModel::tell_confidence(Sentence& sentence, const ParseOptions& options, Workspace& workspace) const {
  const std::vector<float> opinions = parser_->arc_confidence(options, workspace);
  write_confidence(sentence, confidence_ ? confidence_->probabilities(sentence, opinions) : opinions);
}

std::vector<ParsedTree> PipelineModel::parse_best(const Sentence& sentence, std::size_t k, const ParseOptions& options,
                                                  PipelineWorkspace& workspace) const {
  find_columns(sentence, workspace);
  return count_parse(sentence, workspace,
                     [&](Workspace& own) { return parser_->parse_best(sentence, k, options, own); });
}

std::string annotate_text(const PipelineModel& model, const std::string& input) {
  std::string out;
  const auto workspace = model.make_workspace();
  const bool makes_constituents = model.parser() != nullptr && model.parser()->makes_constituents();
  const auto finish = [&](Sentence& sentence) {
    model.tag(sentence, false, *workspace);
    model.write_columns(sentence, *workspace);
    if (model.parser() != nullptr) model.parse(sentence, {}, *workspace);
    out += to_string(sentence);
    if (makes_constituents) out += treebank::document_of({&sentence, 1}, treebank::penn_format(), {});
  };
  if (model.segmenter() != nullptr) {
    text::BlockReader reader(base::memory_source(input), "self-test");
    while (reader.next(workspace->block)) model.segment(workspace->block, {}, *workspace, finish);
    return out;
  }
  ReadOptions options;
  options.format = "conllu";
  TreebankReader reader = TreebankReader::of_text(input, options, "self-test");
  for (Sentence sentence; reader.next(sentence);) finish(sentence);
  return out;
}

}  // namespace espalier::parsing
