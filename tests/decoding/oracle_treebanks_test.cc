// On real treebanks, where they are at hand: the oracles give back every training tree that their system can make.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "espalier/dependency.h"
#include "espalier/treebank.h"
#include "tests/support/places.h"
#include "tests/support/replay.h"

namespace espalier::decoding {
namespace {

std::vector<std::string> training_files(const std::filesystem::path& data) {
  std::vector<std::string> files;
  if (!std::filesystem::is_directory(data)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
    const std::string name = entry.path().filename();
    if (name.find("-train.conll") != std::string::npos) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(OraclesOfRealTreebanks, EveryTrainingTreeIsGivenBack) {
  const std::filesystem::path data = tests::treebank_folder();
  const std::vector<std::string> files = training_files(data);
  if (files.empty()) GTEST_SKIP() << "no training treebanks in " << data << "; set ESPALIER_DATA";
  testing::Replay replay;
  for (const std::string& file : files) {
    std::size_t trees = 0;
    TreebankReader reader(file);
    for (Sentence sentence; reader.next(sentence);) {
      const std::span<const std::int32_t> heads = sentence.heads();
      if (std::find(heads.begin() + 1, heads.end(), kNoHead) != heads.end()) continue;
      const bool has_one_root = std::count(heads.begin() + 1, heads.end(), 0) == 1;
      const bool has_crossing_arcs = !is_projective(heads);
      ++trees;
      for (const SystemInfo& info : kSystems) {
        if (info.is_projective && has_crossing_arcs) continue;
        replay.run(info.kind, heads, has_one_root ? Roots::kOne : Roots::kAny);
        ASSERT_TRUE(replay.made(heads)) << file << ":" << sentence.line() << " " << info.name;
      }
    }
    EXPECT_GT(trees, 0U) << file;
  }
}

}  // namespace
}  // namespace espalier::decoding
