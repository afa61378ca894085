// inspect: what a model holds, and whether it still gives what it gave when it was trained.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/model_folders.h"
#include "cli/text_table.h"
#include "cli/verb.h"
#include "espalier/model.h"
#include "espalier/models.h"
#include "espalier/selection.h"

namespace espalier::cli {
namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;

struct InspectArguments {
  std::string model;
  std::string treebank;
  bool usefulness = false;
  bool features = false;
  bool check = false;
  std::size_t heaviest = 3;
  std::string label;
};

// The class of a feature may be a label, a move, or a move with a label (`left-arc nsubj`): either part asks for it.
bool is_of(const HeavyFeature& feature, const std::string& label) {
  const std::string& own = feature.label;
  return label.empty() || own == label || own.starts_with(label + " ") || own.ends_with(" " + label);
}

// The heaviest `n` of each section and label, groups in the order of the model.
std::vector<HeavyFeature> chosen_features(const Model& model, const InspectArguments& arguments) {
  std::vector<HeavyFeature> all = model.heaviest();
  const auto group = [](const HeavyFeature& feature) { return std::pair(feature.section, feature.label); };
  std::map<std::pair<std::string, std::string>, std::size_t> rank;
  for (const HeavyFeature& feature : all) rank.emplace(group(feature), rank.size());
  std::stable_sort(all.begin(), all.end(), [&](const HeavyFeature& a, const HeavyFeature& b) {
    const std::size_t rank_a = rank.at(group(a));
    const std::size_t rank_b = rank.at(group(b));
    return rank_a != rank_b ? rank_a < rank_b : std::abs(a.weight) > std::abs(b.weight);
  });
  std::map<std::size_t, std::size_t> taken;
  std::erase_if(all, [&](const HeavyFeature& feature) {
    if (!is_of(feature, arguments.label)) return true;
    return taken[rank.at(group(feature))]++ >= arguments.heaviest;
  });
  return all;
}

void demand_label(const Model& model, const std::string& label) {
  if (label.empty()) return;
  std::vector<std::string> labels = model.labels();
  for (const HeavyFeature& feature : model.heaviest()) {
    if (is_of(feature, label)) return;
    labels.push_back(feature.label.substr(0, feature.label.find(' ')));
  }
  if (std::find(labels.begin(), labels.end(), label) != labels.end()) return;
  throw Error(ErrorKind::kUsage, fmt::format("the model has no label '{}'{}", label, did_you_mean(label, labels)));
}

std::string titled(const std::string& title, const TextTable& table) {
  return table.empty() ? "" : fmt::format("\n{}\n{}", title, table.render());
}

std::string overview(const Model& model, const std::string& path) {
  const ModelOrigin& origin = model.origin();
  TextTable table({{"", Align::kLeft}, {"", Align::kLeft}});
  const auto add = [&table](const char* name, const std::string& value) {
    if (!value.empty()) table.add({name, value});
  };
  add("model", path);
  add("parser", model.parser_kind());
  add("recipe", origin.recipe);
  add("language", origin.language);
  add("made with", "Espalier " + origin.version);
  add("licence", origin.licence);
  add("credit", origin.credit);
  add("labels", std::to_string(model.labels().size()));
  return table.render();
}

std::string origin_tables(const ModelOrigin& origin) {
  TextTable scores({{"measure"}, {"percent", Align::kRight}});
  for (const auto& [name, value] : origin.scores) scores.add({name, fmt::format("{:.2f}", value)});
  TextTable data({{"data"}, {"sentences", Align::kRight}, {"words", Align::kRight}, {"hash"}});
  for (const ModelOrigin::Data& file : origin.data) {
    data.add({file.name, std::to_string(file.sentences), std::to_string(file.words), file.hash});
  }
  TextTable options({{"option"}, {"value"}});
  for (const auto& [name, value] : origin.options) options.add({name, value});
  return titled("Scores", scores) + titled("Data", data) + titled("Options", options);
}

std::string size_tables(const Model& model) {
  TextTable sections({{"section"}, {"version", Align::kRight}, {"bytes", Align::kRight}});
  std::size_t total = 0;
  for (const ModelSection& section : model.sections()) {
    sections.add({section.name, std::to_string(section.version), std::to_string(section.bytes)});
    total += section.bytes;
  }
  sections.add({"all", "", std::to_string(total)});
  TextTable counts({{"of"}, {"count", Align::kRight}});
  for (const auto& [name, count] : model.counts()) counts.add({name, std::to_string(count)});
  return titled("Sections", sections) + titled("Counts", counts);
}

TextTable heaviest_table(const std::vector<HeavyFeature>& features) {
  TextTable table({{"section"}, {"label"}, {"weight", Align::kRight}, {"feature"}});
  for (const HeavyFeature& feature : features) {
    table.add({feature.section, feature.label, fmt::format("{:+.4f}", feature.weight), feature.text});
  }
  return table;
}

Json to_json(const Model& model, const std::vector<HeavyFeature>& heaviest) {
  const ModelOrigin& origin = model.origin();
  Json json = {{"parser", model.parser_kind()}, {"recipe", origin.recipe},   {"version", origin.version},
               {"language", origin.language},   {"licence", origin.licence}, {"credit", origin.credit}};
  json["scores"] = Json::object();
  for (const auto& [name, value] : origin.scores) json["scores"][name] = value;
  json["data"] = Json::array();
  for (const ModelOrigin::Data& file : origin.data) {
    json["data"].push_back(
        {{"name", file.name}, {"sentences", file.sentences}, {"words", file.words}, {"hash", file.hash}});
  }
  json["options"] = origin.options;
  json["sections"] = Json::array();
  for (const ModelSection& section : model.sections()) {
    json["sections"].push_back({{"name", section.name}, {"version", section.version}, {"bytes", section.bytes}});
  }
  json["counts"] = Json::object();
  for (const auto& [name, count] : model.counts()) json["counts"][name] = count;
  json["labels"] = model.labels();
  json["features"] = model.features();
  json["heaviest"] = Json::array();
  for (const HeavyFeature& feature : heaviest) {
    json["heaviest"].push_back({{"section", feature.section},
                                {"label", feature.label},
                                {"weight", feature.weight},
                                {"feature", feature.text}});
  }
  return json;
}

// A value of a feature may be a piece of a form that is no whole character.
std::string dumped(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

int check(const Common& common, const Model& model, const std::string& path) {
  const std::string difference = model.self_test();
  if (common.json) {
    deliver(common, dumped({{"self_test", {{"passed", difference.empty()}, {"difference", difference}}}}));
  } else {
    deliver(common, fmt::format("{}: {}\n", path,
                                difference.empty() ? "the self-test gives what it gave when the model was trained"
                                                   : difference));
  }
  return difference.empty() ? 0 : 1;
}

Json to_json(const ModelUsefulness& usefulness) {
  Json json = {{"measure", usefulness.measure},
               {"score", usefulness.score},
               {"sentences", usefulness.sentences},
               {"words", usefulness.words},
               {"templates", Json::array()}};
  for (const TemplateUsefulness& each : usefulness.templates) {
    Json one = {{"section", each.section}, {"template", each.text}};
    if (each.score) {
      one["loss"] = usefulness.score - *each.score;
      one["score"] = *each.score;
      one["changed"] = each.changed;
      one["lost"] = each.lost;
      one["won"] = each.won;
    }
    one["uses"] = each.uses;
    one["weight"] = each.weight;
    json["templates"].push_back(std::move(one));
  }
  return json;
}

int tell_usefulness(const Common& common, const Model& model, const InspectArguments& arguments) {
  const ModelUsefulness found = usefulness_of(model, arguments.treebank, common.read_options(), Verb::control(common));
  say_skipped(common, found.skipped);
  if (common.json) {
    deliver(common, dumped(to_json(found)));
  } else {
    deliver(common,
            fmt::format("{} of the model on {}: {:.2f} ({} sentences, {} words). Without each of its templates:\n\n{}",
                        found.measure, arguments.treebank, found.score, found.sentences, found.words,
                        report::render(usefulness_table(found), report::TableFormat::kText)));
  }
  return 0;
}

void demand_treebank(const InspectArguments& arguments) {
  if (arguments.usefulness && arguments.treebank.empty()) {
    throw Error(ErrorKind::kUsage, "--usefulness is that on a treebank: inspect MODEL --usefulness TREEBANK");
  }
  if (!arguments.usefulness && !arguments.treebank.empty()) {
    throw Error(ErrorKind::kUsage, fmt::format("only --usefulness reads a treebank ('{}')", arguments.treebank));
  }
}

int run(const Common& common, const InspectArguments& arguments, bool asks_heaviest) {
  demand_treebank(arguments);
  const Model model = Model::load(find_model(arguments.model, installed_models(model_folders())));
  if (arguments.check) return check(common, model, arguments.model);
  if (arguments.usefulness) return tell_usefulness(common, model, arguments);
  if (arguments.features) {
    deliver(common, model.features());
    return 0;
  }
  demand_label(model, arguments.label);
  const std::vector<HeavyFeature> heaviest = chosen_features(model, arguments);
  if (common.json) {
    deliver(common, dumped(to_json(model, heaviest)));
  } else if (asks_heaviest) {
    if (heaviest.empty()) say(common, fmt::format("{}: there is no such feature", arguments.model));
    deliver(common, heaviest.empty() ? "" : heaviest_table(heaviest).render());
  } else {
    deliver(common,
            fmt::format("{}{}{}\nTemplates\n{}{}", overview(model, arguments.model), origin_tables(model.origin()),
                        size_tables(model), model.features(), titled("Heaviest features", heaviest_table(heaviest))));
  }
  return 0;
}

}  // namespace

void register_inspect(CLI::App& root) {
  Verb verb(root, "inspect", "Tells what a model holds: origin, sizes, templates, heaviest features",
            "  espalier inspect english.model\n"
            "  espalier inspect english.model --heaviest 20 --label nsubj\n"
            "  espalier inspect english.model --features > my.features\n"
            "  espalier inspect english.model --check\n"
            "  espalier inspect english.model --usefulness dev.conllu\n\n"
            "Exit code 1 when --check finds that the model does not parse as it did when it was trained.\n");
  verb.takes_limits().uses_threads().gives_json().gives_file("");
  const auto arguments = std::make_shared<InspectArguments>();
  CLI::App& app = verb.app();
  app.add_option("MODEL", arguments->model, "The model")->required()->option_text("");
  app.add_option("TREEBANK", arguments->treebank, "With --usefulness: what the model is scored on")->option_text("");
  CLI::Option* features = app.add_flag("--features", arguments->features,
                                       "Print the templates only, as a file that train --features takes");
  CLI::Option* check_flag =
      app.add_flag("--check", arguments->check, "Parse the sentences kept in the model, and compare with what it gave");
  check_flag->excludes(features);
  app.add_flag("--usefulness", arguments->usefulness,
               "What each template is worth: scores on TREEBANK with its weights taken out, nothing trained anew")
      ->excludes(features)
      ->excludes(check_flag);
  CLI::Option* heaviest = app.add_option("--heaviest", arguments->heaviest,
                                         "Features for each label or move, by weight; alone: print only these")
                              ->option_text("N")
                              ->capture_default_str();
  CLI::Option* label =
      app.add_option("--label", arguments->label, "Heaviest features of this label or move only")->option_text("LABEL");
  verb.runs([arguments, heaviest, label](const Common& common) {
    return run(common, *arguments, heaviest->count() + label->count() > 0);
  });
}

}  // namespace espalier::cli
