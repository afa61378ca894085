// check: what is wrong with treebank files, a line a finding; --fix repairs what has one right answer.
#include "espalier/check.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/verb.h"

namespace espalier::cli {
namespace {

struct CheckArguments {
  bool fix = false;
  bool list_codes = false;
  int level = 3;
  std::size_t max = 0;
};

std::string_view name_of(Severity severity) { return severity == Severity::kError ? "error" : "warning"; }

void list_codes() {
  std::string out;
  for (const CheckCode& code : check_codes()) {
    out += fmt::format("{:<26} {:<8} level {}  {:<8} {}\n", code.code, name_of(code.severity), code.level,
                       code.is_fixable ? "fixable" : "", code.explanation);
  }
  print(out);
}

/// Takes findings as they come, and shows as many as were asked for.
class FindingPrinter {
 public:
  FindingPrinter(const Common& common, const CheckArguments& arguments)
      : as_json_(common.json), to_stderr_(arguments.fix && common.output == "-"), max_(arguments.max) {}

  void take(const Finding& finding) {
    if (max_ != 0 && count_++ >= max_) return;
    if (as_json_) {
      findings_.push_back({{"file", finding.place.file},
                           {"line", finding.place.line},
                           {"severity", name_of(finding.severity)},
                           {"code", finding.code},
                           {"message", finding.message},
                           {"fixable", finding.is_fixable}});
      return;
    }
    lines_ += to_string(finding);
    lines_ += '\n';
    if (lines_.size() >= kBufferBytes) flush();
  }

  void flush() {
    if (to_stderr_) {
      std::fputs(lines_.c_str(), stderr);
    } else if (!lines_.empty()) {
      print(lines_);
    }
    lines_.clear();
  }

  std::size_t hidden() const { return max_ != 0 && count_ > max_ ? count_ - max_ : 0; }

  void print_json(nlohmann::json files) {
    const nlohmann::json result = {{"files", std::move(files)}, {"findings", std::move(findings_)}};
    // A message may repeat bytes of a file that are no UTF-8.
    const std::string text = result.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (to_stderr_) {
      std::fputs(text.c_str(), stderr);
    } else {
      print(text);
    }
  }

 private:
  static constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

  bool as_json_;
  bool to_stderr_;  // standard output is the repaired treebank
  std::size_t max_;
  std::size_t count_ = 0;
  std::string lines_;
  nlohmann::json findings_ = nlohmann::json::array();
};

std::string described(const CheckSummary& summary, bool fix) {
  const auto number = [](std::size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  return fmt::format("{}, {}: {}, {}{}", number(summary.sentences, "sentence"), number(summary.words, "word"),
                     number(summary.errors, "error"), number(summary.warnings, "warning"),
                     fix ? fmt::format("; {} fixed", summary.fixed) : "");
}

int run(const Common& common, const CheckArguments& arguments) {
  if (arguments.list_codes) {
    list_codes();
    return 0;
  }
  if (arguments.fix && common.inputs.size() > 1) throw Error(ErrorKind::kUsage, "--fix takes one file at a time");
  if (!arguments.fix && common.output != "-") throw Error(ErrorKind::kUsage, "-o is for the file that --fix writes");
  CheckOptions options;
  options.format = common.from;
  options.limits = common.limits;
  options.level = arguments.level;
  FindingPrinter printer(common, arguments);
  const FindingSink take = [&](const Finding& finding) { printer.take(finding); };
  const Control control = Verb::control(common);
  nlohmann::json files = nlohmann::json::array();
  std::size_t errors = 0;
  for (const std::string& input : common.inputs) {
    const CheckSummary summary = arguments.fix ? fix_treebank(input, common.output, options, take, control)
                                               : check_treebank(input, options, take, control);
    errors += summary.errors;
    printer.flush();
    say(common, fmt::format("{}: {}", input, described(summary, arguments.fix)));
    files.push_back({{"file", input},
                     {"sentences", summary.sentences},
                     {"words", summary.words},
                     {"errors", summary.errors},
                     {"warnings", summary.warnings},
                     {"fixed", summary.fixed}});
  }
  if (common.json) printer.print_json(std::move(files));
  if (printer.hidden() > 0) say(common, fmt::format("{} more findings not shown (--max)", printer.hidden()));
  return errors > 0 ? 1 : 0;
}

}  // namespace

void register_check(CLI::App& root) {
  Verb verb(root, "check", "Finds what is wrong with treebanks, and repairs some of it",
            "  espalier check train.conllu dev.conllu\n"
            "  espalier check train.conllu --level 2 --max 20\n"
            "  espalier check train.conllu --fix -o train.conllu\n"
            "  espalier check --codes\n\n"
            "Exit code 1 when errors were found (with --fix: when errors remain).\n");
  verb.takes_files().gives_file("").gives_json();
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App& app = verb.app();
  app.remove_option(app.get_option("--skip-invalid"));  // a check always goes on
  app.add_flag("--fix", arguments->fix, "Write the treebank to -o with what has one right answer repaired");
  app.add_option("--level", arguments->level, "1: format, 2: and trees, 3: and content as in Universal Dependencies")
      ->check(CLI::Range(1, 3))
      ->capture_default_str();
  app.add_option("--max", arguments->max, "Show the first N findings only; 0: all")->option_text("N");
  app.add_flag("--codes", arguments->list_codes, "List all codes with their explanations");
  verb.runs([arguments](const Common& common) { return run(common, *arguments); });
}

}  // namespace espalier::cli
