#include "selection/terms.h"

#include <gtest/gtest.h>

#include "parsing/graph_schema.h"
#include "tests/support/inductions.h"

namespace espalier::selection {
namespace {

using Templates = std::vector<features::Template>;

const features::Schema& schema() { return parsing::graph_schema(parsing::GraphSection::kArc); }

Templates parse(const std::vector<std::string>& texts) { return tests::parse_templates(texts, schema()); }

TEST(Terms, AreToldOnceAndBagsNever) {
  const Terms terms =
      single_valued_terms(parse({"upos(h) & upos(m)", "upos(h) & between.upos(h,m) & dir(h,m)", "dir(h,m)"}));
  EXPECT_EQ(terms.singles(), parse({"upos(h)", "upos(m)", "dir(h,m)"}));
}

TEST(Terms, SetsAndTemplatesAreInverse) {
  const Terms terms = single_valued_terms(parse({"upos(h)", "upos(m)", "dir(h,m)"}));
  EXPECT_EQ(terms.set_of(parse({"dir(h,m) & upos(h)"}).front()), (TermSet{0, 2}));
  EXPECT_EQ(terms.set_of(parse({"upos(m) & lower(h)"}).front()), std::nullopt) << "what has other terms is none";
  EXPECT_EQ(terms.set_of(parse({"upos(m)"}).front()), TermSet{1});
  EXPECT_EQ(terms.item({0, 2}), parse({"upos(h) & dir(h,m)"}).front());
  EXPECT_EQ(terms.item({1}), parse({"upos(m)"}).front());
}

}  // namespace
}  // namespace espalier::selection
