// The changes that model files are fuzzed with; and some of them, on models of all kinds.
#include "fuzz/model_mutator.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "fuzz/small_model.h"
#include "fuzz/use_model.h"
#include "model_file/file.h"

namespace espalier::fuzz {
namespace {

bool flip_a_bit(std::string& bytes, std::size_t, base::Random& random) {
  if (bytes.empty()) return false;
  char& byte = bytes[random.below(bytes.size())];
  byte = static_cast<char>(static_cast<unsigned char>(byte) ^ 1U << random.below(8));
  return true;
}

std::string container() {
  return put_together({{"a/b", 1, "text"}, {"c", 3, std::string(200, 'x')}, {"features", 2, "a\nb\n"}});
}

TEST(ModelMutator, TakesApartWhatItPutsTogether) {
  const std::string bytes = container();
  const auto model = take_apart(bytes);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->size(), 3U);
  EXPECT_EQ((*model)[1].name, "c");
  EXPECT_EQ((*model)[1].version, 3U);
  EXPECT_EQ((*model)[1].bytes, std::string(200, 'x'));
  EXPECT_EQ(put_together(*model), bytes);
  EXPECT_FALSE(take_apart("no model"));
  EXPECT_FALSE(take_apart(std::string(64, '\xFF')));
}

TEST(ModelMutator, WhatItMakesIsAlwaysAFileAndMostlyAnother) {
  base::Random random(1);
  const std::string bytes = container();
  std::size_t same = 0;
  for (int i = 0; i < 5000; ++i) {
    auto model = *take_apart(bytes);
    mutate(model, flip_a_bit, random);
    if (i % 3 == 0) cross(model, *take_apart(bytes), random);
    const std::string made = put_together(model);
    EXPECT_LE(model_file::File::from_bytes(made)->list().size(), 4U);
    same += made == bytes ? 1 : 0;
  }
  EXPECT_LT(same, 2000U);
}

/// ESPALIER_FUZZ_ROUNDS for those who have time and no clang.
int rounds() {
  const char* wanted = std::getenv("ESPALIER_FUZZ_ROUNDS");
  return wanted == nullptr ? 150 : std::atoi(wanted);
}

class MutatedModels : public ::testing::TestWithParam<const char*> {};

TEST_P(MutatedModels, AreRefusedOrDoAllThatModelsDo) {
  const Model model = small_model(GetParam());
  ASSERT_TRUE(use_model(model.bytes()));
  const auto parts = take_apart(model.bytes());
  ASSERT_TRUE(parts);
  base::Random random(7);
  int refused = 0;
  for (int i = 0; i < rounds(); ++i) {
    SCOPED_TRACE(i);
    LooseModel mutated = *parts;
    mutate(mutated, flip_a_bit, random);
    refused += use_model(put_together(mutated)) ? 0 : 1;
  }
  EXPECT_GT(refused, rounds() / 10);
  EXPECT_LT(refused, rounds());
}

INSTANTIATE_TEST_SUITE_P(Kinds, MutatedModels, ::testing::Values("transition-fast", "mst2", "malt-eager"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace espalier::fuzz
