#include "cli/annotate.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/model_folders.h"
#include "espalier/models.h"

namespace espalier::cli {
namespace {

constexpr std::size_t kBytesForLanguage = std::size_t{16} << 10;

// A sentence typed as an argument is no file, and is not looked for as one.
bool is_text(const std::string& argument) {
  std::error_code error;
  return argument.find(' ') != std::string::npos && !std::filesystem::exists(argument, error);
}

constexpr const char* kJsonLines = "jsonl";

std::string output_format(const Common& common) {
  const bool is_lines = common.from == kJsonLines;
  if (is_lines && (common.to.empty() || common.to == kJsonLines)) return "json";
  if (!common.to.empty()) return common.to;
  const std::string own = common.from.empty() ? format_of_path(common.inputs.front(), "conllu") : common.from;
  const std::string otherwise = own == "conllx" ? own : "conllu";
  const std::string named = format_of_path(common.output, otherwise);
  return named == "text" ? otherwise : named;  // text would lose what was made
}

Documents documents_of(const Common& common, const AnnotateArguments& arguments) {
  if (!arguments.null) return common.from == kJsonLines ? Documents::kLines : Documents::kOne;
  if (!common.from.empty() && common.from != "text") {
    throw Error(ErrorKind::kUsage, fmt::format("-0 is for texts, it does not go with --from {}", common.from));
  }
  return Documents::kNul;
}

}  // namespace

CLI::Option* add_annotate_options(CLI::App& app, AnnotateArguments& arguments) {
  CLI::Option* const model =
      app.add_option(
             "-m,--model", arguments.models,
             "The model: a file that 'espalier train' made, or an installed one by name or language (default: the one "
             "whose language the input is in; see 'espalier models')")
          ->expected(1)
          ->allow_extra_args(false)  // files may follow it
          ->option_text("MODEL");
  app.add_option("--text", arguments.text, "This text instead of files")->option_text("STRING");
  app.add_option(
         "--lines", arguments.lines,
         "What a line of plain text is: free (line breaks are spaces, a blank line ends a paragraph), sentence, "
         "or token (a blank line ends a sentence)")
      ->check(CLI::IsMember({"free", "sentence", "token"}))
      ->default_str("free");
  app.add_flag_callback(
      "--presegmented", [&arguments] { arguments.lines = "sentence"; }, "Plain text has a sentence a line");
  app.add_flag("--offsets", arguments.offsets,
               "Add TokenRange=begin:end to MISC: where a token stands in the text, in characters");
  app.add_flag("-0,--null", arguments.null,
               "Texts that end with NUL, each with an answer of its own that ends with NUL (see also --from jsonl)");
  app.add_flag(
      "--shards", arguments.shards.wanted,
      "Work in shards, each written whole beside the output (FILE.shards): after a kill, the same command goes on "
      "with those that are there. Under mpirun or srun it is always so");
  app.add_option("--shard-size", arguments.shards.bytes,
                 "About so many bytes of input in a shard (default: 64K to 16M)")
      ->transform(CLI::AsSizeValue(false))
      ->option_text("BYTES");
  app.add_flag("--keep-shards", arguments.shards.keep, "Do not remove FILE.shards in the end");
  return model;
}

void add_retag_option(CLI::App& app, AnnotateArguments& arguments) {
  app.add_flag("--retag", arguments.retag, "Tags, features and lemmas of the input are made afresh");
}

std::vector<Model> load_models(const Common& common, const AnnotateArguments& arguments, AnnotateRequest& request) {
  const auto installed = installed_models(model_folders());
  std::vector<Model> models;
  models.reserve(arguments.models.size());
  for (const std::string& name : arguments.models) models.push_back(Model::load(find_model(name, installed)));
  if (!models.empty()) return models;
  if (installed.empty()) {
    throw Error(ErrorKind::kUsage,
                "which model? none is installed; -m MODEL names one, and 'espalier train' makes them");
  }
  const Recognised found = recognise(peek(request.inputs.front(), kBytesForLanguage), installed);
  say(common, fmt::format("model {}: its treebank has {:.0f} % of these words", found.model.name, 100 * found.share));
  return {found.loaded};
}

PipelineOptions pipeline_options(const AnnotateArguments& arguments, Stage last) {
  PipelineOptions options;
  options.last = last;
  options.retag = arguments.retag;
  options.columns = arguments.columns;
  options.offsets = arguments.offsets;
  options.lines = arguments.lines == "sentence" ? Lines::kSentences
                  : arguments.lines == "token"  ? Lines::kTokens
                                                : Lines::kFree;
  return options;
}

std::string_view what_is_read(const AnnotateRequest& request) {
  return request.documents == Documents::kOne ? "sentence" : "text";
}

AnnotateRequest annotate_request(const Common& common, const AnnotateArguments& arguments) {
  AnnotateRequest request;
  if (!arguments.text.empty()) request.inputs = {{"", arguments.text}};
  for (const std::string& input : common.inputs) {
    if (!arguments.text.empty()) break;
    request.inputs.push_back(is_text(input) ? PipelineInput{"", input} : PipelineInput{input, {}});
  }
  request.output = common.output;
  request.shards = arguments.shards;
  request.read = common.read_options();
  request.documents = documents_of(common, arguments);
  if (request.documents == Documents::kLines) request.read.format.clear();
  request.write.format = output_format(common);
  return request;
}

}  // namespace espalier::cli
