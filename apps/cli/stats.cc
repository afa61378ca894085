// stats: what is in treebanks, counted; several side by side.
#include <cstdlib>

#include "cli/verb.h"
#include "espalier/statistics.h"

namespace espalier::cli {
namespace {

struct StatsArguments {
  std::string against;
  std::string report;
  std::size_t top = StatisticsView{}.top;
};

int run(const Common& common, const StatsArguments& arguments) {
  StatisticsOptions options;
  options.read = common.read_options();
  options.against = arguments.against;
  const std::vector<TreebankStatistics> treebanks = collect_statistics(common.inputs, options, Verb::control(common));
  for (const TreebankStatistics& treebank : treebanks) say_skipped(common, treebank.skipped);
  StatisticsView view;
  view.format = common.json ? "json" : common.to.empty() ? "text" : common.to;
  view.top = arguments.top;
  view.colour = common.writes_to_terminal() && std::getenv("NO_COLOR") == nullptr;
  // The report first: when it cannot be written, nothing has been printed that looks like success.
  if (!arguments.report.empty()) write_file(arguments.report, statistics_report(treebanks));
  deliver(common, render_statistics(treebanks, view));
  return 0;
}

}  // namespace

void register_stats(CLI::App& root) {
  Verb verb(root, "stats", "Counts what is in a treebank: tokens, tags, labels, arcs, constituents",
            "  espalier stats train.conllu dev.conllu\n"
            "  espalier stats dev.conllu --against train.conllu\n"
            "  espalier stats trees.mrg --report trees.html\n");
  verb.takes_files().uses_threads().gives_json().gives_file("text, markdown, tsv, json, html (default: text)");
  const auto arguments = std::make_shared<StatsArguments>();
  CLI::App& app = verb.app();
  app.get_option("--to")->check(CLI::IsMember({"text", "markdown", "md", "tsv", "json", "html"}));
  app.add_option("--against", arguments->against, "Count forms, lemmas, tags and labels that this treebank lacks")
      ->option_text("TRAIN");
  app.add_option("--report", arguments->report, "Also write a stand-alone HTML page with plots")
      ->option_text("FILE.html");
  app.add_option("--top", arguments->top, "Rows of each distribution, by frequency; 0: all")->capture_default_str();
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
