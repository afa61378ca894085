#include "treebank/statistics_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

namespace espalier::treebank {
namespace {

using report::Align;
using report::Cell;
using report::Table;

Cell number(std::uint64_t value) { return Cell::integer(static_cast<std::int64_t>(value)); }

/// The file's name with up to so many of the folders it lies in.
std::string tail_of(const std::string& path, int folders) {
  std::size_t at = path.size();
  for (int i = 0; i <= folders && at != 0 && at != std::string::npos; ++i) at = at == 0 ? 0 : path.rfind('/', at - 1);
  return at == std::string::npos || at == 0 ? path : path.substr(at + 1);
}

/// Builds the overview row by row; a row is a name and how to get its cell, empty where a treebank has nothing to say.
class Overview {
 public:
  explicit Overview(const Treebanks& treebanks) : treebanks_(treebanks) {
    table_.title = "Overview";
    const bool compared = !treebanks.empty() && treebanks.front().unseen;
    if (compared) table_.title += " (unseen: not in " + tail_of(treebanks.front().unseen->against, 0) + ")";
    table_.columns.push_back({""});
    for (const std::string& name : short_names(treebanks)) table_.columns.push_back({name, Align::kRight});
  }

  void group() { rule_ = !table_.rows.empty(); }

  template <class Get>
  void row(const std::string& name, Get get) {
    std::vector<Cell> cells = {name};
    bool any = false;
    for (const TreebankStatistics& treebank : treebanks_) {
      cells.push_back(get(treebank));
      any = any || cells.back().kind() != Cell::Kind::kEmpty;
    }
    if (!any) return;
    table_.add(std::move(cells)).rule_before = rule_;
    rule_ = false;
  }
  /// For the parts that a treebank may lack.
  template <class Part, class Get>
  void row_of(const std::string& name, std::optional<Part> TreebankStatistics::*part, Get get) {
    row(name, [&](const TreebankStatistics& treebank) { return treebank.*part ? get(*(treebank.*part)) : Cell(); });
  }
  /// A row of something that is worth a line only where it occurs.
  void row_if_any(const std::string& name, std::uint64_t TreebankStatistics::*count) {
    const bool any = std::any_of(treebanks_.begin(), treebanks_.end(), [&](const auto& t) { return t.*count > 0; });
    if (any) row(name, [&](const TreebankStatistics& treebank) { return number(treebank.*count); });
  }

  Table take() { return std::move(table_); }

