#include "curation/pair_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/byte_source.h"
#include "base/unicode.h"
#include "report/escape.h"

namespace espalier {
namespace curation {
namespace {

struct Answer {
  std::string_view word;
  bool entailed;
};
constexpr std::array<Answer, 10> kAnswers = {{{"yes", true},
                                              {"true", true},
                                              {"1", true},
                                              {"entailment", true},
                                              {"no", false},
                                              {"false", false},
                                              {"0", false},
                                              {"not_entailment", false},
                                              {"unknown", false},
                                              {"contradiction", false}}};

std::string squeezed(std::string_view text) {
  std::string out;
  bool gap = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (base::is_space(base::decode(text, at))) {
      gap = !out.empty();
      continue;
    }
    if (gap) out += ' ';
    gap = false;
    out += text.substr(begin, at - begin);
  }
  return out;
}

std::size_t line_at(std::string_view bytes, std::size_t at) {
  const std::string_view before = bytes.substr(0, at);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

bool looks_like_xml(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes[first] == '<';
}

}  // namespace

void PairList::fail(std::size_t line, const std::string& reason) const {
  throw Error(ErrorKind::kInput, Place{name_, line, 0}, reason);
}

bool PairList::answer(std::string_view word, std::size_t line) const {
  const std::string lower = base::to_lower(word);
  const auto* found = std::find_if(kAnswers.begin(), kAnswers.end(), [&](const Answer& a) { return a.word == lower; });
  if (found == kAnswers.end()) {
    fail(line, fmt::format("'{}' is no answer; it is YES or NO (TRUE or FALSE)", report::printable(word)));
  }
  return found->entailed;
}

void PairList::check_text(const std::string& text, const char* what, std::size_t line) const {
  if (text.empty()) fail(line, fmt::format("the {} is empty", what));
  if (text.size() > limits_.line_bytes) {
    fail(line, fmt::format("{} longer than {} bytes (--max-line)", what, limits_.line_bytes));
  }
}

void PairList::add(EntailmentPair pair, std::size_t line) {
  if (pair.id.empty()) fail(line, "the pair has no id");
  // What comes out again must neither move a cursor nor break a table.
  pair.id = report::printable(pair.id);
  pair.group = report::printable(pair.group);
  pair.text = report::printable(squeezed(pair.text));
  pair.hypothesis = report::printable(squeezed(pair.hypothesis));
  check_text(pair.text, "text", line);
  check_text(pair.hypothesis, "hypothesis", line);
  const auto [found, is_new] = lines_.emplace(pair.id, line);
  if (!is_new) {
    fail(line, fmt::format("id '{}' is that of the pair of line {}", pair.id, found->second));
  }
  pair.place = {name_, line, 0};
  pairs_.push_back(std::move(pair));
}

}  // namespace curation

std::vector<EntailmentPair> parse_pairs(std::string_view bytes, const std::string& name, const PairOptions& options) {
  if (bytes.starts_with(base::kByteOrderMark)) bytes.remove_prefix(base::kByteOrderMark.size());
  curation::PairList pairs(name, options.limits);
  if (const std::size_t bad = base::find_invalid_utf8(bytes); bad != base::kValid) {
    pairs.fail(curation::line_at(bytes, bad), "this is not UTF-8");
  }
  if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos) {
    pairs.fail(curation::line_at(bytes, nul), "a NUL byte");
  }
  std::string format = options.format;
  if (format.empty()) format = curation::looks_like_xml(bytes) ? "rte" : "tsv";
  if (format == "rte") {
    curation::read_rte(bytes, pairs);
  } else if (format == "tsv") {
    curation::read_pair_table(bytes, pairs);
  } else {
    throw Error(ErrorKind::kUsage, fmt::format("pairs are read from 'rte' and 'tsv', not from '{}'{}", format,
                                               did_you_mean(format, {"rte", "tsv"})));
  }
  return pairs.take();
}

std::vector<EntailmentPair> read_pairs(const std::string& path, const PairOptions& options, const Control& control) {
  base::SourceOptions source;
  source.stop = control.stop;
  return parse_pairs(base::read_all(*base::open_source(path, source)), path == "-" ? "<stdin>" : path, options);
}

}  // namespace espalier
