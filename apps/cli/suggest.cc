#include "cli/suggest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "espalier/error.h"

namespace espalier::cli {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> extra = app.remaining(true);
  if (app.get_subcommands().empty()) {
    if (extra.empty()) return "no verb given; see 'espalier --help'";
    const bool is_option = extra[0].starts_with('-');
    const auto names = is_option ? option_names(app) : verb_names(app);
    return fmt::format("unknown {} '{}'{}; see 'espalier --help'", is_option ? "option" : "verb", extra[0],
                       did_you_mean(extra[0], names));
  }
  // Verbs may have verbs of their own, `curate errors`.
  const CLI::App* last = app.get_subcommands().front();
  std::string name = last->get_name();
  while (!last->get_subcommands().empty()) {
    last = last->get_subcommands().front();
    name += " " + last->get_name();
  }
  const CLI::App& verb = *last;
  const std::string see = fmt::format("; see 'espalier help {}'", name);
  if (const std::vector<std::string> own = verb_names(verb); !own.empty()) {
    const std::vector<std::string> words = verb.remaining(true);
    if (words.empty()) return fmt::format("{}: what shall be done? One of: {}{}", name, fmt::join(own, ", "), see);
    return fmt::format("{}: unknown '{}'{}{}", name, words[0], did_you_mean(words[0], own), see);
  }
  // Not by its name: for a verb's extras CLI11 2.1 puts the verb's there.
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
    // A verb's own extras are told in the message only: `…: FIRST SECOND …`.
    const std::string what = error.what();
    const std::string words = what.substr(what.rfind(": ") + 2);
    const std::string word = words.substr(0, words.find_first_of(" ="));
    if (word.starts_with('-')) {
      return fmt::format("{}: unknown option '{}'{}{}", name, word, did_you_mean(word, option_names(verb)), see);
    }
    return fmt::format("{}: too many arguments: {}{}", name, words, see);
  }
  return fmt::format("{}: {}{}", name, error.what(), see);
}

}  // namespace espalier::cli
