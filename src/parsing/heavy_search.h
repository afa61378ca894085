// What the searches for the heaviest features share: names of features, shelves for those that weigh most, the sample
// of sentences that is gone through, and the label stage.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "features/extractor.h"
#include "features/render.h"
#include "parsing/label_stage.h"
#include "parsing/template_weights.h"
#include "parsing/training_set.h"

namespace espalier::parsing {

/// The heaviest features of one kind, heaviest first.
class HeavyShelf {
 public:
  explicit HeavyShelf(std::size_t most) : most_(most) {}

  /// `name()` is asked only if the feature is kept.
  template <class Name>
  void offer(std::uint64_t feature, float weight, const Name& name) {
    const float size = std::abs(weight);
    if (size == 0 || (items_.size() == most_ && size <= std::abs(items_.back().weight))) return;
    if (std::any_of(items_.begin(), items_.end(), [&](const Item& item) { return item.feature == feature; })) return;
    const auto lighter = [&](const Item& item) { return std::abs(item.weight) < size; };
    items_.insert(std::find_if(items_.begin(), items_.end(), lighter), {feature, weight, name()});
    if (items_.size() > most_) items_.pop_back();
  }
  void append_to(std::vector<HeavyFeature>& out, const std::string& section, const std::string& label) const {
    for (const Item& item : items_) out.push_back({section, label, item.text, item.weight});
  }

 private:
  struct Item {
    std::uint64_t feature;
    float weight;
    std::string text;
  };
  std::size_t most_;
  std::vector<Item> items_;
};

/// A shelf for each of many classes, for the features that speak for it.
class HeavyClasses {
 public:
  HeavyClasses(std::size_t classes, std::size_t most) : shelves_(classes, HeavyShelf(most)), row_(classes) {}

  /// The weights of one feature, to be filled before it is offered.
  std::span<float> row() noexcept { return row_; }
  /// Fills it from a table of floats.
  template <class Rows>
  void read(const Rows& rows, std::uint64_t feature) {
    std::fill(row_.begin(), row_.end(), 0.0F);
    rows.add_scores({&feature, 1}, row_.data());
  }
  /// Fills it from a table of integers.
  void read(const learning::FrozenLabels& rows, std::uint64_t feature) {
    wholes_.assign(row_.size(), 0);
    rows.add_scores({&feature, 1}, wholes_.data());
    std::transform(wholes_.begin(), wholes_.end(), row_.begin(),
                   [&](std::int32_t whole) { return static_cast<float>(whole) * rows.scale(); });
  }
  /// How far the weights set classes apart.
  float spread() const {
    const auto [least, most] = std::minmax_element(row_.begin(), row_.end());
    return *most - *least;
  }
  template <class Name>
  void offer(std::uint64_t feature, const Name& name) {
    for (std::size_t i = 0; i < row_.size(); ++i) shelves_[i].offer(feature, std::max(row_[i], 0.0F), name);
  }
  void append_to(std::vector<HeavyFeature>& out, const std::string& section,
                 const std::vector<std::string>& names) const {
    for (std::size_t i = 0; i < shelves_.size(); ++i) shelves_[i].append_to(out, section, names[i]);
  }

 private:
  std::vector<HeavyShelf> shelves_;
  std::vector<float> row_;
  std::vector<std::int32_t> wholes_;
};

/// The features of one section in a sentence, with their names.
class NamedFeatures {
 public:
  NamedFeatures() = default;
  /// All must outlive it, here and below.
  NamedFeatures(const features::Schema& schema, const std::vector<features::Template>& templates,
                const features::Program& program)
      : schema_(&schema), templates_(&templates), program_(&program) {}

  void prepare(const TrainingSet& data, std::size_t sentence) {
    sentence_ = &data.sentences[sentence];
    columns_ = data.columns_of(sentence);
    extractor_.prepare(*program_, data.encoded[sentence]);
  }

