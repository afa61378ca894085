// The C interface, called as C would call it: results as those of the C++ one, errors as values, nothing thrown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>

#include "espalier/document.h"
#include "espalier/espalier.h"
#include "espalier/pipeline.h"
#include "espalier/version.h"
#include "tests/support/graph_models.h"
#include "tests/support/places.h"
#include "tests/support/temporary_folder.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kText = "Gardeners train pear trees against warm walls. Gardeners train.\n";

template <class Type, void free(Type*)>
struct Free {
  void operator()(Type* value) const { free(value); }
};
using PipelinePtr = std::unique_ptr<espalier_pipeline, Free<espalier_pipeline, espalier_pipeline_free>>;
using DocumentPtr = std::unique_ptr<espalier_document, Free<espalier_document, espalier_document_free>>;
using ErrorPtr = std::unique_ptr<espalier_error, Free<espalier_error, espalier_error_free>>;

/// A folder with `en_x.model` (all stages) and `brackets.model` (constituents).
class CApi : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<tests::TemporaryFolder>();
    TrainRequest request = tests::request_for("transition-fast", {{"epochs", "2"}});
    request.only.clear();
    train(request, tests::threads(2)).save(*folder_ / "en_x.model");
    tests::trained_model("constituency-best", {}, {tests::source_path("samples/en.mrg")})
        .save(*folder_ / "brackets.model");
    setenv("ESPALIER_MODELS", folder_->path().c_str(), 1);
  }
  static void TearDownTestSuite() {
    unsetenv("ESPALIER_MODELS");
    folder_.reset();
  }

  static PipelinePtr load(const char* model, const char* options = nullptr) {
    espalier_pipeline* pipeline = nullptr;
    espalier_error* error = nullptr;
    EXPECT_EQ(espalier_load(model, options, &pipeline, &error), ESPALIER_OK) << espalier_error_message(error);
    EXPECT_EQ(error, nullptr);
    return PipelinePtr(pipeline);
  }

  static DocumentPtr parse(const PipelinePtr& pipeline, const std::string& text, bool conllu = false) {
    espalier_document* document = nullptr;
    const auto function = conllu ? espalier_parse_conllu : espalier_parse_text;
    EXPECT_EQ(function(pipeline.get(), text.data(), text.size(), &document, nullptr), ESPALIER_OK);
    return DocumentPtr(document);
  }

  static std::string written(const DocumentPtr& document, const char* format) {
    char* text = nullptr;
    std::size_t bytes = 0;
    EXPECT_EQ(espalier_write(document.get(), format, &text, &bytes, nullptr), ESPALIER_OK);
    EXPECT_EQ(std::strlen(text), bytes);
    std::string copy(text);
    espalier_string_free(text);
    return copy;
  }

  /// What a pipeline in C++ writes of the same input, as the command line does.
  static std::string expected(const std::string& model, const PipelineInput& input, const std::string& format) {
    const tests::TemporaryFolder out;
    const Pipeline pipeline(Model::load(*folder_ / model));
    AnnotateRequest request;
    request.inputs = {input};
    request.output = out / "out";
    request.write.format = format;
    request.edit = pipeline.edit_for(format);
    pipeline.annotate(request, tests::threads(1));
    return tests::slurp(request.output);
  }

  static std::unique_ptr<tests::TemporaryFolder> folder_;
};

std::unique_ptr<tests::TemporaryFolder> CApi::folder_;

TEST_F(CApi, HasTheVersionOfTheLibrary) { EXPECT_EQ(espalier_version(), version()); }

TEST_F(CApi, WritesWhatThePipelineWrites) {
  const PipelinePtr pipeline = load("en_x");
  const DocumentPtr document = parse(pipeline, kText);
  for (const char* format : {"conllu", "json", "svg", "penn", "text"}) {
    EXPECT_EQ(written(document, format), expected("en_x.model", {"", kText}, format)) << format;
  }
}

TEST_F(CApi, ParsesConlluAndForgetsItsHeads) {
  const std::string path = tests::sample_path("en");
  const DocumentPtr document = parse(load("en_x"), tests::slurp(path), true);
  EXPECT_EQ(written(document, "conllu"), expected("en_x.model", {path, {}}, "conllu"));
}

TEST_F(CApi, IsWalkedThrough) {
  const DocumentPtr document = parse(load("en_x"), kText);
  std::vector<Sentence> sentences;
  Pipeline(Model::load(*folder_ / "en_x.model")).annotate(kText, [&](Sentence& each) { sentences.push_back(each); });
  ASSERT_EQ(espalier_sentence_count(document.get()), sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const Sentence& sentence = sentences[i];
    ASSERT_EQ(espalier_word_count(document.get(), i), static_cast<std::size_t>(sentence.size()));
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      const auto word = static_cast<std::size_t>(node);
      EXPECT_EQ(espalier_head(document.get(), i, word), sentence.head(node));
      for (std::size_t column = 0; column < kColumns; ++column) {
        EXPECT_EQ(espalier_word(document.get(), i, word, static_cast<espalier_column>(column)),
                  sentence.get(node, static_cast<Column>(column)));
      }
    }
  }
}

