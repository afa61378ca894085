// Pairs of text and hypothesis: what is read, and what is refused with which words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "espalier/entailment.h"
#include "tests/support/expect_error.h"
#include "tests/support/places.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string refusal(const std::string& bytes, const PairOptions& options = {}) {
  return tests::error_of([&] { parse_pairs(bytes, "pairs", options); }).what();
}

constexpr const char* kRte =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!DOCTYPE entailment-corpus SYSTEM \"rte.dtd\">\n"
    "<entailment-corpus challenge=\"1\">\n"
    "<!-- the first -->\n"
    "<pair id=\"8\" value=\"TRUE\" task=\"IR\">\n"
    "\t<t>Tom &amp; Anna&apos;s &quot;boat&quot;\n  sank &#8212; &#x2014; &lt;1&gt;</t>\n"
    "\t<h><![CDATA[A <boat> sank]]></h>\n"
    "</pair>\n"
    "\t<pair id='9' entailment='NO' task='QA' length='short' >\n"
    "<t>Rain.</t><h >Snow.</h ></pair >\n"
    "<pair id=\"10\"><t>Rain.</t><h>Rain.</h></pair>\n"
    "</entailment-corpus>\n";

TEST(PairFiles, RteOfAllThreeChallenges) {
  const auto pairs = parse_pairs(kRte, "pairs");
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0].id, "8");
  EXPECT_EQ(pairs[0].text, "Tom & Anna's \"boat\" sank — — <1>");
  EXPECT_EQ(pairs[0].hypothesis, "A <boat> sank");
  EXPECT_EQ(pairs[0].gold, true);
  EXPECT_EQ(pairs[0].group, "IR");
  EXPECT_EQ(pairs[0].place.line, 5U);
  EXPECT_EQ(pairs[1].gold, false);
  EXPECT_EQ(pairs[1].group, "QA");
  EXPECT_EQ(pairs[1].place.line, 10U);
  EXPECT_FALSE(pairs[2].gold.has_value());
}

std::string corpus(const std::string& inside) { return "<entailment-corpus>\n" + inside + "\n</entailment-corpus>\n"; }

TEST(PairFiles, RteThatIsRefused) {
  EXPECT_EQ(refusal("<corpus>"), "pairs:1: <entailment-corpus> expected, not <corpus>");
  EXPECT_EQ(refusal("<entailment-corpus>\n"), "pairs:2: the file ends too early");
  EXPECT_EQ(refusal(corpus("<pair id=\"1\"><t>a</t></pair>")), "pairs:2: <h> expected, not '</pair'");
  EXPECT_EQ(refusal(corpus("<pair id=\"1\"><h>a</h><t>a</t></pair>")), "pairs:2: <t> expected, not <h>");
  EXPECT_EQ(refusal(corpus("<pair id=\"1\"><t>a & b</t><h>a</h></pair>")),
            "pairs:2: '&' in a text; it is written &amp;");
  EXPECT_EQ(refusal(corpus("<pair id=\"1\"><t>a &eacute; b</t><h>a</h></pair>")),
            "pairs:2: there is no entity '&eacute;' here");
  EXPECT_EQ(refusal(corpus("<pair id=\"1\"><t>&#xD800;</t><h>a</h></pair>")), "pairs:2: '&#xD800;' is no character");
  EXPECT_EQ(refusal(corpus("<pair id=\"1\"><t>\n<b>a</b></t><h>a</h></pair>")),
            "pairs:3: '<' in a text; it is written &lt;");
  EXPECT_EQ(refusal(corpus("\n<pair id=\"1\" value=\"MAYBE\"><t>a</t><h>a</h></pair>")),
            "pairs:3: 'MAYBE' is no answer; it is YES or NO (TRUE or FALSE)");
  EXPECT_EQ(refusal(corpus("<pair><t>a</t><h>a</h></pair>")), "pairs:2: the pair has no id");
  EXPECT_EQ(refusal(corpus("<pair id=\"1\"><t> </t><h>a</h></pair>")), "pairs:2: the text is empty");
  EXPECT_EQ(refusal(corpus("<pair id=\"1\"><t>a</t><h>a</h></pair>\n<pair id=\"1\"><t>a</t><h>a</h></pair>")),
            "pairs:3: id '1' is that of the pair of line 2");
  EXPECT_EQ(refusal(corpus("<!-- no end")), "pairs:2: a comment has no end");
  EXPECT_THAT(refusal(corpus("") + "more"), StartsWith("pairs:4: something stands after"));
}

