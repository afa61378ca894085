#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "features/template.h"
#include "tests/support/expect_error.h"
#include "tests/support/random_templates.h"

namespace espalier::features {
namespace {

using tests::arc_schema;
using tests::tree_schema;

std::string again(std::string_view text, const Schema& schema) { return to_text(parse_template(text, schema), schema); }

TEST(TemplateParserTest, CanonicalTextComesBack) {
  for (const std::string text : {
           "form(h)",
           "lower(m) & lemma(h) & upos(h) & xpos(m) & tag(m)",
           "feats(h) & morph(m)",
           "feat.Case(m) & prefix.3(h-1) & suffix.2(m+8) & shape(m)",
           "column.chunk(h+2) & column.clause(m-8)",
           "left-count.upos.NOUN|PROPN(h) & right-count.upos.*(m)",
           "left-count.column.chunk.B-NP(h) & right-count.feat.Case.Nom|Acc(m)",
           "left-nearest.lemma.upos.VERB(m) & right-nearest.form.tag.v-fin|v-inf(h-1)",
           "dir(h,m) & dist(h,m) & dist.1.5.60(h,m) & near.4(m,h)",
           "same.upos(h,m) & same.feat.Number(h,m) & same.column.clause(m,h)",
           "between.upos(h,m) & between.feat.Case(h,m)",
       }) {
    EXPECT_EQ(again(text, arc_schema()), text);
  }
  for (const std::string text : {"deprel(m)", "deprel(head(h))", "form(head(left(right(m)))-2)",
                                 "dist(before(m),after(head(m))) & deprel(left(h))"}) {
    EXPECT_EQ(again(text, tree_schema()), text);
  }
}

TEST(TemplateParserTest, EveryAttributeOfTheCatalogueIsRead) {
  base::Random random(5);
  for (const AttributeInfo& info : attribute_catalogue()) {
    for (int round = 0; round < 20; ++round) {
      const Template item{{tests::draw_term(info, arc_schema(), random)}};
      const std::string text = to_text(item, arc_schema());
      EXPECT_EQ(parse_template(text, arc_schema()), item) << text;
      EXPECT_TRUE(text.starts_with(info.name)) << text;
    }
  }
}

TEST(TemplateParserTest, PrintingAndReadingAreInverse) {
  base::Random random(6);
  for (int round = 0; round < 2000; ++round) {
    const Schema& schema = round % 2 == 0 ? arc_schema() : tree_schema();
    const Template item = tests::draw_template(schema, random);
    const std::string text = to_text(item, schema);
    ASSERT_EQ(parse_template(text, schema), item) << text;
    ASSERT_EQ(again(text, schema), text);
  }
}

TEST(TemplateParserTest, BlanksMeanNothing) {
  EXPECT_EQ(again("  form( h + 1 )&upos(m)\t&  dir( h ,m )  ", arc_schema()), "form(h+1) & upos(m) & dir(h,m)");
  EXPECT_EQ(again("deprel( head ( left( m ) ) )", tree_schema()), "deprel(head(left(m)))");
}

TEST(TemplateParserTest, FunctionsAreKeptInnermostFirst) {
  const Template item = parse_template("form(head(left(m))-2)", tree_schema());
  const Address& address = item.terms[0].addresses[0];
  EXPECT_EQ(address.anchor, 1);
  EXPECT_EQ(address.functions, (std::vector<std::uint8_t>{1, 0}));
  EXPECT_EQ(address.offset, -2);
}

TEST(TemplateParserTest, QuotedParameters) {
  const Template item = parse_template("count.form.\",|.|&\"(h,m)", arc_schema());
  EXPECT_EQ(item.terms[0].parameters, (std::vector<std::string>{"form", ",|.|&"}));
  EXPECT_EQ(to_text(item, arc_schema()), "count.form.\",|.|&\"(h,m)");
  EXPECT_EQ(again("feat.\"Case\"(h)", arc_schema()), "feat.Case(h)");  // quotes go where they are not needed
  EXPECT_EQ(again("feat.\"Odd Name\"(h)", arc_schema()), "feat.\"Odd Name\"(h)");
  EXPECT_EQ(again("feat.\"\"(h)", arc_schema()), "feat.\"\"(h)");
  EXPECT_EQ(again("feat.Número[psor](h)", arc_schema()), "feat.Número[psor](h)");
}

struct Refusal {
  std::string text;
  std::size_t column;
  std::string reason;
};

void expect_refused(const Schema& schema, const std::vector<Refusal>& cases) {
  for (const Refusal& each : cases) {
    const Error error = tests::error_of([&] { parse_template(each.text, schema); });
    EXPECT_EQ(error.reason(), each.reason) << each.text;
    EXPECT_EQ(error.place().column, each.column) << each.text;
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  }
}

TEST(TemplateParserTest, ErrorsOfForm) {
  expect_refused(arc_schema(), {
                                   {"", 1, "expected an attribute"},
                                   {"  ", 3, "expected an attribute"},
                                   {"form", 5, "expected '(' after 'form', found the end"},
                                   {"form h", 6, "expected '(' after 'form', found 'h'"},
                                   {"form(h", 7, "expected ')' after the address, found the end"},
                                   {"form(h]", 7, "expected ')' after the address, found ']'"},
                                   {"form(h) é", 9, "expected '&' or the end of the template, found 'é'"},
                                   {"form(h) upos(h)", 9, "expected '&' or the end of the template, found 'u'"},
                                   {"form(h) & ", 11, "expected an attribute"},
                                   {"form()", 6, "expected a place"},
                                   {"form(h,)", 8, "expected a place"},
                                   {"feat.(h)", 6, "expected a parameter after '.'"},
                                   {"feat.\"x(h)", 6, "the quote is not closed"},
                               });
}

TEST(TemplateParserTest, ErrorsOfNames) {
  expect_refused(arc_schema(), {
                                   {"frm(h)", 1, "there is no attribute 'frm' (did you mean 'form'?)"},
                                   {"form(h) & uposs(m)", 11, "there is no attribute 'uposs' (did you mean 'upos'?)"},
                                   {"deprel(m)", 1, "there is no attribute 'deprel'"},
                                   {"head(m)", 1, "there is no attribute 'head'"},
                                   {"form(x)", 6, "there is no place 'x' in [arc], only h, m"},
                                   {"form(head(h))", 6, "there are no functions in [arc]"},
                               });
  expect_refused(tree_schema(), {
                                    {"form(haed(h))", 6,
                                     "there is no function 'haed' in [label], only head, left, right, before, after"},
                                    {"form(head(left(x)))", 16, "there is no place 'x' in [label], only h, m"},
                                    {"form(head(h", 12, "expected ')' to close the function, found the end"},
                                    {"form(head(h+1))", 12, "expected ')' to close the function, found '+'"},
                                    {"deprel.x(m)", 1, "'deprel' takes no parameter"},
                                    {"deprel(m+1)", 11, "'deprel' takes places without an offset"},
                                });
}

TEST(TemplateParserTest, ErrorsOfAddresses) {
  const std::string offset = "an offset is a number from 1 to 8";
  expect_refused(arc_schema(), {
                                   {"form(h+0)", 8, offset},
                                   {"form(h-9)", 8, offset},
                                   {"form(h+1x)", 8, offset},
                                   {"form(h+99999999999999999999)", 8, offset},
                                   {"form(h+)", 8, "expected a number"},
                                   {"form(h,m)", 9, "'form' takes one address, not 2"},
                                   {"dir(h)", 6, "'dir' takes two addresses, not 1"},
                                   {"dir(h,m,m)", 10, "'dir' takes two addresses, not 3"},
                                   {"dir(h+1,m)", 10, "'dir' takes places without an offset"},
                                   {"between.upos(h,m-1)", 19, "'between' takes places without an offset"},
                               });
}

TEST(TemplateParserTest, FunctionsNestSoFarAndNoFarther) {
  const auto nested = [](std::size_t depth) {
    std::string text = "form(";
    for (std::size_t i = 0; i < depth; ++i) text += "left(";
    return text + "m" + std::string(depth, ')') + ")";
  };
  EXPECT_EQ(again(nested(64), tree_schema()), nested(64));
  expect_refused(tree_schema(), {{nested(65), 5 + 64 * 5 + 1, "more than 64 functions in one another"}});
}

TEST(TemplateParserTest, ErrorsOfParameters) {
  expect_refused(arc_schema(),
                 {
                     {"form.x(h)", 1, "'form' takes no parameter"},
                     {"form(h) & suffix(h)", 11, "'suffix' is written suffix.N"},
                     {"suffix.1.2(h)", 1, "'suffix' is written suffix.N"},
                     {"suffix.0(h)", 1, "'0' is not a number from 1 to 60, as 'suffix' wants"},
                     {"prefix.61(h)", 1, "'61' is not a number from 1 to 60, as 'prefix' wants"},
                     {"near.x(h,m)", 1, "'x' is not a number from 1 to 60, as 'near' wants"},
                     {"dist.3x(h,m)", 1, "'3x' is not a number from 1 to 60, as 'dist' wants"},
                     {"dist.2.2(h,m)", 1, "the bins of 'dist' must rise"},
                     {"count.upos(h,m)", 1, "'count' is written count.attribute[.Name].A|B"},
                     {"count.feat.Nom(h,m)", 1, "'feat' inside 'count' needs a name, as in count.feat.Name"},
                     {"count.upos.x.NOUN(h,m)", 1, "inside 'count' only feat and column take a name, not 'upos'"},
                     {"same.form.x(h,m)", 1, "inside 'same' only feat and column take a name, not 'form'"},
                     {"same.column(h,m)", 1, "'column' inside 'same' needs a name, as in same.column.Name"},
                     {"between.morph(h,m)", 1, "'morph' cannot stand inside 'between'"},
                     {"between.suffix.2(h,m)", 1, "inside 'between' only feat and column take a name, not 'suffix'"},
                     {"between.ups(h,m)", 1, "there is no attribute 'ups' (did you mean 'upos'?)"},
                     {"left-nearest.feat.upos.VERB(h)", 1, "'feat' cannot stand inside 'left-nearest'"},
                     {"left-nearest.form.dir.x(h)", 1, "'dir' cannot stand inside 'left-nearest'"},
                     {"left-nearest.form.upos(h)", 1, "'left-nearest' is written left-nearest.attribute.condition.A|B"},
                 });
}

TEST(TemplateParserTest, ErrorsSayWhere) {
  const auto what = [](const std::string& file, std::size_t line) {
    return std::string(tests::error_of([&] { parse_template("frm(h)", arc_schema(), file, line); }).what());
  };
  EXPECT_EQ(what("my.features", 7), "my.features:7:1: there is no attribute 'frm' (did you mean 'form'?)");
  EXPECT_EQ(what("", 0), "template:1: there is no attribute 'frm' (did you mean 'form'?)");
}

}  // namespace
}  // namespace espalier::features