  /// Calls use(feature, name) for all features at places, name() being the text.
  template <class StateOf, class Use>
  void each(std::span<const std::int32_t> places, const StateOf& state, const features::Renderer::StateText& state_text,
            const Use& use) {
    std::size_t last = program_->size();
    std::size_t nth = 0;  // of the features of one template
    extractor_.visit(places, state, [&](std::size_t at, std::uint64_t feature) {
      nth = at == last ? nth + 1 : 0;
      last = at;
      source_ = program_->source(at);
      use(feature, [&] {
        const features::Renderer renderer(*schema_, *sentence_, columns_, state_text);
        return renderer.render((*templates_)[program_->source(at)], program_->slots(), places)[nth];
      });
    });
  }

  /// Within use(): which template of the list the feature is of.
  std::size_t source() const noexcept { return source_; }

 private:
  std::size_t source_ = 0;
  const features::Schema* schema_ = nullptr;
  const std::vector<features::Template>* templates_ = nullptr;
  const features::Program* program_ = nullptr;
  const Sentence* sentence_ = nullptr;
  const features::ExtraColumns* columns_ = nullptr;
  features::Extractor extractor_;
};

/// The text of a label's number at a node.
inline std::string label_text(const std::vector<std::string>& names, std::int32_t node, std::int32_t label) {
  if (node < 0) return "<none>";
  return label < 0 ? "_" : names[static_cast<std::size_t>(label)];
}

/// The label stage, gone through on true trees with true labels.
template <class Rows>
class HeavyLabels {
 public:
  HeavyLabels(const features::Section& section, const features::Schema& schema, const features::Program& program,
              const Rows& rows, const std::vector<std::string>& names, std::size_t most, TemplateTally* tally = nullptr)
      : section_(section.name),
        tally_(tally),
        program_(program),
        rows_(rows),
        names_(names),
        named_(schema, section.templates, program),
        shelves_(names.size(), most) {}

  void visit(const TrainingSet& data, std::size_t sentence) {
    const auto& heads = data.heads[sentence];
    named_.prepare(data, sentence);
    start_labels(program_, data.encoded[sentence], heads, scratch_);
    const auto text = [&](std::uint8_t, std::int32_t node, std::size_t) {
      return label_text(names_, node, node < 0 ? -1 : scratch_.labels[static_cast<std::size_t>(node)]);
    };
    for (const std::int32_t word : scratch_.order) {
      const auto at = static_cast<std::size_t>(word);
      scratch_.links.resolve(program_, heads[at], word, scratch_.places);
      named_.each(scratch_.places, LabelState{scratch_.labels}, text, [&](std::uint64_t feature, const auto& name) {
        shelves_.read(rows_, feature);
        shelves_.offer(feature, name);
        if (tally_ != nullptr) tally_->add(section_, named_.source(), shelves_.spread());
      });
      scratch_.labels[at] = data.labels[sentence][at];
    }
  }
  void append_to(std::vector<HeavyFeature>& out) const { shelves_.append_to(out, section_, names_); }

 private:
  std::string section_;
  TemplateTally* tally_;
  const features::Program& program_;
  const Rows& rows_;
  const std::vector<std::string>& names_;
  NamedFeatures named_;
  HeavyClasses shelves_;
  LabelScratch scratch_;
};

/// Calls visit(sentence) for a sample of sentences spread evenly over a treebank, very long ones left out.
template <class Visit>
void visit_sample(const TrainingSet& data, const Visit& visit) {
  constexpr std::size_t kSentences = 2000;  // the most that are gone through
  constexpr std::int32_t kLongSentence = 200;
  const std::size_t step = (data.sentences.size() + kSentences - 1) / kSentences;
  for (std::size_t i = 0; i < data.sentences.size(); i += step) {
    if (data.sentences[i].size() <= kLongSentence) visit(i);
  }
}

}  // namespace espalier::parsing
