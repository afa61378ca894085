// What cycles need of a request and its data, whatever kind of parser the templates are for.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/team.h"
#include "espalier/trainer.h"
#include "features/encoding.h"
#include "features/template.h"
#include "learning/sparse_selection.h"
#include "model_file/file.h"
#include "parsing/training_set.h"
#include "selection/cycles.h"

namespace espalier::selection {

/// The section of a feature file that templates are induced for.
struct InducedSection {
  const std::vector<features::Schema>& schemas;  ///< of the file
  std::size_t number;
  /// A file of this kind; `from` is for messages.
  std::vector<features::Section> (*read)(std::string_view text, const std::string& from);
  /// Trees ask for the terms of the templates one by one, unless something else is said; and features of what they ask
  /// for are selected as those of templates are.
  bool asks_terms;

  std::vector<features::Template> templates_in(std::string_view text, const std::string& from) const {
    return read(text, from)[number].templates;
  }
};

class InductionSetup {
 public:
  using Templates = std::vector<features::Template>;

  virtual ~InductionSetup() = default;
  InductionSetup(const InductionSetup&) = delete;
  InductionSetup& operator=(const InductionSetup&) = delete;

  virtual const features::Encoder& encoder() const = 0;
  /// The training asks predictors of heads.
  virtual bool asks_heads() const { return false; }
  /// The data, the team and this must outlive it.
  virtual std::unique_ptr<CycleProblem> make_problem(const parsing::TrainingData& data, base::Team& team) const = 0;

  const InducedSection& section() const { return section_; }
  const Templates& basic() const { return sections_[section_.number].templates; }
  /// What trees may ask for; empty: the templates themselves.
  const Templates& asked() const { return asked_; }
  CycleOptions options() const;
  bool learns_from_mistakes() const { return request_.recipe.get("learn-from") == "mistakes"; }
  /// Passes over the data of each selection, and of each parser whose mistakes are learned from.
  int select_epochs() const { return static_cast<int>(request_.recipe.number("select-epochs")); }
  /// Of a sparse perceptron of classes.
  learning::SparseOptions selection_options() const;
  bool selects() const { return request_.recipe.number("min-updates") > 0; }
  /// The most passes of the training that comes after the cycles.
  int training_epochs() const;

  /// The feature file with these in the section, the rest as it was.
  std::string feature_file(std::span<const features::Template> templates) const;
  Templates templates_in(std::string_view feature_file, const std::string& from) const {
    return section_.templates_in(feature_file, from);
  }
  /// The training that comes after the cycles: from these, and nothing more is induced.
  TrainRequest request_for(std::span<const features::Template> templates) const;

 protected:
  /// Both must outlive it. Throws Error kUsage for options that do not go together, and what parsing of feature files
  /// throws.
  InductionSetup(const TrainRequest& request, const Control& control, const InducedSection& section);

  const std::vector<features::Section>& sections() const { return sections_; }
  const TrainRequest& request() const { return request_; }
  const Control& control() const { return control_; }
  /// A parser that learned from every second sentence: those whose number is not `half`, taken by two.
  std::shared_ptr<const model_file::File> train_without(std::size_t half, const parsing::TrainingData& data,
                                                        TrainRequest request) const;

 private:
  Templates read_asked() const;

  const TrainRequest& request_;
  const Control& control_;
  const InducedSection& section_;
  std::vector<features::Section> sections_;
  Templates asked_;
};

/// For the kind of parser that the recipe has, and the section of its feature files that templates are wanted for; both
/// must outlive it. Throws Error kUsage for kinds that templates cannot be induced for, and as InductionSetup().
std::unique_ptr<InductionSetup> make_setup(const TrainRequest& request, const Control& control);

}  // namespace espalier::selection
