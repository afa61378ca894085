#include "espalier/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/byte_source.h"
#include "base/random.h"
#include "base/unicode.h"
#include "tests/support/expect_error.h"
#include "tests/support/temporary_folder.h"
#include "tests/treebank/check_documents.h"
#include "treebank/conll_checker.h"

namespace espalier {
namespace {

using Codes = std::vector<std::string>;
using tests::slurp;
using tests::spill;

class CheckTest : public ::testing::Test {
 protected:
  std::vector<Finding> findings_of(std::string_view document, const std::string& name = "x.conllu") {
    spill(folder_ / name, document);
    std::vector<Finding> findings;
    summary_ = check_treebank(folder_ / name, options_, [&](const Finding& f) { findings.push_back(f); });
    EXPECT_EQ(summary_.errors + summary_.warnings, findings.size());
    return findings;
  }

  Codes codes_of(std::string_view document, const std::string& name = "x.conllu") {
    Codes codes;
    for (const Finding& finding : findings_of(document, name)) codes.push_back(finding.code);
    return codes;
  }

  /// In memory: a file written whole is synced to the disk, which takes its time.
  std::string fixed(std::string_view document, const std::string& name = "x.conllu") {
    const FindingSink ignore;
    treebank::CheckReport report(name, options_.level, true, ignore);
    std::string out;
    treebank::ConllChecker checker(name == "x.conllu", options_.limits, report, &out);
    treebank::LineStream lines(base::memory_source(document), options_.limits.line_bytes);
    for (treebank::LinePart part; lines.next(part);) checker.take(part);
    checker.finish();
    summary_ = report.summary();
    return out;
  }

