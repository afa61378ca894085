#include "espalier/selection.h"

#include <algorithm>
#include <cmath>

#include "api/model_body.h"
#include "parsing/training_set.h"
#include "report/plot.h"
#include "selection/model_usefulness.h"
#include "selection/selection_run.h"

namespace espalier {

SelectionResult select_templates(const SelectRequest& request, const Control& control) {
  if (request.training.recipe.features().empty()) {
    throw Error(ErrorKind::kUsage, "the recipe names no feature file");
  }
  return selection::SelectionRun(request, control).run();
}

ModelUsefulness usefulness_of(const Model& model, const std::string& treebank, const ReadOptions& read,
                              const Control& control) {
  const parsing::ParserModel* parser = model.body().stages.parser();
  if (parser == nullptr) throw Error(ErrorKind::kUsage, "the model has no parser: its templates find no trees");
  Control quiet = control;  // progress is that of templates
  quiet.progress = nullptr;
  std::vector<Error> skipped;
  std::vector<Sentence> sentences = parsing::read_training(treebank, read, quiet, skipped);
  const auto has_tree = [&](const Sentence& sentence) {
    if (parser->makes_constituents()) return !sentence.constituents().empty();
    return std::all_of(sentence.heads().begin() + 1, sentence.heads().end(), [](auto head) { return head >= 0; });
  };
  for (const Sentence& sentence : sentences) {
    if (has_tree(sentence)) continue;
    throw Error(ErrorKind::kInput, {treebank, sentence.line(), 0},
                parser->makes_constituents() ? "the sentence has no constituents, which the parser is scored on"
                                             : "a word has no head, which the parser is scored on");
  }
  if (sentences.empty()) throw Error(ErrorKind::kInput, {treebank, 0, 0}, "there is no sentence to parse");
  ModelUsefulness result = selection::find_usefulness(model.body().file, std::move(sentences), control);
  result.skipped = std::move(skipped);
  return result;
}

report::Table usefulness_table(const ModelUsefulness& usefulness) {
  using report::Align;
  using report::Cell;
  report::Table table;
  table.columns.push_back({"section", Align::kLeft, 2});
  for (const std::string& name : {std::string("loss"), usefulness.measure, std::string("trees changed")}) {
    table.columns.push_back({name, Align::kRight, 2});
  }
  const bool has_words = usefulness.measure == "LAS";
  if (has_words) {
    table.columns.push_back({"words lost", Align::kRight, 2});
    table.columns.push_back({"won", Align::kRight, 2});
  }
  table.columns.push_back({"uses", Align::kRight, 2});
  table.columns.push_back({"mean weight", Align::kRight, 3});
  table.columns.push_back({"template", Align::kLeft, 2});
  const auto count = [](std::size_t value) { return Cell::integer(static_cast<std::int64_t>(value)); };
  for (const TemplateUsefulness& each : usefulness.templates) {
    std::vector<Cell> cells = {each.section};
    if (each.score) {
      cells.insert(cells.end(),
                   {Cell::real(usefulness.score - *each.score), Cell::real(*each.score), count(each.changed)});
      if (has_words) cells.insert(cells.end(), {count(each.lost), count(each.won)});
    } else {
      cells.resize(table.columns.size() - 3);
    }
    cells.insert(cells.end(), {count(each.uses), Cell::real(each.weight), each.text});
    table.add(std::move(cells));
  }
  return table;
}

report::Table selection_table(std::span<const SelectionRound> rounds) {
  using report::Align;
  using report::Cell;
  constexpr int kDecimals = 4;
  report::Table table;
  for (const char* name : {"round", "added", "templates", "error_percent", "alpha", "loss", "accuracy_percent",
                           "trial_score", "dev_shape", "dev_score", "seconds", "longest"}) {
    table.columns.push_back({name, Align::kRight, kDecimals});
  }
  table.columns.back().align = Align::kLeft;
  const auto count = [](std::size_t value) { return Cell::integer(static_cast<std::int64_t>(value)); };
  const auto known = [](const std::optional<double>& value) { return value ? Cell::real(*value) : Cell(); };
  for (const SelectionRound& each : rounds) {
    table.add({count(each.round), count(each.templates.size()), count(each.size), known(each.error),
               Cell::real(each.alpha), Cell::real(each.loss), Cell::real(each.accuracy), known(each.trial),
               known(each.shape), known(each.score), Cell::real(each.seconds),
               each.templates.empty() ? Cell() : Cell(each.templates.back())});
  }
  return table;
}

namespace {

constexpr int kPanelHeight = 300;

std::string panel(const std::string& title, const std::string& unit, std::span<const SelectionRound> rounds,
                  const std::function<double(const SelectionRound&)>& value) {
  report::PlotOptions options;
  options.title = title;
  options.height = kPanelHeight;
  options.x.label = "round";
  options.x.integer = true;
  options.y.unit = unit;
  report::LineSeries line;
  line.name = title;
  for (const SelectionRound& each : rounds) {
    line.x.push_back(static_cast<double>(each.round));
    line.y.push_back(value(each));
  }
  return report::line_plot(options, {line});
}

}  // namespace

std::string selection_plot(std::span<const SelectionRound> rounds) {
  std::vector<std::string> panels = {
      panel("Loss of the training data", "", rounds, [](const SelectionRound& each) { return each.loss; }),
      panel("Right decisions of the boosted tables", "%", rounds,
            [](const SelectionRound& each) { return each.accuracy; })};
  if (!rounds.empty() && rounds.front().score) {
    panels.push_back(panel("Score on development data", "%", rounds,
                           [](const SelectionRound& each) { return each.score.value_or(std::nan("")); }));
  }
  return report::stacked(panels, report::PlotOptions().width, kPanelHeight);
}

}  // namespace espalier
