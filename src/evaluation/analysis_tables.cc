// Tables are cut where nobody reads on; the whole is in the JSON.
#include "evaluation/analysis_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "evaluation/tables.h"

namespace espalier::evaluation {
namespace {

using report::Align;
using report::Cell;
using report::Table;

constexpr std::size_t kPairsShown = 20;
constexpr std::size_t kFormsShown = 20;
constexpr std::size_t kRowsShown = 15;

Cell share(double part, double whole) { return Cell::real(whole > 0 ? 100 * part / whole : 0); }
Cell share(std::uint64_t part, std::uint64_t whole) {
  return share(static_cast<double>(part), static_cast<double>(whole));
}

Table titled(std::string title, std::initializer_list<const char*> texts, std::initializer_list<const char*> numbers) {
  Table table;
  table.title = std::move(title);
  for (const char* header : texts) table.columns.push_back({header, Align::kLeft, 2});
  add_columns(table, numbers);
  return table;
}

Table summary_table(const ErrorAnalysis& errors, const std::string& system) {
  Table table = titled(fmt::format("Errors: {}", system), {"what is wrong"}, {"words", "% of words", "% of errors"});
  const auto add = [&](const char* name, std::uint64_t count) -> report::TableRow& {
    return table.add({name, count_cell(count), share(count, errors.words), share(count, errors.errors())});
  };
  add("head", errors.wrong_heads);
  add("label alone", errors.wrong_labels);
  if (errors.unaligned > 0) add("not a word of the output", errors.unaligned);
  add("all", errors.errors()).rule_before = true;
  return table;
}

Table division_table(const ErrorAnalysis& errors, const ErrorDivision& division, const std::string& system) {
  const bool has_words = division.name == "attachment";  // the others are kinds of errors alone
  const std::string title = division.name == "attachment" ? "Wrong heads by what the word is"
                            : division.name == "side"     ? "Wrong heads by side and distance"
                                                          : "Wrong heads by what they are to the word in the gold tree";
  Table table = titled(fmt::format("{}: {}", title, system), {division.name.c_str()}, {});
  if (has_words) add_columns(table, {"words", "% of them wrong"});
  add_columns(table, {"wrong heads", "% of wrong heads"});
  table.columns.push_back({"for example", Align::kLeft, 2});
  for (const ErrorKindRow& row : division.rows) {
    std::vector<Cell> cells = {row.kind};
    if (has_words) cells.insert(cells.end(), {count_cell(row.words), share(row.wrong_heads, row.words)});
    cells.insert(cells.end(), {count_cell(row.wrong_heads), share(row.wrong_heads, errors.wrong_heads),
                               fmt::format("{}", fmt::join(row.examples, " "))});
    table.add(std::move(cells));
  }
  return table;
}

/// Rows and columns in which nothing stands are left out.
Table distance_table(const ErrorAnalysis& errors, const std::string& system) {
  const auto& counts = errors.by_distance;
  const std::size_t n = errors.distances.size();
  const auto row_total = [&](std::size_t r) { return std::accumulate(counts[r].begin(), counts[r].end(), 0ULL); };
  const auto column_total = [&](std::size_t c) {
    return std::accumulate(counts.begin(), counts.end(), 0ULL, [c](auto sum, const auto& row) { return sum + row[c]; });
  };
  Table table =
      titled(fmt::format("Wrong heads by distance, gold down and output across: {}", system), {"distance"}, {});
  for (std::size_t c = 0; c < n; ++c) {
    if (column_total(c) > 0) table.columns.push_back({errors.distances[c], Align::kRight, 2});
  }
  add_columns(table, {"all"});
  for (std::size_t r = 0; r < n; ++r) {
    if (row_total(r) == 0) continue;
    std::vector<Cell> cells = {errors.distances[r]};
    for (std::size_t c = 0; c < n; ++c) {
      if (column_total(c) > 0) cells.push_back(count_cell(counts[r][c]));
    }
    cells.push_back(count_cell(row_total(r)));
    table.add(std::move(cells));
  }
  return table;
}

Table form_table(const ErrorAnalysis& errors, const std::string& system) {
  Table table = titled(fmt::format("Words that are wrong most often: {}", system), {"form", "UPOS"},
                       {"words", "wrong head", "label alone", "% of them wrong", "% of errors"});
  for (const WordErrors& form : errors.forms) {
    if (table.rows.size() == kFormsShown) break;
    const std::uint64_t wrong = form.wrong_heads + form.wrong_labels;
    table.add({form.form, form.upos, count_cell(form.words), count_cell(form.wrong_heads),
               count_cell(form.wrong_labels), share(wrong, form.words), share(wrong, errors.errors())});
  }
  return table;
}

double mean_confidence(const Reliability& reliability) {
  double sum = 0;
  for (const ConfidenceBucket& bucket : reliability.by_value) sum += bucket.mean * bucket.arcs;
  return reliability.arcs > 0 ? sum / static_cast<double>(reliability.arcs) : 0;
}

Table overlap_table(const EvaluationResult& result) {
  const Agreement& agreement = *result.agreement;
  Table table = titled("Words that systems have right, together and alone", {}, {});
  for (const std::string& name : system_names(result)) table.columns.push_back({name, Align::kLeft, 2});
  add_columns(table, {"UAS words", "%", "LAS words", "%"});
  for (const Overlap& overlap : agreement.overlaps) {
    std::vector<Cell> cells;
    cells.reserve(table.columns.size());
    for (const bool right : overlap.right) cells.emplace_back(right ? "right" : "wrong");
    for (const std::uint64_t count : {overlap.heads, overlap.attachments}) {
      cells.insert(cells.end(), {count_cell(count), share(count, agreement.words)});
    }
    table.add(std::move(cells));
  }
  return table;
}

void append_pair(const PairCounts& counts, std::vector<Cell>& cells) {
  for (const std::uint64_t count : {counts.both, counts.only_first, counts.only_second, counts.neither}) {
    cells.push_back(count_cell(count));
  }
  const Cell p = Cell::real(counts.p, 4);
  cells.push_back(counts.p < 0.05 ? p.strong() : p);
}

Table pair_breakdown_table(const PairBreakdown& breakdown, const std::string& title) {
  Table table = titled(title, {breakdown.dimension.c_str()},
                       {"words", "both right", "only first", "only second", "neither", "p (exact)", "% of all words",
                        "of only first", "of only second"});
  std::uint64_t words = 0;
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  for (const PairRow& row : breakdown.rows) {
    words += row.counts.words();
    only_first += row.counts.only_first;
    only_second += row.counts.only_second;
  }
  for (const PairRow& row : breakdown.rows) {
    if (table.rows.size() == kRowsShown) break;
    if (row.counts.only_first + row.counts.only_second == 0) continue;  // the table shows where they differ
    std::vector<Cell> cells = {row.key, count_cell(row.counts.words())};
    append_pair(row.counts, cells);
    cells.insert(cells.end(), {share(row.counts.words(), words), share(row.counts.only_first, only_first),
                               share(row.counts.only_second, only_second)});
    table.add(std::move(cells));
  }
  return table;
}

/// What the words are like that both have right, only one, or none.
Table group_table(const PairComparison& pair, bool has_suspects, const std::string& title) {
  Table table = titled(title, {"head and label"},
                       {"words", "%", "in sentences", "their length", "length by word", "usual relations, %"});
  if (has_suspects) add_columns(table, {"suspects", "% of words"});
  const auto add = [&](const char* name, const PairGroup& group) {
    std::vector<Cell> cells = {name,
                               count_cell(group.words),
                               share(group.words, pair.all.words),
                               count_cell(group.sentences),
                               Cell::real(group.sentence_length),
                               Cell::real(group.length_by_word),
                               Cell::real(group.usual_share())};
    if (has_suspects) cells.insert(cells.end(), {count_cell(group.suspects), Cell::real(group.suspect_share())});
    table.add(std::move(cells));
  };
  const char* const names[] = {"both right", "only first", "only second", "neither"};
  for (std::size_t i = 0; i < kPairOutcomes; ++i) add(names[i], pair.groups[i]);
  add("all words", pair.all);
  return table;
}

}  // namespace

Table confusion_table(const Confusion& confusion, const std::string& system) {
  Table table = titled(
      fmt::format("Confusion of {}: {}: {} of {} words differ, {} of them with the right head", confusion.dimension,
                  system, confusion.different, confusion.words, confusion.different_right_head),
      {"gold", "output"}, {"words", "% of confusions", "right head", "% of those"});
  for (const ConfusionCell& cell : confusion.cells) {
    if (cell.gold == cell.system || table.rows.size() == kPairsShown) break;
    table.add({confusion.keys[cell.gold], confusion.keys[cell.system], count_cell(cell.words),
               share(cell.words, confusion.different), count_cell(cell.right_head),
               share(cell.right_head, confusion.different_right_head)});
  }
  return table;
}

std::vector<Table> error_tables(const ErrorAnalysis& errors, const std::string& system) {
  std::vector<Table> tables = {summary_table(errors, system)};
  for (const ErrorDivision& division : errors.divisions) tables.push_back(division_table(errors, division, system));
  tables.push_back(distance_table(errors, system));
  tables.push_back(form_table(errors, system));
  return tables;
}

std::vector<Table> reliability_tables(const Reliability& reliability, const std::string& system) {
  const std::uint64_t wrong = reliability.arcs - reliability.right;
  Table summary = titled(fmt::format("Confidence: {}", system), {"heads"}, {"value"});
  summary.add({"arcs", count_cell(reliability.arcs)});
  if (reliability.without > 0) summary.add({"without Conf=", count_cell(reliability.without)});
  summary.add({"right, %", share(reliability.right, reliability.arcs)});
  summary.add({"mean confidence, %", Cell::real(mean_confidence(reliability))});
  summary.add({"expected calibration error, points", Cell::real(reliability.calibration_error)});
  summary.add({"% of wrong heads in the least confident fifth", Cell::real(reliability.errors_in_fifth)});
  Table by_value = titled(fmt::format("Accuracy by confidence: {}", system), {"confidence"},
                          {"arcs", "mean confidence", "% right", "% of wrong heads"});
  for (const ConfidenceBucket& bucket : reliability.by_value) {
    if (bucket.arcs == 0) continue;
    by_value.add({fmt::format("{:.1f}–{:.1f}", bucket.low, bucket.high), Cell::real(bucket.arcs, 0),
                  Cell::real(bucket.mean), Cell::real(bucket.accuracy()),
                  share(bucket.arcs - bucket.right, static_cast<double>(wrong))});
  }
  Table by_rank = titled(fmt::format("Accuracy by rank, the least confident arcs first: {}", system), {"% of arcs"},
                         {"mean confidence", "% right", "% of wrong heads", "up to here"});
  double found = 0;
  for (const ConfidenceBucket& bucket : reliability.by_rank) {
    found += bucket.arcs - bucket.right;
    by_rank.add({fmt::format("{:.0f}–{:.0f}", 100 * bucket.low, 100 * bucket.high), Cell::real(bucket.mean),
                 Cell::real(bucket.accuracy()), share(bucket.arcs - bucket.right, static_cast<double>(wrong)),
                 share(found, static_cast<double>(wrong))});
  }
  return {summary, by_value, by_rank};
}

Table lexicalisation_table(const Lexicalisation& lexicalisation, const std::string& system) {
  Table table = titled(
      fmt::format("Degree of lexicalisation: {}: {} forms are known (seen {} or more)", system, lexicalisation.forms,
                  lexicalisation.least == 1 ? "once" : fmt::format("{} times", lexicalisation.least)),
      {"known words of an arc"}, {"arcs", "% of arcs", "UAS", "LAS"});
  const auto add = [&](const LexicalisationRow& row) -> report::TableRow& {
    return table.add({row.words, count_cell(row.arcs), share(row.arcs, lexicalisation.arcs), share(row.heads, row.arcs),
                      share(row.attachments, row.arcs)});
  };
  LexicalisationRow all{"all", 0, 0, 0};
  for (const LexicalisationRow& row : lexicalisation.rows) {
    add(row);
    all.arcs += row.arcs;
    all.heads += row.heads;
    all.attachments += row.attachments;
  }
  add(all).rule_before = true;
  return table;
}

std::vector<Table> analysis_tables(const EvaluationResult& result, std::size_t system) {
  std::vector<Table> tables;
  const SystemEvaluation& scores = result.systems[system];
  const std::string name = system_names(result)[system];
  const auto add = [&](std::vector<Table> more) { std::move(more.begin(), more.end(), std::back_inserter(tables)); };
  for (const Confusion& confusion : scores.confusions) tables.push_back(confusion_table(confusion, name));
  if (scores.errors) add(error_tables(*scores.errors, name));
  if (scores.reliability) add(reliability_tables(*scores.reliability, name));
  if (scores.lexicalisation) tables.push_back(lexicalisation_table(*scores.lexicalisation, name));
  return tables;
}

std::vector<Table> agreement_tables(const EvaluationResult& result) {
  if (!result.agreement) return {};
  const std::vector<std::string> names = system_names(result);
  std::vector<Table> tables = {overlap_table(result)};
  Table pairs = titled("Pairs of systems, word by word", {"first", "second", "measure"},
                       {"both right", "only first", "only second", "neither", "p (exact)"});
  std::vector<Table> parts;
  for (const PairComparison& pair : result.agreement->pairs) {
    for (const bool labelled : {false, true}) {
      std::vector<Cell> cells = {names[pair.first], names[pair.second], labelled ? "LAS" : "UAS"};
      append_pair(labelled ? pair.attachments : pair.heads, cells);
      pairs.add(std::move(cells));
    }
    const std::string both = fmt::format("{} and {}", names[pair.first], names[pair.second]);
    parts.push_back(group_table(pair, result.agreement->suspects.has_value(), "What these words are like: " + both));
    for (const PairBreakdown& breakdown : pair.breakdowns) {
      parts.push_back(pair_breakdown_table(breakdown, fmt::format("LAS by {}: {}", breakdown.dimension, both)));
    }
  }
  tables.push_back(std::move(pairs));
  std::move(parts.begin(), parts.end(), std::back_inserter(tables));
  return tables;
}

}  // namespace espalier::evaluation
