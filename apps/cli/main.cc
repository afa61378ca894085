// espalier VERB [options] [FILE…]: the command line. Everything a verb does is in the library.
#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <new>

#include "cli/memory_limit.h"
#include "cli/suggest.h"
#include "cli/together.h"
#include "cli/verb.h"
#include "espalier/version.h"

namespace espalier::cli {
namespace {

// The one global: a signal handler can reach nothing else.
std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void request_stop(int signal) {
  stop_requested.store(true);
  // A second signal ends the program at once, in case the work does not come to a point where it looks.
  std::signal(signal, SIG_DFL);
}

void handle_signals() {
  struct sigaction action {};
  action.sa_handler = request_stop;  // no SA_RESTART: a read that waits must wake up
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  struct sigaction inherited {};
  sigaction(SIGHUP, nullptr, &inherited);
  if (inherited.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup has it ignored
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is then an error of write(), with a message
}

int run(int argc, char** argv) {
  CLI::App app{"Espalier learns to parse human language from treebanks."};
  app.name("espalier");
  app.set_version_flag("--version", fmt::format("espalier {}", version()));
  app.require_subcommand(1);
  app.footer(
      "'espalier help VERB' tells more of a verb.\n\nExamples:\n"
      "  espalier train train.conllu --dev dev.conllu -o english.model\n"
      "  espalier parse news.txt -m english.model -o trees.conllu\n"
      "  espalier eval gold.conllu trees.conllu\n"
      "  espalier view samples/en.conllu\n");
  register_parse(app);
  register_tokenize(app);
  register_tag(app);
  register_train(app);
  register_eval(app);
  register_stats(app);
  register_check(app);
  register_convert(app);
  register_view(app);
  register_select(app);
  register_induce(app);
  register_inspect(app);
  register_curve(app);
  register_curate(app);
  register_entail(app);
  register_bench(app);
  register_serve(app);
  register_models(app);
  register_help(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& error) {
    return error.get_exit_code();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return is_speaker() ? app.exit(error) : 0;
    complain(explain(app, error));
    return exit_code(ErrorKind::kUsage);
  }
  return 0;
}

// The exit code; what stops the program is told.
int guarded_run(int argc, char** argv) {
  try {
    handle_signals();
    tell_when_out_of_memory();
    return run(argc, argv);
  } catch (const Error& error) {
    complain(error.what());
    return exit_code(error.kind());
  } catch (const std::bad_alloc&) {
    complain(out_of_memory());
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return exit_code(ErrorKind::kSystem);
}

}  // namespace

const std::atomic<bool>& interrupted() { return stop_requested; }

}  // namespace espalier::cli

int main(int argc, char** argv) { return espalier::cli::leave_ranks(espalier::cli::guarded_run(argc, argv)); }
