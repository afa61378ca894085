// Several models that parse as one: what their votes come to, by the trees of the members.
#include "espalier/ensemble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "espalier/pipeline.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/places.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;

// Three kinds, learned from so little that they disagree.
const std::vector<Model>& members() {
  static const std::vector<Model> models{tests::trained_model("mst1"), tests::trained_model("transition"),
                                         tests::trained_model("transition-covington")};
  return models;
}

std::vector<Sentence> parsed(const Ensemble& models, std::vector<Sentence> sentences,
                             const ParseOptions& options = {}) {
  const Parser parser(models, options);
  for (Sentence& sentence : sentences) parser.parse(sentence);
  return sentences;
}

const std::vector<Sentence>& samples() {
  static const std::vector<Sentence> sentences = [] {
    std::vector<Sentence> all;
    for (const char* language : {"en", "de", "pt", "tr"}) {
      for (Sentence& sentence : read_treebank(tests::sample_path(language))) all.push_back(std::move(sentence));
    }
    return all;
  }();
  return sentences;
}

bool same_trees(const std::vector<Sentence>& a, const std::vector<Sentence>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to_string(a[i]) != to_string(b[i])) return false;
  }
  return a.size() == b.size();
}

int votes_for(const std::vector<std::vector<Sentence>>& trees, std::size_t sentence, std::int32_t word,
              std::int32_t head) {
  int votes = 0;
  for (const auto& each : trees) votes += each[sentence].head(word) == head ? 1 : 0;
  return votes;
}

TEST(Ensemble, OneModelIsItself) {
  EXPECT_TRUE(same_trees(parsed(members()[0], samples()), parsed(Ensemble({members()[0]}), samples())));
  // Two that always agree say the same, too.
  EXPECT_TRUE(same_trees(parsed(members()[1], samples()), parsed(Ensemble({members()[1], members()[1]}), samples())));
}

TEST(Ensemble, HasAtLeastAsManyVotesAsAnyMember) {
  std::vector<std::vector<Sentence>> trees;
  for (const Model& model : members()) trees.push_back(parsed(model, samples()));
  const auto elected = parsed(Ensemble(members()), samples());
  int changed = 0;
  for (std::size_t i = 0; i < elected.size(); ++i) {
    EXPECT_EQ(check_heads(elected[i].heads()).fault, TreeFault::kNone);
    EXPECT_EQ(std::count(elected[i].heads().begin() + 1, elected[i].heads().end(), 0), 1);
    const auto sum = [&](const Sentence& tree) {
      int votes = 0;
      for (std::int32_t word = 1; word <= tree.size(); ++word) votes += votes_for(trees, i, word, tree.head(word));
      return votes;
    };
    for (const auto& member : trees) EXPECT_GE(sum(elected[i]), sum(member[i]));
    changed += to_string(elected[i]) != to_string(trees[0][i]) ? 1 : 0;
    for (std::int32_t word = 1; word <= elected[i].size(); ++word) {
      EXPECT_GT(votes_for(trees, i, word, elected[i].head(word)), 0);
    }
  }
  EXPECT_GT(changed, 0) << "members that never disagree prove nothing";
}

TEST(Ensemble, LabelsAreThoseOfAMemberWithTheArc) {
  std::vector<std::vector<Sentence>> trees;
  for (const Model& model : members()) trees.push_back(parsed(model, samples()));
  const auto elected = parsed(Ensemble(members()), samples());
  for (std::size_t i = 0; i < elected.size(); ++i) {
    for (std::int32_t word = 1; word <= elected[i].size(); ++word) {
      const auto agrees = [&](const std::vector<Sentence>& member) {
        return member[i].head(word) == elected[i].head(word) && member[i].deprel(word) == elected[i].deprel(word);
      };
      EXPECT_TRUE(std::any_of(trees.begin(), trees.end(), agrees)) << i << ' ' << word;
    }
  }
}

TEST(Ensemble, WhoHasMostOfTheWeightDecides) {
  for (std::size_t i = 0; i < members().size(); ++i) {
    std::vector<double> weights(members().size(), 1);
    weights[i] = 1000;
    EXPECT_TRUE(same_trees(parsed(Ensemble(members(), weights), samples()), parsed(members()[i], samples()))) << i;
  }
}

TEST(Ensemble, ATieOfTwoIsTheFirst) {
  EXPECT_TRUE(same_trees(parsed(Ensemble({members()[0], members()[1]}), samples()), parsed(members()[0], samples())));
  EXPECT_TRUE(same_trees(parsed(Ensemble({members()[1], members()[0]}), samples()), parsed(members()[1], samples())));
}

TEST(Ensemble, ConfidenceIsTheShareOfTheVotes) {
  std::vector<std::vector<Sentence>> trees;
  for (const Model& model : members()) trees.push_back(parsed(model, samples()));
  const auto elected = parsed(Ensemble(members()), samples(), {.confidence = true});
  const std::vector<std::string> shares{"0.000", "0.333", "0.667", "1.000"};
  for (std::size_t i = 0; i < elected.size(); ++i) {
    for (std::int32_t word = 1; word <= elected[i].size(); ++word) {
      const int votes = votes_for(trees, i, word, elected[i].head(word));
      EXPECT_EQ(attribute(elected[i].misc(word), "Conf"), shares[static_cast<std::size_t>(votes)]);
    }
  }
}

