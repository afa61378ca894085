#include "espalier/pipeline.h"

#include <fmt/format.h>

#include "api/model_body.h"
#include "api/pipeline_source.h"
#include "api/workspace_pool.h"
#include "espalier/error.h"
#include "treebank/streaming.h"

namespace espalier {
namespace {

void demand_stage(const Model& model, Stage stage) {
  if (model.has(stage)) return;
  const char* name = stage == Stage::kTokens ? "tokenizer" : stage == Stage::kTags ? "tagger" : "parser";
  throw Error(ErrorKind::kUsage, fmt::format("the model has no {}", name));
}

}  // namespace

struct Pipeline::Body {
  Body(Model model_, const PipelineOptions& options_) : model(std::move(model_)), options(options_), pool(stages()) {}

  const parsing::PipelineModel& stages() const { return model.body().stages; }

  Model model;
  PipelineOptions options;
  mutable WorkspacePool pool;
};

Pipeline::Pipeline(Model model, const PipelineOptions& options) {
  // What tags chunks and clauses only has something to say in the stage of tags, too.
  const bool tags_columns = options.columns && options.last == Stage::kTags && model.body().stages.columns() != nullptr;
  if (!tags_columns) demand_stage(model, options.last);
  body_ = std::make_unique<Body>(std::move(model), options);
}
Pipeline::~Pipeline() = default;
Pipeline::Pipeline(Pipeline&&) noexcept = default;
Pipeline& Pipeline::operator=(Pipeline&&) noexcept = default;

void Pipeline::annotate(Sentence& sentence) const {
  const WorkspacePool::Loan loan(body_->pool);
  annotate_sentence(body_->stages(), body_->options, sentence, *loan);
}

void Pipeline::annotate(std::string_view text, const std::function<void(Sentence&)>& use) const {
  AnnotateRequest request;
  request.inputs = {{"", std::string(text)}};
  PipelineSource source(body_->stages(), body_->options, request, {}, body_->pool);
  for (PipelineSource::Batch batch; source.next(batch);) source.visit(batch, use);
}

ConvertSummary Pipeline::annotate(const AnnotateRequest& request, const Control& control) const {
  PipelineSource source(body_->stages(), body_->options, request, control, body_->pool);
  return treebank::Streaming(source, request.output, request.write, request.edit, control).run();
}

bool Pipeline::writes_columns() const noexcept {
  return body_->options.columns && body_->stages().columns() != nullptr;
}

const Model& Pipeline::model() const noexcept { return body_->model; }

ParseCounts Pipeline::counts() const { return body_->pool.counts(); }

}  // namespace espalier
