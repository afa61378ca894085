#include "features/extractor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "tests/reference/naive_features.h"
#include "tests/support/bijection.h"
#include "tests/support/expect_error.h"
#include "tests/support/feature_session.h"
#include "tests/support/random_templates.h"
#include "tests/support/sentences.h"

namespace espalier::features {
namespace {

using tests::arc_schema;
using tests::Bijection;
using tests::FeatureSession;
using tests::tree_schema;

/// The features of all templates at all places agree with the twin's, in number, in order, and in which are equal.
void expect_as_naive(const Schema& schema, FeatureSession& session, Bijection& known, base::Random& random) {
  session.each_places(80, random, [&](const std::vector<std::int32_t>& places) {
    const auto place = [&](const Address& address) { return session.place_of(address, places); };
    const auto state = [](std::uint8_t asked, std::int32_t node) { return tests::state_text(asked, node, 0); };
    const tests::NaiveFeatures naive(session.sentence(), session.extra(), place, state);
    const auto found = session.features_at(places);
    for (std::size_t i = 0; i < session.templates().size(); ++i) {
      const std::string name = schema.name + ' ' + to_text(session.templates()[i], schema);
      const auto wanted = naive.of(session.templates()[i]);
      ASSERT_EQ(found[i].size(), wanted.size()) << name;
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        ASSERT_NE(found[i][k], 0U);
        ASSERT_TRUE(known.add(name + wanted[k], found[i][k])) << name << ": " << wanted[k];
      }
    }
  });
}

TEST(Finish, FourAtATimeAreTheSameAsOneByOne) {
  using Four = std::uint64_t __attribute__((vector_size(32)));
  base::Random random(1);
  for (int round = 0; round < 1000; ++round) {
    Four sums{random.next(), random.next() << 40, 0, random.next() >> 40};
    const Four before = sums;
    Finish{}.each(sums);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(sums[i], finish(before[i]));
  }
}

TEST(ExtractorTest, AgreesWithTheNaiveTwin) {
  base::Random random(21);
  Bijection known;
  for (int round = 0; round < 2000; ++round) {
    const Schema& schema = round % 3 == 0 ? arc_schema() : round % 3 == 1 ? tests::grand_schema() : tree_schema();
    const auto words = static_cast<std::int32_t>(random.below(round % 10 == 0 ? 14 : 6));
    Sentence sentence = tests::draw_sentence(words, random);
    FeatureSession session(schema, tests::draw_templates(schema, random), std::move(sentence),
                           tests::draw_columns(words, random));
    expect_as_naive(schema, session, known, random);
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GT(known.size(), 50'000U);
}

TEST(ExtractorTest, EveryAttributeAloneAgreesWithTheNaiveTwin) {
  base::Random random(22);
  Bijection known;
  for (const AttributeInfo& info : attribute_catalogue()) {
    for (int round = 0; round < 15; ++round) {
      const auto words = static_cast<std::int32_t>(random.below(14));
      Sentence sentence = tests::draw_sentence(words, random);
      FeatureSession session(arc_schema(), {{{tests::draw_term(info, arc_schema(), random)}}}, std::move(sentence),
                             tests::draw_columns(words, random));
      expect_as_naive(arc_schema(), session, known, random);
      ASSERT_FALSE(HasFatalFailure());
    }
  }
}

Sentence long_sentence(std::int32_t words) {
  Sentence sentence;
  for (std::int32_t i = 1; i <= words; ++i) sentence.add_word("w" + std::to_string(i));
  return sentence;
}

TEST(ExtractorTest, DistancesFarApart) {
  // Beyond 64 words all distances are alike, and no bin may begin there.
  base::Random random(23);
  Bijection known;
  for (const char* text : {"dist(h,m)", "dist.1.59.60(h,m)", "near.60(h,m)", "dir(h,m)", "count.form.*(h,m)"}) {
    FeatureSession session(arc_schema(), {parse_template(text, arc_schema())}, long_sentence(150));
    expect_as_naive(arc_schema(), session, known, random);
  }
  FeatureSession session(arc_schema(), {parse_template("near.60(h,m)", arc_schema())}, long_sentence(150));
  std::set<std::uint64_t> seen;
  session.each_places(30'000, random, [&](const std::vector<std::int32_t>& places) {
    seen.insert(session.features_at(places)[0].at(0));
  });
  EXPECT_EQ(seen.size(), 2 * 60 + 2U);  // -60..60, and none
}

TEST(ExtractorTest, AFeatureDoesNotDependOnItsList) {
  base::Random random(24);
  for (int round = 0; round < 60; ++round) {
    const Sentence sentence = tests::draw_sentence(4, random);
    auto templates = tests::draw_templates(arc_schema(), random);
    FeatureSession all(arc_schema(), templates, sentence);
    for (std::size_t i = 0; i < templates.size(); ++i) {
      FeatureSession alone(arc_schema(), {templates[i]}, sentence);
      all.each_places(40, random, [&](const std::vector<std::int32_t>& places) {
        EXPECT_EQ(all.features_at(places)[i], alone.features_at(places)[0]);
      });
    }
    FeatureSession reversed(arc_schema(), {templates.rbegin(), templates.rend()}, sentence);
    all.each_places(40, random, [&](const std::vector<std::int32_t>& places) {
      auto there = reversed.features_at(places);
      std::reverse(there.begin(), there.end());
      EXPECT_EQ(all.features_at(places), there);
    });
  }
}

TEST(ExtractorTest, SectionsHaveFeaturesOfTheirOwn) {
  const Sentence sentence = testing::sentence_of({{"a", "X"}, {"b", "Y"}});
  FeatureSession arc(arc_schema(), {parse_template("form(m)", arc_schema())}, sentence);
  FeatureSession tree(tree_schema(), {parse_template("form(m)", tree_schema())}, sentence);
  EXPECT_NE(arc.features_at(std::vector{1, 2}), tree.features_at(std::vector{1, 2}));
}

TEST(ExtractorTest, BagsMultiply) {
  Sentence sentence = testing::sentence_of({{"a", "X"}, {"b", "Y"}, {"c", "X"}, {"d", "Z"}, {"e", "X"}});
  sentence.set(1, Column::kFeats, "A=1|B=2|C=3");
  sentence.set(5, Column::kFeats, "D=4|E=5");
  std::vector<Template> templates;
  for (const char* text : {"morph(h) & form(m)", "form(h)", "morph(h) & morph(m)", "between.upos(h,m)",
                           "between.upos(h,m) & morph(m) & dir(h,m)", "form(m)", "morph(m+1)"}) {
    templates.push_back(parse_template(text, arc_schema()));
  }
  FeatureSession session(arc_schema(), templates, sentence);
  EXPECT_EQ(session.program().fixed(), 2U);
  EXPECT_EQ(session.program().source(0), 1U);
  EXPECT_EQ(session.program().source(1), 5U);
  const auto sizes = [&](std::int32_t h, std::int32_t m) {
    std::vector<std::size_t> out;
    for (const auto& each : session.features_at(std::vector{h, m})) out.push_back(each.size());
    return out;
  };
  // Between the first and the last word stand Y, X, Z.
  EXPECT_EQ(sizes(1, 5), (std::vector<std::size_t>{3, 1, 6, 3, 6, 1, 0}));
  EXPECT_EQ(sizes(5, 1), (std::vector<std::size_t>{2, 1, 6, 3, 9, 1, 0}));
  EXPECT_EQ(sizes(1, 4), (std::vector<std::size_t>{3, 1, 0, 2, 0, 1, 2}));  // Y, X; the next word has two
  EXPECT_EQ(sizes(1, 2), (std::vector<std::size_t>{3, 1, 0, 0, 0, 1, 0}));
  EXPECT_EQ(sizes(-1, 5), (std::vector<std::size_t>{0, 1, 0, 0, 0, 1, 0}));
  // The same value twice between is one feature.
  EXPECT_EQ(sizes(0, 5), (std::vector<std::size_t>{0, 1, 0, 3, 6, 1, 0}));
}

TEST(ExtractorTest, DifferentValuesAreDifferentFeatures) {
  const std::int32_t words = 240;
  std::vector<Template> templates;
  for (const char* text : {"form(h) & form(m)", "form(m) & form(h)", "form(h) & lower(m)"}) {
    templates.push_back(parse_template(text, arc_schema()));
  }
  FeatureSession session(arc_schema(), templates, long_sentence(words));
  std::unordered_set<std::uint64_t> seen;
  std::size_t total = 0;
  for (std::int32_t h = -1; h <= words; ++h) {
    for (std::int32_t m = -1; m <= words; ++m) {
      for (const auto& each : session.features_at(std::vector{h, m})) {
        total += each.size();
        seen.insert(each.begin(), each.end());
      }
    }
  }
  EXPECT_EQ(total, 3U * 242 * 242);
  EXPECT_EQ(seen.size(), total);
}

TEST(ExtractorTest, AnExtractorMayBeUsedAgain) {
  base::Random random(26);
  Extractor used;
  for (int round = 0; round < 100; ++round) {
    const auto templates = tests::draw_templates(arc_schema(), random);
    ColumnSet columns;
    const Program program(arc_schema(), templates, columns);
    Encoded encoded;
    const auto words = static_cast<std::int32_t>(1 + random.below(8));
    Encoder(columns).encode(tests::draw_sentence(words, random), encoded);
    Extractor fresh;
    fresh.prepare(program, encoded);
    used.prepare(program, encoded);
    for (std::int32_t h = -1; h <= words; ++h) {
      const std::vector<std::int32_t> places{h, static_cast<std::int32_t>(random.below(8)) % words + 1};
      const auto wanted = fresh.features(places);
      const auto found = used.features(places);
      EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), found.begin(), found.end()));
    }
  }
}

