#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parsing/tagger_model.h"
#include "tests/support/allocations.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_data.h"
#include "tests/support/tagged.h"

namespace espalier::parsing {
namespace {

using ::testing::HasSubstr;
using tests::add_tagged;
using tests::columns_of;
using tests::made_up_treebank;
using tests::Tagging;
using tests::trained_tagger;
using tests::words_of;

TEST(Tagger, LearnsATreebankByHeart) {
  const std::vector<Sentence> train = made_up_treebank(60, 1);
  const Tagging tag(train);
  for (const Sentence& gold : train) ASSERT_EQ(columns_of(tag(words_of(gold))), columns_of(gold));
}

TEST(Tagger, LearnsASampleAlmostByHeart) {
  const std::vector<Sentence> train = read_treebank(tests::sample_path("en"));
  TaggerOptions options;
  for (ColumnOptions& column : options.columns) column.epochs = 40;
  const Tagging tag(tests::bytes_of(trained_tagger(train, options)));
  std::size_t words = 0;
  std::size_t right = 0;
  for (const Sentence& gold : train) {
    const Sentence tagged = tag(words_of(gold));
    for (std::int32_t node = 1; node <= gold.size(); ++node) {
      ++words;
      right += columns_of(tagged, node) == columns_of(gold, node) ? 1 : 0;
    }
  }
  EXPECT_GE(right * 100, words * 98) << right << " of " << words;
}

TEST(Tagger, KnowsNewWordsByTheirEndingsAndNeighbours) {
  const Tagging tag(made_up_treebank(300, 1));
  Sentence sentence;
  for (const char* form : {"Lü", "zazaten", "zazas", "le", "oo", "oo", "lü", "zazaten", "ZAZASIN", "."})
    sentence.add_word(form);
  EXPECT_EQ(columns_of(tag(sentence)),
            "Lü DET Number=Plur DET.Plur lü\n"
            "zazaten NOUN Number=Plur NOUN.Plur zazat\n"
            "zazas VERB Number=Sing VERB.Sing zazas\n"
            "le DET Number=Sing DET.Sing le\n"
            "oo NOUN Number=Sing NOUN.Sing oot\n"
            "oo VERB Mood=Ind VERB.=Ind oos\n"
            "lü DET Number=Plur DET.Plur lü\n"
            "zazaten NOUN Number=Plur NOUN.Plur zazat\n"
            "ZAZASIN VERB Number=Plur VERB.Plur zazas\n"
            ". PUNCT _ PUNCT .\n");
}

TEST(Tagger, WhatIsGivenStaysAndIsContext) {
  const Tagging tag(made_up_treebank(300, 1));
  Sentence sentence;
  for (const char* form : {"oo", "oo"}) sentence.add_word(form);
  EXPECT_EQ(tag(sentence).upos(1), "VERB");
  sentence.set(1, Column::kUpos, "NOUN");
  sentence.set(1, Column::kFeats, "Number=Plur");
  sentence.set(2, Column::kXpos, "mine");
  sentence.set(2, Column::kLemma, "own");
  TagOptions keep;
  keep.upos = keep.feats = keep.xpos = keep.lemma = TagUse::kFill;
  EXPECT_EQ(columns_of(tag(sentence, keep)), "oo NOUN Number=Plur NOUN.Plur oot\noo VERB Mood=Ind mine own\n");
  // A tag that nobody has heard of is kept as well.
  sentence.set(1, Column::kUpos, "ODD");
  EXPECT_EQ(tag(sentence, keep).upos(1), "ODD");
  // Not asked to keep anything: as if nothing had been given.
  EXPECT_EQ(columns_of(tag(sentence)), columns_of(tag(words_of(sentence))));
}

TEST(Tagger, ReadsAndWritesNothingElse) {
  const std::vector<Sentence> train = made_up_treebank(60, 1);
  std::vector<Sentence> other = train;
  for (Sentence& sentence : other) {
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      sentence.set_head(node, node - 1);
      for (const Column column : {Column::kDeprel, Column::kDeps, Column::kMisc}) sentence.set(node, column, "x");
    }
    sentence.empty_nodes().push_back({1, 1, {sentence.add_text("e"), {}, sentence.add_text("X")}});
    sentence.multiword_tokens().push_back({1, 2, sentence.add_text("lela"), {}, {}});
    sentence.add_comment("# text = x");
  }
  EXPECT_EQ(tests::bytes_of(trained_tagger(other)), tests::bytes_of(trained_tagger(train)));
  const Tagging tag(train);
  for (const Sentence& sentence : other) {
    Sentence blank = sentence;
    for (std::int32_t node = 1; node <= blank.size(); ++node) {
      for (const Column column : {Column::kUpos, Column::kXpos, Column::kFeats, Column::kLemma}) {
        blank.set(node, column, Text());
      }
    }
    ASSERT_EQ(to_string(tag(blank)), to_string(sentence)) << "empty nodes, ranges and the other columns stay";
  }
}

TEST(Tagger, ColumnsThatTheDataDoesNotHaveAreLeftAlone) {
  std::vector<Sentence> train = made_up_treebank(60, 1);
  for (Sentence& sentence : train) {
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      for (const Column column : {Column::kXpos, Column::kFeats, Column::kLemma}) sentence.set(node, column, Text());
    }
  }
  const Tagging tag(train);
  EXPECT_TRUE(tag.model().has(TagStage::kUpos));
  for (const TagStage stage : {TagStage::kFeats, TagStage::kXpos, TagStage::kLemma})
    EXPECT_FALSE(tag.model().has(stage));
  Sentence given = words_of(train[0]);
  given.set(1, Column::kXpos, "mine");
  const Sentence tagged = tag(given);
  EXPECT_EQ(tagged.upos(1), train[0].upos(1));
  EXPECT_EQ(tagged.xpos(1), "mine");
  EXPECT_EQ(tagged.lemma(1), "");
}

