// Questions about arcs, one example a candidate: is it in the tree? What entropy-guided induction learns from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "decoding/arc_set.h"
#include "espalier/sentence.h"
#include "parsing/graph_schema.h"
#include "selection/ifis.h"
#include "selection/template_rows.h"

namespace espalier::selection {

/// Templates are those of the graph parser's [arc] section, or of another that has an arc's parts (part_places.h);
/// class 1: the arc is in the tree.
class ArcExamples final : public ExampleSource {
 public:
  using IsCandidate = std::function<bool(const Sentence& sentence, std::int32_t head, std::int32_t word)>;
  /// Without `candidate` all arcs are candidates. Words whose head is not known have none. The sentences must outlive
  /// it.
  explicit ArcExamples(SentenceSet data, IsCandidate candidate = {});
  /// `arcs`: the candidates of each sentence.
  ArcExamples(SentenceSet data, std::span<const decoding::ArcSet> arcs,
              parsing::GraphSection section = parsing::GraphSection::kArc)
      : data_(data), arcs_(arcs), section_(section) {}

  std::uint32_t classes() const override { return 2; }
  /// In order of sentences, words and heads.
  learning::Examples examples(std::span<const features::Template> templates) override;

 private:
  SentenceSet data_;
  IsCandidate candidate_;
  std::span<const decoding::ArcSet> arcs_;
  parsing::GraphSection section_ = parsing::GraphSection::kArc;
};

/// S-IFIS's filter with gold information, as in its training: the head stands on the side of the true head and has its
/// coarse tag; the root has the arc of its word alone.
bool is_like_true_head(const Sentence& sentence, std::int32_t head, std::int32_t word);

}  // namespace espalier::selection
