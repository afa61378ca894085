#include "parsing/span_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "parsing/model_output.h"
#include "parsing/model_sections.h"

namespace espalier::parsing {

namespace {

constexpr std::size_t kMostOthers = 64;

std::vector<std::string> read_names(const model_file::Section& section) {
  std::vector<std::string> names = unpack_labels(section);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!is_column_name(names[i]) || std::count(names.begin(), names.end(), names[i]) > 1 || i == kMostOthers) {
      model_file::fail_damaged(section, "it names columns that no model has");
    }
  }
  return column_names(names);
}

}  // namespace

std::string span_folder(std::size_t column) {
  if (column >= kSpanColumns) return fmt::format("{}other.{}/", kSpanFolder, column - kSpanColumns);
  return fmt::format("{}{}/", kSpanFolder, span_column_info(static_cast<SpanColumn>(column)).name);
}

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
  names_ = file_->has(kOtherNames) ? read_names(file_->section(kOtherNames, kSectionVersion)) : column_names();
  stages_.resize(names_.size());
  for (std::size_t column = 0; column < names_.size(); ++column) {
    if (file_->has(span_folder(column) + "classes")) load(column);
  }
}

void SpanModel::load(std::size_t column) {
  const std::string folder = span_folder(column);
  Stage& stage = stages_[column].emplace();
  stage.lexicon = ColumnLexicon(*file_, folder, programs_.keys());
  model_file::read_section(
      file_->section(folder + "weights", kSectionVersion), [&](const model_file::Section& section) {
        const learning::FrozenLabels weights(section.bytes, std::max<std::uint32_t>(stage.lexicon.classes(), 2));
        if (!is_clause(column))
          stage.tagger.emplace(programs_.column(column), stage.lexicon, weights);
        else
          stage.clauses.emplace(programs_, bracket_classes(stage.lexicon.names()), weights);
      });
}

void SpanModel::tag(const Sentence& sentence, SpanWorkspace& workspace) const {
  if (workspace.columns.names.empty()) workspace.columns.names = names_;
  workspace.scratch.resize(names_.size());
  clear_columns(workspace.columns, sentence.size());
  programs_.encoder().encode(sentence, workspace.encoded, &workspace.columns);
  for (std::size_t column = 0; column < names_.size(); ++column) {
    if (!has(column)) continue;
    const Stage& stage = *stages_[column];
    std::vector<std::string>& values = workspace.columns.values[column];
    if (stage.clauses) {
      stage.clauses->tag(workspace.encoded, workspace.clauses);
      take_brackets(workspace.clauses.brackets, values);
      agree_with_brackets(workspace.clauses.brackets, workspace.columns);
    } else {
      ColumnScratch& scratch = workspace.scratch[column];
      scratch.values.assign(values.size(), 0);
      stage.tagger->tag(workspace.encoded, scratch);
      take_classes(stage.lexicon, scratch, values);
    }
    if (column + 1 < names_.size()) {
      programs_.encoder().encode_extra(sentence, workspace.columns, workspace.encoded);
    }
  }
}

void SpanModel::write(Sentence& sentence, SpanWorkspace& workspace) const {
  tag(sentence, workspace);
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    for (std::size_t column = 0; column < names_.size(); ++column) {
      const std::string& value = workspace.columns.values[column][static_cast<std::size_t>(node)];
      if (value.empty()) continue;
      set_misc(sentence, node, misc_key(column, names_[column]), value, workspace.misc);
    }
  }
}

std::string SpanModel::features() const { return features::to_text(programs_.sections(), span_schemas()); }

std::vector<std::pair<std::string, std::size_t>> SpanModel::sizes() const {
  auto list = template_counts(programs_.sections());
  for (std::size_t column = 0; column < names_.size(); ++column) {
    if (!has(column)) continue;
    const Stage& stage = *stages_[column];
    const std::string& name = names_[column];
    list.emplace_back(fmt::format("classes [{}]", name), stage.lexicon.classes());
    list.emplace_back(fmt::format("features [{}]", name),
                      stage.clauses ? stage.clauses->weights().features() : stage.tagger->weights().features());
  }
  return list;
}

}  // namespace espalier::parsing