TEST(Tagger, LearnsFromLittleAndTagsAnything) {
  const Tagging tag(made_up_treebank(1, 1));
  EXPECT_EQ(columns_of(tag(Sentence())), "");
  Sentence odd;
  for (const std::string& form :
       {std::string("_"), std::string(), std::string(5000, 'x'), std::string("語😀"), std::string("\xFF\xFE")}) {
    odd.add_word(form);
  }
  const Sentence tagged = tag(odd);
  for (std::int32_t node = 1; node <= tagged.size(); ++node) EXPECT_NE(tagged.upos(node), "");
  const Error error = tests::error_of([] { trained_tagger({words_of(made_up_treebank(1, 1)[0])}); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(tests::error_of([] { trained_tagger({}); }).kind(), ErrorKind::kInput);
}

TEST(Tagger, OneClassIsEnough) {
  Sentence sentence;
  add_tagged(sentence, "a", "X", "", "a");
  const Tagging tag({sentence});
  EXPECT_EQ(columns_of(tag(words_of(sentence))), columns_of(sentence));
}

TEST(Tagger, FiftyThousandTagsAreTooFewToMatter) {
  // Every second word has a tag of its own, told by its form; the others share some.
  std::vector<Sentence> train(2500);
  int next = 0;
  for (Sentence& sentence : train) {
    for (int i = 0; i < 20; ++i, ++next) {
      const std::int32_t node = sentence.add_word("form" + std::to_string(next));
      sentence.set(node, Column::kUpos, i % 2 == 0 ? "NOUN" : "VERB");
      sentence.set(node, Column::kXpos, "tag" + std::to_string(next));
    }
  }
  TaggerOptions options;
  for (ColumnOptions& column : options.columns) column.epochs = 1;
  const Tagging tag(tests::bytes_of(trained_tagger(train, options, 2)));
  for (std::size_t i = 0; i < 50; ++i) {
    const Sentence tagged = tag(words_of(train[i]));
    for (std::int32_t node = 1; node <= tagged.size(); ++node) EXPECT_THAT(tagged.xpos(node), HasSubstr("tag"));
  }
}

TEST(Tagger, AsksForNoMemoryOnceItIsWarm) {
  const std::vector<Sentence> train = made_up_treebank(100, 1);
  const Tagging tag(train);
  const auto workspace = tag.model().make_workspace();
  Sentence sentence;
  const auto tag_all = [&] {
    for (const Sentence& each : train) {
      sentence = each;
      tag.model().tag(sentence, {}, *workspace);
    }
  };
  tag_all();
  tag_all();
  const std::size_t before = allocations;
  tag_all();
  EXPECT_EQ(allocations - before, 0u);
}

TEST(Tagger, WhatIsKeptOfOtherSentencesChangesNothing) {
  // Templates that look at other words in all ways there are, and such as have bags.
  TaggerOptions options;
  options.features =
      std::string(tagger_features()) + "[upos]\nlower(before(w)) & form(w)\n[xpos]\nmorph(w) & form(w)\n";
  for (const std::string& features : {options.features, std::string()}) {
    options.features = features;
    const Tagging tag(tests::bytes_of(trained_tagger(made_up_treebank(100, 1), options)));
    for (const Sentence& sentence : made_up_treebank(300, 2)) {
      Sentence alone = words_of(sentence);
      tag.model().tag(alone, {}, *tag.model().make_workspace());
      ASSERT_EQ(columns_of(tag(words_of(sentence))), columns_of(alone));
    }
  }
}

TEST(Tagger, TemplatesAreKeptAndPrinted) {
  const Tagging tag(made_up_treebank(20, 1));
  const std::string text = tag.model().features();
  EXPECT_THAT(text, HasSubstr("[upos]\n"));
  EXPECT_THAT(text, HasSubstr("given(before(w))"));
  TaggerOptions options;
  options.features = "[upos]\nform(w)\n[lemma]\nsuffix.2(w)\n";
  const Tagging own(tests::bytes_of(trained_tagger(made_up_treebank(20, 1), options)));
  EXPECT_EQ(own.model().features(), "[upos]\nform(w)\n\n[lemma]\nsuffix.2(w)\n");
  EXPECT_EQ(own.model().sizes().front(), (std::pair<std::string, std::size_t>("templates in [upos]", 1)));
  options.features = "[upos]\nfrom(w)\n";
  EXPECT_EQ(tests::error_of([&] { trained_tagger(made_up_treebank(5, 1), options); }).kind(), ErrorKind::kUsage);
}

}  // namespace
}  // namespace espalier::parsing
