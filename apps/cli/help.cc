// help, version, completion, and the man pages, which are made from the same definitions as --help.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/verb.h"
#include "espalier/version.h"

namespace espalier::cli {
namespace {

struct OptionName {
  std::string spelled;  // as typed, `--to`
  std::string help;
  bool takes_value = false;
};

std::vector<const CLI::App*> verbs_of(const CLI::App& root) {
  std::vector<const CLI::App*> verbs;
  for (const CLI::App* verb : root.get_subcommands([](const CLI::App*) { return true; })) {
    if (!verb->get_group().empty()) verbs.push_back(verb);
  }
  return verbs;
}

// Those of a verb and of all verbs of its own, each once.
std::vector<OptionName> options_of(const CLI::App& verb) {
  std::vector<OptionName> names;
  for (const CLI::App* own : verbs_of(verb)) {
    for (OptionName& option : options_of(*own)) {
      const bool is_there = std::any_of(names.begin(), names.end(),
                                        [&](const OptionName& each) { return each.spelled == option.spelled; });
      if (!is_there) names.push_back(std::move(option));
    }
  }
  if (!names.empty()) return names;
  for (const CLI::Option* option : verb.get_options()) {
    const bool takes_value = option->get_items_expected_max() > 0;
    for (const std::string& name : option->get_lnames())
      names.push_back({"--" + name, option->get_description(), takes_value});
    for (const std::string& name : option->get_snames())
      names.push_back({"-" + name, option->get_description(), takes_value});
  }
  return names;
}

std::string joined(const std::vector<OptionName>& options) {
  std::string words;
  for (const OptionName& option : options) words += (words.empty() ? "" : " ") + option.spelled;
  return words;
}

std::string joined(const std::vector<const CLI::App*>& verbs) {
  std::string words;
  for (const CLI::App* verb : verbs) words += (words.empty() ? "" : " ") + verb->get_name();
  return words;
}

constexpr std::array<const char*, 3> kShells = {"bash", "zsh", "fish"};

struct Word {
  std::string text;
  std::string help;
};

// What may stand behind a verb, if that is neither an option nor a file: verbs of its own, for `help` all verbs.
std::vector<Word> words_behind(const CLI::App& root, const CLI::App& verb) {
  std::vector<Word> words;
  if (verb.get_name() == "completion") {
    words.reserve(kShells.size());
    for (const char* shell : kShells) words.push_back({shell, "a shell"});
    return words;
  }
  const std::vector<const CLI::App*> verbs = verbs_of(verb.get_name() == "help" ? root : verb);
  words.reserve(verbs.size());
  for (const CLI::App* one : verbs) words.push_back({one->get_name(), one->get_description()});
  return words;
}

std::string joined(const std::vector<Word>& words) {
  std::string all;
  for (const Word& word : words) all += (all.empty() ? "" : " ") + word.text;
  return all;
}

// In single quotes for a shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string bash_completion(const CLI::App& root) {
  std::string cases;
  std::string pairs;  // of a verb and one of its own
  for (const CLI::App* verb : verbs_of(root)) {
    const std::string name = verb->get_name();
    cases += fmt::format("    {}) words={}", name, quoted(joined(options_of(*verb))));
    const std::vector<Word> behind = words_behind(root, *verb);
    cases += (behind.empty() ? "" : " verbs=" + quoted(joined(behind))) + " ;;\n";
    for (const CLI::App* own : verbs_of(*verb)) {
      pairs +=
          fmt::format("    {}) words={} ;;\n", quoted(name + " " + own->get_name()), quoted(joined(options_of(*own))));
    }
  }
  return fmt::format(R"(# bash completion for espalier: source it, or put it into /etc/bash_completion.d
_espalier() {{
  local words='' verbs='' current=${{COMP_WORDS[COMP_CWORD]}}
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W {} -- "$current")
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  case "${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}}" in
{}  esac
  if [ "$COMP_CWORD" -ne 2 ]; then verbs=''; fi
  case $current in
    -*) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    *) if [ -n "$verbs" ]; then
      mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$current")
    else
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi ;;
  esac
}}
complete -o filenames -F _espalier espalier
)",
                     quoted(joined(verbs_of(root)) + " --help --version"), cases, pairs);
}

