#include "features/form_cache.h"

#include <gtest/gtest.h>

#include <string>

#include "base/random.h"
#include "features/encoding.h"

namespace espalier::features {
namespace {

TEST(FormCache, FormsWithOneHashAreNotTakenForOneAnother) {
  FormCache cache;
  cache.use(1);
  std::span<std::uint64_t> values;
  const std::uint64_t first = cache.add("one", 7, values);
  values[0] = 1;
  EXPECT_EQ(cache.find("one", 7).id, first);
  EXPECT_EQ(*cache.find("one", 7).values, 1u);
  EXPECT_EQ(cache.find("two", 7).values, nullptr);
  EXPECT_EQ(cache.find("on", 7).values, nullptr);
  const std::uint64_t second = cache.add("two", 7, values);
  EXPECT_NE(second, first);
  EXPECT_EQ(cache.find("one", 7).values, nullptr) << "driven out";
  EXPECT_NE(cache.add("one", 7, values), first) << "numbers are not used again";
}

TEST(FormCache, LongFormsAreNotKept) {
  FormCache cache;
  cache.use(1);
  std::span<std::uint64_t> values;
  const std::string longest(47, 'x');
  EXPECT_NE(cache.add(longest, 1, values), FormCache::kNoForm);
  EXPECT_EQ(cache.add(longest + "x", 1, values), FormCache::kNoForm);
  EXPECT_NE(cache.find(longest, 1).values, nullptr);
  EXPECT_EQ(cache.find(longest + "x", 1).values, nullptr);
}

TEST(FormCache, EncodingWithOneIsEncodingWithout) {
  ColumnSet columns;
  const std::uint32_t dictionary = columns.add(AttributeId::kDict, {"upos"});
  columns.add(AttributeId::kUpos);
  columns.add(AttributeId::kForm);
  columns.add(AttributeId::kSuffix, {"2"});
  columns.add(AttributeId::kShape);
  columns.add(AttributeId::kLength);
  columns.add(AttributeId::kLeftCount, {"form", "a"});
  const Encoder encoder(columns);
  base::Random random(5);
  FormCache cache;
  Encoded kept;
  for (int i = 0; i < 300; ++i) {
    Sentence sentence;
    for (std::uint64_t left = random.below(9); left > 0; --left) {
      std::string form = std::to_string(random.below(random.below(2) == 0 ? 30 : 30'000)) + "Äb";
      if (random.below(10) == 0) form = std::string(60, 'a');
      sentence.set(sentence.add_word(form), Column::kUpos, random.below(2) == 0 ? "A" : "B");
    }
    Encoded plain;
    encoder.encode(sentence, plain);
    encoder.encode(sentence, kept, cache);
    for (const std::int32_t node : kept.new_forms()) kept.set(dictionary, node, sentence.form(node).size());
    encoder.keep_forms(sentence, kept, cache);
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      plain.set(dictionary, node, sentence.form(node).size());
      ASSERT_EQ(kept.form_id(node) == FormCache::kNoForm, sentence.form(node).size() > 47);
      for (std::int32_t other = 1; other < node; ++other) {
        if (kept.form_id(other) == FormCache::kNoForm || kept.form_id(other) != kept.form_id(node)) continue;
        ASSERT_EQ(sentence.form(other), sentence.form(node));
      }
    }
    for (std::uint32_t column = 0; column < columns.specs().size(); ++column) {
      for (std::int32_t node = -kMaxOffset; node <= sentence.size() + kMaxOffset; ++node) {
        ASSERT_EQ(kept.value(column, node), plain.value(column, node)) << column << " at " << node;
      }
    }
  }
}

}  // namespace
}  // namespace espalier::features
