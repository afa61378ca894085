// What a segmenter learns from small treebanks in several scripts, and what its sentences look like.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/segmenters.h"
#include "text/sentence_maker.h"

namespace espalier {
namespace {

using ::testing::ElementsAre;
using testing::english_treebank;
using testing::marked_line;
using testing::marked_lines;
using testing::marked_sentence;
using testing::marked_treebank;
using testing::segment;
using testing::segmenter_of;

const text::SegmenterModel& english() {
  static const text::SegmenterModel model = segmenter_of(english_treebank(400));
  return model;
}

std::string misc_of(const Sentence& sentence, std::int32_t word) { return std::string(sentence.misc(word)); }

TEST(SegmenterTest, LearnsTokensSentencesAndWords) {
  EXPECT_THAT(marked_lines(segment(english(),
                                   "Mr. Plum doesn't like (sour) apples. She planted 2.5 trees! "
                                   "A friend of Dr. Pear can't find \"the roots\"...\n")),
              ElementsAre("Mr. Plum doesn't=does+n't like (|sour|) apples|.", "She planted 2.5 trees|!",
                          "A friend of Dr. Pear can't=ca+n't find \"|the roots|\"|..."));
}

TEST(SegmenterTest, UnseenSentencesOfTheSameKindComeOutRight) {
  const std::vector<Sentence> gold = english_treebank(300, 2);
  EXPECT_EQ(marked_lines(segment(english(), testing::raw_text_of(gold))), marked_lines(gold));
}

TEST(SegmenterTest, UnknownFormsExpandByTheirEndings) {
  EXPECT_THAT(marked_lines(segment(english(), "She couldn't find the trees.")),
              ElementsAre("She couldn't=could+n't find the trees|."));
  EXPECT_THAT(marked_lines(segment(english(), "She COULDN'T find the trees.")),
              ElementsAre("She COULDN'T=COULD+N'T find the trees|."));
}

TEST(SegmenterTest, BothApostrophesAreOne) {
  EXPECT_THAT(marked_lines(segment(english(), "She doesn\u2019t find the trees.")),
              ElementsAre("She doesn\u2019t=does+n\u2019t find the trees|."));
}

TEST(SegmenterTest, ABlankLineEndsTheSentenceAndALineBreakDoesNot) {
  const auto sentences = segment(english(), "She planted the\ntrees.\r\nMr.\tPlum\r\nsold them\n\nThe gardener\n");
  EXPECT_THAT(marked_lines(sentences), ElementsAre("She planted the trees|.", "Mr. Plum sold them", "The gardener"));
  EXPECT_EQ(misc_of(sentences[0], 3), "SpacesAfter=\\n");
  EXPECT_EQ(misc_of(sentences[0], 5), "SpacesAfter=\\r\\n");
  EXPECT_EQ(misc_of(sentences[1], 1), "SpacesAfter=\\t");
  EXPECT_EQ(misc_of(sentences[1], 4), "SpacesAfter=\\n\\n");
  EXPECT_EQ(misc_of(sentences[2], 2), "SpacesAfter=\\n");
  EXPECT_EQ(sentences[0].comment("text"), "She planted the trees.");
  EXPECT_TRUE(sentences[0].comment("newdoc").has_value());
  EXPECT_TRUE(sentences[0].comment("newpar").has_value());
  EXPECT_FALSE(sentences[1].comment("newpar").has_value());
  EXPECT_TRUE(sentences[2].comment("newpar").has_value());
  EXPECT_FALSE(sentences[2].comment("newdoc").has_value());
}

TEST(SegmenterTest, WhiteSpaceOfAllKindsIsTold) {
  const auto sentences = segment(english(), " \tShe\u00A0planted\u3000 the trees.");
  ASSERT_EQ(sentences.size(), 1u);
  EXPECT_EQ(misc_of(sentences[0], 1), "SpacesAfter=\\u00A0|SpacesBefore=\\s\\t");
  EXPECT_EQ(misc_of(sentences[0], 2), "SpacesAfter=\\u3000\\s");
  EXPECT_EQ(misc_of(sentences[0], 5), "SpaceAfter=No");
  EXPECT_EQ(sentences[0].comment("text"), "She planted the trees.");
}

TEST(SegmenterTest, OffsetsCountCharactersOfTheDocument) {
  const std::string text = "\u00C9 She  doesn't like.\n\nÀ the\n";
  text::SegmenterOptions options;
  options.offsets = true;
  const auto sentences = segment(english(), text, options);
  std::vector<std::string> ranges;
  for (const Sentence& sentence : sentences) {
    treebank::for_each_token(sentence, [&](const treebank::SurfaceToken& token) {
      ranges.emplace_back(*attribute(token.misc, "TokenRange"));
    });
  }
  EXPECT_THAT(ranges, ElementsAre("0:1", "2:5", "7:14", "15:19", "19:20", "22:23", "24:27"));
  EXPECT_EQ(testing::raw_text_of(sentences), text);
}

TEST(SegmenterTest, LinesCanBeSentencesOrTokens) {
  text::SegmenterOptions lines;
  lines.sentence_a_line = true;
  EXPECT_THAT(marked_lines(segment(english(), "She planted. The trees!\nMr. Plum\nsold\n", lines)),
              ElementsAre("She planted|. The trees|!", "Mr. Plum", "sold"));
  text::SegmenterOptions tokens;
  tokens.token_a_line = true;
  EXPECT_THAT(marked_lines(segment(english(), "She.\ndoesn't\nplant 3\n\nTrees\n!\n", tokens)),
              ElementsAre("She. doesn't=does+n't plant 3", "Trees !"));
}

TEST(SegmenterTest, AmbiguousFormsAreDecidedByTheirNeighbours) {
  std::vector<std::string> lines;
  for (const char* place : {"jardim", "campo", "quarto", "carro", "pomar", "monte"}) {
    lines.push_back(std::string("Ele está nos=em+os ") + place + "s|.");
    lines.push_back(std::string("Ela nos viu do=de+o ") + place + "|.");
    lines.push_back(std::string("No=Em+o ") + place + " ela nos viu|.");
  }
  const auto model = segmenter_of(marked_treebank(lines));
  EXPECT_THAT(marked_lines(segment(model, "No monte está nos campos. Ele nos viu no pomar. NO CAMPO do carro.")),
              ElementsAre("No=Em+o monte está nos=em+os campos|.", "Ele nos viu no=em+o pomar|.",
                          "NO=EM+O CAMPO do=de+o carro|."));
}

TEST(SegmenterTest, ScriptsWithoutSpaces) {
  std::vector<Sentence> sentences;
  base::Random random(3);
  const std::vector<std::string> people = {"农夫", "老师", "我", "他们"};
  const std::vector<std::string> verbs = {"喜欢", "种", "看见"};
  const std::vector<std::string> things = {"苹果树", "花", "梨", "树根"};
  for (int i = 0; i < 200; ++i) {
    Sentence sentence;
    for (const auto* list : {&people, &verbs, &things}) sentence.add_word((*list)[random.below(list->size())]);
    sentence.add_word("。");
    sentences.push_back(sentence);
  }
  EXPECT_FALSE(text::has_spaces(sentences));
  const auto model = segmenter_of(sentences);
  EXPECT_THAT(marked_lines(segment(model, "他们喜欢苹果树。 我种梨。")),
              ElementsAre("他们|喜欢|苹果树|。", "我|种|梨|。"));
  // By force, words stand apart, and only spaces do.
  text::SegmenterTraining training;
  training.spacing = text::Spacing::kSpaces;
  const auto spaced = segmenter_of(sentences, training);
  EXPECT_THAT(marked_lines(segment(spaced, "他们 喜欢 苹果树 。")), ElementsAre("他们 喜欢 苹果树 。"));
}

TEST(SegmenterTest, TokensMayHoldSpaces) {
  std::vector<Sentence> sentences;
  base::Random random(4);
  const std::vector<std::string> words = {"chủ tịch", "quan trọng", "nhỏ", "xã", "nhân dân", "phụ trách"};
  for (int i = 0; i < 300; ++i) {
    Sentence sentence;
    for (int k = 0; k < 5; ++k) sentence.add_word(words[random.below(words.size())]);
    sentence.add_word(".");
    sentences.push_back(sentence);
  }
  const auto model = segmenter_of(sentences);
  const auto found = segment(model, "xã chủ tịch nhỏ nhân\u00A0dân .");
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].size(), 5);
  EXPECT_EQ(found[0].form(2), "chủ tịch");
  EXPECT_EQ(found[0].form(4), "nhân dân");
  EXPECT_EQ(misc_of(found[0], 4), "SpacesInToken=nhân\\u00A0dân");
}

TEST(SegmenterTest, ClustersAreNeverCut) {
  const std::string family = "\U0001F468\u200D\U0001F469\u200D\U0001F467";
  const std::string accented = "e\u0301\u0302.";
  for (const Sentence& sentence : segment(english(), family + accented + "\U0001F1E7\U0001F1F7\U0001F1F5\U0001F1F9")) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::string_view form = sentence.form(word);
      EXPECT_FALSE(form.starts_with("\u0301") || form.starts_with("\u0302") || form.starts_with("\u200D")) << form;
      EXPECT_EQ(form.find(family) == std::string_view::npos, form.find("\U0001F468") == std::string_view::npos);
    }
  }
}

TEST(SegmenterTest, SentencesCanBeNumbered) {
  auto sentences = segment(english(), "She planted the trees.");
  text::name_sentence(sentences[0], 7);
  EXPECT_EQ(sentences[0].comment("sent_id"), "7");
  EXPECT_EQ(sentences[0].text(sentences[0].comments().back()), "# text = She planted the trees.");
}

}  // namespace
}  // namespace espalier