// zsh's own _arguments would need escapes of its own for each description; descriptions by _describe do not.
std::string zsh_completion(const CLI::App& root) {
  const auto item = [](const std::string& name, const std::string& help) {
    std::string escaped;
    for (const char c : name) escaped += c == ':' ? std::string("\\:") : std::string(1, c);
    return quoted(escaped + ":" + help);
  };
  const auto options = [&](const CLI::App& verb) {
    std::string items;
    for (const OptionName& option : options_of(verb)) items += "        " + item(option.spelled, option.help) + "\n";
    return "      items=(\n" + items + "      )";
  };
  std::string verbs;
  std::string cases;
  std::string pairs;  // of a verb and one of its own
  for (const CLI::App* verb : verbs_of(root)) {
    verbs += "    " + item(verb->get_name(), verb->get_description()) + "\n";
    std::string behind;
    for (const Word& word : words_behind(root, *verb))
      behind += fmt::format("        {}\n", item(word.text, word.help));
    if (!behind.empty()) behind = fmt::format("\n      behind=(\n{}      )", behind);
    cases += fmt::format("    {})\n{}{} ;;\n", verb->get_name(), options(*verb), behind);
    for (const CLI::App* own : verbs_of(*verb)) {
      pairs += fmt::format("    {})\n{} ;;\n", quoted(verb->get_name() + " " + own->get_name()), options(*own));
    }
  }
  return fmt::format(R"(#compdef espalier
# zsh completion for espalier: put it as _espalier into a folder of $fpath
_espalier() {{
  local -a items behind
  if (( CURRENT == 2 )); then
    items=(
{}    )
    _describe verb items
    return
  fi
  case $words[2] in
{}  esac
  case "$words[2] $words[3]" in
{}  esac
  if [[ $words[CURRENT] == -* ]]; then
    _describe option items
  elif (( CURRENT == 3 && $#behind > 0 )); then
    _describe verb behind
  else
    _files
  fi
}}
_espalier "$@"
)",
                     verbs, cases, pairs);
}

// `when`: what must hold, for -n.
std::string fish_options(const CLI::App& verb, const std::string& when) {
  std::string out;
  for (const OptionName& option : options_of(verb)) {
    const bool is_long = option.spelled.starts_with("--");
    out += fmt::format("complete -c espalier -n '{}' {} {} -d {}{}\n", when, is_long ? "-l" : "-s",
                       option.spelled.substr(is_long ? 2 : 1), quoted(option.help), option.takes_value ? " -r" : "");
  }
  return out;
}

std::string fish_completion(const CLI::App& root) {
  std::string out = "# fish completion for espalier: put it into ~/.config/fish/completions\n";
  for (const CLI::App* verb : verbs_of(root)) {
    out += fmt::format("complete -c espalier -n __fish_use_subcommand -f -a {} -d {}\n", verb->get_name(),
                       quoted(verb->get_description()));
    const std::string seen = "__fish_seen_subcommand_from " + verb->get_name();
    const std::vector<Word> behind = words_behind(root, *verb);
    for (const Word& word : behind) {
      // Two words are there, those of the program and of the verb.
      out += fmt::format("complete -c espalier -n '{}; and test (count (commandline -opc)) -eq 2' -f -a {} -d {}\n",
                         seen, word.text, quoted(word.help));
    }
    const std::vector<const CLI::App*> own = verbs_of(*verb);
    for (const CLI::App* one : own)
      out += fish_options(*one, seen + "; and __fish_seen_subcommand_from " + one->get_name());
    if (own.empty()) out += fish_options(*verb, seen);
  }
  return out;
}

// For roff: a leading dot or quote is a request, a backslash an escape, a hyphen would be typeset.
std::string roff(const std::string& text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    line_start = c == '\n';
  }
  return out;
}

std::string man_options(const CLI::App& verb) {
  std::string out;
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name(false, true);
    const std::string value = option->get_option_text().empty() ? option->get_type_name() : option->get_option_text();
    const bool flag = option->get_items_expected_max() == 0;
    out += fmt::format(".TP\n.B {}{}\n{}\n", roff(name), flag || value.empty() ? "" : " \\fI" + roff(value) + "\\fR",
                       roff(option->get_description()));
  }
  return out;
}

