#include "selection/induction_setup.h"

#include <algorithm>

#include "base/byte_source.h"
#include "espalier/error.h"
#include "parsing/embedded_recipes.h"
#include "parsing/parser_kinds.h"
#include "selection/label_setup.h"
#include "selection/move_setup.h"
#include "selection/reduce_setup.h"
#include "selection/sifis_setup.h"
#include "selection/terms.h"

namespace espalier::selection {
namespace {

using Templates = std::vector<features::Template>;

parsing::TrainingData half_of(const parsing::TrainingData& data, std::size_t half) {
  parsing::TrainingData out;
  out.head_classes = data.head_classes;
  for (std::size_t i = half; i < data.train.size(); i += 2) add_to_train(data, i, out);
  return out;
}

}  // namespace

InductionSetup::InductionSetup(const TrainRequest& request, const Control& control, const InducedSection& section)
    : request_(request),
      control_(control),
      section_(section),
      sections_(section.read(request.recipe.features(), request.recipe.features_from())),
      asked_(read_asked()) {
  if (request.recipe.number("shortest") > request.recipe.number("longest")) {
    throw Error(ErrorKind::kUsage, "the shortest template cannot have more terms than the longest");
  }
  if (basic().empty()) {
    throw Error(ErrorKind::kUsage,
                "the feature file has no templates in [" + section.schemas[section.number].name + "]");
  }
}

Templates InductionSetup::read_asked() const {
  const std::string name = request_.recipe.get("asks");
  if (name == "terms" || (name == "auto" && section_.asks_terms)) return single_valued_terms(basic()).singles();
  if (name == "auto" || name == "templates") return {};
  const parsing::EmbeddedFile* known = parsing::find_embedded(name + ".features");
  const std::string text = known == nullptr ? base::read_all(*base::open_source(name, {})) : std::string(known->text);
  return templates_in(text, name);
}

CycleOptions InductionSetup::options() const {
  const Recipe& recipe = request_.recipe;
  const auto number = [&](const char* name) { return static_cast<std::size_t>(recipe.number(name)); };
  CycleOptions options;
  options.cycles = number("cycles");
  options.trees = number("trees");
  options.asked = asked_;
  options.selects_asked = section_.asks_terms;
  options.by_gain = recipe.get("search") == "gains";
  options.induction.min_length = number("shortest");
  options.induction.max_length = number("longest");
  options.induction.most = number("most-templates");
  options.induction.pays = recipe.flag("pays");
  options.tree.min_cases = recipe.number("least-cases");
  return options;
}

learning::SparseOptions InductionSetup::selection_options() const {
  learning::SparseOptions options;
  options.epochs = static_cast<std::uint32_t>(select_epochs());
  options.min_updates = static_cast<std::uint32_t>(request_.recipe.number("min-updates"));
  options.count_probability = request_.recipe.number("count-prob");
  options.margin = request_.recipe.number("margin");
  options.seed = request_.seed;
  return options;
}

int InductionSetup::training_epochs() const {
  const Recipe& recipe = request_.recipe;
  return static_cast<int>(recipe.number(recipe.get("epochs") == "auto" ? "most-epochs" : "epochs"));
}

std::string InductionSetup::feature_file(std::span<const features::Template> templates) const {
  std::vector<features::Section> sections = sections_;
  sections[section_.number].templates.assign(templates.begin(), templates.end());
  return features::to_text(sections, section_.schemas);
}

TrainRequest InductionSetup::request_for(std::span<const features::Template> templates) const {
  TrainRequest request = request_;
  request.recipe.set("cycles", "0");
  request.recipe.set_features(feature_file(templates), "induced templates");
  return request;
}

std::shared_ptr<const model_file::File> InductionSetup::train_without(std::size_t half,
                                                                      const parsing::TrainingData& data,
                                                                      TrainRequest request) const {
  request.recipe.set("epochs", request_.recipe.get("select-epochs"));
  request.on_epoch = {};
  const parsing::TrainedParser trained = parsing::make_parser_training(request, control_)->run(half_of(data, 1 - half));
  return model_file::File::from_bytes(trained.sections.bytes());
}

std::unique_ptr<InductionSetup> make_setup(const TrainRequest& request, const Control& control) {
  using parsing::GraphSection;
  const std::string kind = request.recipe.get("parser");
  const std::string section = request.recipe.get("section");
  if (kind == "graph") {
    if (section == "auto" || section == "arc") return std::make_unique<SifisSetup>(request, control);
    if (section == "label") {
      return std::make_unique<LabelSetup>(request, control, graph_section(GraphSection::kLabel));
    }
    if (section == "sibling" || section == "grandparent") {
      return std::make_unique<SifisSetup>(request, control,
                                          section == "sibling" ? GraphSection::kSibling : GraphSection::kGrandparent);
    }
  } else if (kind == "transition") {
    if (section == "auto" || section == "move") return std::make_unique<MoveSetup>(request, control);
    if (section == "label") return std::make_unique<LabelSetup>(request, control, transition_section(1));
  } else if (kind == "constituency") {
    if (section == "auto" || section == "reduce") return std::make_unique<ReduceSetup>(request, control);
  } else {
    throw Error(
        ErrorKind::kUsage,
        "templates are induced for parsers of the kinds 'graph', 'transition' and 'constituency'; this recipe has "
        "parser = " +
            kind);
  }
  throw Error(ErrorKind::kUsage, "parsers of the kind '" + kind + "' have no section [" + section + "]");
}

}  // namespace espalier::selection
