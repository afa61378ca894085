#include "parsing/tagger_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "parsing/model_output.h"
#include "parsing/model_sections.h"

namespace espalier::parsing {

std::string tag_folder(TagStage stage) { return fmt::format("tag/{}/", tag_stage_info(stage).name); }

void fill_dictionary(const TaggerPrograms& programs, TagStage stage, const ColumnLexicon& lexicon,
                     features::Encoded& sentence) noexcept {
  const auto column = programs.dictionary(stage);
  if (!column) return;
  for (const std::int32_t node : sentence.new_forms()) {
    sentence.set(*column, node, lexicon.dictionary_value(sentence, node));
  }
}

void fill_draft(const TaggerPrograms& programs, std::span<const std::uint64_t> draft,
                features::Encoded& sentence) noexcept {
  for (std::int32_t node = 1; node <= sentence.words(); ++node) {
    sentence.set(programs.field(TagStage::kUpos), node, draft[static_cast<std::size_t>(node)]);
  }
}

void swap_tags(Sentence& sentence) noexcept {
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    auto& row = sentence.row(node);
    std::swap(row[static_cast<std::size_t>(Column::kUpos)], row[static_cast<std::size_t>(Column::kXpos)]);
  }
}

bool TaggerModel::is_in(const model_file::File& file) noexcept { return file.has(kTagFeatures); }

TaggerModel::TaggerModel(std::shared_ptr<const model_file::File> file) : file_(std::move(file)) {
  model_file::read_section(file_->section(kTagFeatures, kSectionVersion), [&](const model_file::Section& section) {
    programs_ = TaggerPrograms(features::parse_features(section.text(), tagger_schemas(), "features of the model"));
  });
  for (const TagStage stage : kAllTagStages) {
    if (file_->has(tag_folder(stage) + "classes")) load(stage);
  }
  if (file_->has(kTagFirst)) {
    const model_file::Section section = file_->section(kTagFirst, kSectionVersion);
    if (section.text() != kFirstIsXpos || !is_loaded(TagStage::kUpos) || is_loaded(TagStage::kXpos)) {
      model_file::fail_damaged(section, "it names no column that the first stage could decide");
    }
    first_is_xpos_ = true;
  }
  if (!is_loaded(TagStage::kLemma)) return;
  model_file::read_section(file_->section(tag_folder(TagStage::kLemma) + "classes"), [&](const auto&) {
    for (const std::string& name : stages_.back()->lexicon.names()) rules_.push_back(LemmaRule::parse(name));
  });
}

void TaggerModel::load(TagStage stage) {
  const std::string folder = tag_folder(stage);
  LoadedColumn& loaded = stages_[static_cast<std::size_t>(stage)].emplace();
  loaded.lexicon = ColumnLexicon(*file_, folder, programs_.keys(stage));
  const auto& specs = programs_.encoder().columns().specs();
  for (std::uint32_t i = 0; i < specs.size(); ++i) {
    loaded.is_read_otherwise |=
        i != programs_.field(stage) && features::reads_field(specs[i], tag_stage_info(stage).column);
  }
  const auto read = [&](const char* name, const ColumnPrograms& program, std::optional<ColumnTagger>& tagger) {
    model_file::read_section(file_->section(folder + name, kSectionVersion), [&](const model_file::Section& section) {
      const std::uint32_t classes = std::max<std::uint32_t>(loaded.lexicon.classes(), 2);
      tagger.emplace(program, loaded.lexicon, learning::FrozenLabels(section.bytes, classes));
    });
  };
  if (stage == TagStage::kUpos && programs_.kin()) {
    kin_ = Kin(file_->section(folder + kTagKin, kSectionVersion), loaded.lexicon.classes());
  }
  read("weights", programs_.column(stage), loaded.tagger);
  if (stage == TagStage::kUpos && !programs_.draft().all.empty()) read(kTagDraft, programs_.draft(), loaded.draft);
}

bool TaggerModel::has(TagStage stage) const noexcept {
  if (!first_is_xpos_ || stage == TagStage::kFeats || stage == TagStage::kLemma) return is_loaded(stage);
  return stage == TagStage::kXpos;
}

TagOptions TaggerModel::by_stage(TagOptions options) const noexcept {
  if (first_is_xpos_) options.upos = options.xpos;
  return options;
}

bool TaggerModel::works(const TagOptions& options) const noexcept {
  const TagOptions uses = by_stage(options);
  return std::any_of(kAllTagStages.begin(), kAllTagStages.end(),
                     [&](TagStage stage) { return is_loaded(stage) && uses.of(stage) != TagUse::kLeave; });
}

void TaggerModel::tag(Sentence& sentence, const TagOptions& options, TaggerWorkspace& workspace) const {
  if (!works(options)) return;
  if (!first_is_xpos_) return tag_columns(sentence, options, workspace);
  swap_tags(sentence);
  tag_columns(sentence, by_stage(options), workspace);
  swap_tags(sentence);
}

