// How entailment is decided against the gold answers, and the tables that show it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "espalier/entailment.h"
#include "evaluation/significance.h"

namespace espalier {
namespace {

using report::Align;
using report::Cell;

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

Cell whole(std::size_t value) { return Cell::integer(static_cast<std::int64_t>(value)); }

const char* word_of(bool entailed) { return entailed ? "YES" : "NO"; }

void count(const EntailmentPair& pair, bool said, EntailmentScore& score) {
  ++score.pairs;
  score.gold_entailed += *pair.gold ? 1 : 0;
  score.said_entailed += said ? 1 : 0;
  score.right_entailed += *pair.gold && said ? 1 : 0;
  score.right += *pair.gold == said ? 1 : 0;
}

bool has_gold(const std::vector<EntailmentPair>& pairs) {
  return std::any_of(pairs.begin(), pairs.end(), [](const EntailmentPair& each) { return each.gold.has_value(); });
}

bool has_groups(const std::vector<EntailmentPair>& pairs) {
  return std::any_of(pairs.begin(), pairs.end(), [](const EntailmentPair& each) { return !each.group.empty(); });
}

}  // namespace

double EntailmentScore::accuracy() const noexcept { return percent(right, pairs); }
double EntailmentScore::precision() const noexcept { return percent(right_entailed, said_entailed); }
double EntailmentScore::recall() const noexcept { return percent(right_entailed, gold_entailed); }
double EntailmentScore::f1() const noexcept { return percent(2 * right_entailed, said_entailed + gold_entailed); }
double EntailmentScore::majority() const noexcept {
  return percent(std::max(gold_entailed, pairs - gold_entailed), pairs);
}

Interval EntailmentScore::interval() const {
  if (pairs == 0) return {0, 100};
  constexpr double kZ = 1.959963984540054;  // 95 % of the normal distribution are within so many standard deviations
  const auto n = static_cast<double>(pairs);
  const double share = static_cast<double>(right) / n;
  const double scale = 1 + kZ * kZ / n;
  const double centre = (share + kZ * kZ / (2 * n)) / scale;
  const double half = kZ / scale * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
  return {100 * std::max(0.0, centre - half), 100 * std::min(1.0, centre + half)};
}

std::vector<EntailmentScore> score_entailment(const std::vector<EntailmentPair>& pairs,
                                              const std::vector<EntailmentDecision>& decisions) {
  std::vector<EntailmentScore> scores(1);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!pairs[i].gold) continue;
    count(pairs[i], decisions[i].entailed, scores.front());
    auto group = std::find_if(scores.begin() + 1, scores.end(),
                              [&](const EntailmentScore& each) { return each.group == pairs[i].group; });
    if (group == scores.end()) {
      scores.push_back({.group = pairs[i].group});
      group = scores.end() - 1;
    }
    count(pairs[i], decisions[i].entailed, *group);
  }
  if (scores.size() == 2) scores.pop_back();
  return scores;
}

std::vector<EntailmentComparison> compare_entailment(const std::vector<EntailmentPair>& pairs,
                                                     const std::vector<EntailmentRun>& runs) {
  std::vector<EntailmentComparison> out;
  for (std::size_t a = 0; a < runs.size(); ++a) {
    for (std::size_t b = a + 1; b < runs.size(); ++b) {
      EntailmentComparison both{.first = runs[a].name, .second = runs[b].name};
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool said = runs[a].decisions[i].entailed;
        if (!pairs[i].gold || said == runs[b].decisions[i].entailed) continue;
        ++(said == *pairs[i].gold ? both.only_first : both.only_second);
      }
      both.p = evaluation::exact_mcnemar_p(both.only_first, both.only_second);
      out.push_back(std::move(both));
    }
  }
  return out;
}

report::Table entailment_table(const std::vector<EntailmentPair>& pairs, const std::vector<EntailmentRun>& runs) {
  const bool gold = has_gold(pairs);
  const bool groups = has_groups(pairs);
  report::Table table;
  table.columns = {{"id", Align::kLeft}};
  if (runs.size() > 1) table.columns.push_back({"model", Align::kLeft});
  table.columns.push_back({"answer", Align::kLeft});
  if (gold) table.columns.push_back({"gold", Align::kLeft});
  if (groups) table.columns.push_back({"group", Align::kLeft});
  for (const char* name : {"found", "asked"}) table.columns.push_back({name, Align::kRight});
  table.columns.push_back({"explanation", Align::kLeft});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const EntailmentRun& run : runs) {
      const EntailmentDecision& decision = run.decisions[i];
      std::vector<Cell>& row = table.add({pairs[i].id}).cells;
      if (runs.size() > 1) row.emplace_back(run.name);
      row.emplace_back(word_of(decision.entailed));
      if (gold) row.emplace_back(pairs[i].gold ? word_of(*pairs[i].gold) : "");
      if (groups) row.emplace_back(pairs[i].group);
      row.push_back(whole(decision.found()));
      row.push_back(whole(decision.findings.size()));
      row.emplace_back(decision.explanation());
    }
  }
  return table;
}

report::Table entailment_scores(const std::vector<EntailmentPair>& pairs, const std::vector<EntailmentRun>& runs) {
  report::Table table;
  table.columns = {{"model", Align::kLeft},     {"pairs of", Align::kLeft},   {"pairs", Align::kRight},
                   {"right", Align::kRight},    {"accuracy", Align::kRight},  {"95 %", Align::kLeft},
                   {"majority", Align::kRight}, {"precision", Align::kRight}, {"recall", Align::kRight},
                   {"F1", Align::kRight}};
  for (const EntailmentRun& run : runs) {
    bool first = true;
    for (const EntailmentScore& each : score_entailment(pairs, run.decisions)) {
      const Interval interval = each.interval();
      std::vector<Cell> row = {run.name,
                               first                ? std::string("all")
                               : each.group.empty() ? "(none)"
                                                    : each.group,
                               whole(each.pairs),
                               whole(each.right),
                               Cell::real(each.accuracy()),
                               fmt::format("{:.1f}–{:.1f}", interval.low, interval.high),
                               Cell::real(each.majority()),
                               Cell::real(each.precision()),
                               Cell::real(each.recall()),
                               Cell::real(each.f1())};
      if (first && !table.rows.empty()) {
        table.add_after_rule(std::move(row));
      } else {
        table.add(std::move(row));
      }
      first = false;
    }
  }
  return table;
}

report::Table comparison_table(const std::vector<EntailmentComparison>& comparisons) {
  report::Table table;
  table.columns = {{"only right", Align::kLeft},
                   {"pairs", Align::kRight},
                   {"only right", Align::kLeft},
                   {"pairs", Align::kRight},
                   {"p (McNemar, exact)", Align::kRight, 4}};
  for (const EntailmentComparison& each : comparisons) {
    table.add({each.first, whole(each.only_first), each.second, whole(each.only_second), Cell::real(each.p)});
  }
  return table;
}

}  // namespace espalier
