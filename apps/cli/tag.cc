// tag and tokenize: the stages before parsing, on their own.
#include "cli/annotate.h"

namespace espalier::cli {
namespace {

int run(const Common& common, const AnnotateArguments& arguments, Stage last) {
  AnnotateRequest request = annotate_request(common, arguments);
  const Pipeline pipeline(load_models(common, arguments, request).front(), pipeline_options(arguments, last));
  // CoNLL-X has no MISC, where chunks and clauses go.
  if (pipeline.writes_columns() && common.to.empty() && format_of_path(common.output, "") != "conllx") {
    if (request.write.format == "conllx") request.write.format = "conllu";
  }
  say_skipped(common, pipeline.annotate(request, Verb::control(common)), what_is_read(request));
  return 0;
}

Verb start(CLI::App& root, const char* name, const char* summary, const char* examples) {
  Verb verb(root, name, summary, examples);
  verb.takes_files().uses_threads().uses_ranks().gives_file(
      "conllu, json, … (default: by the name of -o, else conllu)");
  return verb;
}

}  // namespace

void register_tokenize(CLI::App& root) {
  Verb verb = start(root, "tokenize", "Cuts text into sentences, tokens and words",
                    "  espalier tokenize news.txt -m english.model -o words.conllu\n"
                    "  espalier tokenize lines.txt --lines sentence -m english.model --offsets\n\n"
                    "Offsets and spaces are kept in MISC: 'espalier convert --to text' gives the text back, byte for "
                    "byte.\n");
  const auto arguments = std::make_shared<AnnotateArguments>();
  add_annotate_options(verb.app(), *arguments);
  verb.runs([arguments](const Common& common) { return run(common, *arguments, Stage::kTokens); });
}

void register_tag(CLI::App& root) {
  Verb verb = start(root, "tag", "Finds tags, features and lemmas of words",
                    "  espalier tag words.conllu -m english.model -o tagged.conllu\n"
                    "  espalier tag \"Gardeners train pear trees.\" -m english.model\n\n"
                    "What the input has is kept, unless --retag. A model that was trained with --columns writes chunks "
                    "and clauses\ninto MISC: Chunk=, ClauseStart=, ClauseEnd=, Clause=.\n");
  const auto arguments = std::make_shared<AnnotateArguments>();
  arguments->columns = true;
  add_annotate_options(verb.app(), *arguments);
  add_retag_option(verb.app(), *arguments);
  verb.runs([arguments](const Common& common) { return run(common, *arguments, Stage::kTags); });
}

}  // namespace espalier::cli
