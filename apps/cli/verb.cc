#include "cli/verb.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/memory_limit.h"
#include "cli/progress_bar.h"
#include "cli/together.h"
#include "espalier/document.h"

namespace espalier::cli {

ReadOptions Common::read_options() const {
  ReadOptions options;
  options.format = from;
  options.limits = limits;
  options.skip_invalid = skip_invalid;
  return options;
}

bool Common::writes_to_terminal() const { return output == "-" && isatty(STDOUT_FILENO) != 0; }

Verb::Verb(CLI::App& root, std::string name, std::string summary, const std::string& examples)
    : app_(root.add_subcommand(std::move(name), std::move(summary))), common_(std::make_shared<Common>()) {
  app_->footer("Examples:\n" + examples);
  app_->add_flag("-q,--quiet", common_->quiet, "No messages, only results and errors");
  app_->add_flag("-v,--verbose", common_->verbose, "More messages");
  app_->add_option("--progress", common_->progress, "Progress bar on stderr: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  app_->add_option(
          "--max-memory", common_->max_memory,
          "Most memory that may be taken, as 500M or 4G; beyond it the work ends (exit code 3; default: 90 % of "
          "the machine's)")
      ->option_text("SIZE");
}

Verb& Verb::takes_files(const std::string& what) {
  app_->add_option(what, common_->inputs, "Files to read; - or nothing: standard input (.gz .xz .zst are understood)")
      ->option_text("...");
  return takes_limits();
}

Verb& Verb::takes_limits() {
  Common& common = *common_;
  app_->add_option("--from", common.from, "Format of the input; guessed from the name and content if not given")
      ->option_text("FORMAT");
  app_->add_flag("--skip-invalid", common.skip_invalid, "Go on past bad sentences, and say how many and where");
  app_->add_option("--max-words", common.limits.words, "Longest sentence, in words")->capture_default_str();
  app_->add_option("--max-line", common.limits.line_bytes, "Longest line, in bytes")->capture_default_str();
  app_->add_option("--max-depth", common.limits.depth, "Deepest nesting of constituents")->capture_default_str();
  return *this;
}

Verb& Verb::gives_file(const std::string& formats) {
  app_->add_option("-o,--output", common_->output, "File to write, whole or not at all; - is standard output")
      ->option_text("FILE");
  if (!formats.empty())
    app_->add_option("--to", common_->to, "Format of the output: " + formats)->option_text("FORMAT");
  return *this;
}

Verb& Verb::uses_threads() {
  app_->add_option("-j,--threads", common_->threads, "Threads; 0: all cores. The output never depends on it")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  return *this;
}

Verb& Verb::uses_seed() {
  app_->add_option("--seed", common_->seed, "Seed of all that is random")->capture_default_str();
  return *this;
}

Verb& Verb::gives_json() {
  app_->add_flag("--json", common_->json, "Machine-readable result on stdout");
  return *this;
}

Verb& Verb::uses_ranks() {
  uses_ranks_ = true;
  const std::string above = app_->get_parent()->get_parent() == nullptr ? "" : app_->get_parent()->get_name() + " ";
  note_verb_for_ranks(above + app_->get_name());
  return *this;
}

void Verb::runs(std::function<int(const Common&)> body) {
  app_->callback([common = common_, uses_ranks = uses_ranks_, run = std::move(body)] {
    if (uses_ranks) {
      join_ranks();
    } else {
      refuse_ranks();
    }
    if (common->inputs.empty()) common->inputs.emplace_back("-");
    limit_memory(common->max_memory, common->threads);
    if (const int status = run(*common); status != 0) throw CLI::RuntimeError(status);
  });
}

Control Verb::control(const Common& common) { return control(common, progress_bar(common)); }

Control Verb::control(const Common& common, std::shared_ptr<ProgressBar> bar) {
  Control control;
  control.threads = threads_of_rank(common.threads);
  control.ranks = joined_ranks();
  control.stop = &interrupted();
  if (bar != nullptr) control.progress = [bar = std::move(bar)](const Progress& progress) { bar->show(progress); };
  return control;
}

std::shared_ptr<ProgressBar> progress_bar(const Common& common) {
  const bool wanted = common.progress == "always" || (common.progress == "auto" && isatty(STDERR_FILENO) != 0);
  return wanted && !common.quiet && is_speaker() ? std::make_shared<ProgressBar>() : nullptr;
}

bool wants_constituents(const std::string& format) { return shows_constituents(format); }

void say(const Common& common, const std::string& message) {
  if (!common.quiet && is_speaker()) fmt::print(stderr, "espalier: {}\n", message);
}

void say_skipped(const Common& common, const std::vector<Error>& skipped, std::string_view what, std::size_t beyond) {
  if (skipped.empty()) return;
  constexpr std::size_t kShown = 20;
  const std::size_t shown = common.verbose ? skipped.size() : std::min(kShown, skipped.size());
  const std::size_t all = skipped.size() + beyond;
  for (std::size_t i = 0; i < shown; ++i) say(common, skipped[i].what());
  if (all > shown) say(common, fmt::format("… and {} more", all - shown));
  say(common, fmt::format("{} invalid {}{} skipped", all, what, all == 1 ? "" : "s"));
}

void print(const std::string& text) {
  if (is_speaker()) write_file("-", text);
}

void deliver(const Common& common, const std::string& text) {
  if (is_speaker()) write_file(common.output, text);
}

}  // namespace espalier::cli