TEST(Ensemble, KeepsWhatIsGiven) {
  std::vector<Sentence> given = samples();
  for (Sentence& sentence : given) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      if (word % 3 != 1) sentence.set_head(word, kNoHead);
      if (word % 3 == 0) sentence.set(word, Column::kDeprel, "");
    }
  }
  const auto elected = parsed(Ensemble(members()), given, {.constraints = true});
  for (std::size_t i = 0; i < elected.size(); ++i) {
    EXPECT_EQ(check_heads(elected[i].heads()).fault, TreeFault::kNone);
    for (std::int32_t word = 1; word <= elected[i].size(); ++word) {
      EXPECT_TRUE(given[i].head(word) < 0 || elected[i].head(word) == given[i].head(word));
      EXPECT_TRUE(given[i].deprel(word).empty() || elected[i].deprel(word) == given[i].deprel(word));
      EXPECT_FALSE(elected[i].deprel(word).empty());
    }
  }
}

// 1 and 2 of four words hang from 3 and 4, so that arcs cross, which the members here cannot make.
TEST(Ensemble, KeepsWhatNoMemberCould) {
  Sentence sentence;
  for (const char* form : {"a", "b", "c", "d"}) sentence.add_word(form);
  sentence.set_head(1, 3);
  sentence.set_head(2, 4);
  const ParseOptions options{.constraints = true};
  const Model projective = tests::trained_model("transition");
  const auto error = tests::error_of([&] { parsed(projective, {sentence}, options); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  const Sentence tree = parsed(Ensemble({projective, tests::trained_model("transition-fast")}), {sentence}, options)[0];
  EXPECT_EQ(tree.head(1), 3);
  EXPECT_EQ(tree.head(2), 4);
  EXPECT_EQ(check_heads(tree.heads()).fault, TreeFault::kNone);
  sentence.set_head(3, 1);
  const auto none = tests::error_of([&] { parsed(Ensemble(members()), {sentence}, options); });
  EXPECT_EQ(none.kind(), ErrorKind::kInput);
  EXPECT_THAT(none.what(), HasSubstr("no tree agrees"));
}

TEST(Ensemble, ProjectiveTreesAreElectedWhereAsked) {
  for (const Sentence& tree : parsed(Ensemble(members()), samples(), {.crossing = false})) {
    EXPECT_TRUE(is_projective(tree.heads()));
  }
}

TEST(Ensemble, TheFirstDoesTheStagesBefore) {
  TrainRequest request = tests::request_for("transition-fast");
  request.only.clear();
  const Model whole = train(request, tests::threads(1));
  const Pipeline alone(whole);
  const Pipeline together(Ensemble({whole, members()[0], members()[1]}));
  const auto annotated = [](const Pipeline& pipeline) {
    std::string tags;
    pipeline.annotate("Gardeners train pear trees. Trees grow.", [&](Sentence& sentence) {
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        tags.append(sentence.form(word)).append("/").append(sentence.upos(word)).append(" ");
      }
      EXPECT_EQ(check_heads(sentence.heads()).fault, TreeFault::kNone);
    });
    return tags;
  };
  EXPECT_EQ(annotated(together), annotated(alone));
  EXPECT_EQ(together.counts().sentences, 2U);
  EXPECT_EQ(together.counts().words, alone.counts().words);
  EXPECT_GT(together.counts().decisions, alone.counts().decisions);
}

TEST(Ensemble, SaysWhatDoesNotFit) {
  const auto refused = [](const std::function<void()>& make) {
    const Error error = tests::error_of(make);
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return std::string(error.what());
  };
  EXPECT_THAT(refused([] { Ensemble(std::vector<Model>()); }), HasSubstr("one model"));
  EXPECT_THAT(refused([] { Ensemble(members(), {1, 2}); }), HasSubstr("2 of them, and 3"));
  EXPECT_THAT(refused([] { Ensemble(members(), {1, 2, 0}); }), HasSubstr("above 0"));
  const std::string path = tests::source_path("samples/en.mrg");
  const Model brackets = tests::trained_model("constituency-best", {}, {path});
  EXPECT_THAT(refused([&] { Ensemble({members()[0], brackets}); }), HasSubstr("no dependency parser"));
  TrainRequest request = tests::request_for("transition-fast");
  request.only = {Stage::kTags};
  const Model tagger = train(request, tests::threads(1));
  EXPECT_THAT(refused([&] { Ensemble({members()[0], tagger}); }), HasSubstr("no parser"));
  PipelineOptions options;
  options.best = 3;
  EXPECT_THAT(refused([&] { Pipeline(Ensemble(members()), options); }), HasSubstr("one tree"));
  EXPECT_THAT(refused([] { Parser(Ensemble(members())).parse_best(samples()[0], 2); }), HasSubstr("one tree"));
}

}  // namespace
}  // namespace espalier