 private:
  const Treebanks& treebanks_;
  Table table_;
  bool rule_ = false;
};

Cell if_any(std::uint64_t condition, Cell cell) { return condition > 0 ? std::move(cell) : Cell(); }

void add_sizes(Overview& overview) {
  using T = TreebankStatistics;
  overview.row("sentences", [](const T& t) { return number(t.sentences); });
  overview.row("tokens", [](const T& t) { return number(t.words); });
  overview.row_if_any("multiword tokens", &T::multiword_tokens);
  overview.row("surface tokens", [](const T& t) { return if_any(t.multiword_tokens, number(t.surface_tokens)); });
  overview.row_if_any("empty nodes", &T::empty_nodes);
  overview.row("tokens per sentence, mean", [](const T& t) { return Cell::real(t.sentence_lengths.mean()); });
  overview.row("tokens per sentence, median", [](const T& t) { return Cell::real(t.sentence_lengths.median(), 1); });
  overview.row("tokens per sentence, max", [](const T& t) { return number(t.sentence_lengths.max()); });
  overview.row("punctuation", [](const T& t) { return Cell::percent(share(t.punctuation, t.words), 1); });
  overview.group();
  overview.row("forms", [](const T& t) { return number(t.forms); });
  overview.row("forms seen once", [](const T& t) { return Cell::percent(share(t.hapaxes, t.forms), 1); });
  overview.row("lemmas", [](const T& t) { return if_any(t.lemmas, number(t.lemmas)); });
  overview.row("UPOS tags", [](const T& t) { return if_any(t.upos.size(), number(t.upos.size())); });
  overview.row("XPOS tags", [](const T& t) { return if_any(t.xpos.size(), number(t.xpos.size())); });
  overview.row("features", [](const T& t) { return if_any(t.features.size(), number(t.features.size())); });
  overview.row("feature names", [](const T& t) { return if_any(t.features.size(), number(t.feature_names)); });
  overview.row("feature bundles", [](const T& t) { return if_any(t.features.size(), number(t.feature_bundles)); });
}

void add_ambiguity(Overview& overview) {
  using T = TreebankStatistics;
  const auto rows = [&](const std::string& what, Ambiguity T::*part) {
    overview.row("forms with several " + what,
                 [&](const T& t) { return if_any((t.*part).keys, Cell::percent((t.*part).ambiguous_percent(), 1)); });
    overview.row("possible " + what + " per token",
                 [&](const T& t) { return if_any((t.*part).keys, Cell::real((t.*part).choices_per_token())); });
  };
  overview.group();
  rows("UPOS", &T::upos_of_form);
  rows("XPOS", &T::xpos_of_form);
}

void add_dependencies(Overview& overview) {
  using D = DependencyStatistics;
  constexpr auto kPart = &TreebankStatistics::dependencies;
  overview.group();
  overview.row_of("labels", kPart, [](const D& d) { return number(d.labels.size()); });
  overview.row_of("non-projective arcs", kPart,
                  [](const D& d) { return Cell::percent(d.nonprojective_arcs_percent()); });
  overview.row_of("non-projective sentences", kPart,
                  [](const D& d) { return Cell::percent(d.nonprojective_sentences_percent(), 1); });
  overview.row_of("roots per sentence", kPart, [](const D& d) {
    return Cell::real(static_cast<double>(d.roots) / static_cast<double>(d.sentences));
  });
  overview.row_of("sentences without just one root", kPart, [](const D& d) {
    return if_any(d.sentences_without_one_root, number(d.sentences_without_one_root));
  });
  overview.row_of("sentences with cycles", kPart,
                  [](const D& d) { return if_any(d.sentences_with_cycle, number(d.sentences_with_cycle)); });
  overview.row_of("arc length, mean", kPart, [](const D& d) { return Cell::real(d.mean_arc_length()); });
  overview.row_of("arc length, max", kPart,
                  [](const D& d) { return number(std::max(d.head_before.max(), d.head_after.max())); });
  overview.row_of("head before dependent", kPart, [](const D& d) {
    return Cell::percent(share(d.head_before.items(), d.head_before.items() + d.head_after.items()), 1);
  });
  overview.row_of("words without dependents", kPart, [](const D& d) {
    return Cell::percent(share(d.dependents.counts.empty() ? 0 : d.dependents.counts[0], d.dependents.items()), 1);
  });
  overview.row_of("dependents per head, mean", kPart, [](const D& d) {
    const std::uint64_t leaves = d.dependents.counts.empty() ? 0 : d.dependents.counts[0];
    const std::uint64_t heads = d.dependents.items() - leaves;
    return heads == 0 ? Cell() : Cell::real(static_cast<double>(d.dependents.sum()) / static_cast<double>(heads));
  });
  overview.row_of("dependents per head, max", kPart, [](const D& d) { return number(d.dependents.max()); });
  overview.row_of("depth of words, mean", kPart, [](const D& d) { return Cell::real(d.word_depth.mean()); });
  overview.row_of("depth of trees, mean", kPart, [](const D& d) { return Cell::real(d.tree_depth.mean()); });
  overview.row_of("depth of trees, max", kPart, [](const D& d) { return number(d.tree_depth.max()); });
  overview.row_of("tag pairs with several labels", kPart,
                  [](const D& d) { return Cell::percent(d.labels_of_tags.ambiguous_percent(), 1); });
  overview.row_of("possible labels per arc", kPart,
                  [](const D& d) { return Cell::real(d.labels_of_tags.choices_per_token()); });
}

void add_constituents(Overview& overview) {
  using C = ConstituentStatistics;
  constexpr auto kPart = &TreebankStatistics::constituents;
  overview.group();
  overview.row_of("categories", kPart, [](const C& c) { return number(c.categories.size()); });
  overview.row_of("categories without functions", kPart, [](const C& c) { return number(c.bare_categories); });
  overview.row_of("constituents", kPart, [](const C& c) { return number(c.nodes); });
  overview.row_of("constituents per sentence", kPart, [](const C& c) {
    return Cell::real(static_cast<double>(c.nodes) / static_cast<double>(c.sentences));
  });
  overview.row_of("children of a constituent, mean", kPart, [](const C& c) { return Cell::real(c.children.mean()); });
  overview.row_of("children of a constituent, max", kPart, [](const C& c) { return number(c.children.max()); });
  overview.row_of("constituents over one constituent", kPart,
                  [](const C& c) { return Cell::percent(share(c.unary_over_category, c.nodes), 1); });
  overview.row_of("constituents over one word", kPart,
                  [](const C& c) { return Cell::percent(share(c.unary_over_word, c.nodes), 1); });
  overview.row_of("depth of constituents, mean", kPart, [](const C& c) { return Cell::real(c.depth.mean()); });
  overview.row_of("depth of constituents, max", kPart, [](const C& c) { return number(c.depth.max()); });
  overview.row_of("discontinuous constituents", kPart,
                  [](const C& c) { return Cell::percent(share(c.discontinuous_nodes, c.nodes)); });
  overview.row_of("discontinuous sentences", kPart,
                  [](const C& c) { return Cell::percent(share(c.discontinuous_sentences, c.sentences), 1); });
}

void add_unseen(Overview& overview) {
  using T = TreebankStatistics;
  const auto rows = [&](const std::string& what, Unseen UnseenStatistics::*part, auto tokens, auto types) {
    overview.row("unseen " + what + ", tokens", [&](const T& t) {
      return t.unseen && types(t) > 0 ? Cell::percent(share(((*t.unseen).*part).tokens, tokens(t))) : Cell();
    });
    overview.row("unseen " + what + ", types", [&](const T& t) {
      return t.unseen && types(t) > 0 ? Cell::percent(share(((*t.unseen).*part).types, types(t))) : Cell();
    });
  };
  overview.group();
  rows(
      "forms", &UnseenStatistics::forms, [](const T& t) { return t.words; }, [](const T& t) { return t.forms; });
  rows(
      "lemmas", &UnseenStatistics::lemmas, [](const T& t) { return t.lemma_tokens; },
      [](const T& t) { return t.lemmas; });
  overview.row("unseen labels, types",
               [](const T& t) { return t.unseen && t.dependencies ? number(t.unseen->labels.types) : Cell(); });
  overview.row("unseen categories, types",
               [](const T& t) { return t.unseen && t.constituents ? number(t.unseen->categories.types) : Cell(); });
}

}  // namespace

double share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::numeric_limits<double>::quiet_NaN();
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<std::string> short_names(const Treebanks& treebanks) {
  std::vector<std::string> names;
  for (int folders = 0; folders < 8; ++folders) {
    names.clear();
    for (const TreebankStatistics& treebank : treebanks) names.push_back(tail_of(treebank.file, folders));
    if (std::set<std::string>(names.begin(), names.end()).size() == names.size()) break;
  }
  return names;
}

Table overview_table(const Treebanks& treebanks) {
  Overview overview(treebanks);
  add_sizes(overview);
  add_ambiguity(overview);
  add_dependencies(overview);
  add_constituents(overview);
  add_unseen(overview);
  return overview.take();
}

const std::vector<NamedCount>* upos_of(const TreebankStatistics& treebank) { return &treebank.upos; }
const std::vector<NamedCount>* xpos_of(const TreebankStatistics& treebank) { return &treebank.xpos; }
const std::vector<NamedCount>* features_of(const TreebankStatistics& treebank) { return &treebank.features; }
const std::vector<NamedCount>* labels_of(const TreebankStatistics& treebank) {
  return treebank.dependencies ? &treebank.dependencies->labels : nullptr;
}
const std::vector<NamedCount>* categories_of(const TreebankStatistics& treebank) {
  return treebank.constituents ? &treebank.constituents->categories : nullptr;
}

std::vector<std::string> names_of(const Treebanks& treebanks, Distribution distribution) {
  std::map<std::string, std::uint64_t> totals;
  for (const TreebankStatistics& treebank : treebanks) {
    const auto* counts = distribution(treebank);
    if (counts == nullptr) continue;
    for (const NamedCount& one : *counts) totals[one.name] += one.count;
  }
  std::vector<std::pair<std::string, std::uint64_t>> sorted(totals.begin(), totals.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> names;
  for (auto& [name, count] : sorted) names.push_back(std::move(name));
  return names;
}

Table distribution_table(const Treebanks& treebanks, const std::string& title, Distribution distribution,
                         std::size_t top) {
  Table table;
  table.title = title;
  table.columns.push_back({""});
  std::vector<std::string> names = names_of(treebanks, distribution);
  const std::size_t shown = top == 0 ? names.size() : std::min(top, names.size());
  for (std::size_t i = 0; i < shown; ++i) table.add({names[i]});
  if (shown < names.size()) table.add_after_rule({fmt::format("{} others", names.size() - shown)});
  const std::vector<std::string> files = short_names(treebanks);
  for (std::size_t t = 0; t < treebanks.size(); ++t) {
    table.columns.push_back({files[t], Align::kRight});
    table.columns.push_back({"%", Align::kRight, 1});
    std::map<std::string_view, std::uint64_t> counts;
    std::uint64_t total = 0;
    if (const auto* all = distribution(treebanks[t])) {
      for (const NamedCount& one : *all) counts[one.name] = one.count, total += one.count;
    }
    std::uint64_t seen = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const std::uint64_t count = row < shown ? counts[names[row]] : total - seen;
      seen += count;
      table.rows[row].cells.push_back(number(count));
      table.rows[row].cells.push_back(Cell::real(share(count, total)));
    }
  }
  return table;
}

std::string LengthBin::name() const {
  if (last == first) return fmt::format("{}", first);
  if (last == std::numeric_limits<std::size_t>::max()) return fmt::format("≥ {}", first);
  return fmt::format("{}–{}", first, last);
}

std::vector<LengthBin> arc_length_bins() {
  return {{1, 1},   {2, 2},   {3, 3},
          {4, 4},   {5, 6},   {7, 10},
          {11, 20}, {21, 40}, {41, std::numeric_limits<std::size_t>::max()}};
}

std::uint64_t count_in(const Spread& spread, const LengthBin& bin) {
  std::uint64_t count = 0;
  for (std::size_t v = bin.first; v < spread.counts.size() && v <= bin.last; ++v) count += spread.counts[v];
  return count;
}

Table arc_length_table(const Treebanks& treebanks) {
  Table table;
  table.title = "Arc lengths (% of arcs; before: the head stands left of its dependent)";
  table.columns.push_back({"words"});
  for (const LengthBin& bin : arc_length_bins()) table.add({bin.name()});
  const std::vector<std::string> files = short_names(treebanks);
  for (std::size_t t = 0; t < treebanks.size(); ++t) {
    const auto& dependencies = treebanks[t].dependencies;
    if (!dependencies) continue;
    table.columns.push_back({files[t] + " before", Align::kRight, 1});
    table.columns.push_back({"after", Align::kRight, 1});
    const std::uint64_t total = dependencies->head_before.items() + dependencies->head_after.items();
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const LengthBin bin = arc_length_bins()[row];
      table.rows[row].cells.push_back(Cell::real(share(count_in(dependencies->head_before, bin), total)));
      table.rows[row].cells.push_back(Cell::real(share(count_in(dependencies->head_after, bin), total)));
    }
  }
  if (table.columns.size() == 1) table.rows.clear();
  return table;
}

}  // namespace espalier::treebank
