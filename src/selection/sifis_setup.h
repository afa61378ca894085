// What S-IFIS needs of a request and its data, for whoever runs the cycles.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/team.h"
#include "decoding/arc_set.h"
#include "espalier/trainer.h"
#include "features/template.h"
#include "parsing/graph_options.h"
#include "parsing/graph_schema.h"
#include "parsing/training_set.h"
#include "selection/sifis.h"

namespace espalier::selection {

class SifisSetup {
 public:
  /// Both must outlive it. Throws Error kUsage for a recipe whose parser templates cannot be induced for, and what
  /// parsing of feature files throws.
  SifisSetup(const TrainRequest& request, const Control& control);

  const features::Encoder& encoder() const { return programs_.encoder(); }
  /// Arcs are filtered by predictors of heads.
  bool asks_heads() const { return parsing::filters_by_heads(graph_.filtered); }
  /// The templates of [arc].
  const std::vector<features::Template>& basic() const;
  /// What trees may ask for; empty: the templates themselves.
  const std::vector<features::Template>& asked() const { return asked_; }
  /// The data and this must outlive them.
  SifisOptions options(const parsing::TrainingData& data) const;
  /// What the trees are learned from; unknown heads are no examples.
  std::vector<decoding::ArcSet> find_arcs(const parsing::TrainingData& data, base::Team& team) const;

  /// The feature file with these in [arc], the rest as it was.
  std::string feature_file(std::span<const features::Template> templates) const;
  /// The templates of [arc] in such a file; `from` is for messages.
  static std::vector<features::Template> templates_in(std::string_view feature_file, const std::string& from);
  /// The training that comes after the cycles: from these, and nothing more is induced.
  TrainRequest request_for(std::span<const features::Template> templates) const;

 private:
  std::vector<std::vector<std::int32_t>> find_heads(const parsing::TrainingData& data,
                                                    const std::vector<features::Template>& templates) const;

  const TrainRequest& request_;
  const Control& control_;
  parsing::GraphOptions graph_;
  parsing::GraphPrograms programs_;
  std::vector<features::Template> asked_;
};

}  // namespace espalier::selection