TEST(PairFiles, TableWithColumnsInAnyOrder) {
  const auto pairs = parse_pairs(
      "\xEF\xBB\xBFphenomenon\tid\thypothesis\ttext\tanswer\r\n"
      "object\ta1\tMary was kissed.\tJohn  kissed Mary.\tyes\r\n\nsubject\ta2\tA.\tB.\t\n",
      "pairs");
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].id, "a1");
  EXPECT_EQ(pairs[0].text, "John kissed Mary.");
  EXPECT_EQ(pairs[0].hypothesis, "Mary was kissed.");
  EXPECT_EQ(pairs[0].gold, true);
  EXPECT_EQ(pairs[0].group, "object");
  EXPECT_FALSE(pairs[1].gold.has_value());
  EXPECT_EQ(pairs[1].place.line, 4U);
}

TEST(PairFiles, TableThatIsRefused) {
  EXPECT_THAT(refusal(""), StartsWith("pairs:1: there is no header"));
  EXPECT_THAT(refusal("id\ttext\thypothesys\n"),
              HasSubstr("no column 'hypothesys' of pairs (did you mean 'hypothesis'"));
  EXPECT_EQ(refusal("id\ttext\n"), "pairs:1: there is no column 'hypothesis'");
  EXPECT_EQ(refusal("id\tid\ttext\thypothesis\n"), "pairs:1: column 'id' is there twice");
  EXPECT_EQ(refusal("id\ttext\thypothesis\n1\ta\n"), "pairs:2: 2 columns instead of 3");
  EXPECT_EQ(refusal("id\ttext\thypothesis\n1\ta\t\n"), "pairs:2: the hypothesis is empty");
  EXPECT_EQ(refusal("id\ttext\thypothesis\tanswer\n1\ta\tb\tja\n"),
            "pairs:2: 'ja' is no answer; it is YES or NO (TRUE or FALSE)");
  EXPECT_EQ(refusal("id\ttext\thypothesis\n1\ta\tb\n1\ta\tb\n"), "pairs:3: id '1' is that of the pair of line 2");
}

TEST(PairFiles, BytesThatAreNoText) {
  const auto odd = parse_pairs(corpus("<pair id=\"a&#9;b\"><t>&#27;[2J x</t><h>x</h></pair>"), "pairs");
  EXPECT_EQ(odd[0].id, "a\uFFFDb");
  EXPECT_EQ(odd[0].text, "\uFFFD[2J x");
  EXPECT_EQ(refusal("id\ttext\thypothesis\n1\t\xFF\tb\n"), "pairs:2: this is not UTF-8");
  EXPECT_EQ(refusal(std::string("id\n\0", 4)), "pairs:2: a NUL byte");
  PairOptions small;
  small.limits.line_bytes = 3;
  EXPECT_EQ(refusal("id\ttext\thypothesis\n1\tabcd\tb\n", small), "pairs:2: text longer than 3 bytes (--max-line)");
  EXPECT_EQ(refusal("x", {.format = "rts", .limits = {}}),
            "pairs are read from 'rte' and 'tsv', not from 'rts' (did you mean 'rte'?)");
}

TEST(PairFiles, OwnPairsAreBalanced) {
  const auto pairs = read_pairs(tests::source_path("samples/entailment.tsv"));
  EXPECT_GE(pairs.size(), 120U);
  std::size_t entailed = 0;
  for (const EntailmentPair& each : pairs) {
    ASSERT_TRUE(each.gold.has_value()) << each.id;
    EXPECT_FALSE(each.group.empty()) << each.id;
    entailed += *each.gold ? 1 : 0;
  }
  EXPECT_EQ(2 * entailed, pairs.size());
}

}  // namespace
}  // namespace espalier
