// The fuzz targets, built as everything else is, on the inputs that are kept in fuzz/corpus: what fuzzing has once
// found stays found. A target that finds something aborts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/places.h"
#include "tests/support/temporary_folder.h"

#define TARGET(name) extern "C" int name(const std::uint8_t* data, std::size_t size);
#include "fuzz_targets.inc"
#undef TARGET

namespace espalier {
namespace {

struct Target {
  std::string name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};

const std::vector<Target>& targets() {
  static const std::vector<Target> kTargets = {
#define TARGET(name) {#name, name},
#include "fuzz_targets.inc"
#undef TARGET
  };
  return kTargets;
}

std::vector<std::filesystem::path> inputs_of(const std::string& target) {
  std::vector<std::filesystem::path> paths;
  const std::filesystem::path folder = std::filesystem::path(tests::source_path("fuzz/corpus")) / target;
  if (!std::filesystem::exists(folder)) return paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

class FuzzCorpus : public ::testing::TestWithParam<Target> {};

TEST_P(FuzzCorpus, HoldsNoFinding) {
  const std::string name = GetParam().name.substr(0, GetParam().name.rfind("_fuzz"));
  const auto paths = inputs_of(name);
  EXPECT_FALSE(paths.empty()) << "no input is kept for " << name;
  for (const auto& path : paths) {
    SCOPED_TRACE(path.string());
    const std::string bytes = tests::slurp(path);
    EXPECT_EQ(GetParam().run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzCorpus, ::testing::ValuesIn(targets()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace espalier
