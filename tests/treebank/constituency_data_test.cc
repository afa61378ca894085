// Round trips over the whole of real treebanks, where they are at hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "base/byte_source.h"
#include "espalier/constituency.h"
#include "tests/support/places.h"
#include "tests/support/treebank.h"
#include "treebank/constituents.h"
#include "treebank/markovise.h"

namespace espalier {
namespace {

using treebank::discbracket_format;
using treebank::native_format;
using treebank::penn_format;

/// Files whose name, compression aside, ends in `suffix`, sorted.
std::vector<std::filesystem::path> files(const std::string& suffix) {
  std::vector<std::filesystem::path> found;
  std::error_code none;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tests::treebank_folder(), none)) {
    std::filesystem::path name = entry.path().filename();
    if (name.extension() == ".xz") name = name.stem();
    if (name.string().ends_with(suffix)) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string bytes_of(const std::filesystem::path& path) { return base::read_all(*base::open_source(path.string())); }

std::string name_of_rules(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const std::map<std::string, std::string> rules = {
      {"en", "english"}, {"fr", "french"}, {"pt", "portuguese"}, {"es", "spanish"}};
  const auto found = rules.find(name.substr(0, 2));
  return found == rules.end() ? "default" : found->second;
}

#define SKIP_WITHOUT(paths, what) \
  if ((paths).empty()) GTEST_SKIP() << "no " what " below " << tests::treebank_folder() << " (set ESPALIER_DATA)"

TEST(ConstituentsOfRealTreebanks, PennComesBackAlsoThroughNative) {
  const auto paths = files(".mrg");
  SKIP_WITHOUT(paths, ".mrg files");
  for (const auto& path : paths) {
    const std::string bytes = bytes_of(path);
    const auto sentences = testing::read(bytes, penn_format());
    EXPECT_TRUE(testing::write(sentences, penn_format()) == bytes) << path;
    WriteOptions lines;
    lines.multi_line = true;
    const std::string indented = testing::write(sentences, penn_format(), lines);
    EXPECT_TRUE(testing::write(testing::read(indented, penn_format()), penn_format()) == bytes) << path;
    const std::string native = testing::write(sentences, native_format());
    EXPECT_TRUE(testing::write(testing::read(native, native_format()), penn_format()) == bytes) << path;
  }
}

TEST(ConstituentsOfRealTreebanks, DiscbracketComesBack) {
  const auto paths = files(".discbracket");
  SKIP_WITHOUT(paths, ".discbracket files");
  for (const auto& path : paths) {
    const std::string bytes = bytes_of(path);
    EXPECT_TRUE(testing::write(testing::read(bytes, discbracket_format()), discbracket_format()) == bytes) << path;
  }
}

TEST(ConstituentsOfRealTreebanks, MarkovisationIsUndone) {
  auto paths = files(".mrg");
  const auto more = files(".discbracket");
  paths.insert(paths.end(), more.begin(), more.end());
  SKIP_WITHOUT(paths, "constituents");
  for (const auto& path : paths) {
    const HeadRules rules = HeadRules::load(name_of_rules(path));
    const bool is_penn = path.string().find(".mrg") != std::string::npos;
    for (Sentence& sentence : testing::read(bytes_of(path), is_penn ? penn_format() : discbracket_format())) {
      BinarizeOptions options;
      for (const int order : {0, 2}) {
        options.order = order;
        const ConstituentTree binary = treebank::markovised(sentence, options, &rules);
        ASSERT_EQ(treebank::unmarkovised(binary, false), sentence.constituents()) << path << ' ' << sentence.line();
      }
      mark_heads(sentence, rules);
      const ConstituentTree binary = treebank::markovised(sentence, {}, nullptr);
      ASSERT_EQ(treebank::unmarkovised(binary, true), sentence.constituents()) << path << ' ' << sentence.line();
    }
  }
}

TEST(ConstituentsOfRealTreebanks, HeadRulesGiveTrees) {
  const auto paths = files(".mrg");
  SKIP_WITHOUT(paths, ".mrg files");
  for (const auto& path : paths) {
    const HeadRules rules = HeadRules::load(name_of_rules(path));
    for (Sentence& sentence : testing::read(bytes_of(path), penn_format())) {
      to_dependencies(sentence, rules);
      ASSERT_EQ(check_heads(sentence.heads()).fault, TreeFault::kNone) << path << ' ' << sentence.line();
      ASSERT_EQ(std::count(sentence.heads().begin(), sentence.heads().end(), 0), 1) << path << ' ' << sentence.line();
      Sentence back = sentence;
      to_constituents(back);
      to_dependencies(back, rules);
      ASSERT_TRUE(std::equal(sentence.heads().begin(), sentence.heads().end(), back.heads().begin()))
          << path << ' ' << sentence.line();
    }
  }
}

// The clean files of these treebanks were made from those with functions; we must make the same.
TEST(ConstituentsOfRealTreebanks, CleaningGivesTheCleanFiles) {
  std::size_t compared = 0;
  for (const auto& path : files(".func.mrg")) {
    std::string clean_path = path.string();
    clean_path.erase(clean_path.find(".func"), 5);
    if (!std::filesystem::exists(clean_path) || path.string().find("es_cess") != std::string::npos) continue;
    auto sentences = testing::read(bytes_of(path), penn_format());
    CleanOptions options;
    options.merge_repeats = path.string().find("pt_floresta") == std::string::npos;  // which keeps them
    for (Sentence& sentence : sentences) ASSERT_TRUE(clean(sentence, options)) << path << ' ' << sentence.line();
    EXPECT_TRUE(testing::write(sentences, penn_format()) == bytes_of(clean_path)) << path;
    ++compared;
  }
  if (compared == 0)
    GTEST_SKIP() << "no .func.mrg with its .mrg below " << tests::treebank_folder() << " (set ESPALIER_DATA)";
}

}  // namespace
}  // namespace espalier