  tests::TemporaryFolder folder_;
  CheckOptions options_;
  CheckSummary summary_;
};

TEST_F(CheckTest, AGoodDocumentHasNoFindings) {
  EXPECT_EQ(codes_of(testing::good_document()), Codes{});
  EXPECT_EQ(summary_.sentences, 2u);
  EXPECT_EQ(summary_.words, 7u);
  EXPECT_EQ(codes_of(""), Codes{});
}

TEST_F(CheckTest, EveryFaultIsFoundAndNoOther) {
  for (const auto& [code, document] : testing::faulty_documents()) {
    EXPECT_EQ(codes_of(document), Codes{code}) << document;
  }
}

TEST_F(CheckTest, EveryCodeHasAFaultyDocument) {
  // These need other formats or other limits, and are tested below.
  std::set<std::string_view> tested = {"line-too-long", "sentence-too-long", "unreadable", "label-missing",
                                       "tag-missing"};
  const auto documents = testing::faulty_documents();
  for (const auto& faulty : documents) tested.insert(faulty.code);
  std::set<std::string_view> known;
  for (const CheckCode& code : check_codes()) EXPECT_TRUE(known.insert(code.code).second) << code.code;
  EXPECT_EQ(tested, known);
}

TEST_F(CheckTest, FixRepairsWhatItCallsFixableAndNothingElse) {
  for (const auto& [code, document] : testing::faulty_documents()) {
    const std::vector<Finding> before = findings_of(document);
    const std::string result = fixed(document);
    if (before.at(0).is_fixable) {
      EXPECT_EQ(summary_.fixed, 1u) << code;
      EXPECT_EQ(codes_of(result), Codes{}) << code;
      EXPECT_NE(result, document) << code;
    } else {
      EXPECT_EQ(summary_.fixed, 0u) << code;
      EXPECT_EQ(result, document) << code;
    }
    EXPECT_EQ(fixed(result), result) << code;
  }
}

TEST_F(CheckTest, RepairsGiveBackTheGoodDocument) {
  const std::string good = testing::good_document();
  for (const auto& [code, document] : testing::faulty_documents()) {
    const bool gives_back = code == "byte-order-mark" || code == "carriage-return" || code == "trailing-space" ||
                            code == "extra-blank-line" || code == "missing-final-blank-line" || code == "text-missing";
    if (gives_back) {
      EXPECT_EQ(fixed(document), good) << code;
    }
  }
  EXPECT_EQ(fixed(testing::changed(good, "Case=Nom|Gender=Masc", "Gender=Masc,Fem|Case=Nom")),
            testing::changed(good, "Case=Nom|Gender=Masc", "Case=Nom|Gender=Fem,Masc"));
  EXPECT_EQ(fixed(testing::changed(good, "4:obj|4.1:ref", "4.1:ref|4:obj")), good);
}

TEST_F(CheckTest, FindingsPointToTheirLines) {
  const auto findings = findings_of(testing::changed(testing::good_document(), "PART", "Q"));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(to_string(findings[0]), (folder_ / "x.conllu") + ":6: upos-unknown: 'Q' is no universal tag");
  EXPECT_EQ(findings[0].severity, Severity::kError);
}

TEST_F(CheckTest, LevelsLeaveOutHigherRules) {
  const std::string document =
      testing::changed(testing::changed(testing::good_document(), "PART", "Q"), "4 aux", "7 aux");
  EXPECT_EQ(codes_of(document), (Codes{"upos-unknown", "head-range"}));
  options_.level = 2;
  EXPECT_EQ(codes_of(document), Codes{"head-range"});
  options_.level = 1;
  EXPECT_EQ(codes_of(document), Codes{});
}

TEST_F(CheckTest, ASentenceWithoutAnyHeadIsReportedOnce) {
  EXPECT_EQ(codes_of(testing::conll("# sent_id = a\n# text = a b\n1 a a X _ _ _ _ _ _\n2 b b X _ _ _ _ _ _\n\n")),
            Codes{"head-missing"});
}

TEST_F(CheckTest, SeveralFaultsInOneFileAreAllFound) {
  const std::string document = testing::conll(
      "1 a a X _ B=1|A=1 9 dep 2:x|1 SpaceAfter=No|\r\n"
      "x b b\n"
      "# late\n"
      "3 c c Y _ _ 3 dep _ _\n");
  const Codes codes = codes_of(document);
  for (const char* code : {"carriage-return", "feats-order", "deps-syntax", "misc-syntax", "id-syntax", "column-count",
                           "comment-inside", "id-sequence", "upos-unknown", "missing-final-blank-line"}) {
    EXPECT_EQ(std::ranges::count(codes, code), 1) << code;
  }
}

TEST_F(CheckTest, ConllXHasItsOwnRules) {
  const std::string good =
      testing::conll("1 a a art art <artd>|F|S 2 >N _ _\n2 b b n n _ 0 STA _ _\n3 c c n n _ 0 STA _ _\n\n");
  EXPECT_EQ(codes_of(good, "x.conllx"), Codes{});  // several roots, free labels, tags and features
  EXPECT_EQ(codes_of(testing::changed(good, "2 >N", "4 >N"), "x.conllx"), Codes{"head-range"});
  EXPECT_EQ(codes_of(testing::changed(good, "2 >N", "1 >N"), "x.conllx"), Codes{"head-self"});
  EXPECT_EQ(codes_of(testing::changed(good, "2 b b", "2-3 b b"), "x.conllx"), (Codes{"id-syntax", "id-sequence"}));
  EXPECT_EQ(codes_of(testing::changed(good, "|F|S", "||S"), "x.conllx"), Codes{"feats-syntax"});
  EXPECT_EQ(codes_of(testing::changed(good, "1 a a", "1 a·x a"), "x.conllx"), Codes{"space-in-column"});
  EXPECT_EQ(fixed(good + "\n", "x.conllx"), good);
}

TEST_F(CheckTest, OtherFormatsAreCheckedRecordByRecord) {
  EXPECT_EQ(codes_of("(S (N a) (V b))\n(S (N c) (V d)))\n(S (N e))\n", "x.mrg"), Codes{"unreadable"});
  const std::string json =
      R"({"words": [{"form": "a", "xpos": "N"}], "constituents": {"label": "S", "children": [{"label": "X", "children": )"
      R"([{"word": 1}]}]}})"
      "\n";
  const auto without = [&](const std::string& part) {
    return std::string(json).replace(json.find(part), part.size(), "");
  };
  EXPECT_EQ(codes_of(json, "x.json"), Codes{});
  EXPECT_EQ(codes_of(without("X"), "x.json"), Codes{"label-missing"});
  EXPECT_EQ(codes_of(without(R"(, "xpos": "N")"), "x.json"), Codes{"tag-missing"});
  const auto fix = [&] { fix_treebank(folder_ / "x.mrg", folder_ / "y.mrg", options_, {}); };
  EXPECT_EQ(tests::error_of(fix).kind(), ErrorKind::kUsage);
}

TEST_F(CheckTest, LinesAndSentencesBeyondTheLimitsAreFindingsAndStayAsTheyAre) {
  options_.limits.line_bytes = 200;
  const std::string good = testing::good_document();
  const std::string document = good + "# sent_id = c\n# " + std::string(1000, 'x') + "\r\n1\tx\r\n\n" + good;
  EXPECT_EQ(codes_of(document), (Codes{"line-too-long", "carriage-return", "sent-id-duplicate", "sent-id-duplicate"}));
  EXPECT_EQ(fixed(document), good + "# sent_id = c\n# " + std::string(1000, 'x') + "\r\n1\tx\n\n" + good);
  options_.limits = {};
  options_.limits.words = 5;
  EXPECT_EQ(codes_of(good), Codes{"sentence-too-long"});
  EXPECT_EQ(fixed(good), good);
  options_.limits.words = 1;  // the lines of the sentence are not even held then
  EXPECT_EQ(codes_of(good), Codes{"sentence-too-long"});
  EXPECT_EQ(fixed(good), good);
}

TEST_F(CheckTest, AFileIsRepairedInPlace) {
  const std::string path = folder_ / "x.conllu";
  spill(path, "\n" + testing::good_document());
  fix_treebank(path, path, options_, {});
  EXPECT_EQ(slurp(path), testing::good_document());
  EXPECT_EQ(folder_.list(), std::vector<std::string>{"x.conllu"});
}

TEST_F(CheckTest, LongSentencesAndLinesTakeLittleTime) {
  std::string document = "# sent_id = a\n";
  for (int i = 1; i <= 100'000; ++i) {
    document += std::to_string(i) + "\tx\tx\tX\t_\t_\t" + std::to_string(i % 100'000 + 1) + "\tdep\t_\t_\n";
  }
  document += "\n# " + std::string(10'000'000, 'y') + "\n\n";
  EXPECT_EQ(codes_of(document), (Codes{"sentence-too-long", "text-missing", "line-too-long"}));
  options_.limits.words = 100'000;
  EXPECT_EQ(codes_of(document), (Codes{"no-root", "text-missing", "line-too-long"}));
}

/// Documents broken in many ways at once; whatever is found, repair must keep its promises.
std::string damaged(base::Random& random) {
  const auto documents = testing::faulty_documents();
  std::string text =
      documents[random.below(documents.size())].document + documents[random.below(documents.size())].document;
  const std::vector<std::string> spoils = {"\n",
                                           "\r",
                                           " ",
                                           "\t",
                                           "#",
                                           "|",
                                           "=",
                                           ":",
                                           "_",
                                           "-",
                                           ".",
                                           "0",
                                           "\xEF\xBB\xBF",
                                           "\xCC\x81",
                                           "\xFF",
                                           std::string(1, '\0'),
                                           "e\xCC\x81",
                                           "\n\n",
                                           "1",
                                           "\xE3\x80\x80"};
  for (std::uint64_t i = random.below(12); i > 0; --i) {
    const std::size_t at = random.below(text.size());
    const std::string& spoil = spoils[random.below(spoils.size())];
    if (random.below(3) == 0) {
      text.erase(at, random.below(5));
    } else {
      text.insert(at, spoil);
    }
  }
  return text;
}

TEST_F(CheckTest, RepairIsDoneOnceAndForAllOnAnyInput) {
  base::Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::string document = damaged(random);
    const std::string name = i % 5 == 0 ? "x.conllx" : "x.conllu";
    const std::vector<Finding> before = findings_of(document, name);
    const std::string once = fixed(document, name);
    std::map<std::string, int> rest;  // what is not fixable stays, and nothing comes to it
    for (const Finding& finding : before) rest[finding.code] += !finding.is_fixable;
    for (const Finding& finding : findings_of(once, name)) {
      EXPECT_FALSE(finding.is_fixable) << finding.code << "\n" << document;
      --rest[finding.code];
    }
    for (const auto& [code, count] : rest) EXPECT_EQ(count, 0) << code << "\n" << document;
    EXPECT_EQ(fixed(once, name), once);
    if (::testing::Test::HasFailure()) break;
  }
}

TEST_F(CheckTest, RepairLosesNoLetters) {
  base::Random random(2);
  const auto letters = [](std::string_view text) {
    std::string out;
    for (const char c : base::find_invalid_utf8(text) == base::kValid ? base::to_nfc(text) : std::string(text)) {
      if (static_cast<unsigned char>(c) > ' ' && c != '\x7F') out += c;
    }
    std::ranges::sort(out);
    return out;
  };
  options_.level = 2;  // without the added # text
  for (int i = 0; i < 500; ++i) {
    std::string document = damaged(random);
    while (document.starts_with("\xEF\xBB\xBF")) document.erase(0, 3);
    if (base::find_invalid_utf8(document) != base::kValid) continue;
    ASSERT_EQ(letters(fixed(document)), letters(document)) << document;
  }
}

}  // namespace
}  // namespace espalier
