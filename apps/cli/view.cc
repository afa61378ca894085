// espalier view: sentences drawn in the terminal, or as SVG, HTML, LaTeX or triples.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "cli/verb.h"

namespace espalier::cli {
namespace {

constexpr std::array<const char*, 5> kFormats = {"tree", "svg", "html", "latex", "triples"};

struct ViewOptions {
  std::vector<std::string> sentences;
  std::size_t first = 0;  // 0: all
  bool constituents = false;
  bool vertical = false;
  int width = -1;  // -1: that of the terminal
  std::string colour = "auto";
};

int terminal_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool wants_colour(const ViewOptions& view, const Common& common) {
  if (view.colour != "auto") return view.colour == "always";
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return common.writes_to_terminal() && (no_colour == nullptr || *no_colour == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

/// As asked for, as the name of the output says, or for the terminal.
std::string format_of(const Common& common) {
  if (!common.to.empty()) return common.to;
  const std::string format = format_of_path(common.output, "tree");
  return std::find(kFormats.begin(), kFormats.end(), format) != kFormats.end() ? format : "tree";
}

WriteOptions write_options(const ViewOptions& view, const Common& common) {
  WriteOptions options;
  options.format = format_of(common);
  options.constituents = view.constituents;
  options.multi_line = view.vertical;
  options.colour = wants_colour(view, common);
  options.width = view.width;
  if (view.width < 0) options.width = common.writes_to_terminal() ? terminal_width() : 0;
  return options;
}

/// Which sentences to draw: those named, by number or by sent_id, or the first few, or all.
class Choice {
 public:
  explicit Choice(const ViewOptions& view) : first_(view.first) {
    for (const std::string& name : view.sentences) wanted_.push_back({name, number_in(name), false});
  }

  /// `number` counts from 1 over all files.
  bool takes(const Sentence& sentence, std::size_t number) {
    if (is_done()) return false;
    bool takes_it = wanted_.empty();
    for (Wanted& wanted : wanted_) {
      const bool is_it = wanted.number > 0 ? wanted.number == number : sentence.comment("sent_id") == wanted.name;
      wanted.is_found = wanted.is_found || is_it;
      takes_it = takes_it || is_it;
    }
    taken_ += takes_it ? 1 : 0;
    return takes_it;
  }

  bool is_done() const {
    if (first_ > 0 && taken_ >= first_) return true;
    return !wanted_.empty() && std::all_of(wanted_.begin(), wanted_.end(), [](const Wanted& w) { return w.is_found; });
  }

  void demand_all() const {
    for (const Wanted& wanted : wanted_) {
      if (!wanted.is_found && first_ == 0) {
        throw Error(ErrorKind::kUsage, "there is no sentence '" + wanted.name + "' in the input");
      }
    }
  }

 private:
  struct Wanted {
    std::string name;
    std::size_t number = 0;
    bool is_found = false;
  };

  static std::size_t number_in(const std::string& name) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    return error == std::errc() && end == name.data() + name.size() ? number : 0;
  }

  std::size_t first_;
  std::size_t taken_ = 0;
  std::vector<Wanted> wanted_;
};

int run(const ViewOptions& view, const Common& common) {
  const Control control = Verb::control(common);
  TreebankWriter writer(common.output, write_options(view, common), control);
  Choice choice(view);
  std::vector<Error> skipped;
  std::size_t number = 0;
  for (const std::string& input : common.inputs) {
    if (choice.is_done()) break;
    TreebankReader reader(input, common.read_options(), control);
    for (Sentence sentence; !choice.is_done() && reader.next(sentence);) {
      if (choice.takes(sentence, ++number)) writer.write(sentence);
    }
    skipped.insert(skipped.end(), reader.skipped().begin(), reader.skipped().end());
  }
  say_skipped(common, skipped);
  choice.demand_all();
  writer.close();
  return 0;
}

}  // namespace

void register_view(CLI::App& root) {
  Verb verb(root, "view", "Draws trees in the terminal, or as SVG, HTML, LaTeX or triples",
            "  espalier view samples/en.conllu\n"
            "  espalier view --sentence 3 -o tree.svg samples/cs.conllu\n"
            "  espalier view --constituents --first 5 samples/en.mrg\n");
  verb.takes_files().gives_file("tree (default), svg, html, latex or triples");
  verb.app().get_option("--to")->check(CLI::IsMember(std::vector<std::string>(kFormats.begin(), kFormats.end())));
  const auto view = std::make_shared<ViewOptions>();
  CLI::App& app = verb.app();
  app.add_option("--sentence", view->sentences,
                 "Only this sentence: its number in the input, or its sent_id; repeatable")
      ->option_text("N|ID")
      ->allow_extra_args(false);
  app.add_option("--first", view->first, "No more than N sentences")->option_text("N")->check(CLI::PositiveNumber);
  app.add_flag("--constituents", view->constituents, "The constituents, where a sentence has both");
  app.add_flag("--vertical", view->vertical, "In the terminal: one word or constituent a line");
  app.add_option("--width", view->width, "Columns to draw in; 0: no limit (default: those of the terminal)")
      ->option_text("N")
      ->check(CLI::Range(0, 1'000'000));
  app.add_option("--colour,--color", view->colour, "Colours in the terminal: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  verb.runs([view](const Common& common) { return run(*view, common); });
}

}  // namespace espalier::cli
