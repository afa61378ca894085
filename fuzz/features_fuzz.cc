// Templates compiled and run against their twin that reads them term by term: as many features, and two are the same
// where their texts are. Templates, sentence and places are drawn by the bytes.
#include <cstdint>
#include <string>

#include "base/hash.h"
#include "base/random.h"
#include "fuzz/input.h"
#include "tests/reference/naive_features.h"
#include "tests/support/bijection.h"
#include "tests/support/feature_session.h"
#include "tests/support/random_templates.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace espalier;
  fuzz::Input input(data, size);
  const std::int32_t kind = input.below(3);
  const std::int32_t words = input.below(8);
  const features::Schema& schema = kind == 0   ? tests::arc_schema()
                                   : kind == 1 ? tests::grand_schema()
                                               : tests::tree_schema();
  base::Random random(base::hash(input.rest()));
  Sentence sentence = tests::draw_sentence(words, random);
  auto templates = tests::draw_templates(schema, random);
  tests::FeatureSession session(schema, std::move(templates), std::move(sentence), tests::draw_columns(words, random));
  tests::Bijection known;
  session.each_places(20, random, [&](const std::vector<std::int32_t>& places) {
    const auto place = [&](const features::Address& address) { return session.place_of(address, places); };
    const auto state = [](std::uint8_t asked, std::int32_t node) { return tests::state_text(asked, node, 0); };
    const tests::NaiveFeatures naive(session.sentence(), session.extra(), place, state);
    const auto found = session.features_at(places);
    for (std::size_t i = 0; i < session.templates().size(); ++i) {
      const std::string name = schema.name + ' ' + to_text(session.templates()[i], schema);
      const auto wanted = naive.of(session.templates()[i]);
      fuzz::demand(found[i].size() == wanted.size());
      for (std::size_t k = 0; k < wanted.size(); ++k) fuzz::demand(known.add(name + wanted[k], found[i][k]));
    }
  });
  return 0;
}
