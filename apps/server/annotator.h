// One request's work with a model: texts or treebanks in, annotated sentences out, within limits.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/shelf.h"

namespace espalier::server {

/// What a request may ask for.
struct WorkLimits {
  std::size_t words = 1'000;  ///< of a sentence: the time of some parsers grows with its square or cube
  std::int32_t beam = 64;
  std::chrono::milliseconds time{30'000};
};

/// A sentence is looked at when it has been cut into words, before it is tagged and parsed, so that limits hold before
/// work is done.
/// Used by one thread.
class Annotator {
 public:
  using Use = std::function<void(Sentence&)>;

  Annotator(std::shared_ptr<const ServedModel> served, const PipelineOptions& options, const WorkLimits& limits);

  // Each sentence in its turn; its memory is used again. They throw Error for what is malformed, HttpError when a limit
  // is passed.
  void text(std::string_view text, const Use& use);
  void conllu(std::string_view text, const Use& use);
  void words(Sentence& sentence);

  /// Makes of an annotated sentence what a format shows.
  std::function<bool(Sentence&)> edit_for(const std::string& format) const;
  const ServedModel& served() const noexcept { return *served_; }
  std::uint64_t sentence_count() const noexcept { return sentences_; }
  std::uint64_t word_count() const noexcept { return words_; }

 private:
  void check(const Sentence& sentence) const;
  void count(const Sentence& sentence);

  std::shared_ptr<const ServedModel> served_;
  PipelineOptions options_;
  WorkLimits limits_;
  std::chrono::steady_clock::time_point deadline_;
  std::shared_ptr<const Pipeline> pipeline_;  // null: nothing is done to words
  std::uint64_t sentences_ = 0;
  std::uint64_t words_ = 0;
};

}  // namespace espalier::server
