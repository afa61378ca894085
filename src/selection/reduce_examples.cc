#include "selection/reduce_examples.h"

#include <algorithm>

#include "parsing/binary_trees.h"
#include "parsing/constituency_schema.h"
#include "selection/frequent_classes.h"

namespace espalier::selection {

using decoding::Action;
using decoding::ShiftReduce;

namespace {

constexpr std::size_t kExamplesOfAWord = 3;
/// Actions beside the right one. Which they are must tell nothing of the state, or what they tell is no merit of
/// templates.
constexpr std::size_t kRivals = 8;

}  // namespace

ReduceExamples::ReduceExamples(SentenceSet data, const parsing::ConstituencyOptions& options) : data_(data) {
  const parsing::BinaryTreebank treebank =
      parsing::make_binary_treebank({data.sentences.begin(), data.sentences.end()}, HeadRules::load(options.heads));
  grammar_ = decoding::ReduceGrammar(treebank.rules);
  derivations_.resize(treebank.trees.size());
  for (std::size_t i = 0; i < treebank.trees.size(); ++i) derive(treebank.trees[i], grammar_, derivations_[i]);
}

template <class Visit>
void ReduceExamples::walk(std::span<const features::Template> templates, std::size_t every, const Visit& visit) const {
  TemplateRows rows(parsing::constituency_schemas()[0], templates);
  const parsing::ReducePlaceFinder finder(rows.program());
  // The label of a word is its tag.
  features::ColumnSet columns;
  const std::uint32_t tags = columns.add(features::AttributeId::kXpos);
  const features::Encoder encoder(std::move(columns));
  features::Encoded encoded;
  parsing::ReducePlaces places;
  decoding::ReduceNodes nodes;
  decoding::ReduceState state;
  for (std::size_t i = 0; i < derivations_.size(); i += every) {
    rows.prepare(data_.sentences[i], data_.extra_of(i));
    encoder.encode(data_.sentences[i], encoded);
    state.reset(data_.sentences[i].size(), {&grammar_, &nodes});
    for (const Action action : derivations_[i]) {
      const std::span<const Action> legal = ShiftReduce::legal(state);
      if (legal.size() > 1) {
        finder.find(state, places);
        visit(legal, action, rows.row(places.words, parsing::ReduceStateOf{state, places, encoded.of(tags)}));
      }
      ShiftReduce::apply(state, action);
    }
  }
}

learning::Examples ReduceExamples::examples(std::span<const features::Template> templates) {
  learning::Examples out;
  walk(templates, 1, [&](std::span<const Action>, Action right, std::span<const std::uint64_t> row) {
    out.add(static_cast<std::uint32_t>(right), row);
  });
  return out;
}

std::size_t ReduceExamples::every(std::size_t rows_of_a_word, std::size_t most) const {
  std::size_t words = 0;
  for (const Sentence& sentence : data_.sentences) words += static_cast<std::size_t>(sentence.size());
  return words * rows_of_a_word / std::max<std::size_t>(most, 1) + 1;
}

Decisions ReduceExamples::decisions(std::span<const features::Template> conditions, std::size_t most) {
  Decisions out(conditions.size(), classes());
  std::vector<std::uint32_t> menu;
  const std::size_t every = this->every(kExamplesOfAWord * grammar_.actions() / 2, most);
  walk(conditions, every, [&](std::span<const Action> legal, Action right, std::span<const std::uint64_t> row) {
    menu.clear();
    for (const Action action : legal) menu.push_back(static_cast<std::uint32_t>(action));
    out.add(menu, static_cast<std::uint32_t>(right), row);
  });
  return out;
}

Choices ReduceExamples::choices(std::span<const features::Template> attributes, std::size_t most) {
  const std::size_t every = this->every(kExamplesOfAWord * (kRivals + 1), most);
  FrequentClasses frequent(kRivals);
  walk({}, every, [&](std::span<const Action>, Action right, std::span<const std::uint64_t>) {
    frequent.note(0, static_cast<std::uint32_t>(right));
  });
  Choices out(attributes.size());
  walk(attributes, every, [&](std::span<const Action> legal, Action right, std::span<const std::uint64_t> row) {
    const auto is_legal = [&](std::uint32_t action) {
      return std::find(legal.begin(), legal.end(), static_cast<Action>(action)) != legal.end();
    };
    frequent.add_group(static_cast<std::uint32_t>(right), row, is_legal, out);
  });
  return out;
}

}  // namespace espalier::selection
