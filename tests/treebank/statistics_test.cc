// Counts by hand on small treebanks, merging against counting at once, threads, and the published numbers of real
// treebanks.
#include "espalier/statistics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/places.h"
#include "tests/support/treebank.h"
#include "tests/support/xml_check.h"
#include "treebank/statistics_accumulator.h"
#include "treebank/statistics_tables.h"

namespace espalier::treebank {
namespace {

using espalier::testing::read;

// Two sentences, 5 + 4 words. The first: 1→2, 2 root, 3→4, 4→2, 5→2. The second is non-projective: 1→3 spans word 2,
// which hangs from word 4.
constexpr std::string_view kTwo =
    "1\tthe\tthe\tDET\tDT\tDefinite=Def|PronType=Art\t2\tdet\t_\t_\n"
    "2\truns\trun\tVERB\tVBZ\tNumber=Sing\t0\troot\t_\t_\n"
    "3\tthe\tthe\tDET\tDT\tDefinite=Def|PronType=Art\t4\tdet\t_\t_\n"
    "4\truns\trun\tNOUN\tNNS\tNumber=Plur\t2\tobj\t_\t_\n"
    "5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n"
    "\n"
    "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\ta\ta\tDET\tDT\t_\t3\tdet\t_\t_\n"
    "2\tb\tb\tADV\tRB\t_\t4\tadvmod\t_\t_\n"
    "3\tc\tc\tNOUN\tNN\tNumber=Sing\t4\tobj\t_\t_\n"
    "4\truns\trun\tVERB\tVBZ\tNumber=Sing\t0\troot\t_\t_\n"
    "4.1\te\te\tVERB\t_\t_\t_\t_\t0:root\t_\n"
    "\n";

TreebankStatistics count(std::string_view text, const Format& format) {
  StatisticsAccumulator counts;
  for (const Sentence& sentence : read(text, format)) counts.add(sentence);
  return counts.finish(nullptr);
}

using Counts = std::vector<NamedCount>;

TEST(Statistics, WordsByHand) {
  const TreebankStatistics s = count(kTwo, conllu_format());
  EXPECT_EQ(s.sentences, 2u);
  EXPECT_EQ(s.words, 9u);
  EXPECT_EQ(s.multiword_tokens, 1u);
  EXPECT_EQ(s.surface_tokens, 8u);  // 9 words, two of them one token
  EXPECT_EQ(s.empty_nodes, 1u);
  EXPECT_EQ(s.punctuation, 1u);
  EXPECT_EQ(s.forms, 6u);    // the runs . a b c
  EXPECT_EQ(s.hapaxes, 4u);  // . a b c
  EXPECT_EQ(s.lemmas, 6u);
  EXPECT_EQ(s.lemma_tokens, 9u);
  EXPECT_EQ(s.sentence_lengths.mean(), 4.5);
  EXPECT_EQ(s.sentence_lengths.median(), 4.5);
  EXPECT_EQ(s.sentence_lengths.max(), 5u);
  EXPECT_EQ(s.upos, (Counts{{"DET", 3}, {"NOUN", 2}, {"VERB", 2}, {"ADV", 1}, {"PUNCT", 1}}));
  EXPECT_EQ(s.xpos.size(), 6u);  // DT VBZ NNS . RB NN
  EXPECT_EQ(s.features, (Counts{{"Number=Sing", 3}, {"Definite=Def", 2}, {"PronType=Art", 2}, {"Number=Plur", 1}}));
  EXPECT_EQ(s.feature_names, 3u);
  EXPECT_EQ(s.feature_bundles, 3u);
}

TEST(Statistics, AmbiguityByHand) {
  const TreebankStatistics s = count(kTwo, conllu_format());
  // Of six forms only `runs` (3 tokens) has two tags: choices = 3 × 2 + 6 × 1 = 12 over 9 tokens.
  EXPECT_EQ(s.upos_of_form, (Ambiguity{6, 1, 9, 12}));
  EXPECT_DOUBLE_EQ(s.upos_of_form.choices_per_token(), 12.0 / 9);
  EXPECT_DOUBLE_EQ(s.upos_of_form.ambiguous_percent(), 100.0 / 6);
  // Pairs: VERB-DET det; ROOT-VERB root ×2; NOUN-DET det ×2; VERB-NOUN obj ×2; VERB-PUNCT punct; VERB-ADV advmod.
  EXPECT_EQ(s.dependencies->labels_of_tags, (Ambiguity{6, 0, 9, 9}));
}

TEST(Statistics, DependenciesByHand) {
  const DependencyStatistics d = *count(kTwo, conllu_format()).dependencies;
  EXPECT_EQ(d.sentences, 2u);
  EXPECT_EQ(d.arcs, 9u);
  EXPECT_EQ(d.roots, 2u);
  EXPECT_EQ(d.sentences_without_one_root, 0u);
  EXPECT_EQ(d.sentences_with_cycle, 0u);
  EXPECT_EQ(d.nonprojective_arcs, 1u);
  EXPECT_EQ(d.nonprojective_sentences, 1u);
  EXPECT_DOUBLE_EQ(d.nonprojective_arcs_percent(), 100.0 / 9);
  EXPECT_DOUBLE_EQ(d.nonprojective_sentences_percent(), 50);
  EXPECT_EQ(d.labels, (Counts{{"det", 3}, {"obj", 2}, {"root", 2}, {"advmod", 1}, {"punct", 1}}));
  // Head before: 4→2 (2), 5→2 (3). Head after: 1→2 (1), 3→4 (1); 1→3 (2), 2→4 (2), 3→4 (1).
  EXPECT_EQ(d.head_before.counts, (std::vector<std::uint64_t>{0, 0, 1, 1}));
  EXPECT_EQ(d.head_after.counts, (std::vector<std::uint64_t>{0, 3, 2}));
  EXPECT_DOUBLE_EQ(d.mean_arc_length(), 12.0 / 7);
  // Dependents: 0 3 0 1 0; 0 0 1 2.
  EXPECT_EQ(d.dependents.counts, (std::vector<std::uint64_t>{5, 2, 1, 1}));
  // Depths: 2 1 3 2 2; 3 2 2 1.
  EXPECT_EQ(d.word_depth.counts, (std::vector<std::uint64_t>{0, 2, 5, 2}));
  EXPECT_EQ(d.tree_depth.counts, (std::vector<std::uint64_t>{0, 0, 0, 2}));
}

TEST(Statistics, CyclesRootsAndUnknownHeads) {
  Sentence sentence;
  for (const char* form : {"a", "b", "c", "d"}) sentence.add_word(form);
  sentence.set_head(1, 2);
  sentence.set_head(2, 1);
  sentence.set_head(3, 0);
  sentence.set_head(4, 0);
  StatisticsAccumulator counts;
  counts.add(sentence);
  for (int word = 1; word <= 4; ++word) sentence.set_head(word, word == 2 ? 3 : kNoHead);
  counts.add(sentence);
  for (int word = 1; word <= 4; ++word) sentence.set_head(word, kNoHead);
  counts.add(sentence);
  const TreebankStatistics s = counts.finish(nullptr);
  EXPECT_EQ(s.sentences, 3u);
  EXPECT_EQ(s.dependencies->sentences, 2u);
  EXPECT_EQ(s.dependencies->arcs, 5u);
  EXPECT_EQ(s.dependencies->roots, 2u);
  EXPECT_EQ(s.dependencies->sentences_without_one_root, 2u);
  EXPECT_EQ(s.dependencies->sentences_with_cycle, 1u);
  // Of the second sentence alone: words without a head stand at depth 1, word 2 below one of them.
  EXPECT_EQ(s.dependencies->word_depth.counts, (std::vector<std::uint64_t>{0, 3, 1}));
}

TEST(Statistics, ConstituentsByHand) {
  const ConstituentStatistics c =
      *count("(ROOT (S (NP-SBJ (DT the) (NN dog)) (VP (VBZ barks)) (. .)))\n(ROOT (NP (NP (NN x))))\n", penn_format())
           .constituents;
  EXPECT_EQ(c.sentences, 2u);
  EXPECT_EQ(c.nodes, 7u);  // ROOT S NP-SBJ VP; ROOT NP NP
  EXPECT_EQ(c.categories, (Counts{{"NP", 2}, {"ROOT", 2}, {"NP-SBJ", 1}, {"S", 1}, {"VP", 1}}));
  EXPECT_EQ(c.bare_categories, 4u);
  // Children: 1 3 2 1; 1 1 1.
  EXPECT_EQ(c.children.counts, (std::vector<std::uint64_t>{0, 5, 1, 1}));
  EXPECT_EQ(c.unary_over_category, 3u);  // ROOT→S, ROOT→NP, NP→NP
  EXPECT_EQ(c.unary_over_word, 2u);      // VP, the lower NP
  EXPECT_EQ(c.depth.counts, (std::vector<std::uint64_t>{0, 0, 0, 2}));
  EXPECT_EQ(c.discontinuous_nodes, 0u);
}

TEST(Statistics, DiscontinuousConstituents) {
  const ConstituentStatistics c =
      *count("(ROOT (S (VP (V 0=wakes) (PRT 2=up)) (NP (N 1=him))))\n(ROOT (S (V 0=go)))\n", discbracket_format())
           .constituents;
  EXPECT_EQ(c.discontinuous_nodes, 1u);
  EXPECT_EQ(c.discontinuous_sentences, 1u);
}

TEST(Statistics, UnseenByHand) {
  StatisticsAccumulator known;
  for (const Sentence& sentence : read(kTwo.substr(0, kTwo.find("1-2")), conllu_format())) known.add(sentence);
  StatisticsAccumulator counts;
  for (const Sentence& sentence : read(kTwo, conllu_format())) counts.add(sentence);
  const UnseenStatistics u = *counts.finish(&known).unseen;
  EXPECT_EQ(u.forms, (Unseen{3, 3}));   // a b c
  EXPECT_EQ(u.upos, (Unseen{1, 1}));    // ADV
  EXPECT_EQ(u.xpos, (Unseen{2, 2}));    // RB NN
  EXPECT_EQ(u.labels, (Unseen{1, 1}));  // advmod
  EXPECT_EQ(counts.finish(&counts).unseen->forms, (Unseen{0, 0}));
}

TEST(Statistics, SpreadArithmetic) {
  EXPECT_EQ(Spread{}.mean(), 0);
  EXPECT_EQ(Spread{}.median(), 0);
  const Spread odd{{0, 2, 0, 1}};  // 1 1 3
  EXPECT_DOUBLE_EQ(odd.mean(), 5.0 / 3);
  EXPECT_EQ(odd.median(), 1);
  EXPECT_EQ(odd.max(), 3u);
  EXPECT_EQ((Spread{{0, 1, 0, 1, 0}}.median()), 2);  // 1 3
  EXPECT_EQ((Spread{{0, 1, 0, 1, 0}}.max()), 3u);
}

std::string comparable(const StatisticsAccumulator& counts) { return statistics_json({counts.finish(nullptr)}); }

TEST(Statistics, MergedEqualsWholeForEverySplit) {
  std::vector<Sentence> sentences;
  for (int i = 0; i < 4; ++i) {
    for (Sentence& sentence : read(kTwo, conllu_format())) {
      sentence.set(1, Column::kForm, "f" + std::to_string(i % 3));
      sentence.set(2, Column::kDeprel, "l" + std::to_string(i % 2));
      sentences.push_back(sentence);
    }
  }
  for (const Sentence& sentence : read("(ROOT (S (A a) (NP (B b))))\n(ROOT (X (A b)))\n", penn_format())) {
    sentences.push_back(sentence);
  }
  StatisticsAccumulator whole;
  for (const Sentence& sentence : sentences) whole.add(sentence);
  // All 2^10 ways to deal ten sentences to two accumulators, merged in both orders.
  for (unsigned split = 0; split < 1u << sentences.size(); ++split) {
    StatisticsAccumulator parts[2];
    for (std::size_t i = 0; i < sentences.size(); ++i) parts[split >> i & 1].add(sentences[i]);
    parts[split & 1].merge(parts[1 - (split & 1)]);
    ASSERT_EQ(comparable(parts[split & 1]), comparable(whole)) << split;
  }
}

class StatisticsFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("espalier_statistics_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name, std::string_view text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::filesystem::path folder_;
};

TEST_F(StatisticsFiles, ThreadsDoNotMatter) {
  std::string text;
  for (int i = 0; i < 6000; ++i) {
    std::string piece(kTwo);
    piece.replace(piece.find("the"), 3, "w" + std::to_string(i * 7919 % 1000));
    text += piece;
  }
  const std::string path = file("big.conllu", text);
  const std::string one = statistics_json(collect_statistics({path}, {}, {.threads = 1, .progress = {}}));
  for (const int threads : {2, 5}) {
    EXPECT_EQ(statistics_json(collect_statistics({path}, {}, {.threads = threads, .progress = {}})), one);
  }
  EXPECT_EQ(nlohmann::json::parse(one)["treebanks"][0]["sentences"], 12000);
}

TEST_F(StatisticsFiles, BadSentences) {
  const std::string path = file("bad.conllu", std::string(kTwo) + "1\tx\n\n" + std::string(kTwo));
  EXPECT_THROW(collect_statistics({path}), Error);
  StatisticsOptions options;
  options.read.skip_invalid = true;
  const auto statistics = collect_statistics({path}, options);
  EXPECT_EQ(statistics[0].sentences, 4u);
  ASSERT_EQ(statistics[0].skipped.size(), 1u);
  EXPECT_EQ(statistics[0].skipped[0].place().line, 14u);
}

TEST_F(StatisticsFiles, Renderings) {
  const std::vector<std::string> files = {file("train.conllu", kTwo), file("dev.mrg", "(ROOT (S (A a)))\n")};
  StatisticsOptions options;
  options.against = files[0];
  const auto statistics = collect_statistics(files, options);
  const std::string text = render_statistics(statistics);
  EXPECT_NE(text.find("train.conllu"), std::string::npos);
  EXPECT_EQ(text.find(folder_.string()), std::string::npos);
  EXPECT_NE(text.find("\nsentences"), std::string::npos);
  const std::string tsv = render_statistics(statistics, {.format = "tsv"});
  EXPECT_NE(tsv.find("\ntokens\t9\t1\n"), std::string::npos);
  EXPECT_NE(tsv.find("\nnon-projective arcs\t11.11\t\n"), std::string::npos);
  EXPECT_NE(tsv.find("\nunseen forms, tokens\t0.00\t0.00\n"), std::string::npos);
  const std::string markdown = render_statistics(statistics, {.format = "markdown", .top = 2});
  EXPECT_NE(markdown.find("| 3 others"), std::string::npos);
  const auto json = nlohmann::json::parse(render_statistics(statistics, {.format = "json"}));
  EXPECT_EQ(json["treebanks"][0]["dependencies"]["nonprojective_arcs"], 1);
  EXPECT_EQ(json["treebanks"][1]["labels"], 2);
  EXPECT_EQ(json["treebanks"][1]["constituents"]["categories"]["distribution"]["ROOT"], 1);
  EXPECT_EQ(test_support::html_fault(statistics_report(statistics)), "");
  EXPECT_THROW(render_statistics(statistics, {.format = "xls"}), Error);
}

TEST_F(StatisticsFiles, AnEmptyTreebank) {
  const auto statistics = collect_statistics({file("empty.conllu", "")});
  EXPECT_EQ(statistics[0].sentences, 0u);
  EXPECT_NE(render_statistics(statistics).find("sentences"), std::string::npos);
  EXPECT_EQ(test_support::html_fault(statistics_report(statistics)), "");
}

TEST(StatisticsNames, AsMuchOfThePathAsTellsThemApart) {
  const auto names = [](const std::vector<std::string>& files) {
    Treebanks treebanks;
    for (const std::string& file : files) treebanks.emplace_back().file = file;
    return short_names(treebanks);
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names({"/a/b/x.conllu"}), (Names{"x.conllu"}));
  EXPECT_EQ(names({"a/x", "b/x"}), (Names{"a/x", "b/x"}));
  EXPECT_EQ(names({"-", "x"}), (Names{"-", "x"}));
  EXPECT_EQ(names({"x", "x"}), (Names{"x", "x"}));
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == '\t')
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

// sentences, tokens, labels and non-projectivity as a list of the treebanks gives them.
TEST(StatisticsOfRealTreebanks, AgreeWithTheirManifest) {
  const std::filesystem::path data = tests::treebank_folder();
  std::ifstream manifest(data / "MANIFEST.tsv");
  if (!manifest) GTEST_SKIP() << "no treebanks: ESPALIER_DATA names no folder with MANIFEST.tsv";
  std::string line;
  std::getline(manifest, line);
  int checked = 0;
  while (std::getline(manifest, line)) {
    const auto fields = fields_of(line);
    ASSERT_GE(fields.size(), 13u);
    const bool is_tree = fields[2].starts_with("CoNLL") || fields[2].starts_with("Penn") || fields[2] == "discbracket";
    std::filesystem::path path = data / fields[12];
    if (!std::filesystem::exists(path)) path += ".xz";
    if (!is_tree || !std::filesystem::exists(path)) continue;
    SCOPED_TRACE(fields[12]);
    const TreebankStatistics s = collect_statistics({path.string()})[0];
    EXPECT_EQ(std::to_string(s.sentences), fields[4]);
    EXPECT_EQ(std::to_string(s.words), fields[5]);
    EXPECT_EQ(std::to_string(s.dependencies ? s.dependencies->labels.size() : s.constituents->categories.size()),
              fields[6]);
    if (fields[7] != "-") {
      EXPECT_EQ(fmt::format("{:.2f}", s.dependencies->nonprojective_arcs_percent()), fields[7]);
      EXPECT_EQ(fmt::format("{:.1f}", s.dependencies->nonprojective_sentences_percent()), fields[8]);
    }
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

}  // namespace
}  // namespace espalier::treebank
