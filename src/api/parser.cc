#include "espalier/parser.h"

#include <chrono>
#include <mutex>

#include "api/model_body.h"

namespace espalier {

ParseCounts& ParseCounts::operator+=(const ParseCounts& more) noexcept {
  sentences += more.sentences;
  words += more.words;
  arcs += more.arcs;
  parts += more.parts;
  configurations += more.configurations;
  decisions += more.decisions;
  lookups += more.lookups;
  seconds += more.seconds;
  return *this;
}

struct Parser::Body {
  Body(Model model_, const ParseOptions& options_) : model(std::move(model_)), options(options_) {}

  Model model;
  ParseOptions options;
  mutable std::mutex mutex;
  mutable std::vector<std::unique_ptr<parsing::Workspace>> idle;
  mutable ParseCounts counts;

  /// A workspace on loan; goes back, and its work is counted, when the loan ends.
  class Loan {
   public:
    explicit Loan(const Body& body) : body_(body) {
      const std::lock_guard lock(body_.mutex);
      if (!body_.idle.empty()) {
        workspace_ = std::move(body_.idle.back());
        body_.idle.pop_back();
      }
      if (!workspace_) workspace_ = body_.model.body().parser->make_workspace();
      workspace_->counts = {};
    }
    ~Loan() {
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start_;
      const std::lock_guard lock(body_.mutex);
      workspace_->counts.sentences = 1;
      workspace_->counts.words = words;
      workspace_->counts.seconds = time.count();
      body_.counts += workspace_->counts;
      body_.idle.push_back(std::move(workspace_));
    }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    parsing::Workspace& operator*() const noexcept { return *workspace_; }
    std::uint64_t words = 0;

   private:
    const Body& body_;
    std::unique_ptr<parsing::Workspace> workspace_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  };
};

Parser::Parser(Model model, const ParseOptions& options) : body_(std::make_unique<Body>(std::move(model), options)) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

void Parser::parse(Sentence& sentence) const {
  Body::Loan loan(*body_);
  loan.words = static_cast<std::uint64_t>(sentence.size());
  body_->model.body().parser->parse(sentence, body_->options, *loan);
}

std::vector<ParsedTree> Parser::parse_best(const Sentence& sentence, std::size_t k) const {
  Body::Loan loan(*body_);
  loan.words = static_cast<std::uint64_t>(sentence.size());
  return body_->model.body().parser->parse_best(sentence, k, body_->options, *loan);
}

const Model& Parser::model() const noexcept { return body_->model; }

ParseCounts Parser::counts() const {
  const std::lock_guard lock(body_->mutex);
  return body_->counts;
}

}  // namespace espalier
