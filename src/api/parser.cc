#include "espalier/parser.h"

#include "api/ensemble_body.h"
#include "api/workspace_pool.h"
#include "espalier/error.h"

namespace espalier {

ParseCounts& ParseCounts::operator+=(const ParseCounts& more) noexcept {
  sentences += more.sentences;
  words += more.words;
  arcs += more.arcs;
  parts += more.parts;
  configurations += more.configurations;
  decisions += more.decisions;
  lookups += more.lookups;
  merged += more.merged;
  seconds += more.seconds;
  tag_seconds += more.tag_seconds;
  text_seconds += more.text_seconds;
  return *this;
}

struct Parser::Body {
  Body(Ensemble models_, const ParseOptions& options_)
      : models(std::move(models_)), options(options_), pool(stages()) {}

  const parsing::EnsembleModel& stages() const { return models.body().stages; }

  Ensemble models;
  ParseOptions options;
  mutable WorkspacePool pool;
};

Parser::Parser(Ensemble models, const ParseOptions& options) {
  if (!models.models().front().has(Stage::kTrees)) throw Error(ErrorKind::kUsage, "the model has no parser");
  body_ = std::make_unique<Body>(std::move(models), options);
}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

void Parser::parse(Sentence& sentence) const {
  const WorkspacePool::Loan loan(body_->pool);
  body_->stages().parse(sentence, body_->options, *loan);
}

std::vector<ParsedTree> Parser::parse_best(const Sentence& sentence, std::size_t k) const {
  const WorkspacePool::Loan loan(body_->pool);
  return body_->stages().parse_best(sentence, k, body_->options, *loan);
}

const Model& Parser::model() const noexcept { return body_->models.models().front(); }

ParseCounts Parser::counts() const { return body_->pool.counts(); }

}  // namespace espalier
