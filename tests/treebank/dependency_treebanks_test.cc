// On real treebanks, where they are at hand: what the manifest counts, what `# text` says, what lifting can undo.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "espalier/check.h"
#include "espalier/dependency.h"
#include "espalier/treebank.h"
#include "tests/support/places.h"
#include "treebank/surface_text.h"

namespace espalier {
namespace {

struct ManifestRow {
  std::string path;
  std::string name;
  std::string format;
  std::string percent_arcs;
  std::string percent_sentences;
};

std::vector<ManifestRow> dependency_treebanks() {
  std::vector<ManifestRow> rows;
  std::ifstream manifest(tests::treebank_folder() / "MANIFEST.tsv");
  for (std::string line; std::getline(manifest, line);) {
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, '\t');) cells.push_back(cell);
    if (cells.size() < 13 || !cells[2].starts_with("CoNLL-")) continue;
    const std::string path = (tests::treebank_folder() / (cells[12] + ".xz")).string();
    if (std::filesystem::exists(path)) rows.push_back({path, cells[12], cells[2], cells[7], cells[8]});
  }
  return rows;
}

class DependenciesOfRealTreebanks : public ::testing::Test {
 protected:
  void SetUp() override {
    rows_ = dependency_treebanks();
    if (rows_.empty())
      GTEST_SKIP() << "no treebanks with a MANIFEST.tsv in " << tests::treebank_folder() << " (ESPALIER_DATA)";
  }
  std::vector<ManifestRow> rows_;
};

TEST_F(DependenciesOfRealTreebanks, NonProjectiveArcsAndSentencesAreThoseOfTheManifest) {
  for (const ManifestRow& row : rows_) {
    std::size_t words = 0, arcs = 0, sentences = 0, nonprojective = 0;
    TreebankReader reader(row.path);
    for (Sentence sentence; reader.next(sentence);) {
      const std::size_t count = nonprojective_arcs(sentence.heads()).size();
      words += static_cast<std::size_t>(sentence.size());
      arcs += count;
      ++sentences;
      nonprojective += count > 0;
      ASSERT_EQ(count > 0, !crossing_arcs(sentence.heads()).empty());
      ASSERT_EQ(count > 0, gap_degree(sentence.heads()) > 0);
    }
    const auto percent = [](std::size_t part, std::size_t whole) {
      return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    };
    EXPECT_EQ(fmt::format("{:.2f}", percent(arcs, words)), row.percent_arcs) << row.name;
    EXPECT_EQ(fmt::format("{:.1f}", percent(nonprojective, sentences)), row.percent_sentences) << row.name;
  }
}

TEST_F(DependenciesOfRealTreebanks, TheTextOfASentenceIsItsTextComment) {
  for (const ManifestRow& row : rows_) {
    TreebankReader reader(row.path);
    for (Sentence sentence; reader.next(sentence);) {
      const auto text = sentence.comment("text");
      if (text) {
        ASSERT_EQ(treebank::sentence_text(sentence), *text) << row.name << ":" << sentence.line();
      }
    }
  }
}

TEST_F(DependenciesOfRealTreebanks, LiftingIsUndoneForNearlyAllArcs) {
  for (const ManifestRow& row : rows_) {
    for (const auto& [name, least] : {std::pair{"head", 75.0}, {"path", 80.0}, {"head+path", 94.0}}) {
      std::size_t lifted = 0, restored = 0;
      TreebankReader reader(row.path);
      for (Sentence sentence; reader.next(sentence);) {
        const DependencyTree original = sentence.dependencies();
        lifted += projectivize(sentence, lift_marking_named(name));
        ASSERT_TRUE(is_projective(sentence.heads()));
        const DependencyTree moved = sentence.dependencies();
        deprojectivize(sentence);
        const DependencyTree result = sentence.dependencies();
        ASSERT_EQ(result.labels, original.labels);
        for (std::size_t i = 1; i < result.heads.size(); ++i) {
          const bool was_lifted = moved.heads[i] != original.heads[i];
          restored += was_lifted && result.heads[i] == original.heads[i];
          if (!was_lifted) {
            ASSERT_EQ(result.heads[i], original.heads[i]);
          }
        }
      }
      const double recall = lifted == 0 ? 100.0 : 100.0 * static_cast<double>(restored) / static_cast<double>(lifted);
      if (lifted >= 200) {  // fewer make no percentage
        EXPECT_GE(recall, least) << row.name << " " << name;
      }
      RecordProperty(row.name + " " + name, fmt::format("{} lifted, {:.2f} % restored", lifted, recall));
      if (std::getenv("ESPALIER_VERBOSE") != nullptr) {
        fmt::print("{} {}: {} lifted, {:.2f} % restored\n", row.name, name, lifted, recall);
      }
    }
  }
}

TEST_F(DependenciesOfRealTreebanks, ReleasedTreebanksAreWellFormed) {
  for (const ManifestRow& row : rows_) {
    CheckOptions options;
    options.level = 2;
    check_treebank(row.path, options, [&](const Finding& finding) {
      // Fifteen words of one Basque release hold C1 controls, what Windows-1252 dashes and quotes became.
      EXPECT_TRUE(finding.code == "control-character" && row.name.starts_with("eu_bdt")) << to_string(finding);
    });
  }
}

}  // namespace
}  // namespace espalier
