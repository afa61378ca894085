#include "parsing/span_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/byte_source.h"
#include "espalier/error.h"
#include "parsing/clause_brackets.h"
#include "parsing/span_schema.h"

namespace espalier::parsing {
namespace {

constexpr std::size_t kFirstColumn = 2;
constexpr std::size_t kMostFields = 64;
constexpr std::string_view kUsualHeader = "ID\tFORM\tPOSTAG\tCHUNK\tCSTART\tCEND\tCLAUSE";
constexpr std::array<std::string_view, kSpanColumns> kSpanFields = {"CHUNK", "CSTART", "CEND", "CLAUSE"};
using Fields = std::vector<std::string_view>;

Fields split_at_tabs(std::string_view line) {
  Fields fields;
  for (;;) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    fields.push_back(line.substr(0, tab));
    if (tab == line.size()) return fields;
    line.remove_prefix(tab + 1);
  }
}

/// The lines of a text, counted, without their ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    ++number_;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return true;
  }
  std::size_t number() const noexcept { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

class ColumnsReader {
 public:
  ColumnsReader(const std::string& path, std::string_view text) : path_(path), lines_(text) {
    const bool is_named = text.starts_with("ID\t");
    std::string_view header = kUsualHeader;
    if (is_named) lines_.next(header);
    take_header(split_at_tabs(header));
  }

  /// The next sentence of the file: forms and columns; false at the end.
  bool next() {
    rows_.clear();
    for (std::string_view line; lines_.next(line);) {
      if (line.empty() && rows_.empty()) continue;
      if (line.empty()) return true;
      if (rows_.empty()) first_line_ = lines_.number();
      rows_.push_back(split(line));
    }
    return !rows_.empty();
  }

  bool fits(const Sentence& sentence) const { return mismatch(sentence).empty(); }
  [[noreturn]] void fail_mismatch(const Sentence& sentence) const {
    std::size_t row = 0;
    const std::string reason = mismatch(sentence, &row);
    fail(first_line_ + row, reason);
  }
  [[noreturn]] void fail_at_end(std::size_t sentences, std::size_t all) const {
    fail(lines_.number(), fmt::format("it ends after {} sentences; the treebank has {}", sentences, all));
  }
  [[noreturn]] void fail_beyond(std::size_t all) const {
    fail(first_line_, fmt::format("it goes on after {} sentences, which are all that the treebank has", all));
  }

  features::ExtraColumns columns() const {
    features::ExtraColumns columns;
    columns.names = names_;
    clear_columns(columns, static_cast<std::int32_t>(rows_.size()));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t field = kFirstColumn; field < rows_[i].size(); ++field) {
        if (places_[field] == kUnread || rows_[i][field] == "_") continue;
        columns.values[places_[field]][i + 1] = rows_[i][field];
      }
    }
    check_brackets(columns.values[index_of(SpanColumn::kClause)]);
    return columns;
  }

 private:
  static constexpr std::size_t kUnread = std::numeric_limits<std::size_t>::max();

  void take_header(const Fields& header) {
    if (header.size() <= kFirstColumn || header[1] != "FORM" || header.size() > kMostFields) {
      fail(1, "the names of fields are ID, FORM and at least one column");
    }
    header_ = fmt::format("{}", fmt::join(header, " "));
    names_ = column_names();
    places_.assign(header.size(), kUnread);
    for (std::size_t i = kFirstColumn; i < header.size(); ++i) {
      if (std::count(header.begin(), header.end(), header[i]) > 1) {
        fail(1, fmt::format("the column '{}' is there twice", header[i]));
      }
      const auto span = std::find(kSpanFields.begin(), kSpanFields.end(), header[i]);
      if (header[i] == "POSTAG") continue;
      places_[i] = names_.size();
      if (span != kSpanFields.end()) {
        places_[i] = static_cast<std::size_t>(span - kSpanFields.begin());
      } else if (is_column_name(header[i])) {
        names_.emplace_back(header[i]);
      } else {
        fail(1, fmt::format("'{}' is no name of a column; letters, digits and - are", header[i]));
      }
    }
  }

  void check_brackets(std::span<const std::string> values) const {
    std::vector<Brackets> brackets(values.size());
    for (std::size_t node = 1; node < values.size(); ++node) {
      if (values[node].empty()) continue;
      const auto parsed = parse_brackets(values[node]);
      if (!parsed) {
        fail(first_line_ + node - 1, fmt::format("'{}' is no bracket of clauses, such as (S*, * or *S)", values[node]));
      }
      brackets[node] = *parsed;
    }
    if (!clause_spans(brackets)) fail(first_line_, "the brackets of the sentence's clauses are not balanced");
  }

  [[noreturn]] void fail(std::size_t line, const std::string& reason) const {
    throw Error(ErrorKind::kInput, Place{path_, line, 0}, reason);
  }

  Fields split(std::string_view line) const {
    Fields fields = split_at_tabs(line);
    if (fields.size() != places_.size()) {
      fail(lines_.number(), fmt::format("{} fields where {} are due: {}", fields.size(), places_.size(), header_));
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].empty()) fail(lines_.number(), "a field is empty; _ stands for no value");
      // Values go into MISC; words may be anything.
      if (i >= kFirstColumn && fields[i].find_first_of(" |") != std::string_view::npos) {
        fail(lines_.number(), fmt::format("'{}' has a space or | in it", fields[i]));
      }
    }
    std::size_t id = 0;
    const auto [end, error] = std::from_chars(fields[0].data(), fields[0].data() + fields[0].size(), id);
    if (error != std::errc() || end != fields[0].data() + fields[0].size() || id != rows_.size() + 1) {
      fail(lines_.number(), fmt::format("the ID is '{}' where {} is due", fields[0], rows_.size() + 1));
    }
    return fields;
  }

  /// What is not as in the sentence, and in which row; empty: nothing.
  std::string mismatch(const Sentence& sentence, std::size_t* row = nullptr) const {
    const auto words = static_cast<std::size_t>(sentence.size());
    for (std::size_t i = 0; i < std::min(rows_.size(), words); ++i) {
      const std::string_view form = sentence.form(static_cast<std::int32_t>(i + 1));
      if (rows_[i][1] == form) continue;
      if (row != nullptr) *row = i;
      return fmt::format("the word is '{}' here and '{}' in the treebank", rows_[i][1], form);
    }
    if (rows_.size() == words) return {};
    if (row != nullptr) *row = std::min(rows_.size() - 1, words);
    return fmt::format("the sentence has {} words here and {} in the treebank", rows_.size(), words);
  }

  std::string path_;
  Lines lines_;
  std::string header_;
  std::vector<std::string> names_;
  std::vector<std::size_t> places_;  // by field: the number of its column
  std::vector<Fields> rows_;
  std::size_t first_line_ = 0;
};

}  // namespace

std::vector<features::ExtraColumns> read_columns(const std::string& path, std::span<const Sentence> sentences,
                                                 const ReadOptions& options, const Control& control) {
  base::SourceOptions source_options;
  source_options.stop = control.stop;
  const std::string text = base::read_all(*base::open_source(path, source_options));
  ColumnsReader reader(path, text);
  std::vector<features::ExtraColumns> columns;
  columns.reserve(sentences.size());
  while (columns.size() < sentences.size()) {
    if (!reader.next()) reader.fail_at_end(columns.size(), sentences.size());
    const Sentence& sentence = sentences[columns.size()];
    if (reader.fits(sentence))
      columns.push_back(reader.columns());
    else if (!options.skip_invalid)
      reader.fail_mismatch(sentence);
  }
  if (!options.skip_invalid && reader.next()) reader.fail_beyond(sentences.size());
  return columns;
}

}  // namespace espalier::parsing
