#include "espalier/pipeline.h"

#include <fmt/format.h>

#include "api/document_stream.h"
#include "api/ensemble_body.h"
#include "api/pipeline_source.h"
#include "api/sharded_run.h"
#include "api/workspace_pool.h"
#include "espalier/constituency.h"
#include "espalier/document.h"
#include "espalier/error.h"
#include "espalier/ranks.h"
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
  Body(Ensemble models_, const PipelineOptions& options_)
      : models(std::move(models_)), options(options_), pool(stages()) {}

  const parsing::EnsembleModel& stages() const { return models.body().stages; }

  Ensemble models;
  PipelineOptions options;
  mutable WorkspacePool pool;
};

Pipeline::Pipeline(Ensemble models, const PipelineOptions& options) {
  const parsing::EnsembleModel& stages = models.body().stages;
  // What tags chunks and clauses only has something to say in the stage of tags, too.
  const bool tags_columns = options.columns && options.last == Stage::kTags && stages.first().columns() != nullptr;
  if (!tags_columns) demand_stage(models.models().front(), options.last);
  if (options.best > 0) stages.demand_best();
  body_ = std::make_unique<Body>(std::move(models), options);
}
Pipeline::~Pipeline() = default;
Pipeline::Pipeline(Pipeline&&) noexcept = default;
Pipeline& Pipeline::operator=(Pipeline&&) noexcept = default;

void Pipeline::annotate(Sentence& sentence) const {
  const WorkspacePool::Loan loan(body_->pool);
  annotate_sentence(body_->stages(), body_->options, sentence, *loan);
}

void Pipeline::annotate(std::string_view text, const std::function<void(Sentence&)>& use,
                        const std::function<void(const Sentence&)>& look) const {
  const AnnotateRequest nothing_else;
  const Control control;
  PipelineSource source(body_->stages(), body_->options, nothing_else, control, body_->pool);
  source.open_memory(text);
  for (PipelineSource::Batch batch; source.next(batch);) source.visit(batch, use, look);
}

ConvertSummary Pipeline::annotate(const AnnotateRequest& request, const Control& control) const {
  if (request.shards.wanted || (control.ranks != nullptr && control.ranks->size() > 1)) {
    return ShardedRun(*this, body_->models, body_->options, request, control, body_->pool).run();
  }
  if (request.documents != Documents::kOne) return DocumentStream(*this, request, control).run();
  PipelineSource source(body_->stages(), body_->options, request, control, body_->pool);
  return treebank::Streaming(source, request.output, request.write, request.edit, control).run();
}

std::function<bool(Sentence&)> Pipeline::edit_for(const std::string& format) const {
  if (model().parser_kind() != "constituency") {
    // The input's constituents, if any, are gold.
    return [wanted = shows_constituents(format)](Sentence& sentence) {
      sentence.constituents().clear();
      if (wanted) to_constituents(sentence);
      return true;
    };
  }
  if (format != "conllu" && format != "conllx" && format != "triples") return {};
  return [rules = HeadRules::load("default")](Sentence& sentence) {
    if (!sentence.empty()) to_dependencies(sentence, rules);
    sentence.constituents().clear();
    return true;
  };
}

bool Pipeline::writes_columns() const noexcept {
  return body_->options.columns && body_->stages().first().columns() != nullptr;
}

const Model& Pipeline::model() const noexcept { return body_->models.models().front(); }

ParseCounts Pipeline::counts() const { return body_->pool.counts(); }

}  // namespace espalier
