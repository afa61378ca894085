#include "parsing/span_schema.h"

#include <algorithm>

namespace espalier::parsing {
namespace {

constexpr std::array<SpanColumnInfo, kSpanColumns> kColumnInfos = {{
    {"chunk", "Chunk"},
    {"clause-start", "ClauseStart"},
    {"clause-end", "ClauseEnd"},
    {"clause", "Clause"},
}};

constexpr std::size_t kLongestName = 64;
constexpr const char* kOthers = "other";

bool asks_state(const features::Template& item) {
  return std::any_of(item.terms.begin(), item.terms.end(),
                     [](const features::Term& term) { return term.kind == features::AttributeKind::kState; });
}

}  // namespace

const SpanColumnInfo& span_column_info(SpanColumn column) noexcept { return kColumnInfos[index_of(column)]; }

std::string_view misc_key(std::size_t column, std::string_view name) noexcept {
  return column < kSpanColumns ? kColumnInfos[column].misc : name;
}

std::vector<std::string> column_names(std::span<const std::string> others) {
  std::vector<std::string> names;
  names.reserve(kSpanColumns + others.size());
  for (const SpanColumnInfo& info : kColumnInfos) names.emplace_back(info.name);
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

bool is_column_name(std::string_view name) noexcept {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (name.empty() || name.size() > kLongestName || !is_letter(name[0])) return false;
  const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; };
  return std::all_of(name.begin(), name.end(), fits) &&
         std::none_of(kColumnInfos.begin(), kColumnInfos.end(),
                      [&](const SpanColumnInfo& info) { return info.name == name || info.misc == name; });
}

void clear_columns(features::ExtraColumns& columns, std::int32_t words) {
  if (columns.names.empty()) columns.names = column_names();
  columns.values.resize(columns.names.size());
  for (auto& values : columns.values) {
    values.resize(static_cast<std::size_t>(words) + 1);
    for (std::string& value : values) value.clear();
  }
}

const std::vector<features::Schema>& span_schemas() {
  static const std::vector<features::Schema> kSchemas = [] {
    std::vector<features::Schema> schemas;
    for (const SpanColumn column : kAllSpanColumns) {
      const bool is_clause = column == SpanColumn::kClause;
      schemas.push_back(
          {std::string(span_column_info(column).name), {"w"}, {"before"}, {is_clause ? "depth" : "given"}});
    }
    schemas.push_back({kOthers, {"w"}, {"before"}, {"given"}});
    return schemas;
  }();
  return kSchemas;
}

SpanPrograms::SpanPrograms(std::vector<features::Section> sections) : sections_(std::move(sections)) {
  features::ColumnSet columns;
  keys_.form = columns.add(features::AttributeId::kForm);
  keys_.lower = columns.add(features::AttributeId::kLower);
  keys_.context = {columns.add(features::AttributeId::kTag)};
  for (const SpanColumn column : kAllSpanColumns) {
    const features::Schema& schema = span_schemas()[index_of(column)];
    std::vector<features::Template> templates = sections_[index_of(column)].templates;
    if (column != SpanColumn::kClause) {
      programs_[index_of(column)] = ColumnPrograms(schema, templates, keys_, columns);
      continue;
    }
    // What does not ask for the depth is scored once a word, not once a depth.
    const auto deep = std::stable_partition(templates.begin(), templates.end(),
                                            [](const features::Template& item) { return !asks_state(item); });
    depths_ = features::Program(schema, {deep, templates.end()}, columns);
    templates.erase(deep, templates.end());
    clauses_ = features::Program(schema, templates, columns);
  }
  others_ = ColumnPrograms(span_schemas()[kSpanColumns], sections_[kSpanColumns].templates, keys_, columns);
  encoder_ = features::Encoder(std::move(columns));
}

}  // namespace espalier::parsing