std::string man_page(const CLI::App& root, const CLI::App* verb) {
  const CLI::App& app = verb == nullptr ? root : *verb;
  const std::string name = verb == nullptr ? "espalier" : "espalier-" + verb->get_name();
  std::string upper = name;
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  std::string out = fmt::format(".TH {} 1 \"\" \"Espalier {}\" \"User commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
                                roff(upper), version(), roff(name), roff(app.get_description()));
  out += fmt::format(".B espalier {}\n[options] [\\fIFILE\\fR...]\n", verb == nullptr ? "VERB" : verb->get_name());
  if (verb == nullptr) {
    out += ".SH VERBS\n";
    for (const CLI::App* one : verbs_of(root)) {
      out += fmt::format(".TP\n.BR espalier\\-{} (1)\n{}\n", roff(one->get_name()), roff(one->get_description()));
    }
  } else if (const auto own = verbs_of(app); !own.empty()) {
    for (const CLI::App* one : own) {
      out += fmt::format(".SH {} {}\n{}\n{}", roff(verb->get_name()), roff(one->get_name()),
                         roff(one->get_description()), man_options(*one));
    }
  } else {
    out += ".SH OPTIONS\n" + man_options(app);
  }
  const std::string footer = app.get_footer();
  const std::string mark = "Examples:\n";
  if (const std::size_t at = footer.find(mark); at != std::string::npos) {
    out += ".SH EXAMPLES\n.nf\n" + roff(footer.substr(at + mark.size())) + "\n.fi\n";
  }
  out +=
      ".SH EXIT STATUS\n0: fine. 1: what was asked was found wanting. 2: bad usage or bad input. 3: system failure.\n"
      "130: interrupted.\n.SH SEE ALSO\n.BR espalier (1)\n";
  return out;
}

const CLI::App& verb_named(const CLI::App& above, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* one : verbs_of(above)) {
    if (one->get_name() == name) return *one;
    names.push_back(one->get_name());
  }
  throw Error(ErrorKind::kUsage,
              fmt::format("unknown verb '{}'{}; see 'espalier --help'", name, did_you_mean(name, names)));
}

void register_show_help(CLI::App& root) {
  CLI::App* help = root.add_subcommand("help", "Tells how to use a verb");
  auto verb = std::make_shared<std::vector<std::string>>();
  auto man = std::make_shared<bool>(false);
  help->add_option("VERB", *verb, "The verb, and one of its own if it has any; none: the list of verbs");
  help->add_flag("--man", *man, "As a man page, in roff");
  help->footer("Examples:\n  espalier help eval\n  espalier help --man eval | man -l -");
  help->callback([&root, verb, man] {
    const CLI::App* found = &root;
    std::string above = "espalier";
    for (const std::string& name : *verb) {
      if (found != &root) above += " " + found->get_name();
      found = &verb_named(*found, name);
    }
    // Verbs of a verb are on its page.
    if (*man) return print(man_page(root, verb->empty() ? nullptr : &verb_named(root, verb->front())));
    print(found == &root ? root.help() : found->help(above));
  });
}

}  // namespace

void register_help(CLI::App& root) {
  register_show_help(root);
  CLI::App* shows_version = root.add_subcommand("version", "Prints the version");
  shows_version->footer("Examples:\n  espalier version");  // else it would inherit those of the root
  shows_version->callback([] { print(fmt::format("espalier {}\n", version())); });
  CLI::App* completion = root.add_subcommand("completion", "Prints a completion script for a shell");
  auto shell = std::make_shared<std::string>();
  completion->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>(kShells.begin(), kShells.end())));
  completion->footer(
      "Examples:\n  source <(espalier completion bash)\n  espalier completion fish > "
      "~/.config/fish/completions/espalier.fish");
  completion->callback([&root, shell] {
    print(*shell == "bash" ? bash_completion(root) : *shell == "zsh" ? zsh_completion(root) : fish_completion(root));
  });
}

}  // namespace espalier::cli
