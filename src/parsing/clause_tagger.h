// The tagger of clause brackets: classes of brackets scored word by word and depth by depth, the best balanced
// sequence of them, and how the weights are learned: as a structure, by the same decoder with loss.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "features/extractor.h"
#include "learning/frozen_labels.h"
#include "learning/trainer.h"
#include "parsing/clause_brackets.h"
#include "parsing/span_schema.h"

namespace espalier::parsing {

/// What `depth` says.
struct DepthState {
  std::int32_t depth = 0;
  std::uint64_t operator()(std::uint8_t, std::int32_t node) const noexcept {
    return node < 0 ? features::kNone : features::number_value(static_cast<std::uint64_t>(depth));
  }
};

/// Scratch of one thread.
template <class Number>
struct ClauseScratch {
  features::Extractor words;
  features::Extractor depths;
  std::vector<std::int32_t> word_places;
  std::vector<std::int32_t> depth_places;
  ClauseDecoder<Number> decoder;
  std::vector<std::int32_t> classes;  // by node; -1: none
  std::vector<Brackets> brackets;     // by node
};

/// The brackets of each class. Throws Error kInput for a name that is none.
std::vector<Brackets> bracket_classes(const std::vector<std::string>& names);

class ClauseTagger {
 public:
  /// `programs` must outlive it.
  ClauseTagger(const SpanPrograms& programs, std::vector<Brackets> classes, learning::FrozenLabels weights)
      : programs_(programs), classes_(std::move(classes)), weights_(weights) {}

  /// Decides every word into scratch.brackets, which are balanced.
  void tag(const features::Encoded& sentence, ClauseScratch<std::int32_t>& scratch) const;
  const learning::FrozenLabels& weights() const noexcept { return weights_; }

 private:
  const SpanPrograms& programs_;
  std::vector<Brackets> classes_;
  learning::FrozenLabels weights_;
};

/// Sentences with a class by node; one with a class of -1 is not learned from.
class ClauseProblem final : public learning::Problem {
 public:
  ClauseProblem(const SpanPrograms& programs, std::vector<Brackets> classes,
                std::span<const features::Encoded> sentences, std::span<const std::vector<std::int32_t>> gold,
                const learning::LearnerOptions& options, int workers);

  std::size_t examples() const override { return sentences_.size(); }
  std::vector<learning::TrainingTable*> tables() override { return {&table_}; }
  void solve(std::size_t index, int worker, learning::Outcome& out) override;

  const learning::TrainingTable& table() const noexcept { return table_; }

 private:
  bool is_learnable(const std::vector<std::int32_t>& gold) const noexcept;
  void compare(const std::vector<std::int32_t>& gold, ClauseScratch<float>& scratch, learning::Outcome& out) const;

  const SpanPrograms& programs_;
  std::vector<Brackets> classes_;
  std::span<const features::Encoded> sentences_;
  std::span<const std::vector<std::int32_t>> gold_;
  float margin_;
  learning::TrainingTable table_;
  std::vector<ClauseScratch<float>> scratch_;
};

}  // namespace espalier::parsing
