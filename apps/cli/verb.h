// The frame that every verb of the command line stands in: one file a verb, each with one register function.
//
// A verb adds its own options and those common ones that mean something to it (an option that would be ignored is
// better unknown), and a function to run. Messages and progress go to stderr, results to stdout or to -o.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "espalier/error.h"
#include "espalier/treebank.h"

namespace espalier::cli {

/// The options that several verbs share; each verb has its own copy.
struct Common {
  std::vector<std::string> inputs;  ///< never empty after parsing: `-` is put in when no file is given
  std::string from;
  std::string to;
  std::string output = "-";
  int threads = 0;
  unsigned long long seed = 1;
  bool json = false;
  bool skip_invalid = false;
  bool quiet = false;
  bool verbose = false;
  std::string progress = "auto";
  std::string max_memory;
  Limits limits;

  ReadOptions read_options() const;
  bool writes_to_terminal() const;  ///< the output is standard output and that is a terminal
};

class ProgressBar;

/// A verb under construction.
class Verb {
 public:
  Verb(CLI::App& root, std::string name, std::string summary, const std::string& examples);

  CLI::App& app() { return *app_; }
  Common& common() { return *common_; }

  // Common options, on request. `what` is the metavariable of the positional argument.
  Verb& takes_files(const std::string& what = "FILE");  ///< FILE…, --from, --skip-invalid, limits
  Verb& takes_limits();                                 ///< --from, --skip-invalid, --max-words and the like only
  Verb& gives_file(const std::string& formats);         ///< -o; --to, if `formats` is not empty
  Verb& uses_threads();                                 ///< -j
  Verb& uses_seed();                                    ///< --seed
  Verb& gives_json();                                   ///< --json
  /// Many processes can do the work together: control() then has the ranks, and say(), print() and deliver() are those
  /// of rank 0. Without it the verb refuses to be started by mpirun. Before runs().
  Verb& uses_ranks();

  /// What the verb does; the value is the exit code.
  void runs(std::function<int(const Common&)> body);

  /// For the body: threads, progress bar on stderr, interrupt. The bar belongs to the returned object.
  static Control control(const Common& common);
  /// The same for bodies that print lines while the bar is shown, and so must wipe it: `bar` is what progress_bar()
  /// gave.
  static Control control(const Common& common, std::shared_ptr<ProgressBar> bar);

 private:
  CLI::App* app_;
  std::shared_ptr<Common> common_;
  bool uses_ranks_ = false;
};

/// A message for the user on stderr, unless -q.
void say(const Common& common, const std::string& message);
/// Lists what was skipped under --skip-invalid; `what` it was, one of them; `beyond`: how many there were besides.
void say_skipped(const Common& common, const std::vector<Error>& skipped, std::string_view what = "sentence",
                 std::size_t beyond = 0);
inline void say_skipped(const Common& common, const ConvertSummary& summary, std::string_view what = "sentence") {
  say_skipped(common, summary.skipped, what, summary.skipped_beyond);
}
/// Prints to standard output; throws Error kSystem when that fails.
void print(const std::string& text);
/// Writes a text to the verb's -o, whole or not at all (`-`: standard output).
void deliver(const Common& common, const std::string& text);

/// A bar on stderr; null when none is wanted or stderr is no terminal.
std::shared_ptr<ProgressBar> progress_bar(const Common& common);
/// Sentences are written as constituents in this format.
bool wants_constituents(const std::string& format);

/// Set by the signal handler.
const std::atomic<bool>& interrupted();

void register_parse(CLI::App& root);
void register_tokenize(CLI::App& root);
void register_tag(CLI::App& root);
void register_train(CLI::App& root);
void register_eval(CLI::App& root);
void register_stats(CLI::App& root);
void register_check(CLI::App& root);
void register_convert(CLI::App& root);
void register_view(CLI::App& root);
void register_induce(CLI::App& root);
void register_select(CLI::App& root);
void register_inspect(CLI::App& root);
void register_curve(CLI::App& root);
void register_curate(CLI::App& root);
void register_entail(CLI::App& root);
void register_bench(CLI::App& root);
void register_serve(CLI::App& root);
void register_models(CLI::App& root);
void register_help(CLI::App& root);  ///< help, version, completion

}  // namespace espalier::cli