TEST_F(CApi, HasNothingOutOfRange) {
  const DocumentPtr document = parse(load("en_x"), "Trees grow.");
  EXPECT_EQ(espalier_word_count(document.get(), 1), 0U);
  for (const std::size_t word : {std::size_t{0}, std::size_t{4}, std::size_t(-1)}) {
    EXPECT_STREQ(espalier_word(document.get(), 0, word, ESPALIER_FORM), "");
    EXPECT_EQ(espalier_head(document.get(), 0, word), -1);
  }
  EXPECT_STREQ(espalier_word(document.get(), 1, 1, ESPALIER_FORM), "");
  EXPECT_EQ(espalier_sentence_count(nullptr), 0U);
  EXPECT_STREQ(espalier_word(nullptr, 0, 1, ESPALIER_FORM), "");
}

TEST_F(CApi, KnowsHeadsAndBracketsOfConstituents) {
  const std::string words = "1\tTrees\t_\t_\tNNS\t_\t_\t_\t_\t_\n2\tgrow\t_\t_\tVBP\t_\t_\t_\t_\t_\n\n";
  const DocumentPtr document = parse(load("brackets"), words, true);
  EXPECT_THAT(written(document, "penn"), StartsWith("("));
  int roots = 0;
  for (const std::size_t word : {1, 2}) roots += espalier_head(document.get(), 0, word) == 0 ? 1 : 0;
  EXPECT_EQ(roots, 1);
}

TEST_F(CApi, TakesOptions) {
  EXPECT_THAT(written(parse(load("en_x", "confidence=yes  beam=1"), kText), "conllu"), HasSubstr("Conf="));
  const DocumentPtr tokens = parse(load("en_x", "last=tokens lines=sentence"), "One line\nand another");
  EXPECT_EQ(espalier_sentence_count(tokens.get()), 2U);
  EXPECT_EQ(espalier_head(tokens.get(), 0, 1), -1);
  EXPECT_STREQ(espalier_word(tokens.get(), 0, 1, ESPALIER_UPOS), "");
}

TEST_F(CApi, SaysWhatIsWrong) {
  espalier_pipeline* pipeline = nullptr;
  const auto complaint = [&](const char* model, const char* options) {
    espalier_error* error = nullptr;
    const espalier_status status = espalier_load(model, options, &pipeline, &error);
    const ErrorPtr owner(error);
    EXPECT_EQ(espalier_error_status(error), status);
    EXPECT_EQ(status, ESPALIER_USAGE);
    return std::string(espalier_error_message(error));
  };
  EXPECT_THAT(complaint("xx", nullptr), HasSubstr("no model of that name"));
  EXPECT_THAT(complaint("en_x", "confidense=yes"), HasSubstr("did you mean 'confidence'"));
  EXPECT_THAT(complaint("en_x", "confidence=maybe"), HasSubstr("one of yes, no"));
  EXPECT_THAT(complaint("en_x", "beam=-1"), HasSubstr("0 to 10000"));
  EXPECT_THAT(complaint("en_x", "last=roots"), HasSubstr("tokens, tags, trees"));
  EXPECT_THAT(complaint("en_x", "confidence"), HasSubstr("name=value"));
  EXPECT_THAT(complaint(nullptr, nullptr), HasSubstr("NULL"));
  EXPECT_EQ(pipeline, nullptr);
  tests::spill(*folder_ / "broken.model", "no model at all");
  EXPECT_EQ(espalier_load("broken", nullptr, &pipeline, nullptr), ESPALIER_INPUT);
}

TEST_F(CApi, SaysWhereInputIsWrong) {
  const PipelinePtr pipeline = load("en_x");
  espalier_document* document = nullptr;
  espalier_error* error = nullptr;
  const std::string bad = "1\tTrees\t_\n\n";
  EXPECT_EQ(espalier_parse_conllu(pipeline.get(), bad.data(), bad.size(), &document, &error), ESPALIER_INPUT);
  EXPECT_EQ(espalier_error_line(error), 1U);
  EXPECT_STREQ(espalier_error_file(error), "text");
  EXPECT_THAT(espalier_error_message(error), StartsWith("text:1:"));
  espalier_error_free(error);
  EXPECT_EQ(espalier_parse_text(pipeline.get(), "\xFF", 1, &document, nullptr), ESPALIER_INPUT);
  EXPECT_EQ(espalier_parse_text(nullptr, "a", 1, &document, nullptr), ESPALIER_USAGE);
  EXPECT_EQ(espalier_parse_text(pipeline.get(), nullptr, 1, &document, nullptr), ESPALIER_USAGE);
  EXPECT_EQ(document, nullptr);
  const DocumentPtr empty = parse(pipeline, "");
  EXPECT_EQ(espalier_sentence_count(empty.get()), 0U);
  char* text = nullptr;
  EXPECT_EQ(espalier_write(empty.get(), "no-format", &text, nullptr, nullptr), ESPALIER_USAGE);
  EXPECT_EQ(text, nullptr);
}

TEST_F(CApi, DocumentsOutliveTheirPipeline) {
  PipelinePtr pipeline = load("en_x");
  const DocumentPtr document = parse(pipeline, kText);
  const std::string before = written(document, "penn");
  pipeline.reset();
  EXPECT_EQ(written(document, "penn"), before);
}

TEST_F(CApi, ServesManyThreadsAtOnce) {
  const PipelinePtr pipeline = load("en_x");
  const std::string alone = written(parse(pipeline, kText), "conllu");
  std::vector<std::string> results(4);
  std::vector<std::thread> threads;
  for (std::string& result : results) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) result = written(parse(pipeline, kText), "conllu");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) EXPECT_EQ(result, alone);
}

}  // namespace
}  // namespace espalier
