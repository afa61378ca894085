#include "parsing/graph_training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "espalier/dependency.h"
#include "tests/reference/naive_trees.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/places.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using tests::sample_path;

/// Unknown heads for every third word or so.
std::string partial_treebank(const tests::TemporaryFolder& folder) {
  base::Random random(2);
  std::string text;
  for (Sentence sentence : read_treebank(sample_path("en"))) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      if (random.uniform() < 0.3) sentence.set_head(word, kNoHead);
    }
    text += to_string(sentence);
  }
  const std::string path = folder / "partial.conllu";
  tests::spill(path, text);
  return path;
}

TEST(Training, GivesTheSameBytesOnAnyNumberOfThreads) {
  const std::pair<const char*, tests::Options> kRequests[] = {
      {"mst2", {}}, {"graph-best", {{"epochs", "1"}}}, {"carreras", {{"batch", "8"}, {"epochs", "1"}}}};
  for (const auto& [recipe, options] : kRequests) {
    TrainRequest request = tests::request_for(recipe, options);
    request.dev = sample_path("en");
    const std::string one = train(request, tests::threads(1)).bytes();
    EXPECT_EQ(train(request, tests::threads(1)).bytes(), one) << recipe;
    EXPECT_EQ(train(request, tests::threads(2)).bytes(), one) << recipe;
    EXPECT_EQ(train(request, tests::threads(8)).bytes(), one) << recipe;
    request.seed = 2;
    EXPECT_NE(train(request, tests::threads(1)).bytes(), one) << recipe;
  }
}

TEST(Training, LearnsItsTreebankByHeart) {
  for (const char* recipe : {"mst1", "mst2", "graph-fast"}) {
    std::vector<EpochLine> lines;
    TrainRequest request = tests::request_for(recipe, {{"epochs", "8"}, {"label-epochs", "6"}});
    request.dev = sample_path("en");
    request.on_epoch = [&](const EpochLine& line) { lines.push_back(line); };
    const Model model = train(request, tests::threads(1));
    EXPECT_GT(tests::score_of(model, "dev UAS"), 95) << recipe;
    EXPECT_GT(tests::score_of(model, "dev LAS"), 93) << recipe;
    ASSERT_EQ(lines.size(), 1u + 6 + 8) << recipe;
    EXPECT_EQ(lines[0].stage, "filter");
    EXPECT_EQ(lines[1].stage, "labels");
    EXPECT_EQ(lines.back().stage, "trees");
    EXPECT_EQ(lines.back().epoch, 8);
    EXPECT_LT(lines.back().loss, lines[7].loss);
    double best = 0;
    for (const EpochLine& line : lines) best = std::max(best, line.las);
    EXPECT_EQ(model.origin().scores[1].second, best) << "the model is that of the best epoch";
  }
}

TEST(Training, AllKindsTrainAndParse) {
  const std::vector<Sentence> sentences = read_treebank(sample_path("de"));
  for (const char* order : {"1", "2", "3"}) {
    for (const char* decoder : {"mst", "eisner"}) {
      for (const char* labels : {"after", "joint"}) {
        for (const char* lift : {"no", "yes", "head+path"}) {
          const Model model = tests::trained_model("graph-best",
                                                   {{"order", order},
                                                    {"decoder", decoder},
                                                    {"labels", labels},
                                                    {"lift", lift},
                                                    {"epochs", "1"},
                                                    {"label-epochs", "1"}},
                                                   {sample_path("de"), sample_path("cs")});
          const Parser parser(model);
          const std::vector<std::string> known = model.labels();
          for (Sentence sentence : sentences) {
            parser.parse(sentence);
            ASSERT_TRUE(reference::is_tree(tests::heads_of(sentence)));
            ASSERT_TRUE(reference::has_one_root(tests::heads_of(sentence)));
            const bool may_cross = std::string_view(decoder) == "mst" || std::string_view(lift) == "head+path";
            ASSERT_TRUE(may_cross || reference::is_projective(tests::heads_of(sentence)));
            for (std::int32_t word = 1; word <= sentence.size(); ++word) {
              const std::string label(sentence.deprel(word));
              ASSERT_FALSE(label.empty());
              ASSERT_TRUE(std::string_view(lift) == "head+path" ||
                          std::find(known.begin(), known.end(), label) != known.end());
            }
          }
          ASSERT_EQ(model.self_test(), "");
        }
      }
    }
  }
}

