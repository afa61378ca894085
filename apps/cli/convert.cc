// convert: any format to any, dependencies to constituents and back, and what can be done to trees on the way.
#include <fmt/format.h>

#include <optional>

#include "cli/verb.h"
#include "espalier/constituency.h"
#include "espalier/dependency.h"

namespace espalier::cli {
namespace {

struct ConvertArguments {
  std::string heads;
  std::string projectivize;
  bool deprojectivize = false;
  std::string binarize;
  bool unbinarize = false;
  bool clean = false;
  bool functions = false;
  bool multi_line = false;
  bool no_spaces = false;
  std::vector<std::string> columns;
};

int binarize_order(const std::string& text) {
  if (text == "all") return kUnlimitedOrder;
  try {
    std::size_t used = 0;
    const int order = std::stoi(text, &used);
    if (used == text.size() && order >= 0) return order;
  } catch (const std::exception&) {
  }
  throw Error(ErrorKind::kUsage, fmt::format("--binarize takes a number of sisters or 'all', not '{}'", text));
}

// The steps in the order in which they are done to a sentence; shared by all threads, never changed.
class Steps {
 public:
  Steps(const ConvertArguments& arguments, const std::string& to)
      : clean_(arguments.clean),
        unbinarize_(arguments.unbinarize),
        deprojectivize_(arguments.deprojectivize),
        functions_(arguments.functions),
        to_constituents_(wants_constituents(to)) {
    if (!arguments.heads.empty()) rules_ = HeadRules::load(arguments.heads);
    if (!arguments.projectivize.empty()) marking_ = lift_marking_named(arguments.projectivize);
    if (!arguments.binarize.empty()) order_ = binarize_order(arguments.binarize);
  }

  bool operator()(Sentence& sentence) const {
    const HeadRules* rules = rules_ ? &*rules_ : nullptr;
    if (unbinarize_) espalier::unbinarize(sentence);
    if (clean_ && !espalier::clean(sentence, {}, rules)) return false;
    if (rules != nullptr && !sentence.constituents().empty()) {
      mark_heads(sentence, *rules);
      if (!sentence.has_dependencies()) to_dependencies(sentence, *rules);
    }
    if (deprojectivize_) espalier::deprojectivize(sentence);
    if (marking_) espalier::projectivize(sentence, *marking_);
    if (to_constituents_ && sentence.constituents().empty())
      espalier::to_constituents(sentence, {.functions = functions_});
    if (order_ && !sentence.constituents().empty()) espalier::binarize(sentence, {.order = *order_}, rules);
    return true;
  }

 private:
  bool clean_;
  bool unbinarize_;
  bool deprojectivize_;
  bool functions_;
  bool to_constituents_;
  std::optional<HeadRules> rules_;
  std::optional<LiftMarking> marking_;
  std::optional<int> order_;
};

int run(const Common& common, const ConvertArguments& arguments) {
  ConvertOptions options;
  options.read = common.read_options();
  options.write.format = common.to.empty() ? format_of_path(common.output, "conllu") : common.to;
  options.write.multi_line = arguments.multi_line;
  options.write.spaces = !arguments.no_spaces;
  options.write.columns = arguments.columns;
  options.edit = Steps(arguments, options.write.format);
  const ConvertSummary summary = convert(common.inputs, common.output, options, Verb::control(common));
  say_skipped(common, summary);
  if (common.verbose) {
    say(common, fmt::format("{} sentences, {} words, {} bytes read", summary.sentences, summary.words, summary.bytes));
  }
  return 0;
}

}  // namespace

void register_convert(CLI::App& root) {
  Verb verb(root, "convert", "Changes treebanks from any format to any",
            "  espalier convert train.conllu.xz --to json -o train.json.zst\n"
            "  espalier convert trees.mrg --heads english --to conllu\n"
            "  espalier convert train.conllu --projectivize --to penn\n"
            "  espalier convert train.conllu --to text -o train.txt\n");
  verb.takes_files().uses_threads().gives_file(
      "text, conllu, conllx, penn, native, discbracket, json, triples, svg, html, tree, latex (default: by the name of "
      "-o, else conllu)");
  const auto arguments = std::make_shared<ConvertArguments>();
  CLI::App& app = verb.app();
  app.add_option("--heads", arguments->heads,
                 "Head rules: english, french, portuguese, spanish, default, or a file; constituents get heads, and "
                 "dependencies where they have none")
      ->option_text("RULES");
  app.add_option("--projectivize", arguments->projectivize,
                 "Make trees projective by lifting; labels say from where: head (default), path, head+path, or none")
      ->expected(0, 1)
      ->default_str("head")
      ->option_text("[SCHEME]");
  app.add_flag("--deprojectivize", arguments->deprojectivize, "Undo --projectivize by the labels it left");
  app.add_option("--binarize", arguments->binarize,
                 "Binary constituents: markovised from the head outwards, remembering N sisters (default 0; or all), "
                 "unary chains joined")
      ->expected(0, 1)
      ->default_str("0")
      ->option_text("[N]");
  app.add_flag("--unbinarize", arguments->unbinarize, "The inverse of --binarize");
  app.add_flag("--clean", arguments->clean, "Remove functions and empty elements of constituents");
  app.add_flag("--functions", arguments->functions,
               "From dependencies to constituents: every word projects one, with its relation as function");
  app.add_flag("--multi-line", arguments->multi_line, "penn, discbracket: several indented lines a tree");
  app.add_flag("--no-spaces", arguments->no_spaces, "text: join forms without spaces where the treebank does not say");
  app.add_option("--columns", arguments->columns,
                 "native: extra lexical columns, from MISC (default: those of the first word)")
      ->delimiter(',')
      ->option_text("A,B,…");
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
