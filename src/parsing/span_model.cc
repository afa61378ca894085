#include "parsing/span_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "parsing/model_output.h"
#include "parsing/model_sections.h"

namespace espalier::parsing {

std::string span_folder(SpanColumn column) { return fmt::format("{}{}/", kSpanFolder, span_column_info(column).name); }

void agree_with_brackets(std::span<const Brackets> brackets, features::ExtraColumns& columns) {
  for (std::size_t node = 1; node < brackets.size(); ++node) {
    columns.values[index_of(SpanColumn::kClauseStart)][node] = brackets[node].opens > 0 ? "S" : "X";
    columns.values[index_of(SpanColumn::kClauseEnd)][node] = brackets[node].closes > 0 ? "E" : "X";
  }
}

void take_classes(const ColumnLexicon& lexicon, const ColumnScratch& scratch, std::vector<std::string>& values) {
  for (std::size_t node = 1; node < values.size(); ++node) {
    const std::int32_t label = scratch.classes[node];
    if (label >= 0) values[node] = lexicon.names()[static_cast<std::size_t>(label)];
  }
}

void take_brackets(std::span<const Brackets> brackets, std::vector<std::string>& values) {
  for (std::size_t node = 1; node < values.size(); ++node) {
    values[node].clear();
    append_brackets(brackets[node], values[node]);
  }
}

bool SpanModel::is_in(const model_file::File& file) noexcept { return file.has(kSpanFeatures); }

SpanModel::SpanModel(std::shared_ptr<const model_file::File> file) : file_(std::move(file)) {
  model_file::read_section(file_->section(kSpanFeatures, kSectionVersion), [&](const model_file::Section& section) {
    programs_ = SpanPrograms(features::parse_features(section.text(), span_schemas(), "features of the model"));
  });
  for (const SpanColumn column : kAllSpanColumns) {
    if (file_->has(span_folder(column) + "classes")) load(column);
  }
}

void SpanModel::load(SpanColumn column) {
  const std::string folder = span_folder(column);
  Stage& stage = stages_[index_of(column)].emplace();
  stage.lexicon = ColumnLexicon(*file_, folder, programs_.keys());
  model_file::read_section(
      file_->section(folder + "weights", kSectionVersion), [&](const model_file::Section& section) {
        const learning::FrozenLabels weights(section.bytes, std::max<std::uint32_t>(stage.lexicon.classes(), 2));
        if (column != SpanColumn::kClause)
          stage.tagger.emplace(programs_.column(column), stage.lexicon, weights);
        else
          stage.clauses.emplace(programs_, bracket_classes(stage.lexicon.names()), weights);
      });
}

void SpanModel::tag(const Sentence& sentence, SpanWorkspace& workspace) const {
  clear_columns(workspace.columns, sentence.size());
  programs_.encoder().encode(sentence, workspace.encoded, &workspace.columns);
  for (const SpanColumn column : kAllSpanColumns) {
    if (!has(column)) continue;
    const Stage& stage = *stages_[index_of(column)];
    std::vector<std::string>& values = workspace.columns.values[index_of(column)];
    if (stage.clauses) {
      stage.clauses->tag(workspace.encoded, workspace.clauses);
      take_brackets(workspace.clauses.brackets, values);
      agree_with_brackets(workspace.clauses.brackets, workspace.columns);
      break;  // the last
    }
    ColumnScratch& scratch = workspace.scratch[index_of(column)];
    scratch.values.assign(values.size(), 0);
    stage.tagger->tag(workspace.encoded, scratch);
    take_classes(stage.lexicon, scratch, values);
    programs_.encoder().encode_extra(sentence, workspace.columns, workspace.encoded);
  }
}

void SpanModel::write(Sentence& sentence, SpanWorkspace& workspace) const {
  tag(sentence, workspace);
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    for (const SpanColumn column : kAllSpanColumns) {
      const std::string& value = workspace.columns.values[index_of(column)][static_cast<std::size_t>(node)];
      if (value.empty()) continue;
      set_misc(sentence, node, span_column_info(column).misc, value, workspace.misc);
    }
  }
}

std::string SpanModel::features() const { return features::to_text(programs_.sections(), span_schemas()); }

std::vector<std::pair<std::string, std::size_t>> SpanModel::sizes() const {
  auto list = template_counts(programs_.sections());
  for (const SpanColumn column : kAllSpanColumns) {
    if (!has(column)) continue;
    const Stage& stage = *stages_[index_of(column)];
    const std::string_view name = span_column_info(column).name;
    list.emplace_back(fmt::format("classes [{}]", name), stage.lexicon.classes());
    list.emplace_back(fmt::format("features [{}]", name),
                      stage.clauses ? stage.clauses->weights().features() : stage.tagger->weights().features());
  }
  return list;
}

}  // namespace espalier::parsing
