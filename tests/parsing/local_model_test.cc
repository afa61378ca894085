#include "parsing/local_model.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "espalier/dependency.h"
#include "parsing/local_options.h"
#include "tests/support/allocations.h"
#include "tests/support/damaged_models.h"
#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"

namespace espalier::parsing {
namespace {

using tests::sample_path;
using tests::trained_model;

constexpr const char* kRecipes[] = {"mdparser", "malt-eager", "malt-standard"};
const tests::Options kKernel = {{"kernel", "polynomial"}, {"cost", "1"}, {"split-least", "30"}};

/// Enough to learn a sample by heart: hardly any price on large weights.
const tests::Options kByHeart = {{"cost", "10"}, {"split-least", "20"}};

struct Right {
  std::size_t words = 0;
  std::size_t arcs = 0;
};

Right compare(const Model& model, const std::string& path, bool lifted, const ParseOptions& options = {}) {
  const Parser parser(model, options);
  Right right;
  for (Sentence gold : read_treebank(path)) {
    if (lifted) projectivize(gold, LiftMarking::kNone);
    Sentence parsed = gold;
    parser.parse(parsed);
    for (std::int32_t word = 1; word <= gold.size(); ++word) {
      ++right.words;
      right.arcs += parsed.head(word) == gold.head(word) && parsed.deprel(word) == gold.deprel(word) ? 1 : 0;
    }
  }
  return right;
}

TEST(LocalModel, LearnsATreebankByHeart) {
  for (const char* recipe : kRecipes) {
    const Right right = compare(trained_model(recipe, kByHeart), sample_path("en"), true);
    EXPECT_GE(right.arcs * 1000, right.words * 995) << recipe << ": " << right.arcs << " of " << right.words;
  }
}

TEST(LocalModel, EverySystemLearnsWhatItCanMake) {
  for (const decoding::SystemInfo& info : decoding::kSystems) {
    tests::Options options = kByHeart;
    options.emplace_back("system", info.name);
    options.emplace_back("lift", info.is_projective ? "yes" : "no");
    const Right right =
        compare(trained_model("malt-standard", options, {sample_path("de")}), sample_path("de"), info.is_projective);
    EXPECT_GE(right.arcs * 1000, right.words * 990) << info.name << ": " << right.arcs << " of " << right.words;
  }
}

TEST(LocalModel, LearnsATreebankByHeartWithAKernel) {
  const Right right =
      compare(trained_model("malt-svm", {{"cost", "10"}, {"split-least", "20"}}), sample_path("en"), true);
  EXPECT_GE(right.arcs * 1000, right.words * 995) << right.arcs << " of " << right.words;
}

TEST(LocalModel, RecipesHaveTheTemplatesOfTheirModels) {
  const std::map<std::string, std::size_t> expected = {
      {"mdparser", 27}, {"malt-eager", 22}, {"malt-standard", 21}, {"malt-svm", 14}};
  for (const auto& [recipe, count] : expected) {
    const LocalPrograms programs = compile_local(Recipe::load(recipe).features(), 0, recipe);
    EXPECT_EQ(programs.programs.sections()[0].templates.size(), count) << recipe;
  }
  // Those of MDParser that see one word alone, j or i, and those that see the growing tree or both.
  const LocalPrograms own = compile_local(Recipe::load("mdparser").features(), 0, "mdparser");
  EXPECT_EQ(own.programs.of_place(static_cast<std::size_t>(MovePlace::kBuffer0)).size(), 9u);
  EXPECT_EQ(own.programs.of_place(static_cast<std::size_t>(MovePlace::kStack0)).size(), 5u);
  EXPECT_EQ(own.programs.rest().size(), 13u);
}

TEST(LocalModel, TheSameBytesOnAnyNumberOfThreads) {
  TrainRequest request = tests::request_for("mdparser", {{"split-least", "30"}});
  request.dev = sample_path("pt");
  const std::string bytes = train(request, tests::threads(1)).bytes();
  for (const int threads : {2, 8}) EXPECT_EQ(train(request, tests::threads(threads)).bytes(), bytes);
  TrainRequest kernel = tests::request_for("malt-svm", {{"split-least", "30"}});
  EXPECT_EQ(train(kernel, tests::threads(2)).bytes(), train(kernel, tests::threads(1)).bytes());
}

// All templates of a configuration are asked at once, and nothing is kept from one to the next.
TEST(LocalModel, AKernelAsksForEveryTemplateInEveryDecision) {
  const Model model = trained_model("mdparser", kKernel);
  const LocalModel local(model_file::File::from_bytes(model.bytes()));
  LocalWorkspace workspace;
  for (Sentence sentence : read_treebank(sample_path("en"))) local.parse(sentence, {}, workspace);
  EXPECT_EQ(workspace.counts.lookups, workspace.counts.decisions * 27);
}

TEST(LocalModel, NothingIsAllocatedOnceTheWorkspaceIsLargeEnough) {
  for (const char* kernel : {"linear", "polynomial"}) {
    const Model model = trained_model("mdparser", {{"kernel", kernel}, {"split-least", "30"}});
    const LocalModel local(model_file::File::from_bytes(model.bytes()));
    const auto workspace = local.make_workspace();
    const std::vector<Sentence> sentences = read_treebank(sample_path("en"));
    std::vector<Sentence> copies = sentences;
    const auto parse_all = [&] {
      for (std::size_t i = 0; i < sentences.size(); ++i) {
        copies[i] = sentences[i];
        local.parse(copies[i], {}, *workspace);
      }
    };
    parse_all();
    parse_all();
    const std::size_t before = allocations;
    parse_all();
    EXPECT_EQ(allocations - before, 0u) << kernel;
  }
}

TEST(LocalModel, AKernelTellsItsVectors) {
  std::map<std::string, std::size_t> counts;
  for (const auto& [name, count] : trained_model("malt-svm", kKernel).counts()) counts[name] = count;
  EXPECT_GT(counts.at("support vectors"), 50u);
  EXPECT_GT(counts.at("classifiers"), 2u);
  EXPECT_GE(counts.at("coefficients"), counts.at("support vectors"));
  EXPECT_FALSE(counts.contains("weights"));
}

TEST(LocalModel, FewerExamplesMakeASmallerKernel) {
  tests::Options options = kKernel;
  const std::size_t all = trained_model("malt-svm", options).bytes().size();
  options.emplace_back("most-examples", "20");
  const Model few = trained_model("malt-svm", options);
  EXPECT_LT(few.bytes().size(), all);
  EXPECT_EQ(few.self_test(), "");
}

TEST(LocalModel, KeepingSumsChangesNoTreeAndSavesLookups) {
  for (const char* recipe : kRecipes) {
    const Model model = trained_model(recipe, {{"split-least", "30"}});
    const LocalModel local(model_file::File::from_bytes(model.bytes()));
    ParseCounts counts[2];
    std::string trees[2];
    for (const bool keeps : {false, true}) {
      LocalWorkspace workspace;
      workspace.scorer.set_keeping(keeps);
      for (Sentence sentence : read_treebank(sample_path("en"))) {
        local.parse(sentence, {}, workspace);
        trees[keeps] += to_string(sentence);
      }
      counts[keeps] = workspace.counts;
    }
    EXPECT_EQ(trees[0], trees[1]) << recipe;
    EXPECT_EQ(counts[0].decisions, counts[1].decisions);
    // Without keeping, every template is looked up in every decision.
    std::size_t templates = 0;
    for (const auto& [name, count] : local.sizes()) templates += name.starts_with("templates") ? count : 0;
    EXPECT_EQ(counts[0].lookups, counts[0].decisions * templates) << recipe;
    EXPECT_LT(counts[1].lookups, counts[0].lookups);
  }
}

/// A model of any weights: classes of all moves and labels, some closed.
LocalParts any_parts(base::Random& random, decoding::SystemKind kind, decoding::Roots roots) {
  LocalParts parts;
  parts.settings.system = static_cast<std::uint8_t>(kind);
  parts.settings.one_root = roots == decoding::Roots::kOne ? 1 : 0;
  parts.settings.split = 1;
  parts.features = "[move]\ntag(i) & tag(j)\ndeprel(left(i))\nreach(i)\nform(j)\n";
  parts.labels = {"root", "a", "b"};
  parts.label_use = {LabelUse::kOnRoot, LabelUse::kElsewhere, LabelUse::kElsewhere};
  parts.parts = {{0, 1, 0}};
  for (const decoding::Move move : decoding::system_info(kind).moves) {
    for (std::uint16_t label = 0; label < (makes_arc(move) ? 3 : 1); ++label) {
      if (random.below(4) == 0) continue;  // never seen in training
      parts.classes.push_back({static_cast<std::uint8_t>(move), 0, makes_arc(move) ? label : LocalClass::kNoLabel});
    }
  }
  if (parts.classes.empty()) parts.classes.push_back({0, 0, LocalClass::kNoLabel});
  for (std::size_t i = 0; i < parts.classes.size(); ++i) {
    parts.start.push_back(static_cast<float>(random.uniform() * 10 - 5));
  }
  return parts;
}

/// Weights for the features that the sentence's own parse meets cannot be named from outside; scores are drawn by the
/// start vector and by rows over whatever features hash there.
std::string any_rows(base::Random& random, std::size_t classes, const LocalModel& model, const Sentence& sentence) {
  const LocalPrograms programs = compile_local(model.feature_text(), 1, "test");
  features::Encoded encoded;
  programs.programs.encoder().encode(sentence, encoded);
  MoveFeatures features;
  features.prepare(programs.programs, encoded);
  std::set<std::uint64_t> seen;
  decoding::Configuration c;
  c.reset(encoded.words(), decoding::Roots::kAny);
  while (c.buffer_size() > 0) {
    for (std::size_t place = 0; place < kMovePlaces; ++place) {
      if (!features.has_place(place)) continue;
      for (const std::uint64_t feature : features.of_place(place, node_at(c, place))) seen.insert(feature);
    }
    for (const std::uint64_t feature : features.rest(c)) seen.insert(feature);
    c.shift();
  }
  std::vector<learning::RowWeight> weights;
  for (const std::uint64_t feature : seen) {
    for (std::uint32_t item = 0; item < classes; ++item) {
      weights.push_back({salted(feature, LocalPart{}.salt()), item, static_cast<float>(random.uniform() * 20 - 10)});
    }
  }
  return learning::FrozenRows::freeze(std::move(weights));
}

LocalModel model_of(const LocalParts& parts) {
  model_file::Writer writer;
  add_local_sections(writer, parts);
  return LocalModel(model_file::File::from_bytes(writer.bytes()));
}

void expect_tree(const LocalModel& model, const Sentence& sentence, decoding::Roots roots,
                 const ParseOptions& options) {
  Sentence parsed = sentence;
  const auto workspace = model.make_workspace();
  model.parse(parsed, options, *workspace);
  EXPECT_EQ(check_heads(parsed.heads()).fault, TreeFault::kNone);
  int on_root = 0;
  for (std::int32_t word = 1; word <= parsed.size(); ++word) {
    on_root += parsed.head(word) == 0 ? 1 : 0;
    EXPECT_FALSE(parsed.deprel(word).empty());
  }
  if (roots == decoding::Roots::kOne) {
    EXPECT_EQ(on_root, 1);
  }
  if (!options.crossing) {
    EXPECT_TRUE(is_projective(parsed.heads()));
  }
}

TEST(LocalModel, AnyWeightsMakeTrees) {
  base::Random random(5);
  const std::vector<Sentence> sentences = read_treebank(sample_path("pt"));
  for (const decoding::SystemInfo& info : decoding::kSystems) {
    for (const decoding::Roots roots : {decoding::Roots::kOne, decoding::Roots::kAny}) {
      for (int trial = 0; trial < 40; ++trial) {
        const Sentence& sentence = sentences[random.below(sentences.size())];
        LocalParts parts = any_parts(random, info.kind, roots);
        parts.rows = learning::FrozenRows::freeze({});
        parts.rows = any_rows(random, parts.classes.size(), model_of(parts), sentence);
        const LocalModel model = model_of(parts);
        ParseOptions options;
        options.confidence = true;
        expect_tree(model, sentence, roots, options);
        options.crossing = false;
        expect_tree(model, sentence, roots, options);
      }
    }
  }
}

TEST(LocalModel, ArcsFromTheRootHaveTheRootsLabels) {
  const Parser parser(trained_model("mdparser", {{"split-least", "30"}}));
  for (Sentence sentence : read_treebank(sample_path("pt"))) {
    parser.parse(sentence);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      EXPECT_EQ(sentence.head(word) == 0, sentence.deprel(word) == "root");
    }
  }
}

TEST(LocalModel, TheBestTreeIsTheTree) {
  const Parser parser(trained_model("malt-eager"));
  for (const Sentence& sentence : read_treebank(sample_path("pt"))) {
    Sentence parsed = sentence;
    parser.parse(parsed);
    const std::vector<ParsedTree> trees = parser.parse_best(sentence, 5);
    ASSERT_EQ(trees.size(), 1u);
    for (std::int32_t word = 1; word <= parsed.size(); ++word) {
      EXPECT_EQ(trees[0].heads[static_cast<std::size_t>(word)], parsed.head(word));
      EXPECT_EQ(trees[0].labels[static_cast<std::size_t>(word)], parsed.deprel(word));
    }
  }
}

TEST(LocalModel, WhatItCannotDoIsRefused) {
  Sentence sentence = read_treebank(sample_path("en"))[0];
  ParseOptions options;
  options.constraints = true;
  const Parser parser(trained_model("malt-eager"), options);
  EXPECT_EQ(tests::error_of([&] { parser.parse(sentence); }).kind(), ErrorKind::kUsage);
  const auto compile = [](const char* text) { return tests::error_of([&] { compile_local(text, 0, "test"); }); };
  EXPECT_EQ(compile("[move]\ntag(i)\n[label]\ntag(h)\n").kind(), ErrorKind::kUsage);
  EXPECT_EQ(compile("").kind(), ErrorKind::kUsage);
}

Model damage_model() {
  TrainRequest request = tests::request_for("mdparser", {{"split-least", "30"}});
  request.dev = sample_path("pt");
  return train(request, tests::threads(1));
}

TEST(LocalModelFile, SaveAndLoadGiveTheSameModel) {
  const Model model = damage_model();
  const Model copied = Model::from_bytes(model.bytes());
  EXPECT_EQ(copied.parser_kind(), "local");
  EXPECT_EQ(copied.features(), model.features());
  EXPECT_EQ(copied.counts(), model.counts());
  EXPECT_EQ(copied.self_test(), "");
}

TEST(LocalModelFile, SectionsThatEndEarlyOrGoOnAreRefused) {
  tests::expect_cut_sections_refused(damage_model(), "local/");
}

TEST(LocalModelFile, DamagedSectionsAreRefusedOrParseAllTheSame) {
  tests::expect_damage_harmless(damage_model(), "local/");
}

TEST(LocalModelFile, AKernelIsKeptAsItIs) {
  const Model model = trained_model("malt-svm", kKernel);
  const Model copied = Model::from_bytes(model.bytes());
  EXPECT_EQ(copied.parser_kind(), "local");
  EXPECT_EQ(copied.counts(), model.counts());
  EXPECT_EQ(copied.self_test(), "");
  EXPECT_TRUE(copied.heaviest().empty());
}

TEST(LocalModelFile, DamagedKernelsAreRefusedOrParseAllTheSame) {
  const Model model = trained_model("malt-svm", kKernel);
  tests::expect_cut_sections_refused(model, "local/");
  tests::expect_damage_harmless(model, "local/");
}

// A kernel of more or fewer classifiers than the model has.
TEST(LocalModelFile, AKernelOfOtherPartsIsRefused) {
  const Model model = trained_model("malt-svm", kKernel);
  const std::string other = learning::FrozenKernel::freeze(std::vector<learning::KernelModel>(1), {});
  const Error error = tests::error_of([&] { Model::from_bytes(tests::with_section(model, "local/kernel", other)); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("it is not one classifier a part"));
}

}  // namespace
}  // namespace espalier::parsing
