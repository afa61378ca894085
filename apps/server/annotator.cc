#include "server/annotator.h"

#include <fmt/format.h>

#include "espalier/treebank.h"
#include "server/message.h"

namespace espalier::server {

Annotator::Annotator(std::shared_ptr<const ServedModel> served, const PipelineOptions& options,
                     const WorkLimits& limits)
    : served_(std::move(served)),
      options_(options),
      limits_(limits),
      deadline_(std::chrono::steady_clock::now() + limits.time) {
  if (options.parse.beam > limits.beam) {
    throw HttpError(400,
                    fmt::format("beam cannot be {}: this service takes {} at most", options.parse.beam, limits.beam));
  }
  if (options.last != Stage::kTokens) pipeline_ = served_->pipeline(options);
}

void Annotator::text(std::string_view text, const Use& use) {
  if (!served_->model().has(Stage::kTokens)) throw HttpError(400, "the model has no tokenizer");
  if (pipeline_ == nullptr) pipeline_ = served_->pipeline(options_);
  const auto finish = [&](Sentence& sentence) {
    count(sentence);
    use(sentence);
  };
  pipeline_->annotate(text, finish, [this](const Sentence& sentence) { check(sentence); });
}

void Annotator::conllu(std::string_view text, const Use& use) {
  ReadOptions options;
  options.format = "conllu";
  options.limits.words = limits_.words;
  TreebankReader reader = TreebankReader::of_text(text, options, "conllu");
  for (Sentence sentence; reader.next(sentence);) {
    words(sentence);
    use(sentence);
  }
}

void Annotator::words(Sentence& sentence) {
  check(sentence);
  if (pipeline_ != nullptr) pipeline_->annotate(sentence);
  count(sentence);
}

void Annotator::count(const Sentence& sentence) {
  ++sentences_;
  words_ += static_cast<std::uint64_t>(sentence.size());
}

void Annotator::check(const Sentence& sentence) const {
  if (static_cast<std::size_t>(sentence.size()) > limits_.words) {
    throw HttpError(
        400, fmt::format("a sentence of {} words: this service takes {} at most", sentence.size(), limits_.words));
  }
  if (std::chrono::steady_clock::now() > deadline_) {
    throw HttpError(503, fmt::format("the request takes longer than {} s: send less at a time",
                                     std::chrono::duration<double>(limits_.time).count()));
  }
}

std::function<bool(Sentence&)> Annotator::edit_for(const std::string& format) const {
  return options_.last == Stage::kTrees ? pipeline_->edit_for(format) : std::function<bool(Sentence&)>();
}

}  // namespace espalier::server
