// curate: treebanks in, lists of what is perhaps wrong in them out, or the treebanks with corrections.
#include "cli/curate.h"

#include <fmt/format.h>

#include "cli/recipe_arguments.h"
#include "espalier/treebank_errors.h"

namespace espalier::cli {
namespace {

struct VariationArguments {
  VariationRequest request;
  std::string against;
};

Json variation_json(const VariationResult& result, const std::optional<VariationOverlap>& both) {
  Json out = {{"sentences", result.sentences}, {"words", result.words}, {"nuclei", result.nuclei}};
  if (both) {
    out["overlap"] =
        Json{{"both", both->both}, {"errors_only", both->errors_only}, {"variation_only", both->variation_only}};
  }
  out["variants"] = Json::parse(report::render(variation_table(result), report::TableFormat::kJson));
  return out;
}

std::string summary_of(const VariationResult& result, const std::optional<VariationOverlap>& both) {
  std::string out = fmt::format("{} strings are annotated in several ways; {} places are not like most\n",
                                result.nuclei, result.variants.size());
  if (!both) return out;
  report::Table table;
  table.columns = {{"words found by", report::Align::kLeft}, {"count", report::Align::kRight}};
  const auto add = [&](const char* name, std::size_t count) {
    table.add({name, report::Cell::integer(static_cast<std::int64_t>(count))});
  };
  add("both", both->both);
  add("errors alone", both->errors_only);
  add("variation alone", both->variation_only);
  return out + "\n" + report::render(table, report::TableFormat::kText);
}

int run_variation(const Common& common, const VariationArguments& arguments) {
  VariationRequest request = arguments.request;
  request.treebanks = common.inputs;
  request.read = common.read_options();
  if (common.output != "-") demand_place(common.output);
  const auto bar = progress_bar(common);
  request.on_skipped = tells_skipped(common, bar);
  const VariationResult result = find_variation(request, Verb::control(common, bar));
  if (bar != nullptr) bar->wipe();
  std::optional<VariationOverlap> both;
  if (!arguments.against.empty()) both = overlap(result, arguments.against);
  deliver_all(
      common, [&] { return report::render(variation_table(result), report::TableFormat::kTsv); },
      [&] { return variation_json(result, both); }, summary_of(result, both));
  return 0;
}

void register_variation(CLI::App& curate) {
  Verb verb(curate, "variation", "Finds the same words annotated in different ways",
            "  espalier curate variation train.conllu -o variation.tsv\n"
            "  espalier curate variation train.conllu --context 0\n"
            "  espalier curate variation train.conllu --against suspects.tsv -o variation.tsv\n");
  const auto arguments = std::make_shared<VariationArguments>();
  CLI::App& app = verb.app();
  verb.takes_files("TREEBANK").gives_file("").gives_json();
  app.get_option("--output")->description("The list as TSV, written whole or not at all; - is standard output");
  app.add_option("--context", arguments->request.context, "Words on either side that must be the same, too")
      ->option_text("N")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  app.add_option("--longest", arguments->request.longest, "From one word of a pair to the other, in words")
      ->option_text("N")
      ->check(CLI::Range(2, 100))
      ->capture_default_str();
  app.add_option("--against", arguments->against, "A list of 'curate errors': how many words both find")
      ->option_text("FILE.tsv");
  verb.runs([arguments](const Common& common) { return run_variation(common, *arguments); });
}

}  // namespace

void register_curate(CLI::App& root) {
  CLI::App* curate =
      root.add_subcommand("curate", "Finds what is perhaps wrong in a treebank, and what should be in it next");
  curate->footer(
      "'espalier help curate errors' tells more of one.\n\nExamples:\n"
      "  espalier curate errors train.conllu -o suspects.tsv --report suspects.html\n"
      "  espalier curate variation train.conllu --against suspects.tsv -o variation.tsv\n"
      "  espalier curate usefulness train.conllu --unannotated pool.conllu -o next.tsv\n");
  curate->require_subcommand(1);
  register_errors(*curate);
  register_variation(*curate);
  register_usefulness(*curate);
}

}  // namespace espalier::cli
