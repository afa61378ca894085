// The same words annotated in different ways, counted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "espalier/treebank_errors.h"
#include "tests/support/expect_error.h"
#include "tests/support/small_treebank.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using tests::conllu_of;
using tests::error_of;
using tests::sentences_of;

class VariationTest : public ::testing::Test {
 protected:
  VariationRequest request_of(const std::vector<std::string>& lines, std::size_t context) {
    VariationRequest request;
    request.treebanks = {folder_ / "a.conllu"};
    request.context = context;
    write_file(request.treebanks[0], conllu_of(sentences_of(lines)));
    return request;
  }

  tests::TemporaryFolder folder_;
};

TEST_F(VariationTest, TheRarerAnnotationIsSuspect) {
  const std::string usual = "we/PRON/2/nsubj eat/VERB/0/root raw/ADJ/4/amod fish/NOUN/2/obj";
  const std::string other = "we/PRON/2/nsubj eat/VERB/0/root raw/ADJ/4/nmod fish/NOUN/2/obj";
  const VariationResult result = find_variation(request_of({usual, usual, usual, other}, 1));
  EXPECT_EQ(result.sentences, 4U);
  EXPECT_EQ(result.words, 16U);
  EXPECT_EQ(result.nuclei, 1U);
  ASSERT_THAT(result.variants, SizeIs(1));
  const Variant& found = result.variants[0];
  EXPECT_EQ(found.words, "raw fish");
  EXPECT_EQ(found.has, "nmod>");
  EXPECT_EQ(found.other, "amod>");
  EXPECT_EQ(found.count, 1U);
  EXPECT_EQ(found.other_count, 3U);
  EXPECT_EQ(found.sentence, 3U);
  EXPECT_EQ(found.word, 3);
  EXPECT_EQ(found.place.line, 3 * 5 + 3U);
  EXPECT_DOUBLE_EQ(found.score, std::log(3.5 / 1.5));
}

TEST_F(VariationTest, NoArcIsAnAnnotationToo) {
  const std::string usual = "eat/VERB/0/root raw/ADJ/3/amod fish/NOUN/1/obj";
  const std::string other = "eat/VERB/0/root raw/ADJ/1/xcomp fish/NOUN/1/obj";
  const VariationResult result = find_variation(request_of({usual, usual, other}, 0));
  // raw fish: amod twice, none once; eat raw: none twice, xcomp once; eat raw fish (eat and fish): always obj.
  EXPECT_EQ(result.nuclei, 2U);
  ASSERT_THAT(result.variants, SizeIs(2));
  EXPECT_EQ(result.variants[0].has, "xcomp<");
  EXPECT_EQ(result.variants[0].other, "none");
  EXPECT_EQ(result.variants[0].word, 2);
  EXPECT_EQ(result.variants[1].has, "none");
  EXPECT_EQ(result.variants[1].other, "amod>");
  EXPECT_EQ(result.variants[1].word, 2);
}

TEST_F(VariationTest, OtherNeighboursAreAnotherContext) {
  const std::vector<std::string> lines = {"raw/ADJ/2/amod fish/NOUN/0/root here/ADV/2/advmod",
                                          "raw/ADJ/2/nmod fish/NOUN/0/root there/ADV/2/advmod"};
  EXPECT_THAT(find_variation(request_of(lines, 1)).variants, IsEmpty());
  // One against one: both may be wrong.
  EXPECT_THAT(find_variation(request_of(lines, 0)).variants, SizeIs(2));
}

TEST_F(VariationTest, OnlyStringsThatAreShortEnough) {
  const std::vector<std::string> lines = {"a/X/3/x b/X/3/y c/X/0/root", "a/X/3/z b/X/3/y c/X/0/root"};
  VariationRequest request = request_of(lines, 0);
  EXPECT_THAT(find_variation(request).variants, SizeIs(2));
  request.longest = 2;
  EXPECT_THAT(find_variation(request).variants, IsEmpty());
}

TEST_F(VariationTest, OverlapIsByFileAndLine) {
  const VariationRequest request =
      request_of({"raw/ADJ/2/amod fish/NOUN/0/root", "raw/ADJ/2/nmod fish/NOUN/0/root"}, 1);
  const VariationResult result = find_variation(request);
  ASSERT_THAT(result.variants, SizeIs(2));
  const std::string& file = request.treebanks[0];
  write_file(folder_ / "e.tsv", "rank\tscore\tfile\tline\tsent_id\tid\n1\t3.0\t" + file + "\t4\t\t1\n2\t2.0\t" + file +
                                    "\t5\t\t2\n3\t1\tb\t4\t\t1\n");
  const VariationOverlap both = overlap(result, folder_ / "e.tsv");
  EXPECT_EQ(both.both, 1U);
  EXPECT_EQ(both.errors_only, 2U);
  EXPECT_EQ(both.variation_only, 1U);
  write_file(folder_ / "f.tsv", "some\tother\ttable\n");
  EXPECT_THAT(error_of([&] { overlap(result, folder_ / "f.tsv"); }).what(), HasSubstr("f.tsv:1: this is no table"));
  write_file(folder_ / "g.tsv", "rank\tscore\tfile\tline\tsent_id\tid\n1\t3.0\tx\tmany\t\t1\n");
  EXPECT_THAT(error_of([&] { overlap(result, folder_ / "g.tsv"); }).what(), HasSubstr("g.tsv:2: "));
}

}  // namespace
}  // namespace espalier
