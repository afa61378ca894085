#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <numeric>
#include <set>
#include <thread>

#include "espalier/dependency.h"
#include "espalier/parser.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using tests::Heads;
using tests::heads_of;
using tests::sample_path;

/// Trained once for all tests of this file.
const Model& model_of(const std::string& recipe, const tests::Options& options = {}) {
  static std::map<std::pair<std::string, tests::Options>, Model> models;
  const auto key = std::pair(recipe, options);
  auto found = models.find(key);
  if (found == models.end()) {
    found = models.emplace(key, tests::trained_model(recipe, options, {sample_path("en"), sample_path("de")})).first;
  }
  return found->second;
}

const std::vector<Sentence>& english() {
  static const std::vector<Sentence> sentences = read_treebank(sample_path("en"));
  return sentences;
}

/// Models of every kind: orders, decoders, ways to choose labels.
template <class Check>
void each_model(const Check& check) {
  for (const char* order : {"1", "2", "3"}) {
    for (const char* decoder : {"mst", "eisner"}) {
      for (const char* labels : {"after", "joint"}) {
        SCOPED_TRACE(std::string("order ") + order + " " + decoder + " " + labels);
        check(model_of("graph-best", {{"order", order}, {"decoder", decoder}, {"labels", labels}, {"epochs", "1"}}));
      }
    }
  }
  SCOPED_TRACE("carreras");
  check(model_of("carreras", {{"epochs", "1"}}));
}

Parser parser_with(const Model& model, bool constraints, bool confidence, bool crossing) {
  ParseOptions options;
  options.constraints = constraints;
  options.confidence = confidence;
  options.crossing = crossing;
  return Parser(model, options);
}

TEST(Parse, KeepsAllColumnsButHeadAndLabel) {
  for (const char* language : {"en", "de", "fr", "ar", "pt"}) {
    for (const Sentence& sentence : read_treebank(sample_path(language))) {
      Sentence parsed = sentence;
      Parser(model_of("mst1")).parse(parsed);
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        parsed.set_head(word, sentence.head(word));
        parsed.set(word, Column::kDeprel, sentence.deprel(word));
      }
      Sentence expected = sentence;
      expected.clear_deps();
      EXPECT_EQ(to_string(parsed), to_string(expected));
    }
  }
}

TEST(Parse, DoesNotLookAtHeadsAndLabels) {
  each_model([](const Model& model) {
    const Parser parser(model);
    for (const Sentence& sentence : english()) {
      Sentence parsed = sentence;
      Sentence blank = sentence;
      for (std::int32_t word = 1; word <= blank.size(); ++word) {
        blank.set_head(word, kNoHead);
        blank.set(word, Column::kDeprel, Text{});
        blank.set(word, Column::kDeps, Text{});
      }
      parser.parse(parsed);
      parser.parse(blank);
      ASSERT_EQ(to_string(parsed), to_string(blank));
    }
  });
}

