#include "selection/reduce_examples.h"

#include <algorithm>

#include "parsing/binary_trees.h"
#include "parsing/constituency_schema.h"
#include "selection/frequent_classes.h"

namespace espalier::selection {

using decoding::Action;
using decoding::ShiftReduce;

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

Choices ReduceExamples::choices(std::span<const features::Template> attributes, std::size_t most) {
  constexpr std::size_t kExamplesOfAWord = 3;
  std::size_t words = 0;
  for (const Sentence& sentence : data_.sentences) words += static_cast<std::size_t>(sentence.size());
  const std::size_t rows = words * kExamplesOfAWord * (FrequentClasses::kMost + 1);
  const std::size_t every = rows / std::max<std::size_t>(most, 1) + 1;
  FrequentClasses frequent;
  const auto kind = {features::parse_template("cat(s1) & cat(s0)", parsing::constituency_schemas()[0])};
  walk(std::vector(kind), every, [&](std::span<const Action>, Action right, std::span<const std::uint64_t> row) {
    frequent.note(row.front(), static_cast<std::uint32_t>(right));
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
