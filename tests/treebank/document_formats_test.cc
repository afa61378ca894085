// HTML, LaTeX and triples.
#include <gtest/gtest.h>

#include "tests/support/sentences.h"
#include "tests/support/treebank.h"
#include "tests/support/xml_check.h"
#include "treebank/format.h"

namespace espalier::treebank {
namespace {

using espalier::testing::sentence_of;
using espalier::testing::write;

Sentence small() {
  return sentence_of({{"Trees", "NOUN", 2, "nsubj"}, {"grow", "VERB", 0, "root"}, {".", "PUNCT", 2, "punct"}});
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

TEST(TriplesFormat, OneRelationALine) {
  EXPECT_EQ(write({small(), sentence_of({{"Go", "VERB", 0, "root"}})}, triples_format()),
            "nsubj(grow-2, Trees-1)\nroot(ROOT-0, grow-2)\npunct(grow-2, .-3)\n\nroot(ROOT-0, Go-1)\n\n");
  EXPECT_FALSE(triples_format().can_read());
}

TEST(TriplesFormat, MissingLabelsAndHeads) {
  EXPECT_EQ(write({sentence_of({{"a", "", 2, ""}, {"b", "", 0, ""}, {"c", "", kNoHead, "x"}, {"d", "", 9, "x"}})},
                  triples_format()),
            "dep(b-2, a-1)\nroot(ROOT-0, b-2)\n\n");
  EXPECT_EQ(write({Sentence()}, triples_format()), "\n");
  EXPECT_EQ(write({}, triples_format()), "");
}

TEST(TriplesFormat, FormsAreKeptAsTheyAre) {
  EXPECT_EQ(write({sentence_of({{"20 000", "NUM", 2, "nummod"}, {"a-1, (b", "X", 0, "root"}})}, triples_format()),
            "nummod(a-1, (b-2, 20 000-1)\nroot(ROOT-0, a-1, (b-2)\n\n");
}

TEST(HtmlFormat, EachSentenceWithNameTextDrawingAndColumns) {
  Sentence sentence = small();
  sentence.add_comment("# sent_id = first");
  sentence.add_comment("# text = Trees grow.");
  const std::string page = write({sentence, small()}, html_format());
  EXPECT_EQ(test_support::html_fault(page), "");
  EXPECT_EQ(count(page, "<section class=\"sentence\">"), 2u);
  EXPECT_EQ(count(page, "<svg "), 2u);
  EXPECT_EQ(count(page, "<details>"), 2u);
  EXPECT_EQ(count(page, "<h2>first</h2>"), 1u);
  EXPECT_EQ(count(page, "<p dir=\"auto\">Trees grow.</p>"), 1u);
  EXPECT_EQ(count(page, "<p dir=\"auto\">Trees grow .</p>"), 1u) << "without # text the forms";
  EXPECT_EQ(count(page, "<style>"), 1u);
  for (const char* outside : {"http://", "https://", "src=", "@import"}) {
    const std::size_t names = std::string_view(outside) == "http://" ? 2 : 0;  // the names of SVG's vocabulary
    EXPECT_EQ(count(page, outside), names) << outside;
  }
}

TEST(HtmlFormat, ColumnsHoldRangesAndEmptyNodesInTheirPlaces) {
  const Sentence sentence = espalier::testing::read_one(
      "1-2\tdu\t_\t_\t_\tTypo=Yes\t_\t_\t_\tSpaceAfter=No\n"
      "1\tde\tde\tADP\tP\t_\t2\tcase\t2:case\t_\n"
      "2\tle\tle\tDET\tD\tGender=Masc\t0\troot\t0:root\t_\n"
      "2.1\tva\taller\tVERB\tV\t_\t_\t_\t2:conj\tX=1\n\n",
      conllu_format());
  const std::string page = write({sentence}, html_format());
  EXPECT_EQ(test_support::html_fault(page), "");
  std::size_t last = page.find("<details>");
  for (const char* cell : {">1-2<", ">du<", ">Typo=Yes<", ">SpaceAfter=No<", ">1<", ">de<", ">2:case<", ">2<",
                           ">Gender=Masc<", ">2.1<", ">va<", ">aller<", ">2:conj<", ">X=1<"}) {
    const std::size_t at = page.find(cell, last);
    ASSERT_NE(at, std::string::npos) << cell;
    last = at;
  }
}

TEST(HtmlFormat, HostileTextsStayText) {
  Sentence sentence =
      sentence_of({{"<script>alert(1)</script>", "&", 0, "\"onload=\""}, {"\x02\x1F", "'", 1, "</svg>"}});
  sentence.add_comment("# sent_id = <img src=x onerror=y>");
  sentence.set(1, Column::kMisc, "</details><b>");
  const std::string page = write({sentence}, html_format());
  EXPECT_EQ(test_support::html_fault(page), "");
  EXPECT_EQ(count(page, "<script"), 0u);
  EXPECT_EQ(count(page, "<img"), 0u);
  EXPECT_EQ(count(page, "<b>"), 0u);
}

TEST(HtmlFormat, NothingToShowIsStillAPage) {
  EXPECT_EQ(test_support::html_fault(write({}, html_format())), "");
  EXPECT_EQ(test_support::html_fault(write({Sentence()}, html_format())), "");
}

TEST(LatexFormat, Dependencies) {
  std::string piece;
  latex_format().piece(sentence_of({{"a", "X", 3, "x"}, {"b", "Y", 0, "root"}, {"c", "Z", 2, "z"}}), {}, piece);
  // 3 → 1 spans 2, which 3 does not dominate.
  EXPECT_EQ(piece, R"(\begin{adjustbox}{max width=\textwidth,max totalheight=0.9\textheight}
\begin{dependency}
  \begin{deptext}[column sep=1em]
    {a} \& {b} \& {c} \\
    {X} \& {Y} \& {Z} \\
  \end{deptext}
  \deproot[edge height=9ex]{2}{root}
  \depedge[edge height=6ex,edge style={dashed}]{3}{1}{x}
  \depedge[edge height=3ex]{2}{3}{z}
\end{dependency}%
\end{adjustbox}\par\bigskip

)");
}

TEST(LatexFormat, Constituents) {
  const Sentence sentence = espalier::testing::read_one("(S (NP (PRP I)) (VP (VBD ate) (NP (NN tea))))", penn_format());
  std::string piece;
  latex_format().piece(sentence, {}, piece);
  EXPECT_NE(piece.find(R"(\begin{forest} for tree={s sep=1em}
[{S}
  [{NP}
    [{PRP} [{{I}}, tier=word]]]
  [{VP}
    [{VBD} [{{ate}}, tier=word]]
    [{NP}
      [{NN} [{{tea}}, tier=word]]]]]
\end{forest}%
)"),
            std::string::npos)
      << piece;
}

TEST(LatexFormat, WordsOfDiscontinuousConstituentsAreNumbered) {
  const Sentence sentence = espalier::testing::read_one("(S (VP (A 0=x) (B 2=z)) (C 1=y))", discbracket_format());
  std::string piece;
  latex_format().piece(sentence, {}, piece);
  EXPECT_NE(piece.find("[{A} [{{x}$_{1}$}, tier=word]]\n    [{B} [{{z}$_{3}$}, tier=word]]]\n  [{C} [{{y}$_{2}$}"),
            std::string::npos)
      << piece;
}

TEST(LatexFormat, SpecialCharactersAreEscaped) {
  std::string piece;
  latex_format().piece(sentence_of({{"\\{}$&#%_^~", "A_B", 0, "x\x01"}, {"\"<-|>'`]", "Z", 1, "é"}}), {}, piece);
  EXPECT_NE(
      piece.find(
          "{\\textbackslash{}\\{\\}\\$\\symbol{38}\\#\\%\\_\\textasciicircum{}\\textasciitilde{}} \\& "
          "{\\textquotedbl{}\\textless{}{-}\\textbar{}\\textgreater{}\\textquotesingle{}\\textasciigrave{}]} \\\\"),
      std::string::npos)
      << piece;
  EXPECT_NE(piece.find("{A\\_B} \\& {Z}"), std::string::npos);
  EXPECT_NE(piece.find("{1}{x?}"), std::string::npos);
  EXPECT_NE(piece.find("{1}{2}{é}"), std::string::npos);
}

TEST(LatexFormat, ACompleteDocument) {
  const std::string document = write({small(), Sentence()}, latex_format());
  EXPECT_TRUE(document.starts_with("\\documentclass"));
  EXPECT_TRUE(document.ends_with("\\end{document}\n"));
  EXPECT_EQ(count(document, "\\begin{"), count(document, "\\end{"));
  EXPECT_EQ(count(document, "\\begin{dependency}"), 1u) << "an empty sentence has no drawing";
  std::ptrdiff_t depth = 0;
  for (std::size_t at = 0; at < document.size(); ++at) {
    if (document[at] == '\\') {
      ++at;
      continue;
    }
    depth += document[at] == '{' ? 1 : document[at] == '}' ? -1 : 0;
    ASSERT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
}

}  // namespace
}  // namespace espalier::treebank
