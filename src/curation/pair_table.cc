// Pairs as a table: the first line names the columns, every other line is a pair.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "curation/pair_files.h"
#include "report/escape.h"

namespace espalier::curation {
namespace {

enum Field : std::size_t { kId, kText, kHypothesis, kAnswer, kGroup, kFields };

struct ColumnName {
  std::string_view name;
  Field field;
};
constexpr std::array<ColumnName, 7> kColumnNames = {{{"id", kId},
                                                     {"text", kText},
                                                     {"hypothesis", kHypothesis},
                                                     {"answer", kAnswer},
                                                     {"entailment", kAnswer},
                                                     {"phenomenon", kGroup},
                                                     {"task", kGroup}}};

std::vector<std::string_view> cut(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

Field field_named(std::string_view name, const PairList& pairs) {
  for (const ColumnName& each : kColumnNames) {
    if (each.name == name) return each.field;
  }
  std::vector<std::string> known;
  known.reserve(kColumnNames.size());
  for (const ColumnName& each : kColumnNames) known.emplace_back(each.name);
  pairs.fail(1, fmt::format("there is no column '{}' of pairs{}; they are id, text, hypothesis, answer, phenomenon",
                            report::printable(name), did_you_mean(name, known)));
}

std::vector<Field> read_header(std::string_view line, const PairList& pairs) {
  std::vector<Field> fields;
  for (const std::string_view name : cut(line)) {
    fields.push_back(field_named(name, pairs));
    if (std::count(fields.begin(), fields.end(), fields.back()) > 1) {
      pairs.fail(1, fmt::format("column '{}' is there twice", name));
    }
  }
  for (const Field needed : {kId, kText, kHypothesis}) {
    if (std::find(fields.begin(), fields.end(), needed) == fields.end()) {
      pairs.fail(1, fmt::format("there is no column '{}'", kColumnNames[needed].name));
    }
  }
  return fields;
}

void read_row(std::string_view line, std::size_t number, const std::vector<Field>& fields, PairList& pairs) {
  const std::vector<std::string_view> values = cut(line);
  if (values.size() != fields.size()) {
    pairs.fail(number,
               fmt::format("{} column{} instead of {}", values.size(), values.size() == 1 ? "" : "s", fields.size()));
  }
  std::array<std::string_view, kFields> row;
  for (std::size_t i = 0; i < fields.size(); ++i) row[fields[i]] = values[i];
  EntailmentPair pair;
  pair.id = row[kId];
  pair.text = row[kText];
  pair.hypothesis = row[kHypothesis];
  pair.group = row[kGroup];
  if (!row[kAnswer].empty()) pair.gold = pairs.answer(row[kAnswer], number);
  pairs.add(std::move(pair), number);
}

}  // namespace

void read_pair_table(std::string_view tsv, PairList& pairs) {
  std::vector<Field> fields;
  for (std::size_t number = 1; !tsv.empty(); ++number) {
    const std::size_t end = tsv.find('\n');
    std::string_view line = tsv.substr(0, end);
    tsv.remove_prefix(end == std::string_view::npos ? tsv.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number == 1) {
      fields = read_header(line, pairs);
    } else if (!line.empty()) {
      read_row(line, number, fields, pairs);
    }
  }
  if (fields.empty()) pairs.fail(1, "there is no header: id, text, hypothesis and perhaps answer, phenomenon");
}

}  // namespace espalier::curation