TEST(Training, RulesForUnknownHeadsAreOneWhereAllAreKnown) {
  const Model latent = tests::trained_model("mst1", {{"partial", "latent"}, {"epochs", "3"}});
  const Model known = tests::trained_model("mst1", {{"partial", "known"}, {"epochs", "3"}});
  EXPECT_EQ(tests::graph_sections_of(latent), tests::graph_sections_of(known));
}

TEST(Training, LearnsFromUnknownHeads) {
  const tests::TemporaryFolder folder;
  const std::string path = partial_treebank(folder);
  const std::vector<Sentence> partial = read_treebank(path);
  for (const auto& [recipe, options] :
       std::vector<std::pair<const char*, tests::Options>>{{"mst1", {{"partial", "latent"}, {"epochs", "12"}}},
                                                           {"mst1", {{"partial", "known"}, {"epochs", "12"}}},
                                                           {"mst2", {{"partial", "known"}, {"epochs", "12"}}},
                                                           {"mst1", {{"refills", "0"}, {"epochs", "12"}}},
                                                           {"mst2", {{"epochs", "12"}}},
                                                           {"graph-best", {{"epochs", "5"}, {"labels", "joint"}}}}) {
    const Parser parser(tests::trained_model(recipe, options, {path}));
    std::size_t known = 0;
    std::size_t right = 0;
    for (const Sentence& sentence : partial) {
      Sentence parsed = sentence;
      parser.parse(parsed);
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        known += sentence.head(word) >= 0 ? 1 : 0;
        right += sentence.head(word) >= 0 && sentence.head(word) == parsed.head(word) ? 1 : 0;
      }
    }
    EXPECT_GT(static_cast<double>(right), 0.9 * static_cast<double>(known)) << recipe;
  }
}

TEST(Training, TakesTreebanksOfOneLabelAndOfNone) {
  const tests::TemporaryFolder folder;
  const std::string row = "1\tA\t_\tX\t_\t_\t2\t{}\t_\t_\n2\tb\t_\tY\t_\t_\t0\t{}\t_\t_\n\n";
  for (const std::string label : {"dep", "_"}) {
    std::string text = row;
    for (std::size_t at; (at = text.find("{}")) != std::string::npos;) text.replace(at, 2, label);
    const std::string path = folder / "tiny.conllu";
    tests::spill(path, text);
    for (const char* labels : {"after", "joint"}) {
      const Model model = tests::trained_model("mst1", {{"labels", labels}}, {path});
      EXPECT_EQ(model.labels(), std::vector<std::string>{"dep"});
      Sentence sentence = read_treebank(path)[0];
      Parser(model).parse(sentence);
      EXPECT_EQ(sentence.head(1), 2);
      EXPECT_EQ(sentence.deprel(1), "dep");
    }
  }
}

TEST(Training, TakesArcsLongerThanItsReach) {
  // The last word hangs from the first.
  const tests::TemporaryFolder folder;
  Sentence sentence = tests::long_sentence(700);
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    sentence.set_head(word, word == 700 ? 1 : word - 1);
    sentence.set(word, Column::kDeprel, std::string_view(word == 1 ? "root" : "dep"));
  }
  const std::string path = folder / "long.conllu";
  tests::spill(path, to_string(sentence));
  for (const char* filter : {"yes", "no"}) {
    for (const char* decoder : {"mst", "eisner"}) {
      TrainRequest request =
          tests::request_for("mst1", {{"filter", filter}, {"decoder", decoder}, {"epochs", "1"}}, {path});
      request.recipe.set_features("[arc]\nupos(h) & upos(m) & near.3(h,m)\n[label]\nform(m)\n", "few");
      const Model model = train(request, tests::threads(1));
      Sentence parsed = sentence;
      Parser(model).parse(parsed);
      EXPECT_TRUE(reference::is_tree(tests::heads_of(parsed)));
    }
  }
}

