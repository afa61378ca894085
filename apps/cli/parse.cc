// parse: text or words in, trees out, with a trained model; streaming, on all threads, in the order of the input.
#include <fmt/format.h>

#include "cli/annotate.h"
#include "cli/parse_costs.h"
#include "cli/together.h"
#include "cli/verb.h"

namespace espalier::cli {
namespace {

struct ParseArguments {
  AnnotateArguments annotate;
  std::vector<double> weights;  // by model; empty: the same for all
  std::int32_t beam = 0;
  bool merge_states = false;
  std::size_t best = 0;  // 0: not asked for
  bool constraints = false;
  bool confidence = false;
  bool projective = false;
  bool stats = false;
};

constexpr const char* kExamples =
    "  espalier parse \"Gardeners train pear trees.\" -m english.model --to tree\n"
    "  espalier parse news.txt -m english.model -o trees.conllu\n"
    "  espalier parse words.conllu -m english.model -o trees.conllu\n"
    "  espalier parse half-annotated.conllu -m english.model --constraints --confidence\n"
    "  espalier parse words.conllu -m english.model --nbest 5\n"
    "  espalier parse words.conllu -m graph.model -m eager.model -m standard.model -o trees.conllu\n"
    "  espalier parse -m english.model --from jsonl < texts.jsonl > trees.jsonl\n\n"
    "Does the stages that the input lacks: plain text is cut into words and tagged, words without tags are tagged,\n"
    "tags are kept (unless --retag). HEAD, DEPREL and brackets of the input are not looked at (unless "
    "--constraints), and DEPS is cleared, of empty\n"
    "nodes, too; words, tags, features, comments, ranges and empty nodes are kept.\n\n"
    "Pipes: with --from jsonl each line is a text, a JSON object with \"text\" or a string, and has one line for an "
    "answer: the same object\n"
    "with \"sentences\", or with --to conllu (or another format) with \"conllu\". With -0 texts and answers end with "
    "NUL. Answers come in the\n"
    "order of the texts, each as soon as it is there. A bad line ends the work (exit code 2); with --skip-invalid "
    "its "
    "answer has\n"
    "\"error\", and the work goes on.\n\n"
    "Several dependency parsers (-m, once for each) vote: an arc has the weights of those that find it for votes, "
    "and\n"
    "the tree with the most votes is written, with the labels that most of its finders give. The first model cuts "
    "and\n"
    "tags what is neither, for all; ties are settled as it has it, and Conf= is the share of the votes.\n\n"
    "Many machines: 'mpirun -n 64 espalier parse corpus.txt -m english.model -o trees.conllu' cuts the files into "
    "shards, which\n"
    "the processes share; a run that was killed goes on where it was. The bytes are those of one process.\n";

// What was done and how fast.
void print_stats(const ParseCounts& counts) {
  const auto rate = [&](double seconds) { return seconds > 0 ? static_cast<double>(counts.words) / seconds : 0; };
  std::string speeds = fmt::format("{:.0f} tokens/s a thread in the parse stage", rate(counts.seconds));
  if (counts.tag_seconds > 0) speeds += fmt::format(", {:.0f} in the tagger", rate(counts.tag_seconds));
  if (counts.text_seconds > 0) speeds += fmt::format(", {:.0f} from text to words", rate(counts.text_seconds));
  const Ranks* const ranks = joined_ranks();
  const std::string who = ranks == nullptr ? "" : fmt::format("rank {}: ", ranks->rank());
  fmt::print(stderr, "espalier: {}{} sentences, {} words; {}; {}\n", who, counts.sentences, counts.words,
             parse_costs(counts), speeds);
}

int run(const Common& common, const ParseArguments& arguments) {
  if (arguments.best > 0 && arguments.confidence) {
    throw Error(ErrorKind::kUsage, "parse: --confidence tells of the best tree only, it does not go with --nbest");
  }
  PipelineOptions options = pipeline_options(arguments.annotate, Stage::kTrees);
  options.best = arguments.best;
  options.parse = {.constraints = arguments.constraints,
                   .confidence = arguments.confidence,
                   .crossing = !arguments.projective,
                   .beam = arguments.beam,
                   .merge_states = arguments.merge_states};
  AnnotateRequest request = annotate_request(common, arguments.annotate);
  const Pipeline pipeline(Ensemble(load_models(common, arguments.annotate, request), arguments.weights), options);
  const bool makes_constituents = pipeline.model().parser_kind() == "constituency";
  const bool may_choose = common.to.empty() && common.output == "-" && request.documents != Documents::kLines;
  if (makes_constituents && may_choose) request.write.format = "penn";
  request.edit = pipeline.edit_for(request.write.format);
  say_skipped(common, pipeline.annotate(request, Verb::control(common)), what_is_read(request));
  if (arguments.stats) print_stats(pipeline.counts());
  return 0;
}

}  // namespace

void register_parse(CLI::App& root) {
  Verb verb(root, "parse", "Finds the trees of text or of words with a trained model", kExamples);
  verb.takes_files().uses_threads().uses_ranks().gives_file(
      "conllu, conllx, json, tree, svg, html, … (default: by the name of -o, else penn for constituents, conllx for "
      "conllx and conllu for all else)");
  const auto arguments = std::make_shared<ParseArguments>();
  CLI::App& app = verb.app();
  add_annotate_options(app, arguments->annotate)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--weights", arguments->weights,
                 "What the votes of each -m are worth, in their order (default: the same)")
      ->delimiter(',')
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->option_text("W,W,...");
  add_retag_option(app, arguments->annotate);
  app.add_flag("--columns", arguments->annotate.columns,
               "Chunks and clauses into MISC, if the model was trained with --columns");
  app.add_flag("--constraints", arguments->constraints,
               "Keep the heads and labels that the input has, and parse the rest around them");
  app.add_flag("--projective", arguments->projective, "Trees without crossing arcs only");
  app.add_flag("--confidence", arguments->confidence,
               "Add Conf= to MISC: the probability that the head is right; of several models the share of their votes");
  app.add_option("--beam", arguments->beam,
                 "How many configurations a transition or constituency parser keeps; 1: greedy, 0: as it was trained")
      ->check(CLI::Range(0, 10'000))
      ->option_text("N");
  app.add_flag("--merge-states", arguments->merge_states,
               "With a beam, a constituency parser takes states that look the same to its templates for one");
  app.add_option("--nbest", arguments->best, "The N best trees of each sentence, best first, with their scores")
      ->check(CLI::Range(1, 10'000))
      ->option_text("N");
  app.add_flag("--stats", arguments->stats, "Tell on stderr what was scored, and how fast");
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
