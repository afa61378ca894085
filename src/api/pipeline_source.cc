#include "api/pipeline_source.h"

#include <fmt/format.h>

#include "base/peeked_source.h"
#include "espalier/error.h"
#include "text/sentence_maker.h"

namespace espalier {

const treebank::Format* format_of(const PipelineInput& input, const ReadOptions& options, std::string_view head) {
  const treebank::Format* format =
      options.format.empty() ? treebank::guess_format(input.path, head) : &treebank::format_named(options.format);
  return format == &treebank::text_format() ? nullptr : format;
}

std::unique_ptr<base::ByteSource> open_input(const PipelineInput& input, const Control& control) {
  if (input.text) return base::memory_source(*input.text);
  base::SourceOptions options;
  options.stop = control.stop;
  auto source = base::open_source(input.path, options);
  if (input.head.empty()) return source;
  return std::make_unique<base::PeekedSource>(std::move(source), input.head);
}

std::string name_of(const PipelineInput& input) {
  return input.text ? "text" : input.path == "-" ? "<stdin>" : input.path;
}

std::string peek(PipelineInput& input, std::size_t bytes, const Control& control) {
  const base::PeekedSource source(open_input(input, control), bytes);
  if (!input.text && input.path == "-") input.head = source.head();
  return source.head();
}

void annotate_sentence(const parsing::EnsembleModel& model, const PipelineOptions& options, Sentence& sentence,
                       parsing::EnsembleWorkspace& workspace) {
  if (options.last == Stage::kTokens) return;
  model.first().tag(sentence, options.retag, workspace.first());
  if (options.columns) model.first().write_columns(sentence, workspace.first());
  if (options.last == Stage::kTrees) model.parse(sentence, options.parse, workspace);
}

std::vector<Sentence> best_trees(const parsing::EnsembleModel& model, const PipelineOptions& options,
                                 Sentence& sentence, parsing::EnsembleWorkspace& workspace) {
  model.first().tag(sentence, options.retag, workspace.first());
  if (options.columns) model.first().write_columns(sentence, workspace.first());
  std::vector<Sentence> trees;
  for (ParsedTree& tree : model.parse_best(sentence, options.best, options.parse, workspace)) {
    Sentence& out = trees.emplace_back(sentence);
    out.add_comment(fmt::format("# nbest = {}", trees.size()));
    out.add_comment(fmt::format("# score = {:.4f}", tree.score));
    out.constituents() = std::move(tree.constituents);
    const bool has_heads = !tree.heads.empty();
    for (std::int32_t node = 1; node <= out.size(); ++node) {
      out.set_head(node, !has_heads ? kNoHead : tree.heads[static_cast<std::size_t>(node)]);
      out.set(node, Column::kDeprel, has_heads ? tree.labels[static_cast<std::size_t>(node)] : std::string_view());
    }
    out.clear_deps();
  }
  return trees;
}

void PipelineSource::open(const PipelineInput& input) {
  if (input.text) return open_memory(*input.text);
  name_ = name_of(input);
  if (part_ != nullptr && part_->bytes) return open_part();
  const auto is_enough = [&](std::string_view head) {
    return !request_.read.format.empty() || treebank::is_enough_to_guess(input.path, head);
  };
  auto source = std::make_unique<base::PeekedSource>(open_input(input, control_), kGuessBytes, is_enough);
  const treebank::Format* format = format_of(input, request_.read, source->head());
  if (format != nullptr) {
    records_ = std::make_shared<treebank::RecordStream>(std::move(source), name_, format, request_.read);
    return;
  }
  if (!can_read_text()) refuse_text(name_);
  open_text(std::move(source));
}

void PipelineSource::open_part() {
  auto source = base::memory_source(*part_->bytes);
  if (part_->format != nullptr) {
    records_ = std::make_shared<treebank::RecordStream>(std::move(source), name_, part_->format, request_.read,
                                                        part_->place.line);
    return;
  }
  if (!can_read_text()) refuse_text(name_);
  open_text(std::move(source));
}

void PipelineSource::open_memory(std::string_view text) {
  if (!can_read_text()) refuse_text(fmt::format("'{}'", text));
  name_ = "text";
  open_text(base::memory_source(text));
}

void PipelineSource::refuse_text(std::string_view shown) {
  throw Error(ErrorKind::kUsage,
              fmt::format("{} is plain text, and the model has no tokenizer; give words, one a line, as in CoNLL-U, or "
                          "a model with all stages",
                          shown));
}

void PipelineSource::open_text(std::unique_ptr<base::ByteSource> source) {
  blocks_.emplace(std::move(source), name_, options_.lines != Lines::kFree,
                  part_ == nullptr ? text::PartOfText{} : part_->place);
}

bool PipelineSource::next_text(Batch& batch) {
  if (!blocks_->next(batch.block)) return false;
  batch.is_text = true;
  batch.turn = next_turn_++;
  batch.name = name_;
  batch.extent = blocks_->extent();
  batch.bytes = batch.block.text.size();
  return true;
}

// Numbers run through all text, whichever thread is first: batches before this one are being segmented, and tell how
// many sentences they have before they are tagged and parsed, so nobody waits long.
void PipelineSource::visit_text(const Batch& batch, parsing::EnsembleWorkspace& workspace,
                                const std::function<void(Sentence&)>& use) const {
  struct Turn {
    ~Turn() {
      if (!is_taken) count.take(number, 0);  // whatever happened, others wait for it
    }
    base::RunningCount& count;
    std::size_t number;
    bool is_taken = false;
  } turn{sentences_, batch.turn};
  std::size_t number = 0;
  model_.first().segment(
      batch.block, segmenter_options(), workspace.first(),
      [&](Sentence& sentence) {
        text::name_sentence(sentence, ++number);
        use(sentence);
      },
      [&](std::size_t count) {
        turn.is_taken = true;
        number = sentences_.take(batch.turn, count);
      });
}

bool PipelineSource::next(Batch& batch) {
  for (;;) {
    if (blocks_) {
      if (next_text(batch)) return true;
      blocks_.reset();
    } else if (records_) {
      if (treebank::next_batch(records_, batch.records)) {
        batch.is_text = false;
        batch.name = batch.records.name;
        batch.extent = batch.records.extent;
        batch.bytes = batch.records.bytes;
        return true;
      }
      records_ = nullptr;
    } else {
      if (next_input_ == request_.inputs.size()) return false;
      open(request_.inputs[next_input_++]);
    }
  }
}

}  // namespace espalier
