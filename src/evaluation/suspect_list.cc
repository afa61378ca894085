#include "evaluation/suspect_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/byte_source.h"
#include "evaluation/sentence_names.h"

namespace espalier::evaluation {
namespace {

constexpr std::size_t kRead = 6;  // rank, score, file, line, sent_id, id
using Fields = std::array<std::string_view, kRead>;

/// The first fields of a line; those that it does not have are empty.
Fields fields_of(std::string_view line) {
  Fields out;
  for (std::string_view& field : out) {
    const std::size_t end = std::min(line.find('\t'), line.size());
    field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return out;
}

bool read_number(std::string_view text, std::size_t& value) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc() && end == text.data() + text.size() && value > 0;
}

/// The sentence that a line of the file lies in; SentenceNames::kNone before the first.
std::size_t sentence_at(const Document& gold, std::size_t line) {
  std::size_t low = 0;
  std::size_t high = gold.sentences();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (gold.sentence_line(middle) <= line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? SentenceNames::kNone : low - 1;
}

}  // namespace

std::vector<ListedSuspect> read_suspects(std::string_view text, const std::string& name) {
  std::vector<ListedSuspect> out;
  std::size_t row = 0;
  const auto fail = [&] {
    throw Error(ErrorKind::kInput, {name, row, 0}, "this is no table as 'curate errors' writes it");
  };
  do {
    ++row;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const Fields fields = fields_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (row == 1) {
      if (fields[2] != "file" || fields[3] != "line" || fields[4] != "sent_id" || fields[5] != "id") fail();
      continue;
    }
    ListedSuspect& suspect = out.emplace_back();
    suspect.file = fields[2];
    suspect.sentence = fields[4];
    suspect.row = row;
    if (!read_number(fields[3], suspect.line) || !read_number(fields[5], suspect.word)) fail();
  } while (!text.empty());
  return out;
}

std::vector<ListedSuspect> load_suspects(const std::string& path) {
  return read_suspects(base::read_all(*base::open_source(path)), path);
}

MarkedSuspects mark_suspects(const std::vector<ListedSuspect>& list, const std::string& name, const Document& gold) {
  MarkedSuspects out;
  out.words.assign(gold.words(), 0);
  const SentenceNames names(gold);
  for (const ListedSuspect& suspect : list) {
    const std::size_t s = suspect.file == gold.file() ? sentence_at(gold, suspect.line)
                          : suspect.sentence.empty()  ? SentenceNames::kNone
                                                      : names.find(suspect.sentence);
    if (s >= gold.sentences()) continue;
    const std::size_t n = gold.sentence_end(s) - gold.sentence_begin(s);
    if (suspect.word > n) {
      throw Error(
          ErrorKind::kInput, {name, suspect.row, 0},
          fmt::format("sentence '{}' of the gold standard has {} words, not {}", gold.sentence_id(s), n, suspect.word));
    }
    std::uint8_t& mark = out.words[gold.sentence_begin(s) + suspect.word - 1];
    out.found += mark == 0 ? 1 : 0;
    mark = 1;
  }
  return out;
}

}  // namespace espalier::evaluation
