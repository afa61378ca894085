// parse: tokens in, trees out, with a trained model; streaming, on all threads, in the order of the input.
#include <fmt/format.h>

#include <filesystem>

#include "cli/parse_costs.h"
#include "cli/verb.h"
#include "espalier/constituency.h"
#include "espalier/parser.h"

namespace espalier::cli {
namespace {

struct ParseArguments {
  std::string model;
  std::string text;
  std::int32_t beam = 0;
  std::size_t best = 0;  // 0: not asked for
  bool constraints = false;
  bool confidence = false;
  bool projective = false;
  bool stats = false;
};

[[noreturn]] void refuse_text(const std::string& what) {
  throw Error(ErrorKind::kUsage,
              fmt::format("parse: {} is plain text, and models have no tokeniser stage yet; give words, one a line, as "
                          "in CoNLL-U",
                          what));
}

// A sentence typed as an argument is no file, and is not looked for as one.
bool is_text(const std::string& argument) {
  std::error_code error;
  return argument.find(' ') != std::string::npos && !std::filesystem::exists(argument, error);
}

void demand_words(const Common& common, const ParseArguments& arguments) {
  if (!arguments.text.empty()) refuse_text(fmt::format("'{}'", arguments.text));
  if (common.from == "text") refuse_text("the input");
  for (const std::string& input : common.inputs) {
    if (is_text(input)) refuse_text(fmt::format("'{}'", input));
    if (common.from.empty() && format_of_path(input, "") == "text") refuse_text(input);
  }
}

void demand_sense(const Common& common, const ParseArguments& arguments) {
  if (arguments.model.empty()) {
    throw Error(ErrorKind::kUsage,
                "parse: which model? -m MODEL names one; 'espalier train' makes them; see 'espalier help parse'");
  }
  if (arguments.best > 0 && arguments.confidence) {
    throw Error(ErrorKind::kUsage, "parse: --confidence tells of the best tree only, it does not go with --nbest");
  }
  demand_words(common, arguments);
}

// As asked for, as the name of the output says, as the input is if that can carry what parsing makes, else CoNLL-U.
std::string output_format(const Common& common) {
  if (!common.to.empty()) return common.to;
  const std::string& input = common.inputs.front();
  const std::string own = common.from.empty() ? format_of_path(input, "conllu") : common.from;
  const std::string otherwise = own == "conllx" ? own : "conllu";
  const std::string named = format_of_path(common.output, otherwise);
  return named == "text" ? otherwise : named;  // text would lose the trees
}

// The input's constituents, if any, are gold: they go, and come back from the parse where the output is made of them.
void replace_constituents(Sentence& sentence, bool wanted) {
  sentence.constituents().clear();
  if (wanted) to_constituents(sentence);
}

// What was done and how fast; costs are means a word.
void print_stats(const Parser& parser, std::size_t sentences, std::size_t words) {
  const ParseCounts counts = parser.counts();
  fmt::print(stderr, "espalier: {} sentences, {} words; {}; {:.0f} tokens/s a thread in the parse stage\n", sentences,
             words, parse_costs(counts), counts.seconds > 0 ? static_cast<double>(counts.words) / counts.seconds : 0);
}

/// The k best trees of each sentence, one after the other.
class BestTrees {
 public:
  BestTrees(const Parser& parser, const Common& common, std::size_t k)
      : parser_(parser),
        common_(common),
        k_(k),
        control_(Verb::control(common)),
        format_(output_format(common)),
        writer_(common.output, write_options(), control_) {}

  void run() {
    for (const std::string& input : common_.inputs) read(input);
    writer_.close();
    say_skipped(common_, skipped_);
  }

  std::size_t sentences() const { return sentences_; }
  std::size_t words() const { return words_; }

 private:
  WriteOptions write_options() const {
    WriteOptions options;
    options.format = format_;
    return options;
  }

  void read(const std::string& input) {
    TreebankReader reader(input, common_.read_options(), control_);
    for (Sentence sentence; reader.next(sentence);) {
      if (interrupted().load()) throw Error(ErrorKind::kInterrupted, "interrupted");
      try {
        put(sentence);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::kInput) throw;
        const Error placed(error.kind(), Place{input, sentence.line(), 0}, error.reason());
        if (!common_.skip_invalid) throw placed;
        skipped_.push_back(placed);
      }
      if (control_.progress) control_.progress({"sentences", sentences_, 0});
    }
    skipped_.insert(skipped_.end(), reader.skipped().begin(), reader.skipped().end());
  }