void TaggerModel::tag_columns(Sentence& sentence, const TagOptions& options, TaggerWorkspace& workspace) const {
  for (const TagStage stage : kAllTagStages) {
    if (!is_loaded(stage) || options.of(stage) != TagUse::kReplace) continue;
    for (std::int32_t node = 1; node <= sentence.size(); ++node)
      sentence.set(node, tag_stage_info(stage).column, Text());
  }
  programs_.encoder().encode(sentence, workspace.encoded, workspace.forms);
  for (const TagStage stage : kAllTagStages) {
    if (is_loaded(stage)) {
      fill_dictionary(programs_, stage, stages_[static_cast<std::size_t>(stage)]->lexicon, workspace.encoded);
    }
  }
  if (is_loaded(TagStage::kUpos) && programs_.kin()) {
    for (const std::int32_t node : workspace.encoded.new_forms()) {
      workspace.encoded.set(*programs_.kin(), node, kin_.value(workspace.encoded, node, programs_.kin_columns()));
    }
  }
  programs_.encoder().keep_forms(sentence, workspace.encoded, workspace.forms);
  for (const TagStage stage : kAllTagStages) {
    if (!is_loaded(stage) || options.of(stage) == TagUse::kLeave) continue;
    run(stage, sentence, options.of(stage) == TagUse::kFill, workspace);
  }
}

void TaggerModel::run(TagStage stage, Sentence& sentence, bool keeps, TaggerWorkspace& workspace) const {
  const LoadedColumn& self = *stages_[static_cast<std::size_t>(stage)];
  const Column column = tag_stage_info(stage).column;
  ColumnScratch& scratch = workspace.stages[static_cast<std::size_t>(stage)];
  scratch.values.assign(static_cast<std::size_t>(sentence.size()) + 1, 0);
  for (std::int32_t node = 1; keeps && node <= sentence.size(); ++node) {
    if (sentence.get(node, column).empty()) continue;
    scratch.values[static_cast<std::size_t>(node)] = workspace.encoded.value(programs_.field(stage), node);
  }
  if (self.draft) {
    workspace.draft.values.assign(scratch.values.begin(), scratch.values.end());
    self.draft->tag(workspace.encoded, workspace.draft);
    fill_draft(programs_, workspace.draft.values, workspace.encoded);
  }
  if (stage == TagStage::kLemma) {
    const auto fits = [&](std::uint16_t rule, std::int32_t node) {
      lower_text(sentence.form(node), workspace.lower);
      return rules_[rule].apply({sentence.form(node), workspace.lower}, workspace.lemma);
    };
    self.tagger->tag(workspace.encoded, scratch, fits);
    return write_lemmas(scratch, sentence, workspace);
  }
  self.tagger->tag(workspace.encoded, scratch);
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    const std::int32_t label = scratch.classes[static_cast<std::size_t>(node)];
    if (label >= 0) sentence.set(node, column, self.lexicon.names()[static_cast<std::size_t>(label)]);
  }
  if (self.is_read_otherwise) return programs_.encoder().encode_again(sentence, column, workspace.encoded);
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    workspace.encoded.set(programs_.field(stage), node, scratch.values[static_cast<std::size_t>(node)]);
  }
}

void TaggerModel::write_lemmas(const ColumnScratch& scratch, Sentence& sentence, TaggerWorkspace& workspace) const {
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    const std::int32_t rule = scratch.classes[static_cast<std::size_t>(node)];
    if (rule < 0) {
      // Kept, or no rule fits: then the word stands for itself.
      if (sentence.lemma(node).empty()) sentence.set(node, Column::kLemma, sentence.row(node)[0]);
      continue;
    }
    lower_text(sentence.form(node), workspace.lower);
    rules_[static_cast<std::size_t>(rule)].apply({sentence.form(node), workspace.lower}, workspace.lemma);
    sentence.set(node, Column::kLemma, workspace.lemma);
  }
}

std::string TaggerModel::features() const { return features::to_text(programs_.sections(), tagger_schemas()); }

std::vector<std::pair<std::string, std::size_t>> TaggerModel::sizes() const {
  auto list = template_counts(programs_.sections());
  for (const TagStage stage : kAllTagStages) {
    if (!is_loaded(stage)) continue;
    const LoadedColumn& self = *stages_[static_cast<std::size_t>(stage)];
    const std::string_view name = tag_stage_info(stage).name;
    list.emplace_back(fmt::format("classes [{}]", name), self.lexicon.classes());
    list.emplace_back(fmt::format("features [{}]", name), self.tagger->weights().features());
  }
  return list;
}

}  // namespace espalier::parsing
