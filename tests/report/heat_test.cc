#include "report/heat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(HeatTest, ShadesCellsByTheirShareOfTheRow) {
  HeatMap map;
  map.title = "a & b";
  map.rows = map.columns = {"<x>", "y"};
  map.values = {{96, 4}, {0, 0}};
  const std::string html = heat_table(map);
  EXPECT_THAT(html, HasSubstr("<caption>a &amp; b</caption>"));
  EXPECT_THAT(html, HasSubstr("&lt;x&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("<x>")));
  // 0.8 × √0.96 and 0.8 × √0.04.
  EXPECT_THAT(html, HasSubstr("rgba(0,114,178,0.78)\">96</td>"));
  EXPECT_THAT(html, HasSubstr("rgba(213,94,0,0.16)\">4</td>"));
  EXPECT_THAT(html, HasSubstr("<tr><th scope=\"row\">y</th><td></td><td></td></tr>"));
}

}  // namespace
}  // namespace espalier::report
