#include "features/render.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/bijection.h"
#include "tests/support/feature_session.h"

namespace espalier::features {
namespace {

using tests::arc_schema;
using tests::FeatureSession;
using tests::tree_schema;
using Texts = std::vector<std::string>;

TEST(RenderTest, EqualTextsAreEqualFeatures) {
  base::Random random(31);
  tests::Bijection known;
  for (int round = 0; round < 1500; ++round) {
    const Schema& schema = round % 3 == 0 ? arc_schema() : round % 3 == 1 ? tests::grand_schema() : tree_schema();
    const auto words = static_cast<std::int32_t>(random.below(round % 10 == 0 ? 14 : 6));
    Sentence sentence = tests::draw_sentence(words, random);
    FeatureSession session(schema, tests::draw_templates(schema, random), std::move(sentence),
                           tests::draw_columns(words, random));
    const Renderer renderer(schema, session.sentence(), &session.extra(), tests::state_text);
    session.each_places(60, random, [&](const std::vector<std::int32_t>& places) {
      const auto found = session.features_at(places);
      for (std::size_t i = 0; i < session.templates().size(); ++i) {
        const Texts texts = renderer.render(session.templates()[i], session.program().slots(), places);
        ASSERT_EQ(texts.size(), found[i].size()) << to_text(session.templates()[i], schema);
        for (std::size_t k = 0; k < texts.size(); ++k) {
          ASSERT_TRUE(known.add(schema.name + ": " + texts[k], found[i][k])) << texts[k];
        }
      }
    });
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GT(known.size(), 40'000U);
}

Sentence sample() {
  Sentence sentence;
  for (int i = 1; i <= 30; ++i) sentence.add_word("w" + std::to_string(i));
  for (const std::int32_t node : {1, 4, 6}) sentence.set(node, Column::kUpos, "NOUN");
  sentence.set(2, Column::kUpos, "ADJ");
  sentence.set(3, Column::kUpos, "VERB");
  sentence.set(3, Column::kFeats, "Mood=Ind|Tense=Pres");
  return sentence;
}

Texts rendered(std::string_view text, std::int32_t h, std::int32_t m, const Schema& schema = arc_schema()) {
  const Template item = parse_template(text, schema);
  ColumnSet columns;
  const Program program(schema, {item}, columns);
  const Sentence sentence = sample();
  const std::vector<std::int32_t> places{h, m};
  return Renderer(schema, sentence).render(item, program.slots(), places);
}

TEST(RenderTest, WordsAndTags) {
  EXPECT_EQ(rendered("upos(h) & form(m-1) & dir(h,m)", 4, 2), Texts{"upos(h)=NOUN & form(m-1)=w1 & dir(h,m)=left"});
  EXPECT_EQ(rendered("upos(m) & dir(h,m)", 1, 9), Texts{"upos(m)=_ & dir(h,m)=right"});
}

TEST(RenderTest, PlacesWithoutAWord) {
  EXPECT_EQ(rendered("upos(h) & form(h-1) & form(m+1)", 0, 30),
            Texts{"upos(h)=<root> & form(h-1)=<before> & form(m+1)=<after>"});
  EXPECT_EQ(rendered("upos(h+1) & dist(h,m) & same.upos(h,m)", -1, 3),
            Texts{"upos(h+1)=<none> & dist(h,m)=<none> & same.upos(h,m)=<none>"});
  EXPECT_EQ(rendered("column.chunk(m) & left-nearest.form.upos.VERB(m)", 0, 2),
            Texts{"column.chunk(m)=<none> & left-nearest.form.upos.VERB(m)=<none>"});
}

TEST(RenderTest, Numbers) {
  const auto value = [](std::string_view text, std::int32_t h, std::int32_t m) {
    const std::string whole = rendered(text, h, m).at(0);
    return whole.substr(whole.rfind('=') + 1);
  };
  EXPECT_EQ(value("dist(h,m)", 1, 6), "5");
  EXPECT_EQ(value("dist(h,m)", 8, 1), "6-7");
  EXPECT_EQ(value("dist(h,m)", 1, 11), "8-10");
  EXPECT_EQ(value("dist(h,m)", 1, 30), "26+");
  EXPECT_EQ(value("dist(h,m)", 3, 3), "0");
  EXPECT_EQ(value("dist.4.9(h,m)", 1, 3), "0-3");
  EXPECT_EQ(value("dist.4.9(h,m)", 1, 6), "4-8");
  EXPECT_EQ(value("near.3(h,m)", 5, 3), "-2");
  EXPECT_EQ(value("near.3(h,m)", 5, 7), "+2");
  EXPECT_EQ(value("near.3(h,m)", 5, 2), "-3 or more");
  EXPECT_EQ(value("near.3(h,m)", 5, 25), "+3 or more");
  EXPECT_EQ(value("count.upos.NOUN(h,m)", 0, 5), "2");
  EXPECT_EQ(value("count.upos.*(h,m)", 0, 6), "5-6");
  EXPECT_EQ(value("right-count.form.*(m)", 0, 22), "7-9");
  EXPECT_EQ(value("left-count.form.*(m)", 0, 30), "10+");
}

TEST(RenderTest, BagsTurnTheFirstFastest) {
  EXPECT_EQ(rendered("between.upos(h,m)", 1, 7), (Texts{"between.upos(h,m)=ADJ", "between.upos(h,m)=VERB",
                                                        "between.upos(h,m)=NOUN", "between.upos(h,m)=_"}));
  EXPECT_EQ(rendered("morph(m) & between.upos(h,m)", 0, 3),
            (Texts{"morph(m)=Mood=Ind & between.upos(h,m)=NOUN", "morph(m)=Tense=Pres & between.upos(h,m)=NOUN",
                   "morph(m)=Mood=Ind & between.upos(h,m)=ADJ", "morph(m)=Tense=Pres & between.upos(h,m)=ADJ"}));
  EXPECT_EQ(rendered("morph(m)", 0, 1), Texts{});
}

TEST(RenderTest, StatesComeFromTheParser) {
  const Template item = parse_template("deprel(h) & depth(m)", tree_schema());
  ColumnSet columns;
  const Program program(tree_schema(), {item}, columns);
  const Sentence sentence = sample();
  const std::vector<std::int32_t> places{4, -1};
  EXPECT_EQ(Renderer(tree_schema(), sentence).render(item, program.slots(), places),
            Texts{"deprel(h)=<none> & depth(m)=<none>"});
  const auto state = [](std::uint8_t which, std::int32_t node, std::size_t slot) {
    return std::to_string(which) + "@" + std::to_string(node) + "/" + std::to_string(slot);
  };
  EXPECT_EQ(Renderer(tree_schema(), sentence, nullptr, state).render(item, program.slots(), places),
            Texts{"deprel(h)=0@4/0 & depth(m)=1@-1/1"});
}

}  // namespace
}  // namespace espalier::features
