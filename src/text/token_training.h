// Learning the token step.
#pragma once

#include <string>

#include "text/binary_training.h"
#include "text/context_filter.h"
#include "text/lexicon.h"
#include "text/token_features.h"
#include "text/training_text.h"

namespace espalier::text {

/// The contexts of all places of the text, by what was decided there.
std::string count_contexts(const TrainingText& text);
/// The words that occur twice or more, by how often: a Lexicon.
std::string collect_words(const TrainingText& text);

/// The chunks known by heart. REQUIRES that the expansions of the tokens are known.
struct ChunkParts {
  std::string cuts;
  std::string chunks;
};
ChunkParts collect_chunks(const TrainingText& text);

/// Examples are stretches of about a sentence that cut no chunk. Decisions are made as they will be, on what was
/// decided before, so that the model learns to live with its errors.
class TokenProblem final : public BinaryProblem {
 public:
  /// All must outlive it.
  TokenProblem(const TrainingText& text, const ContextFilter& filter, const Lexicon& words, std::uint32_t min_updates,
               int workers);

  std::size_t examples() const override { return examples_.size() - 1; }
  void solve(std::size_t index, int worker, learning::Outcome& out) override;

 private:
  struct Example {
    std::int32_t begin = 0;  // the entry
    std::size_t first = 0;   // token
  };
  struct Scratch {
    TokenFeatures features;
    std::vector<Token> tokens;
  };

  const TrainingText& text_;
  const ContextFilter& filter_;
  std::vector<Example> examples_;  // one more at the end
  std::vector<Scratch> scratch_;
};

}  // namespace espalier::text
