#include "parsing/local_examples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "parsing/local_model.h"
#include "tests/support/temporary_folder.h"

namespace espalier::parsing {
namespace {

using decoding::Move;
using decoding::SystemKind;

// `form/TAG/head/label`, one a word; head _ is unknown.
Sentence sentence_of(const std::string& text) {
  std::string rows;
  std::istringstream in(text);
  int id = 0;
  for (std::string item; in >> item;) {
    std::replace(item.begin(), item.end(), '/', ' ');
    std::istringstream fields(item);
    std::string form;
    std::string tag;
    std::string head;
    std::string label;
    fields >> form >> tag >> head >> label;
    rows += std::to_string(++id) + "\t" + form + "\t_\t" + tag + "\t_\t_\t" + head + "\t" + label + "\t_\t_\n";
  }
  const tests::TemporaryFolder folder;
  tests::spill(folder / "a.conllu", rows + "\n");
  return read_treebank(folder / "a.conllu").front();
}

struct Prepared {
  LocalPrograms programs;
  LabelSet labels;
  TrainingSet data;
  LocalData local;
};

Prepared prepare(const std::vector<std::string>& sentences, SystemKind system, std::uint8_t split, std::size_t least,
                 const std::string& features = "tag(i)\ntag(j)\ndeprel(i)\n") {
  Prepared out;
  out.programs = compile_local("[move]\n" + features, split, "test");
  std::vector<Sentence> list;
  for (const std::string& text : sentences) list.push_back(sentence_of(text));
  out.data = make_training_set(std::move(list), out.programs.programs.encoder(), out.labels, true);
  LocalOptions options;
  options.system = system;
  options.split = split;
  options.split_least = least;
  out.local = make_local_data(out.programs.programs, options, out.programs.split, decoding::Roots::kOne, out.data);
  return out;
}

std::string name_of(const Prepared& prepared, const LocalClass& item) {
  const char* moves[] = {"shift", "left", "right", "reduce", "swap"};
  std::string name = moves[item.move];
  if (item.label != LocalClass::kNoLabel) name += "-" + prepared.labels.names()[item.label];
  return name;
}

/// How often each class is an example of a part.
std::map<std::string, int> counts_of(const Prepared& prepared, std::size_t part) {
  std::map<std::string, int> counts;
  const learning::Examples& examples = prepared.local.examples[part];
  for (std::size_t i = 0; i < examples.size(); ++i) {
    ++counts[name_of(prepared, prepared.local.classes[examples.label(i)])];
  }
  return counts;
}

// dogs(1) chase(2) cats(3): 2 → 1, 0 → 2, 2 → 3.
const std::string kDogs = "dogs/N/2/subj chase/V/0/root cats/N/2/obj";

TEST(LocalExamples, ArcStandardByHand) {
  const Prepared prepared = prepare({kDogs}, SystemKind::kArcStandard, 0, 1);
  // From [0] [1 2 3]: the arc 0 → 1 is not legal before the last, so the first shift is forced. [0 1] [2 3]: left subj.
  // [0] [2 3]: shift, forced. [0 2] [3]: right obj, puts 2 in front. [0] [2]: right root, the last.
  ASSERT_EQ(prepared.local.parts.size(), 1u);
  EXPECT_EQ(counts_of(prepared, 0),
            (std::map<std::string, int>{{"left-subj", 1}, {"right-obj", 1}, {"right-root", 1}}));
}

TEST(LocalExamples, ArcEagerByHand) {
  const Prepared prepared = prepare({kDogs}, SystemKind::kArcEager, 0, 1);
  // [0] [1 2 3] shift; [0 1] [2 3] left subj; [0] [2 3] right root; [0 2] [3] right obj.
  EXPECT_EQ(counts_of(prepared, 0),
            (std::map<std::string, int>{{"shift", 1}, {"left-subj", 1}, {"right-root", 1}, {"right-obj", 1}}));
  EXPECT_EQ(prepared.local.classes.size(), 4u);
}

TEST(LocalExamples, SplitByTheFrontOfTheBuffer) {
  // Fronts of arc-eager's four decisions: N, V, V, N.
  const Prepared both = prepare({kDogs}, SystemKind::kArcEager, 1, 2);
  ASSERT_EQ(both.local.parts.size(), 2u);
  const std::uint64_t noun = both.data.encoded[0].value(both.programs.split, 1);
  const std::uint32_t nouns = part_of(both.local.parts, noun, 9);
  ASSERT_LT(nouns, 2u);
  EXPECT_EQ(counts_of(both, nouns), (std::map<std::string, int>{{"shift", 1}, {"right-obj", 1}}));
  EXPECT_EQ(counts_of(both, 1 - nouns), (std::map<std::string, int>{{"left-subj", 1}, {"right-root", 1}}));
  // Three are asked for, none has so many: all share.
  EXPECT_EQ(prepare({kDogs}, SystemKind::kArcEager, 1, 3).local.examples.at(0).size(), 4u);
}

TEST(LocalExamples, RareValuesShareAPart) {
  // Another sentence of one adverb: front A once.
  const Prepared prepared = prepare({kDogs, "now/A/0/root"}, SystemKind::kArcEager, 1, 2);
  ASSERT_EQ(prepared.local.parts.size(), 3u);
  EXPECT_EQ(prepared.local.parts[0].value, 0u);
  EXPECT_EQ(prepared.local.other, 0u);
  EXPECT_EQ(counts_of(prepared, 0), (std::map<std::string, int>{{"right-root", 1}}));
}

TEST(LocalExamples, TheUsualLabelOfAPart) {
  const Prepared prepared = prepare({kDogs, "they/N/2/subj run/V/0/root"}, SystemKind::kArcEager, 1, 2);
  const std::uint64_t noun = prepared.data.encoded[0].value(prepared.programs.split, 1);
  const LocalPart& part = prepared.local.parts[part_of(prepared.local.parts, noun, 0)];
  EXPECT_EQ(prepared.labels.names()[part.label], "subj");
}

TEST(LocalExamples, UnknownHeadsTeachNoArc) {
  const Prepared prepared = prepare({"dogs/N/_/_ chase/V/0/root cats/N/2/obj"}, SystemKind::kArcStandard, 0, 1);
  for (const auto& [name, count] : counts_of(prepared, 0)) EXPECT_NE(name.substr(0, 4), "left") << count;
}

TEST(LocalExamples, AnArcWithoutALabelIsAClass) {
  const Prepared prepared = prepare({"dogs/N/2/_ chase/V/0/root"}, SystemKind::kArcEager, 0, 1);
  EXPECT_EQ(counts_of(prepared, 0), (std::map<std::string, int>{{"shift", 1}, {"left", 1}, {"right-root", 1}}));
}

TEST(LocalExamples, LabelsSoFarAreSeen) {
  // deprel(left(j)) before the root's arc: that of dogs, or of now.
  const std::vector<std::string> sentences = {"dogs/N/2/subj run/V/0/root", "now/N/2/adv run/V/0/root"};
  const Prepared prepared = prepare(sentences, SystemKind::kArcEager, 0, 1, "deprel(left(j))\n");
  std::map<std::string, std::set<std::uint32_t>> seen;
  const learning::Examples& examples = prepared.local.examples[0];
  for (std::size_t i = 0; i < examples.size(); ++i) {
    seen[name_of(prepared, prepared.local.classes[examples.label(i)])].insert(examples.ids(i)[0]);
  }
  EXPECT_EQ(seen["right-root"].size(), 2u);
  EXPECT_EQ(seen["shift"].size(), 1u);
}

TEST(Reach, ClassesOfDistances) {
  const std::vector<std::pair<std::int32_t, std::uint64_t>> expected = {{1, 1}, {2, 2}, {3, 2},  {4, 3}, {5, 3},
                                                                        {6, 4}, {9, 4}, {10, 5}, {50, 5}};
  for (const auto& [distance, bin] : expected) {
    EXPECT_EQ(reach_class(3, 3 + distance), bin);
    EXPECT_EQ(reach_class(0, distance), 0u);
  }
}

}  // namespace
}  // namespace espalier::parsing
