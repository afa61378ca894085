#include "selection/sifis_setup.h"

#include <memory>

#include "base/byte_source.h"
#include "espalier/error.h"
#include "parsing/arc_filter.h"
#include "parsing/embedded_recipes.h"
#include "parsing/head_filter.h"
#include "parsing/parser_kinds.h"

namespace espalier::selection {
namespace {

using Templates = std::vector<features::Template>;

constexpr auto kArc = static_cast<std::size_t>(parsing::GraphSection::kArc);

const Recipe& for_graphs(const Recipe& recipe) {
  if (recipe.get("parser") == "graph") return recipe;
  throw Error(ErrorKind::kUsage, "templates are induced for parsers of the kind 'graph'; this recipe has parser = " +
                                     recipe.get("parser"));
}

/// What trees may ask for, where that is another file.
Templates read_asked(const Recipe& recipe) {
  const std::string name = recipe.get("asks");
  if (name.empty() || name == "arc") return {};
  const parsing::EmbeddedFile* known = parsing::find_embedded(name + ".features");
  const std::string text = known == nullptr ? base::read_all(*base::open_source(name, {})) : std::string(known->text);
  return SifisSetup::templates_in(text, name);
}

parsing::TrainingData half_of(const parsing::TrainingData& data, std::size_t half) {
  parsing::TrainingData out;
  const auto take = [&](const auto& from, auto& to) {
    for (std::size_t i = half; i < from.size(); i += 2) to.push_back(from[i]);
  };
  take(data.train, out.train);
  take(data.train_columns, out.train_columns);
  take(data.train_heads, out.train_heads);
  out.head_classes = data.head_classes;
  return out;
}

}  // namespace

SifisSetup::SifisSetup(const TrainRequest& request, const Control& control)
    : request_(request),
      control_(control),
      graph_(parsing::graph_options(for_graphs(request.recipe), request.seed)),
      programs_(features::parse_features(request.recipe.features(), parsing::graph_schemas(),
                                         request.recipe.features_from())),
      asked_(read_asked(request.recipe)) {
  if (graph_.joint) throw Error(ErrorKind::kUsage, "cycles are for parsers of labels = after");
  if (graph_.filtered == parsing::GraphFilter::kArcs) {
    throw Error(ErrorKind::kUsage, "cycles need filter = no, hard, keep-vn or soft");
  }
  if (request.recipe.number("shortest") > request.recipe.number("longest")) {
    throw Error(ErrorKind::kUsage, "the shortest template cannot have more terms than the longest");
  }
  if (basic().empty()) throw Error(ErrorKind::kUsage, "the feature file has no templates in [arc]");
}

const Templates& SifisSetup::basic() const { return programs_.sections()[kArc].templates; }

SifisOptions SifisSetup::options(const parsing::TrainingData& data) const {
  const auto number = [&](const char* name) { return static_cast<std::size_t>(request_.recipe.number(name)); };
  SifisOptions options;
  options.cycles = number("cycles");
  options.epochs = static_cast<int>(number("select-epochs"));
  options.graph = graph_;
  options.graph.order = 1;
  options.induction.min_length = number("shortest");
  options.induction.max_length = number("longest");
  options.induction.most = number("most-templates");
  options.induction.pays = request_.recipe.flag("pays");
  options.trees = number("trees");
  options.asked = asked_;
  options.tree.min_cases = request_.recipe.number("least-cases");
  if (request_.recipe.get("learn-from") == "mistakes") {
    options.find_heads = [this, &data](const Templates& templates) { return find_heads(data, templates); };
  }
  return options;
}

/// Each half of the sentences by a parser of first order that learned from the other.
std::vector<std::vector<std::int32_t>> SifisSetup::find_heads(const parsing::TrainingData& data,
                                                              const Templates& templates) const {
  TrainRequest request = request_for(templates);
  request.recipe.set("order", "1");
  request.recipe.set("epochs", request_.recipe.get("select-epochs"));
  request.on_epoch = {};
  std::vector<std::vector<std::int32_t>> heads(data.train.size());
  for (std::size_t half = 0; half < 2; ++half) {
    const auto trained = parsing::make_parser_training(request, control_)->run(half_of(data, 1 - half));
    const auto model = parsing::open_parser(model_file::File::from_bytes(trained.sections.bytes()));
    base::Team team(control_.threads);
    std::vector<std::unique_ptr<parsing::Workspace>> workspaces;
    workspaces.reserve(static_cast<std::size_t>(team.size()));
    for (int i = 0; i < team.size(); ++i) workspaces.push_back(model->make_workspace());
    team.run(data.train.size(), [&](std::size_t i, int worker) {
      if (i % 2 != half) return;
      parsing::Workspace& workspace = *workspaces[static_cast<std::size_t>(worker)];
      if (!data.train_columns.empty()) workspace.columns = &data.train_columns[i];
      if (!data.train_heads.empty()) workspace.heads = {&data.head_classes, &data.train_heads[i]};
      Sentence sentence = data.train[i];
      model->parse(sentence, {}, workspace);
      heads[i].assign(sentence.heads().begin(), sentence.heads().end());
    });
  }
  return heads;
}

std::vector<decoding::ArcSet> SifisSetup::find_arcs(const parsing::TrainingData& data, base::Team& team) const {
  std::vector<std::vector<std::int32_t>> heads;
  heads.reserve(data.train.size());
  for (const Sentence& sentence : data.train) heads.emplace_back(sentence.heads().begin(), sentence.heads().end());
  if (asks_heads()) {
    // The answers are many: they are not copied.
    const bool is_true = graph_.filters_by_truth;
    const auto truth =
        is_true ? parsing::answer_truly(data.head_classes, data.train) : std::vector<parsing::HeadAnswers>();
    return parsing::filter_by_heads(data.head_classes, is_true ? truth : data.train_heads, heads,
                                    parsing::head_filter(graph_.filtered, graph_.filter.keep),
                                    graph_.roots.value_or(decoding::Roots::kAny), team);
  }
  std::vector<decoding::ArcSet> arcs(data.train.size());
  for (std::size_t i = 0; i < arcs.size(); ++i) parsing::fill_arcs(data.train[i].size(), arcs[i], heads[i]);
  return arcs;
}

std::string SifisSetup::feature_file(std::span<const features::Template> templates) const {
  std::vector<features::Section> sections = programs_.sections();
  sections[kArc].templates.assign(templates.begin(), templates.end());
  return features::to_text(sections, parsing::graph_schemas());
}

Templates SifisSetup::templates_in(std::string_view feature_file, const std::string& from) {
  return features::parse_features(feature_file, parsing::graph_schemas(), from)[kArc].templates;
}

TrainRequest SifisSetup::request_for(std::span<const features::Template> templates) const {
  TrainRequest request = request_;
  request.recipe.set("cycles", "0");
  request.recipe.set_features(feature_file(templates), "induced templates");
  return request;
}

}  // namespace espalier::selection
