#include "parsing/arc_filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "tests/support/graph_data.h"

namespace espalier::parsing {
namespace {

using tests::Heads;

tests::GraphData samples_in(std::initializer_list<const char*> languages) {
  std::vector<Sentence> sentences;
  for (const char* language : languages) {
    for (Sentence& sentence : read_treebank(tests::sample_path(language))) sentences.push_back(std::move(sentence));
  }
  return {tests::feature_file("mst"), std::move(sentences)};
}

ArcFilter trained(const tests::GraphData& data, const FilterOptions& options, int threads) {
  base::Team team(threads);
  return ArcFilter::train(data.programs.program(GraphSection::kPrune), data.programs.tags(), data.set.encoded,
                          data.set.heads, options, team);
}

decoding::ArcSet kept(const ArcFilter& filter, const tests::GraphData& data, std::size_t i, const Heads& must = {}) {
  FilterScratch scratch;
  decoding::ArcSet arcs;
  filter.filter(data.programs.program(GraphSection::kPrune), data.programs.tags(), data.set.encoded[i], scratch, arcs,
                must);
  return arcs;
}

std::vector<std::int32_t> heads_of(const decoding::ArcSet& arcs, std::int32_t word) {
  return {arcs.heads(word).begin(), arcs.heads(word).end()};
}

/// The heads kept of a word, by what the head of the file says of them.
std::set<std::int32_t> naive_heads(const ArcFilter& filter, const tests::GraphData& data, std::size_t i,
                                   std::int32_t word) {
  const features::Encoded& sentence = data.set.encoded[i];
  const std::uint64_t* tags = sentence.of(data.programs.tags());
  features::Extractor extractor;
  extractor.prepare(data.programs.program(GraphSection::kPrune), sentence);
  std::vector<std::pair<float, std::int32_t>> scored;
  for (std::int32_t head = 0; head <= sentence.words(); ++head) {
    if (head == word) continue;
    const bool is_near = std::abs(head - word) <= filter.reach().find(tags[head], tags[word], head < word);
    if (head > 0 && !is_near) continue;
    float score = 0;
    const std::int32_t places[] = {head, word};
    for (const std::uint64_t feature : extractor.features(places)) {
      score += filter.weights()[feature >> (64 - filter.options().bits)];
    }
    scored.emplace_back(-score, head);
  }
  std::sort(scored.begin(), scored.end());
  std::set<std::int32_t> heads{word - 1};
  for (std::size_t k = 0; k < scored.size() && k < static_cast<std::size_t>(filter.options().most); ++k) {
    const float behind = scored[k].first - scored.front().first;
    if (behind <= static_cast<float>(-std::log(filter.options().keep))) heads.insert(scored[k].second);
  }
  return heads;
}

TEST(ArcFilter, KeepsTheLikelyArcsAndNoOthers) {
  const tests::GraphData data = samples_in({"en", "pt", "de", "zh"});
  for (const auto& [keep, most] : {std::pair(0.002, 12), std::pair(0.1, 3), std::pair(1.0, 1), std::pair(1e-9, 5)}) {
    FilterOptions options;
    options.keep = keep;
    options.most = most;
    const ArcFilter filter = trained(data, options, 1);
    for (std::size_t i = 0; i < data.set.sentences.size(); ++i) {
      const decoding::ArcSet arcs = kept(filter, data, i);
      for (std::int32_t word = 1; word <= arcs.words(); ++word) {
        const auto expected = naive_heads(filter, data, i, word);
        ASSERT_EQ(heads_of(arcs, word), std::vector<std::int32_t>(expected.begin(), expected.end()));
      }
    }
  }
}

TEST(ArcFilter, KeepsMostTrueArcsOfTheTreebank) {
  const tests::GraphData data = samples_in({"en", "pt"});
  const ArcFilter filter = trained(data, {}, 1);
  std::size_t lost = 0;
  for (std::size_t i = 0; i < data.set.sentences.size(); ++i) {
    const decoding::ArcSet arcs = kept(filter, data, i);
    for (std::int32_t word = 1; word <= arcs.words(); ++word) {
      lost += arcs.find(data.set.heads[i][static_cast<std::size_t>(word)], word) < 0 ? 1 : 0;
    }
  }
  EXPECT_LT(static_cast<double>(lost), 0.02 * static_cast<double>(data.set.words));
}

TEST(ArcFilter, LeavesEveryWordTheOneBeforeIt) {
  tests::GraphData data = samples_in({"en", "ar", "ja", "ru"});
  FilterOptions options;
  options.keep = 1;
  options.most = 1;
  const ArcFilter filter = trained(data, options, 1);
  for (std::size_t i = 0; i < data.set.sentences.size(); ++i) {
    const decoding::ArcSet arcs = kept(filter, data, i);
    for (std::int32_t word = 1; word <= arcs.words(); ++word) {
      ASSERT_GE(arcs.find(word - 1, word), 0);
      ASSERT_LE(arcs.heads(word).size(), 2u);
    }
  }
}

TEST(ArcFilter, KeepsTheHeadsItMust) {
  const tests::GraphData data = samples_in({"en", "de"});
  FilterOptions options;
  options.most = 2;
  const ArcFilter filter = trained(data, options, 1);
  base::Random random(3);
  for (std::size_t i = 0; i < data.set.sentences.size(); ++i) {
    const std::int32_t words = data.set.encoded[i].words();
    const Heads must = tests::draw_known(random, tests::draw_tree(random, words), 0.5);
    const decoding::ArcSet arcs = kept(filter, data, i, must);
    const decoding::ArcSet free = kept(filter, data, i);
    for (std::int32_t word = 1; word <= words; ++word) {
      const std::int32_t needed = must[static_cast<std::size_t>(word)];
      ASSERT_TRUE(std::is_sorted(arcs.heads(word).begin(), arcs.heads(word).end()));
      ASSERT_TRUE(needed < 0 || arcs.find(needed, word) >= 0);
      ASSERT_TRUE(needed >= 0 || heads_of(arcs, word) == heads_of(free, word));
    }
  }
}

TEST(ArcFilter, IsTheSameOnAnyNumberOfThreads) {
  const tests::GraphData data = samples_in({"en", "pt", "fr"});
  const ArcFilter one = trained(data, {}, 1);
  for (const int threads : {2, 8}) {
    const ArcFilter many = trained(data, {}, threads);
    ASSERT_EQ(one.weights(), many.weights());
    for (std::size_t i = 0; i < data.set.sentences.size(); ++i) {
      const decoding::ArcSet a = kept(one, data, i);
      const decoding::ArcSet b = kept(many, data, i);
      for (std::int32_t word = 1; word <= a.words(); ++word) ASSERT_EQ(heads_of(a, word), heads_of(b, word));
    }
  }
}

TEST(ArcFilter, SeesNoFurtherThanItsReach) {
  Sentence sentence;
  const std::vector<Sentence> samples = read_treebank(tests::sample_path("en"));
  for (std::int32_t i = 0; sentence.size() < 3000; ++i) {
    const Sentence& from = samples[static_cast<std::size_t>(i) % samples.size()];
    for (std::int32_t word = 1; word <= from.size(); ++word) {
      sentence.set(sentence.add_word(from.form(word)), Column::kUpos, from.upos(word));
    }
  }
  std::vector<Sentence> sentences = samples;
  sentences.push_back(sentence);
  const tests::GraphData data(tests::feature_file("mst"), std::move(sentences));
  FilterOptions options;
  options.keep = 1e-9;
  const ArcFilter learned = trained(data, options, 1);
  // As if a treebank had arcs of any length between words of any tags.
  ReachTable endless;
  const features::Encoded& long_one = data.set.encoded.back();
  const std::uint64_t* tags = long_one.of(data.programs.tags());
  for (std::int32_t a = 1; a <= 300; ++a) {
    for (std::int32_t b = 1; b <= 300; ++b) {
      for (const bool right : {false, true}) endless.add(tags[a], tags[b], right, 100'000);
    }
  }
  const ArcFilter filter(options, learned.weights(), endless);
  const decoding::ArcSet arcs = kept(filter, data, data.set.sentences.size() - 1);
  EXPECT_LE(arcs.size(), long_one.words() * (options.most + 1));
  for (std::int32_t word = 1; word <= arcs.words(); ++word) {
    for (const std::int32_t head : arcs.heads(word)) ASSERT_TRUE(head == 0 || std::abs(head - word) <= kReach);
  }
}

TEST(FillArcs, HasAllArcsWithinReachAndTheOnesItMust) {
  decoding::ArcSet arcs;
  fill_arcs(4, arcs);
  EXPECT_EQ(arcs.size(), 16);
  EXPECT_EQ(heads_of(arcs, 2), (std::vector<std::int32_t>{0, 1, 3, 4}));
  Heads must(1201, -1);
  must[1100] = 7;
  must[20] = 1200;
  must[600] = 0;
  must[601] = 602;
  fill_arcs(1200, arcs, must);
  for (const std::int32_t word : {1, 20, 600, 601, 1100, 1200}) {
    std::vector<std::int32_t> expected;
    for (std::int32_t head = 0; head <= 1200; ++head) {
      const bool is_near = head == 0 || std::abs(head - word) <= kReach;
      if (head != word && (is_near || head == must[static_cast<std::size_t>(word)])) expected.push_back(head);
    }
    EXPECT_EQ(heads_of(arcs, word), expected) << word;
  }
}

TEST(ReachTable, KnowsTheLongestArcs) {
  using Key = std::tuple<std::uint64_t, std::uint64_t, bool>;
  base::Random random(9);
  ReachTable table;
  std::map<Key, std::int32_t> naive;
  for (int i = 0; i < 3000; ++i) {
    const Key key{features::number_value(random.below(15)), features::number_value(random.below(15)),
                  random.below(2) == 1};
    const auto distance = static_cast<std::int32_t>(1 + random.below(i % 10 == 0 ? 900 : 40));
    table.add(std::get<0>(key), std::get<1>(key), std::get<2>(key), distance);
    naive[key] = std::max(naive[key], distance);
  }
  const std::vector<TagReach> entries = table.entries();
  EXPECT_EQ(entries.size(), naive.size());
  EXPECT_TRUE(std::is_sorted(entries.begin(), entries.end(),
                             [](const TagReach& a, const TagReach& b) { return a.tags < b.tags; }));
  const ReachTable again = ReachTable::from(entries);
  for (std::uint64_t h = 0; h < 16; ++h) {
    for (std::uint64_t m = 0; m < 16; ++m) {
      for (const bool right : {false, true}) {
        const std::uint64_t head = features::number_value(h);
        const std::uint64_t word = features::number_value(m);
        const auto found = naive.find({head, word, right});
        const std::int32_t expected = found == naive.end() ? 0 : std::min(found->second, kReach);
        ASSERT_EQ(table.find(head, word, right), expected);
        ASSERT_EQ(again.find(head, word, right), expected);
      }
    }
  }
}

}  // namespace
}  // namespace espalier::parsing