/// Seven places and a state, more than the templates of arcs have.
const Schema& many_schema() {
  static const Schema schema{"many", {"a", "b", "c", "d", "e", "f", "g"}, {}, {"label"}};
  return schema;
}

std::vector<Template> many_templates(const std::vector<std::string>& texts) {
  std::vector<Template> out;
  for (const std::string& text : texts) out.push_back(parse_template(text, many_schema()));
  return out;
}

const std::vector<std::string>& many_texts() {
  static const std::vector<std::string> texts{
      "form(b) & form(a)",
      "label(a)",
      "form(a) & form(b) & form(c) & form(d)",
      "form(a) & upos(a+1) & upos(b)",
      "form(g) & form(f) & form(e) & form(d) & form(c)",
      "dist(a,b)",
      "upos(a) & form(b-1) & form(b)",
      "label(a) & form(b) & label(c)",
      "upos(a) & upos(b) & upos(c) & upos(d) & upos(e) & dir(f,g) & dist(a,b)",
      "same.upos(a,b) & dist(a,b)",
      "form(a)",
      "upos(g) & upos(f) & upos(e) & upos(d) & upos(c)",
      "same.upos(a,b)",
      "label(a) & same.upos(a,c)",
      "form(a) & form(b) & form(c)",
  };
  return texts;
}