TEST(Training, TakesSentencesTooLongForAChart) {
  const tests::TemporaryFolder folder;
  base::Random random(73);
  Sentence sentence = tests::long_sentence(1050);
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    const std::int32_t near = word > 40 ? word - static_cast<std::int32_t>(1 + random.below(40)) : word - 1;
    sentence.set_head(word, near);
    sentence.set(word, Column::kDeprel, std::string_view(near == 0 ? "root" : "dep"));
  }
  const std::string path = folder / "long.conllu";
  tests::spill(path, to_string(sentence) + tests::slurp(sample_path("en")));
  for (const char* labels : {"after", "joint"}) {
    for (const char* order : {"1", "2"}) {
      const Model model = tests::trained_model(
          "mst2", {{"decoder", "eisner"}, {"labels", labels}, {"order", order}, {"most", "3"}}, {path});
      EXPECT_EQ(model.self_test(), "");
    }
  }
}

TEST(Training, KeepsItsOriginWithoutPaths) {
  const tests::TemporaryFolder folder;
  tests::spill(folder / "my.bank.conllu", tests::slurp(sample_path("en")));
  TrainRequest request =
      tests::request_for("mst1", {{"margin", "0.5"}}, {folder / "my.bank.conllu", sample_path("pt")});
  request.language = "English";
  request.licence = "CC0";
  request.credit = "Gardeners";
  request.seed = 9;
  const Model model = train(request, tests::threads(1));
  const ModelOrigin& origin = model.origin();
  EXPECT_EQ(origin.recipe, "mst1");
  EXPECT_EQ(origin.language, "English");
  EXPECT_EQ(origin.licence, "CC0");
  EXPECT_EQ(origin.credit, "Gardeners");
  EXPECT_EQ(origin.options.at("margin"), "0.5");
  EXPECT_EQ(origin.options.at("seed"), "9");
  ASSERT_EQ(origin.data.size(), 2u);
  EXPECT_EQ(origin.data[0].name, "my");
  EXPECT_EQ(origin.data[0].sentences, 16u);
  EXPECT_EQ(origin.data[0].words, 291u);
  EXPECT_EQ(origin.data[1].name, "pt");
  EXPECT_TRUE(origin.scores.empty());
  const std::string bytes = model.bytes();
  EXPECT_EQ(bytes.find(folder.path().string()), std::string::npos);
  EXPECT_EQ(bytes.find(tests::source_path("")), std::string::npos);
}

TEST(Training, CountsWhatTheModelHolds) {
  const Model model = tests::trained_model("mst2");
  std::set<std::string> labels;
  for (const Sentence& sentence : read_treebank(sample_path("en"))) {
    for (std::int32_t word = 1; word <= sentence.size(); ++word) labels.emplace(sentence.deprel(word));
  }
  const std::vector<std::string> names = model.labels();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()), labels);
  EXPECT_EQ(names.size(), labels.size());
  std::map<std::string, std::size_t> counts;
  for (const auto& [what, count] : model.counts()) counts[what] = count;
  EXPECT_EQ(counts["templates in [sibling]"], 7u);
  EXPECT_EQ(counts["labels"], labels.size());
  EXPECT_GT(counts["weights of parts"], 1000u);
  EXPECT_GE(counts["weights of labels"], counts["features of labels"]);
}

