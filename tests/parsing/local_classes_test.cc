#include "parsing/local_classes.h"

#include <gtest/gtest.h>

namespace espalier::parsing {
namespace {

using decoding::Move;

std::vector<std::uint64_t> values_of(const std::vector<LocalPart>& parts) {
  std::vector<std::uint64_t> values;
  for (const LocalPart& part : parts) values.push_back(part.value);
  return values;
}

TEST(LocalParts, AValueSeenOftenEnoughHasItsOwn) {
  const std::vector<ValueCount> counts = {{40, 9}, {10, 10}, {30, 11}, {20, 1}};
  EXPECT_EQ(values_of(plan_parts(counts, 10)), (std::vector<std::uint64_t>{0, 10, 30}));
  EXPECT_EQ(values_of(plan_parts(counts, 1)), (std::vector<std::uint64_t>{10, 20, 30, 40}));
  EXPECT_EQ(values_of(plan_parts(counts, 12)), (std::vector<std::uint64_t>{0}));
  // Nothing is split: all have the value 0.
  const std::vector<ValueCount> whole = {{0, 5}};
  EXPECT_EQ(values_of(plan_parts(whole, 1)), (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(values_of(plan_parts(whole, 6)), (std::vector<std::uint64_t>{0}));
}

TEST(LocalParts, ValuesWithoutOneShareAnother) {
  const std::vector<LocalPart> parts = {{0, 0, 0}, {10, 0, 0}, {30, 0, 0}};
  EXPECT_EQ(part_of(parts, 10, 0), 1u);
  EXPECT_EQ(part_of(parts, 30, 0), 2u);
  for (const std::uint64_t value : {5, 20, 99}) EXPECT_EQ(part_of(parts, value, 2), 2u);
}

TEST(LocalParts, SaltedFeaturesDifferAndAreNeverZero) {
  const LocalPart rest{};
  const LocalPart other{10, 0, 0};
  EXPECT_NE(rest.salt(), other.salt());
  EXPECT_NE(salted(77, rest.salt()), salted(77, other.salt()));
  EXPECT_NE(salted(rest.salt(), rest.salt()), 0u);
}

// Labels: 0 root, 1 subj, 2 both uses.
const std::vector<std::uint8_t> kUses = {LabelUse::kOnRoot, LabelUse::kElsewhere,
                                         LabelUse::kOnRoot | LabelUse::kElsewhere};

LocalClass item(Move move, std::uint16_t label = LocalClass::kNoLabel) {
  return {static_cast<std::uint8_t>(move), 0, label};
}

std::vector<std::uint16_t> list(std::span<const std::uint16_t> choices) { return {choices.begin(), choices.end()}; }

TEST(LocalChoices, ArcsFromTheRootHaveLabelsOfTheirOwn) {
  const std::vector<LocalClass> classes = {item(Move::kShift),    item(Move::kLeft, 1),  item(Move::kRight, 0),
                                           item(Move::kRight, 1), item(Move::kRight, 2), item(Move::kRight)};
  const LocalChoices choices(classes, kUses);
  using List = std::vector<std::uint16_t>;
  EXPECT_EQ(list(choices.of(Move::kShift, false)), (List{0}));
  EXPECT_EQ(list(choices.of(Move::kLeft, false)), (List{1}));
  EXPECT_EQ(list(choices.of(Move::kRight, false)), (List{3, 4, 5}));
  EXPECT_EQ(list(choices.of(Move::kRight, true)), (List{2, 4, 5}));
  EXPECT_EQ(list(choices.of(Move::kReduce, false)), List{});
}

TEST(LocalArcs, EverySystemLinksWhatItSays) {
  for (const decoding::SystemInfo& info : decoding::kSystems) {
    decoding::with_system(info.kind, [&](auto system) {
      using System = decltype(system);
      for (const Move last : {Move::kLeft, Move::kRight}) {
        decoding::Configuration c;
        c.reset(3, decoding::Roots::kAny);
        // Shift until the arc is possible between words.
        while (!System::legal(c).has(last) || c.stack(0) == 0) System::apply(c, Move::kShift);
        const decoding::MoveArc arc = arc_of<System>(c, last);
        System::apply(c, last);
        EXPECT_EQ(c.node(arc.dependent).head, arc.head) << info.name;
      }
    });
  }
}

}  // namespace
}  // namespace espalier::parsing
