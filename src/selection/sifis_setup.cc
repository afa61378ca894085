#include "selection/sifis_setup.h"

#include "espalier/error.h"
#include "parsing/arc_filter.h"
#include "parsing/head_filter.h"
#include "parsing/parser_kinds.h"

namespace espalier::selection {

const InducedSection& graph_section(parsing::GraphSection section) {
  static const auto kSections = [] {
    std::vector<InducedSection> sections;
    for (std::size_t number = 0; number < parsing::kGraphSections; ++number) {
      sections.push_back({parsing::graph_schemas(), number,
                          [](std::string_view text, const std::string& from) {
                            return features::parse_features(text, parsing::graph_schemas(), from);
                          },
                          number != static_cast<std::size_t>(parsing::GraphSection::kArc)});
    }
    return sections;
  }();
  return kSections.at(static_cast<std::size_t>(section));
}

SifisSetup::SifisSetup(const TrainRequest& request, const Control& control, parsing::GraphSection section)
    : InductionSetup(request, control, graph_section(section)),
      section_(section),
      graph_(parsing::graph_options(request.recipe, request.seed)),
      programs_(sections()) {
  if (section != parsing::GraphSection::kArc && learns_from_mistakes()) {
    throw Error(ErrorKind::kUsage, "parts of second order are learned from all arcs, not from mistakes");
  }
  if (graph_.joint) throw Error(ErrorKind::kUsage, "cycles are for parsers of labels = after");
  if (graph_.filtered == parsing::GraphFilter::kArcs) {
    throw Error(ErrorKind::kUsage, "templates are found with filter = no, hard, keep-vn or soft");
  }
}

std::unique_ptr<CycleProblem> SifisSetup::make_problem(const parsing::TrainingData& data, base::Team& team) const {
  if (section_ != parsing::GraphSection::kArc) {
    return make_part_problem(data, find_arcs(data, team), section_,
                             sections()[static_cast<std::size_t>(parsing::GraphSection::kArc)].templates);
  }
  SifisOptions options;
  options.epochs = select_epochs();
  options.graph = graph_;
  options.graph.order = 1;
  if (learns_from_mistakes()) {
    options.find_heads = [this, &data, &team](const Templates& templates) { return find_heads(data, templates, team); };
  }
  return make_arc_problem(data, find_arcs(data, team), std::move(options), team);
}

/// Each half of the sentences by a parser of first order that learned from the other.
std::vector<std::vector<std::int32_t>> SifisSetup::find_heads(const parsing::TrainingData& data,
                                                              const Templates& templates, base::Team& team) const {
  TrainRequest training = request_for(templates);
  training.recipe.set("order", "1");
  std::vector<std::vector<std::int32_t>> heads(data.train.size());
  for (std::size_t half = 0; half < 2; ++half) {
    const auto model = parsing::open_parser(train_without(half, data, training));
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

}  // namespace espalier::selection
