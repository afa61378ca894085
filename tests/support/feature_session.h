// A list of templates compiled and set on a sentence, with every place it may look at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "features/encoding.h"
#include "features/extractor.h"
#include "features/program.h"
#include "tests/support/random_templates.h"

namespace espalier::tests {

/// What the parser alone knows, for tests: a text made of the attribute and the node.
inline std::string state_text(std::uint8_t state, std::int32_t node, std::size_t = 0) {
  return node < 0 ? "nothing" : std::to_string(state) + "/" + std::to_string(node % 3);
}

class FeatureSession {
 public:
  FeatureSession(const features::Schema& schema, std::vector<features::Template> templates, Sentence sentence,
                 features::ExtraColumns extra = {})
      : templates_(std::move(templates)), sentence_(std::move(sentence)), extra_(std::move(extra)) {
    features::ColumnSet columns;
    program_ = features::Program(schema, templates_, columns);
    features::Encoder(columns).encode(sentence_, encoded_, &extra_);
    extractor_.prepare(program_, encoded_);
  }
  FeatureSession(const FeatureSession&) = delete;
  FeatureSession& operator=(const FeatureSession&) = delete;

  const features::Program& program() const { return program_; }
  const std::vector<features::Template>& templates() const { return templates_; }
  const Sentence& sentence() const { return sentence_; }
  const features::ExtraColumns& extra() const { return extra_; }

  /// The features at places, by template as given (not as compiled).
  std::vector<std::vector<std::uint64_t>> features_at(std::span<const std::int32_t> places) {
    std::vector<std::vector<std::uint64_t>> out(templates_.size());
    const auto state = [](std::uint8_t which, std::int32_t node) { return base::hash(state_text(which, node)); };
    extractor_.visit(places, state,
                     [&](std::size_t at, std::uint64_t feature) { out[program_.source(at)].push_back(feature); });
    return out;
  }

  std::int32_t place_of(const features::Address& address, std::span<const std::int32_t> places) const {
    const auto& slots = program_.slots();
    const auto found = std::find(slots.begin(), slots.end(), features::PlaceSlot{address.anchor, address.functions});
    return places[static_cast<std::size_t>(found - slots.begin())];
  }

  /// Calls visit(places) for all assignments of nodes and -1 to slots; where they are more than `most`, for as many
  /// drawn at random.
  template <class Visit>
  void each_places(std::size_t most, base::Random& random, Visit&& visit) const {
    const auto nodes = static_cast<std::uint64_t>(sentence_.size()) + 2;
    std::uint64_t all = 1;
    for (std::size_t i = 0; i < program_.slots().size() && all <= most; ++i) all *= nodes;
    std::vector<std::int32_t> places(program_.slots().size());
    for (std::uint64_t k = 0; k < std::min<std::uint64_t>(all, most); ++k) {
      std::uint64_t rest = k;
      for (std::int32_t& place : places) {
        place = static_cast<std::int32_t>(all <= most ? rest % nodes : random.below(nodes)) - 1;
        rest /= nodes;
      }
      visit(std::as_const(places));
    }
  }

 private:
  std::vector<features::Template> templates_;
  Sentence sentence_;
  features::ExtraColumns extra_;
  features::Program program_;
  features::Encoded encoded_;
  features::Extractor extractor_;
};

/// A random list of templates on a random sentence.
inline std::vector<features::Template> draw_templates(const features::Schema& schema, base::Random& random) {
  std::vector<features::Template> templates;
  for (std::size_t left = 1 + random.below(6); left > 0; --left) {
    features::Template item = draw_template(schema, random);
    if (std::find(templates.begin(), templates.end(), item) == templates.end()) templates.push_back(std::move(item));
  }
  return templates;
}

}  // namespace espalier::tests