TEST(ExtractorTest, TemplatesOfManyPlacesAgreeWithTheNaiveTwin) {
  base::Random random(27);
  Bijection known;
  for (int round = 0; round < 40; ++round) {
    const auto words = static_cast<std::int32_t>(random.below(6));
    FeatureSession session(many_schema(), many_templates(many_texts()), tests::draw_sentence(words, random),
                           tests::draw_columns(words, random));
    expect_as_naive(many_schema(), session, known, random);
    ASSERT_FALSE(HasFatalFailure());
  }
}

/// A program on a sentence of three words.
struct ManyPlaces {
  explicit ManyPlaces(const std::vector<std::string>& texts) {
    ColumnSet columns;
    program = Program(many_schema(), many_templates(texts), columns);
    Encoder(columns).encode(long_sentence(3), encoded);
    extractor.prepare(program, encoded);
  }
  Program program;
  Encoded encoded;
  Extractor extractor;
};

std::vector<std::uint64_t> copy_of(std::span<const std::uint64_t> numbers) { return {numbers.begin(), numbers.end()}; }

TEST(ExtractorTest, SumsAreFeaturesInAnOrderOfTheirOwn) {
  ManyPlaces many(many_texts());
  const auto state = [](std::uint8_t, std::int32_t node) { return number_value(static_cast<std::uint64_t>(node + 5)); };
  base::Random random(28);
  std::vector<std::ptrdiff_t> order;  // which feature each sum becomes
  for (int round = 0; round < 50; ++round) {
    std::vector<std::int32_t> places;
    for (int i = 0; i < 7; ++i) places.push_back(static_cast<std::int32_t>(random.below(5)) - 1);
    const auto features = copy_of(many.extractor.features(places, state));
    const auto sums = copy_of(many.extractor.sums(places, state));
    ASSERT_EQ(sums.size(), features.size());
    std::vector<std::ptrdiff_t> here;
    for (const std::uint64_t sum : sums) {
      here.push_back(std::find(features.begin(), features.end(), finish(sum)) - features.begin());
    }
    if (order.empty()) order = here;
    EXPECT_EQ(here, order);
  }
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], static_cast<std::ptrdiff_t>(i));
}