  void put(const Sentence& sentence) {
    std::vector<Sentence> trees;
    std::size_t rank = 0;
    for (const ParsedTree& tree : parser_.parse_best(sentence, k_)) {
      Sentence& out = trees.emplace_back(sentence);
      out.add_comment(fmt::format("# nbest = {}", ++rank));
      out.add_comment(fmt::format("# score = {:.4f}", tree.score));
      for (std::int32_t node = 1; node <= out.size(); ++node) {
        out.set_head(node, tree.heads[static_cast<std::size_t>(node)]);
        out.set(node, Column::kDeprel, tree.labels[static_cast<std::size_t>(node)]);
      }
      out.clear_deps();
      replace_constituents(out, wants_constituents(format_));
    }
    for (const Sentence& out : trees) writer_.write(out);
    ++sentences_;
    words_ += static_cast<std::size_t>(sentence.size());
  }

  const Parser& parser_;
  const Common& common_;
  std::size_t k_;
  Control control_;
  std::string format_;
  TreebankWriter writer_;
  std::vector<Error> skipped_;
  std::size_t sentences_ = 0;
  std::size_t words_ = 0;
};

int run(const Common& common, const ParseArguments& arguments) {
  demand_sense(common, arguments);
  const Parser parser(Model::load(arguments.model), {.constraints = arguments.constraints,
                                                     .confidence = arguments.confidence,
                                                     .crossing = !arguments.projective,
                                                     .beam = arguments.beam});
  if (arguments.best > 0) {
    BestTrees trees(parser, common, arguments.best);
    trees.run();
    if (arguments.stats) print_stats(parser, trees.sentences(), trees.words());
    return 0;
  }
  ConvertOptions options;
  options.read = common.read_options();
  options.write.format = output_format(common);
  const bool constituents = wants_constituents(options.write.format);
  options.edit = [&parser, constituents](Sentence& sentence) {
    parser.parse(sentence);
    replace_constituents(sentence, constituents);
    return true;
  };
  const ConvertSummary summary = convert(common.inputs, common.output, options, Verb::control(common));
  say_skipped(common, summary.skipped);
  if (arguments.stats) print_stats(parser, summary.sentences, summary.words);
  return 0;
}

}  // namespace

void register_parse(CLI::App& root) {
  Verb verb(
      root, "parse", "Finds the trees of sentences with a trained model",
      "  espalier parse words.conllu -m english.model -o trees.conllu\n"
      "  espalier parse words.conllu -m english.model --to tree\n"
      "  espalier parse half-annotated.conllu -m english.model --constraints --confidence\n"
      "  espalier parse words.conllu -m english.model --nbest 5\n\n"
      "HEAD, DEPREL and brackets of the input are not looked at (unless --constraints), and DEPS is cleared, of empty\n"
      "nodes, too; words, tags, features, comments, ranges and empty nodes are kept.\n");
  verb.takes_files().uses_threads().gives_file(
      "conllu, conllx, json, tree, svg, html, … (default: by the name of -o, else conllx for conllx and conllu for all "
      "else)");
  const auto arguments = std::make_shared<ParseArguments>();
  CLI::App& app = verb.app();
  app.add_option("-m,--model", arguments->model, "The model, a file that 'espalier train' made")->option_text("MODEL");
  app.add_option("--text", arguments->text, "Parse this text (models that can cut it into words only)")
      ->option_text("STRING");
  app.add_flag("--constraints", arguments->constraints,
               "Keep the heads and labels that the input has, and parse the rest around them");
  app.add_flag("--projective", arguments->projective, "Trees without crossing arcs only");
  app.add_flag("--confidence", arguments->confidence, "Add Conf= to MISC: the probability that the head is right");
  app.add_option("--beam", arguments->beam,
                 "How many configurations a transition parser keeps; 1: greedy, 0: as it was trained")
      ->check(CLI::Range(0, 10'000))
      ->option_text("N");
  app.add_option("--nbest", arguments->best, "The N best trees of each sentence, best first, with their scores")
      ->check(CLI::Range(1, 10'000))
      ->option_text("N");
  app.add_flag("--stats", arguments->stats, "Tell on stderr what was scored, and how fast");
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
