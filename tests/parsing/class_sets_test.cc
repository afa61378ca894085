#include "parsing/class_sets.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"
#include "model_file/file.h"
#include "model_file/writer.h"

namespace espalier::parsing {
namespace {

struct Frozen {
  Frozen(const ClassCounts& counts, std::uint32_t classes) {
    model_file::Writer writer;
    writer.add("sets", 1, counts.freeze());
    file = model_file::File::from_bytes(writer.bytes());
    sets = ClassSets(file->section("sets"), classes);
  }
  std::vector<std::uint16_t> of(std::uint64_t key) const {
    const std::int32_t set = sets.find(key);
    if (set < 0) return {};
    const auto members = sets.members(set);
    return {members.begin(), members.end()};
  }
  std::shared_ptr<const model_file::File> file;
  ClassSets sets;
};

using Members = std::vector<std::uint16_t>;

TEST(ClassSets, KeepWhatWasCounted) {
  base::Random random(3);
  ClassCounts counts;
  std::map<std::uint64_t, std::set<std::uint16_t>> wanted;
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t key = base::Random(random.below(500)).next();
    const auto label = static_cast<std::uint16_t>(random.below(7));
    counts.add(key, label);
    wanted[key].insert(label);
  }
  const Frozen frozen(counts, 7);
  EXPECT_EQ(frozen.sets.keys(), wanted.size());
  for (const auto& [key, labels] : wanted) EXPECT_EQ(frozen.of(key), Members(labels.begin(), labels.end()));
  EXPECT_EQ(frozen.of(12345), Members());
}

TEST(ClassSets, RareKeysAndClassesAreDropped) {
  ClassCounts counts;
  for (int i = 0; i < 99; ++i) counts.add(1, 0);
  counts.add(1, 2);
  counts.add(2, 1);
  for (int i = 0; i < 3; ++i) {
    counts.add(3, 0);
    for (const unsigned label : {1U, 1U, 2U, 2U}) counts.add(3, static_cast<std::uint16_t>(label));
  }
  counts.cut({2, 0.02, 2});
  const Frozen frozen(counts, 3);
  EXPECT_EQ(frozen.of(1), Members({0}));
  EXPECT_EQ(frozen.of(2), Members());
  EXPECT_EQ(frozen.of(3), Members({1, 2}));
  EXPECT_TRUE(counts.has(3, 2));
  EXPECT_FALSE(counts.has(3, 0));
}

TEST(ClassSets, KeysWithTheSameClassesShareTheSet) {
  ClassCounts counts;
  for (const std::uint64_t key : {11U, 12U}) {
    counts.add(key, 4);
    counts.add(key, 1);
  }
  counts.add(13, 4);
  const Frozen frozen(counts, 5);
  EXPECT_EQ(frozen.sets.find(11), frozen.sets.find(12));
  EXPECT_NE(frozen.sets.find(11), frozen.sets.find(13));
}

}  // namespace
}  // namespace espalier::parsing
