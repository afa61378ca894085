#include "cli/suggest.h"

#include <fmt/format.h>

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
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(verb->get_name());
  return names;
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<const CLI::App*> chosen = [&] {
    std::vector<const CLI::App*> verbs;
    for (const CLI::App* verb : app.get_subcommands()) verbs.push_back(verb);
    return verbs;
  }();
  std::vector<std::string> extra = app.remaining(true);
  for (const CLI::App* verb : chosen) {
    if (extra.empty()) extra = verb->remaining(true);
  }
  if (chosen.empty()) {
    if (extra.empty()) return "no verb given; see 'espalier --help'";
    const std::string kind = extra[0].starts_with('-') ? "option" : "verb";
    const auto names = kind == "verb" ? verb_names(app) : option_names(app);
    return fmt::format("unknown {} '{}'{}; see 'espalier --help'", kind, extra[0], did_you_mean(extra[0], names));
  }
  const CLI::App& verb = *chosen.front();
  const std::string see = fmt::format("; see 'espalier help {}'", verb.get_name());
  if (!extra.empty() && error.get_name() == "ExtrasError") {
    const std::string word = extra[0].substr(0, extra[0].find('='));
    return fmt::format("{}: unknown option or too many arguments: '{}'{}{}", verb.get_name(), extra[0],
                       word.starts_with('-') ? did_you_mean(word, option_names(verb)) : "", see);
  }
  return fmt::format("{}: {}{}", verb.get_name(), error.what(), see);
}

}  // namespace espalier::cli