TEST(ExtractorTest, StatesThatDoNotHoldDropTheirTemplates) {
  ManyPlaces all(many_texts());
  std::vector<std::string> rest = many_texts();
  std::erase_if(rest, [](const std::string& text) { return text.starts_with("label(a)"); });
  ManyPlaces without(rest);
  const std::vector<std::int32_t> places{1, 2, 3, 0, -1, 1, 2};
  // At the first word nothing holds.
  const auto state = [](std::uint8_t, std::int32_t node) { return node == 1 ? kAbsent : number_value(7); };
  const auto wanted = copy_of(without.extractor.features(places, state));
  ASSERT_EQ(wanted.size(), many_texts().size() - 3);
  EXPECT_EQ(copy_of(all.extractor.features(places, state)), wanted);
  auto found = copy_of(all.extractor.sums(places, state));
  std::transform(found.begin(), found.end(), found.begin(), finish);
  EXPECT_TRUE(std::is_permutation(found.begin(), found.end(), wanted.begin(), wanted.end()));
  // The next call has them again.
  const auto holds = [](std::uint8_t, std::int32_t) { return number_value(7); };
  EXPECT_EQ(all.extractor.features(places, holds).size(), many_texts().size());
  EXPECT_EQ(all.extractor.sums(places, holds).size(), many_texts().size());
}

TEST(ExtractorTest, TheParserIsAskedOnceForAnAttributeAndAPlace) {
  ManyPlaces many(many_texts());
  std::vector<std::int32_t> asked;
  many.extractor.features(std::vector<std::int32_t>{3, 1, 2, 0, 0, 0, 0}, [&](std::uint8_t, std::int32_t node) {
    asked.push_back(node);
    return number_value(1);
  });
  EXPECT_EQ(asked, (std::vector<std::int32_t>{3, 2}));
}

TEST(ExtractorTest, NoTemplatesNoFeatures) {
  FeatureSession session(arc_schema(), {}, long_sentence(2));
  EXPECT_TRUE(session.program().empty());
  EXPECT_TRUE(session.features_at(std::vector{1, 2}).empty());
}

TEST(ExtractorTest, SlotsAreAnchorsThenOtherPlaces) {
  FeatureSession session(tree_schema(),
                         {parse_template("form(head(m)) & deprel(left(h)) & upos(head(m)+1)", tree_schema())},
                         long_sentence(1));
  const std::vector<PlaceSlot> wanted{{0, {}}, {1, {}}, {1, {0}}, {0, {1}}};
  EXPECT_EQ(session.program().slots(), wanted);
}

TEST(ExtractorTest, TooManyPlacesAreRefused) {
  // The digits of a number, but for the first, are functions: all places differ.
  const auto template_of = [](unsigned number) {
    std::string place = "h";
    for (; number > 1; number /= 2) place = (number % 2 == 0 ? "head(" : "left(") + place + ")";
    return parse_template("form(" + place + ")", tree_schema());
  };
  std::vector<Template> templates;
  for (unsigned number = 1; number <= 255; ++number) templates.push_back(template_of(number));
  ColumnSet columns;
  EXPECT_EQ(Program(tree_schema(), templates, columns).slots().size(), 256U);  // m is one of them
  templates.push_back(template_of(256));
  EXPECT_EQ(tests::error_of([&] { Program(tree_schema(), templates, columns); }).reason(),
            "the templates of a section look at more than 256 places");
}

}  // namespace
}  // namespace espalier::features