TEST(Training, NamesTheHeaviestFeatures) {
  const Model model = tests::trained_model("graph-best");
  std::map<std::pair<std::string, std::string>, std::vector<HeavyFeature>> groups;
  for (const HeavyFeature& feature : model.heaviest()) groups[{feature.section, feature.label}].push_back(feature);
  for (const char* section : {"arc", "sibling", "grandparent", "grand-sibling"}) {
    EXPECT_EQ((groups[{section, ""}].size()), 10u) << section;
  }
  for (const std::string& label : model.labels()) {
    // No other label stands on the root: nothing is to be learned there.
    EXPECT_EQ((groups[{"label", label}].empty()), label == "root") << label;
  }
  for (const auto& [group, features] : groups) {
    std::set<std::string> texts;
    for (std::size_t i = 0; i < features.size(); ++i) {
      EXPECT_TRUE(texts.insert(features[i].text).second);
      EXPECT_THAT(features[i].text, HasSubstr("="));
      EXPECT_TRUE(group.second.empty() || features[i].weight > 0);
      EXPECT_TRUE(i == 0 || std::abs(features[i].weight) <= std::abs(features[i - 1].weight));
    }
  }
  const Model joint = tests::trained_model("carreras", {{"epochs", "1"}});
  for (const HeavyFeature& feature : joint.heaviest()) EXPECT_EQ(feature.section, "arc");
  EXPECT_FALSE(joint.heaviest().empty());
}

TEST(Training, ChoosesItsEpochs) {
  TrainRequest request = tests::request_for("mst1", {{"epochs", "auto"}, {"most-epochs", "4"}, {"patience", "1"}},
                                            {sample_path("en"), sample_path("pt")});
  const Model held_out = train(request, tests::threads(1));
  const int chosen = std::stoi(held_out.origin().options.at("epochs"));
  EXPECT_GE(chosen, 1);
  EXPECT_LE(chosen, 4);
  request.recipe.set("epochs", std::to_string(chosen));
  EXPECT_EQ(tests::graph_sections_of(train(request, tests::threads(2))), tests::graph_sections_of(held_out))
      << "all sentences count once the epochs are known";
  const TrainRequest few = tests::request_for("mst1", {{"epochs", "auto"}}, {sample_path("vi")});
  const Error error = tests::error_of([&] { train(few); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.what(), HasSubstr("ten sentences"));
}

TEST(Training, RefusesWhatCannotBeTrained) {
  const tests::TemporaryFolder folder;
  const auto error_for = [&](const std::string& text, const tests::Options& options = {}) {
    tests::spill(folder / "bad.conllu", text);
    return tests::error_of([&] { tests::trained_model("mst1", options, {folder / "bad.conllu"}); });
  };
  EXPECT_THAT(error_for("").what(), HasSubstr("no sentences"));
  EXPECT_THAT(error_for("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n").what(),
              HasSubstr("no word of the training data has a head"));
  const Error cycle = error_for("# one\n1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n");
  EXPECT_EQ(cycle.kind(), ErrorKind::kInput);
  EXPECT_EQ(cycle.place().file, folder / "bad.conllu");
  EXPECT_EQ(cycle.place().line, 2u) << cycle.what();
  EXPECT_EQ(error_for("", tests::Options{{"partial", "known"}, {"labels", "joint"}}).kind(), ErrorKind::kUsage);
  TrainRequest request = tests::request_for("mst1");
  request.recipe.set_features("[label]\nform(m)\n", "mine");
  EXPECT_THAT(tests::error_of([&] { train(request); }).what(), HasSubstr("[arc]"));
}

TEST(Training, StopsWhenAsked) {
  std::atomic<bool> stop{false};
  Control control = tests::threads(1);
  control.stop = &stop;
  std::size_t calls = 0;
  control.progress = [&](const Progress&) { stop = ++calls == 3; };
  const Error error = tests::error_of([&] { train(tests::request_for("mst1"), control); });
  EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  EXPECT_EQ(calls, 3u);
}

}  // namespace
}  // namespace espalier