TEST(Parse, IsTheSameFromManyThreads) {
  const Parser parser(model_of("mst2"));
  std::vector<std::string> expected;
  for (Sentence sentence : english()) {
    parser.parse(sentence);
    expected.push_back(to_string(sentence));
  }
  std::vector<std::vector<std::string>> found(4);
  std::vector<std::thread> threads;
  for (auto& mine : found) {
    threads.emplace_back([&] {
      for (Sentence sentence : english()) {
        parser.parse(sentence);
        mine.push_back(to_string(sentence));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : found) EXPECT_EQ(mine, expected);
  EXPECT_EQ(parser.counts().sentences, 5 * english().size());
  EXPECT_EQ(parser.counts().words, 5u * 291);
  EXPECT_GT(parser.counts().arcs, parser.counts().words);
}

TEST(Parse, NothingAndOneWord) {
  each_model([](const Model& model) {
    const Parser parser(model);
    Sentence none;
    parser.parse(none);
    EXPECT_TRUE(none.empty());
    EXPECT_TRUE(parser.parse_best(none, 3).empty());
    Sentence one;
    one.add_word("Unheard-of");
    parser.parse(one);
    EXPECT_EQ(one.head(1), 0);
    EXPECT_EQ(one.deprel(1), "root");
    EXPECT_EQ(parser.parse_best(one, 3).size(), 1u);
    EXPECT_TRUE(parser.parse_best(one, 0).empty());
    Sentence sure;
    sure.add_word("Word");
    parser_with(model, false, true, true).parse(sure);
    EXPECT_THAT(std::string(sure.misc(1)), HasSubstr("Conf="));
  });
}

TEST(Parse, WithoutCrossingIsProjective) {
  each_model([](const Model& model) {
    const Parser parser = parser_with(model, false, false, false);
    for (const char* language : {"en", "cs", "zh"}) {
      for (Sentence sentence : read_treebank(sample_path(language))) {
        parser.parse(sentence);
        ASSERT_TRUE(reference::is_tree(heads_of(sentence)) && reference::is_projective(heads_of(sentence)));
        ASSERT_TRUE(reference::has_one_root(heads_of(sentence)));
      }
    }
  });
}

/// The sentence with some of the heads and labels of a tree, the others unknown.
Sentence constrained(const Sentence& sentence, const Heads& known, std::string_view label) {
  Sentence result = sentence;
  for (std::int32_t word = 1; word <= result.size(); ++word) {
    const std::int32_t head = known[static_cast<std::size_t>(word)];
    result.set_head(word, head);
    result.set(word, Column::kDeprel, head >= 0 && word % 2 == 0 ? label : std::string_view());
  }
  return result;
}

TEST(Constraints, GivenHeadsAndLabelsAreKept) {
  base::Random random(61);
  each_model([&](const Model& model) {
    const Parser parser = parser_with(model, true, false, true);
    const bool projective_only = model.origin().options.at("decoder") == "eisner";
    for (const Sentence& sentence : english()) {
      if (sentence.size() > 20) continue;
      for (const double share : {0.0, 0.3, 1.0}) {
        Heads tree = heads_of(sentence);
        if (!projective_only) tree = tests::draw_tree(random, sentence.size(), true);
        if (projective_only && !reference::is_projective(tree)) continue;
        const Heads known = tests::draw_known(random, tree, share);
        for (const char* label : {"nsubj", "never-seen"}) {
          Sentence parsed = constrained(sentence, known, label);
          parser.parse(parsed);
          ASSERT_TRUE(reference::is_tree(heads_of(parsed)) && reference::has_one_root(heads_of(parsed)));
          for (std::int32_t word = 1; word <= parsed.size(); ++word) {
            const std::int32_t head = known[static_cast<std::size_t>(word)];
            ASSERT_FALSE(parsed.deprel(word).empty());
            if (head < 0) continue;
            ASSERT_EQ(parsed.head(word), head);
            ASSERT_TRUE(word % 2 == 1 || parsed.deprel(word) == label);
          }
        }
      }
    }
  });
}

TEST(Constraints, WithoutAnyAreTheFreeParse) {
  each_model([](const Model& model) {
    const Parser parser = parser_with(model, true, false, true);
    for (const Sentence& sentence : english()) {
      Sentence blank = constrained(sentence, Heads(sentence.heads().size(), -1), "");
      Sentence parsed = sentence;
      parser.parse(blank);
      Parser(model).parse(parsed);
      ASSERT_EQ(heads_of(blank), heads_of(parsed));
    }
  });
}

TEST(Constraints, TheBestTreeIsTheBestOfThoseThatAgree) {
  // Against all trees of a short sentence, by what parse_best says they are worth.
  const Model& model = model_of("mst1", {{"filter", "no"}});
  base::Random random(67);
  for (const Sentence& from : english()) {
    if (from.size() < 5) continue;
    Sentence sentence = from;
    sentence.resize(5);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) sentence.set_head(word, kNoHead);
    const std::vector<ParsedTree> all = Parser(model).parse_best(sentence, 5000);
    ASSERT_EQ(all.size(), 625u);  // 5^4 trees of five words with one root
    const Heads known = tests::draw_known(random, tests::draw_tree(random, sentence.size(), true), 0.4);
    double best = -std::numeric_limits<double>::infinity();
    double found = best;
    Sentence parsed = constrained(sentence, known, "");
    parser_with(model, true, false, true).parse(parsed);
    for (const ParsedTree& tree : all) {
      bool agrees = true;
      for (std::size_t m = 1; m < known.size(); ++m) agrees &= known[m] < 0 || tree.heads[m] == known[m];
      if (agrees) best = std::max(best, tree.score);
      if (tree.heads == heads_of(parsed)) found = tree.score;
    }
    EXPECT_NEAR(found, best, 1e-5);
  }
}

TEST(Constraints, ThoseThatNoTreeHasAreRefused) {
  each_model([](const Model& model) {
    const Sentence& sentence = english()[0];
    for (const Heads& start : {Heads{-1, 2, 1}, Heads{-1, 2, 3, 1}, Heads{-1, 0, 0}, Heads{-1, 1}}) {
      Heads known(sentence.heads().size(), -1);
      std::copy(start.begin(), start.end(), known.begin());
      Sentence parsed = constrained(sentence, known, "");
      parsed.set_line(17);
      const Error error = tests::error_of([&] { parser_with(model, true, false, true).parse(parsed); });
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      EXPECT_EQ(error.place().line, 17u);
      EXPECT_THAT(error.what(), HasSubstr("tree agrees with the heads given"));
    }
    Sentence crossing = constrained(sentence, {-1, 3, 4, -1, -1, -1, -1, -1, -1}, "");
    const Error error = tests::error_of([&] { parser_with(model, true, false, false).parse(crossing); });
    EXPECT_THAT(error.what(), HasSubstr("no projective tree"));
  });
}

TEST(Constraints, HeadsThatAreNoWordAreRefused) {
  Sentence sentence = english()[0];
  sentence.set_head(2, 99);
  const Error error = tests::error_of([&] { parser_with(model_of("mst1"), true, false, true).parse(sentence); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
}

TEST(Constraints, MayBeLongerThanTheReach) {
  Sentence sentence = tests::long_sentence(700);
  sentence.set_head(690, 3);
  sentence.set_head(5, 699);
  for (const char* filter : {"yes", "no"}) {
    TrainRequest request = tests::request_for("mst1", {{"filter", filter}});
    request.recipe.set_features("[arc]\nupos(h) & upos(m) & near.3(h,m)\n[label]\nform(m)\n", "few");
    Sentence parsed = sentence;
    parser_with(train(request, tests::threads(1)), true, false, true).parse(parsed);
    EXPECT_EQ(parsed.head(690), 3);
    EXPECT_EQ(parsed.head(5), 699);
  }
}

TEST(ParseBest, TreesAreDistinctAndFallInScore) {
  each_model([](const Model& model) {
    const Parser parser(model);
    for (const Sentence& sentence : english()) {
      Sentence parsed = sentence;
      parser.parse(parsed);
      const std::vector<ParsedTree> trees = parser.parse_best(sentence, 8);
      ASSERT_GE(trees.size(), sentence.size() == 1 ? 1u : 2u);
      ASSERT_LE(trees.size(), 8u);
      ASSERT_EQ(trees[0].heads, heads_of(parsed));
      std::set<Heads> distinct;
      for (std::size_t i = 0; i < trees.size(); ++i) {
        ASSERT_TRUE(distinct.insert(trees[i].heads).second);
        ASSERT_TRUE(reference::is_tree(trees[i].heads) && reference::has_one_root(trees[i].heads));
        ASSERT_TRUE(i == 0 || trees[i].score <= trees[i - 1].score + 1e-9);
        ASSERT_EQ(trees[i].labels.size(), trees[i].heads.size());
      }
      ASSERT_TRUE(trees.size() == 1 || trees.front().score > trees.back().score);
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        ASSERT_EQ(trees[0].labels[static_cast<std::size_t>(word)], parsed.deprel(word));
      }
    }
  });
}

TEST(ParseBest, GivesAllTreesWhereThereAreFewer) {
  Sentence sentence = english()[0];
  sentence.resize(3);
  for (std::int32_t word = 1; word <= 3; ++word) sentence.set_head(word, kNoHead);
  EXPECT_EQ(Parser(model_of("mst1", {{"filter", "no"}})).parse_best(sentence, 100).size(), 9u);
  EXPECT_EQ(Parser(model_of("mst1", {{"filter", "no"}, {"decoder", "eisner"}})).parse_best(sentence, 100).size(), 7u);
}

TEST(Confidence, IsAProbabilityBesideWhatMiscHolds) {
  each_model([](const Model& model) {
    for (const bool crossing : {true, false}) {
      const Parser parser = parser_with(model, false, true, crossing);
      const Parser plain = parser_with(model, false, false, crossing);
      for (const Sentence& sentence : english()) {
        Sentence parsed = sentence;
        Sentence expected = sentence;
        parser.parse(parsed);
        plain.parse(expected);
        for (std::int32_t word = 1; word <= sentence.size(); ++word) {
          const std::string misc(parsed.misc(word));
          const std::size_t at = misc.rfind("Conf=");
          ASSERT_NE(at, std::string::npos);
          const double value = std::stod(misc.substr(at + 5));
          ASSERT_TRUE(value >= 0 && value <= 1) << misc;
          ASSERT_EQ(misc.substr(0, at), sentence.misc(word).empty() ? "" : std::string(sentence.misc(word)) + "|");
        }
        ASSERT_EQ(heads_of(parsed), heads_of(expected));
        const std::string once = to_string(parsed);
        parser.parse(parsed);
        ASSERT_EQ(to_string(parsed), once) << "an old value is replaced";
      }
    }
  });
}

TEST(Parse, LongSentencesAreParsedQuickly) {
  const Sentence sentence = tests::long_sentence(1500);
  each_model([&](const Model& model) {
    if (model.origin().recipe == "carreras") return;  // no filter: all arcs are scored with all labels
    for (const bool crossing : {true, false}) {
      const auto start = std::chrono::steady_clock::now();
      Sentence parsed = sentence;
      parser_with(model, false, true, crossing).parse(parsed);
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
      EXPECT_LT(time.count(), 5);
      ASSERT_TRUE(reference::is_tree(heads_of(parsed)) && reference::has_one_root(heads_of(parsed)));
      ASSERT_TRUE(is_projective(parsed.heads()) || (crossing && model.origin().options.at("decoder") == "mst"));
    }
  });
}

TEST(Parse, LongSentencesHaveLabelsAlsoWhereArcsWereLifted) {
  // Words without order: the best trees cross everywhere, and projective ones use arcs that the filter dropped.
  base::Random random(71);
  Sentence sentence = tests::long_sentence(1200);
  std::vector<std::int32_t> order(1200);
  std::iota(order.begin(), order.end(), 1);
  random.shuffle(order);
  Sentence mixed;
  for (const std::int32_t word : order) {
    mixed.set(mixed.add_word(sentence.form(word)), Column::kUpos, sentence.upos(word));
  }
  for (const char* labels : {"after", "joint"}) {
    const Model& model = model_of("mst2", {{"decoder", "eisner"}, {"labels", labels}, {"most", "3"}});
    Sentence parsed = mixed;
    Parser(model).parse(parsed);
    ASSERT_TRUE(is_projective(parsed.heads()));
    const std::vector<std::string> known = model.labels();
    for (std::int32_t word = 1; word <= parsed.size(); ++word) {
      ASSERT_NE(std::find(known.begin(), known.end(), parsed.deprel(word)), known.end());
    }
  }
}

}  // namespace
}  // namespace espalier
