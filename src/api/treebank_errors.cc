#include "espalier/treebank_errors.h"

#include <fmt/format.h>

#include <algorithm>

#include "curation/error_run.h"
#include "selection/induced_training.h"

namespace espalier {
namespace {

using report::Align;
using report::Cell;

Cell whole(std::size_t value) { return Cell::integer(static_cast<std::int64_t>(value)); }

void add_point(report::Table& table, const InjectionPoint& point, bool strong) {
  const auto cell = [&](const Cell& value) { return strong ? value.strong() : value; };
  table.add({cell(whole(point.rank)), cell(Cell::real(point.score)), cell(whole(point.found)),
             cell(Cell::real(point.recall)), cell(Cell::real(point.precision))});
}

void add_last_columns(const ErrorResult& result, report::Table& table) {
  for (const ErrorParser& each : result.parsers) table.columns.push_back({each.name, Align::kLeft});
  if (result.injection) table.columns.push_back({"injected", Align::kLeft});
}

report::Table bracket_table(const ErrorResult& result) {
  report::Table table;
  table.columns = {{"rank", Align::kRight},      {"score", Align::kRight, 3},   {"file", Align::kLeft},
                   {"line", Align::kRight},      {"sent_id", Align::kLeft},     {"first", Align::kRight},
                   {"last", Align::kRight},      {"words", Align::kLeft},       {"bracket", Align::kLeft},
                   {"to bracket", Align::kLeft}, {"evidence", Align::kRight, 3}};
  add_last_columns(result, table);
  std::int64_t rank = 0;
  for (const Suspect& each : result.suspects) {
    const Sentence& sentence = result.sentences[each.sentence];
    std::string words;
    for (std::int32_t word = each.word; word <= each.last; ++word) {
      if (word > each.word) words += ' ';
      words += sentence.form(word);
    }
    report::TableRow& row =
        table.add({Cell::integer(++rank), Cell::real(each.score), each.place.file, whole(each.place.line),
                   sentence.comment("sent_id").value_or(""), Cell::integer(each.word), Cell::integer(each.last), words,
                   bracket_text(each.gold), bracket_text(each.proposed), Cell::real(each.evidence)});
    for (const Attachment& said : each.said) row.cells.emplace_back(bracket_text(said));
    if (result.injection) row.cells.emplace_back(each.injected ? "yes" : "no");
  }
  return table;
}

}  // namespace

std::string bracket_text(const Attachment& bracket) { return bracket.deprel.empty() ? "none" : bracket.deprel; }

ErrorResult find_errors(const ErrorRequest& request, const Control& control) {
  return curation::ErrorRun(request, control, selection::make_training).run();
}

report::Table error_table(const ErrorResult& result) {
  if (result.brackets) return bracket_table(result);
  report::Table table;
  table.columns = {{"rank", Align::kRight},    {"score", Align::kRight, 3}, {"file", Align::kLeft},
                   {"line", Align::kRight},    {"sent_id", Align::kLeft},   {"id", Align::kRight},
                   {"form", Align::kLeft},     {"head", Align::kRight},     {"deprel", Align::kLeft},
                   {"to head", Align::kRight}, {"to deprel", Align::kLeft}, {"evidence", Align::kRight, 3}};
  add_last_columns(result, table);
  std::int64_t rank = 0;
  for (const Suspect& each : result.suspects) {
    const Sentence& sentence = result.sentences[each.sentence];
    report::TableRow& row =
        table.add({Cell::integer(++rank), Cell::real(each.score), each.place.file, whole(each.place.line),
                   sentence.comment("sent_id").value_or(""), Cell::integer(each.word), sentence.form(each.word),
                   Cell::integer(each.gold.head), each.gold.deprel, Cell::integer(each.proposed.head),
                   each.proposed.deprel, Cell::real(each.evidence)});
    for (const Attachment& said : each.said) row.cells.emplace_back(fmt::format("{}:{}", said.head, said.deprel));
    if (result.injection) row.cells.emplace_back(each.injected ? "yes" : "no");
  }
  return table;
}

report::Table error_counts(const ErrorResult& result) {
  report::Table table;
  table.columns = {
      {result.brackets ? "brackets" : "words", Align::kLeft}, {"count", Align::kRight}, {"%", Align::kRight}};
  const auto add = [&](const std::string& name, std::size_t count) {
    const double share = 100 * static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(result.words, 1));
    table.add({name, whole(count), Cell::real(share)});
  };
  add(result.brackets ? "of the treebank" : "looked at", result.words);
  add("candidates: both that detect differ from the treebank", result.candidates);
  if (result.no_agreement > 0) add("given up: they propose different things", result.no_agreement);
  add("given up: the third says what the treebank says", result.decided_gold);
  add("given up: the third says something else", result.decided_other);
  if (result.left_off > 0) add("left off the list", result.left_off);
  add("suspects", result.suspects.size());
  return table;
}

report::Table injection_table(const InjectionResult& result) {
  report::Table table;
  table.columns = {{"rank", Align::kRight},
                   {"score", Align::kRight},
                   {"found", Align::kRight},
                   {"recall", Align::kRight},
                   {"precision", Align::kRight}};
  bool has_best = !result.best;
  for (const InjectionPoint& each : result.points) {
    if (!has_best && each.rank >= result.best->rank) {
      add_point(table, *result.best, true);
      has_best = true;
      if (each.rank == result.best->rank) continue;
    }
    add_point(table, each, false);
  }
  return table;
}

}  // namespace espalier
