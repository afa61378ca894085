// S-IFIS from a request and its data: templates of [arc], [sibling] or [grandparent], for graph parsers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "decoding/arc_set.h"
#include "parsing/graph_options.h"
#include "parsing/graph_schema.h"
#include "selection/induction_setup.h"
#include "selection/sifis.h"

namespace espalier::selection {

/// Of the sections that templates are induced for.
const InducedSection& graph_section(parsing::GraphSection section);
inline const InducedSection& arc_section() { return graph_section(parsing::GraphSection::kArc); }

class SifisSetup final : public InductionSetup {
 public:
  /// As InductionSetup(); the parser must be one whose arcs are chosen without labels, from arcs that the filter gives
  /// beforehand.
  SifisSetup(const TrainRequest& request, const Control& control,
             parsing::GraphSection section = parsing::GraphSection::kArc);

  const features::Encoder& encoder() const override { return programs_.encoder(); }
  /// Arcs are filtered by predictors of heads.
  bool asks_heads() const override { return parsing::filters_by_heads(graph_.filtered); }
  std::unique_ptr<CycleProblem> make_problem(const parsing::TrainingData& data, base::Team& team) const override;

 private:
  /// What the trees are learned from; unknown heads are no examples.
  std::vector<decoding::ArcSet> find_arcs(const parsing::TrainingData& data, base::Team& team) const;
  std::vector<std::vector<std::int32_t>> find_heads(const parsing::TrainingData& data, const Templates& templates,
                                                    base::Team& team) const;

  parsing::GraphSection section_;
  parsing::GraphOptions graph_;
  parsing::GraphPrograms programs_;
};

}  // namespace espalier::selection
