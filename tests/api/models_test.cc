#include "espalier/models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/expect_error.h"
#include "tests/support/graph_models.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Model model_of(const std::string& language, std::vector<Stage> only) {
  TrainRequest request = tests::request_for("transition-fast", {{"epochs", "1"}}, {tests::sample_path(language)});
  request.only = std::move(only);
  return train(request, tests::threads(1));
}

TEST(Models, AreFoundByNameAndLanguage) {
  const tests::TemporaryFolder first;
  const tests::TemporaryFolder second;
  tests::spill(first / "en_a.model", "");
  tests::spill(first / "notes.txt", "");
  tests::spill(second / "en_a.model", "");
  tests::spill(second / "pt_b.model", "");
  std::filesystem::create_directory(second / "de.model");
  const auto installed = installed_models({first.path().string(), "/no/such/folder", second.path().string()});
  ASSERT_EQ(installed.size(), 2U);
  EXPECT_EQ(installed[0].name, "en_a");
  EXPECT_EQ(installed[0].path, first / "en_a.model");
  EXPECT_EQ(find_model("pt_b", installed), second / "pt_b.model");
  EXPECT_EQ(find_model("pt", installed), second / "pt_b.model");
  EXPECT_EQ(find_model("some/file", installed), "some/file");
  EXPECT_EQ(find_model("some.model", installed), "some.model");
  EXPECT_THAT(tests::error_of([&] { find_model("en_b", installed); }).what(), HasSubstr("did you mean 'en_a'?"));
  // `p` is not a language of these, though a name begins with it.
  EXPECT_EQ(tests::error_of([&] { find_model("p", installed); }).kind(), ErrorKind::kUsage);
  EXPECT_THAT(tests::error_of([] { find_model("en", {}); }).what(), HasSubstr("no models are installed"));
}

TEST(Models, AreLookedForInFoldersOfAListAndBesideTheProgram) {
  EXPECT_THAT(model_folders("/a::/b c:", "/usr/bin/espalier"),
              ElementsAre("/a", "/b c", "/usr/models", "/usr/share/espalier/models"));
  EXPECT_THAT(model_folders("", ""), IsEmpty());
  EXPECT_THAT(model_folders(":/a", ""), ElementsAre("/a"));
}

TEST(Models, KnowTheirLanguage) {
  const tests::TemporaryFolder folder;
  for (const char* language : {"en", "pt", "de"}) {
    model_of(language, {Stage::kTokens}).save(folder / (std::string(language) + "_x.model"));
  }
  model_of("fr", {Stage::kTrees}).save(folder / "fr_x.model");
  const auto installed = installed_models({folder.path().string()});
  ASSERT_EQ(installed.size(), 4U);
  EXPECT_EQ(recognise("The walls are warm against the trees.", installed).model.name, "en_x");
  EXPECT_EQ(recognise("Os muros da casa e o jardim.", installed).model.name, "pt_x");
  EXPECT_EQ(recognise("Der Garten und die Mauer.", installed).model.name, "de_x");
  // Nothing to go by: any will do, but one that takes text.
  for (const char* text : {"", "...", "\xFF\xFE", "123"}) {
    const Recognised found = recognise(text, installed);
    EXPECT_EQ(found.share, 0) << text;
    EXPECT_TRUE(found.loaded.has(Stage::kTokens));
  }
  EXPECT_EQ(tests::error_of([&] {
              recognise("Le mur.", {{"fr_x", folder / "fr_x.model"}});
            }).kind(),
            ErrorKind::kUsage);
}

}  // namespace
}  // namespace espalier
