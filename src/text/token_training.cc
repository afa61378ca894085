#include "text/token_training.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

#include "text/chunk_book.h"

namespace espalier::text {
namespace {

constexpr std::int32_t kLongestChunk = 32;  // that is known by heart
constexpr std::size_t kMostCuts = 60'000;
constexpr std::uint32_t kOften = 5;  // numbers of times that are told apart, as powers of two

/// Calls visit(begin, end) for each chunk.
template <class Visit>
void for_each_chunk(const Characters& text, Visit visit) {
  for (std::int32_t at = 0; at < text.size();) {
    if (text.is_blank(at)) {
      ++at;
      continue;
    }
    const std::int32_t begin = at;
    while (at < text.size() && !text.is_blank(at)) ++at;
    visit(begin, at);
  }
}

struct KnownChunk {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  std::uint32_t count = 0;
  bool is_clear = true;
  std::vector<ChunkPart> parts;
};

bool has_same_cuts(const std::vector<ChunkPart>& a, const std::vector<ChunkPart>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ChunkPart& x, const ChunkPart& y) { return x.length == y.length; });
}

/// Another sight of the chunk.
void compare(KnownChunk& chunk, const std::vector<ChunkPart>& parts) {
  ++chunk.count;
  if (chunk.count == 1) {
    chunk.parts = parts;
  } else if (!has_same_cuts(chunk.parts, parts)) {
    chunk.is_clear = false;
  } else {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (chunk.parts[i].expansion != parts[i].expansion) chunk.parts[i].expansion = kUnknownExpansion;
    }
  }
}

}  // namespace

std::string count_contexts(const TrainingText& text) {
  ContextCounts counts;
  const Characters& characters = text.characters();
  for (std::int32_t at = 1; at < characters.size(); ++at) {
    if (characters.is_blank(at)) continue;
    if (characters.kind(at - 1) == Class::kSpace) {
      counts.add(ContextFilter::gap_key(characters, at), text.token_begins(at));
    } else if (characters.begins_cluster(at) && !characters.is_blank(at - 1)) {
      counts.add(ContextFilter::inside_key(characters, at), text.token_begins(at));
    }
  }
  const auto& tokens = text.tokens();
  const auto& begins = text.sentence_begins();
  for (std::size_t sentence = 0; sentence + 1 < begins.size(); ++sentence) {
    for (std::size_t token = begins[sentence]; token < begins[sentence + 1]; ++token) {
      if (token + 1 == tokens.size() || characters.kind(tokens[token].end) == Class::kEdge) continue;
      counts.add(ContextFilter::sentence_key(characters, tokens[token].end, tokens[token + 1].begin),
                 token + 1 == begins[sentence + 1]);
    }
  }
  return counts.freeze();
}

std::string collect_words(const TrainingText& text) {
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  for (const Token& token : text.tokens()) ++counts[text.characters().hash(token.begin, token.end)];
  std::vector<Lexicon::Item> items;
  for (const auto& [hash, count] : counts) {
    if (count > 1) {
      items.emplace_back(hash, static_cast<std::uint16_t>(std::min<std::uint32_t>(std::bit_width(count) - 1, kOften)));
    }
  }
  return Lexicon::freeze(std::move(items));
}

ChunkParts collect_chunks(const TrainingText& text) {
  const Characters& characters = text.characters();
  std::unordered_map<std::uint64_t, KnownChunk> chunks;
  std::size_t token = 0;
  std::vector<ChunkPart> parts;
  for_each_chunk(characters, [&](std::int32_t begin, std::int32_t end) {
    const auto& tokens = text.tokens();
    parts.clear();
    while (token < tokens.size() && tokens[token].end <= begin) ++token;
    for (std::size_t i = token; i < tokens.size() && tokens[i].begin < end; ++i) {
      const bool is_whole = tokens[i].begin >= begin && tokens[i].end <= end;
      parts.push_back({static_cast<std::uint16_t>(std::min(tokens[i].end, end) - std::max(tokens[i].begin, begin)),
                       is_whole ? tokens[i].expansion : kUnknownExpansion});
    }
    if (end - begin > kLongestChunk) return;
    KnownChunk& chunk = chunks[chunk_hash(characters.bytes(begin, end))];
    compare(chunk, parts);
  });
  std::map<std::vector<ChunkPart>, std::uint16_t> numbers;  // ordered, so that the bytes do not depend on the table
  for (const auto& [hash, chunk] : chunks) {
    if (chunk.count > 1 && chunk.is_clear && numbers.size() < kMostCuts) numbers.emplace(chunk.parts, 0);
  }
  std::vector<std::vector<ChunkPart>> cuts;
  for (auto& [cut, number] : numbers) {
    cuts.push_back(cut);
    number = static_cast<std::uint16_t>(cuts.size());
  }
  std::vector<Lexicon::Item> items;
  for (const auto& [hash, chunk] : chunks) {
    if (chunk.count > 1 && chunk.is_clear) items.emplace_back(hash, numbers[chunk.parts]);
  }
  std::erase_if(items, [](const auto& item) { return item.second == 0; });
  return {ChunkBook::pack(cuts), Lexicon::freeze(std::move(items))};
}

TokenProblem::TokenProblem(const TrainingText& text, const ContextFilter& filter, const Lexicon& words,
                           std::uint32_t min_updates, int workers)
    : BinaryProblem(min_updates), text_(text), filter_(filter) {
  const auto& begins = text.sentence_begins();
  for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
    const std::int32_t begin = text.tokens()[begins[i]].begin;
    if (i == 0 || text.characters().is_blank(begin - 1)) examples_.push_back({begin, begins[i]});
  }
  examples_.push_back({text.characters().size(), text.tokens().size()});
  for (int i = 0; i < workers; ++i) scratch_.push_back({TokenFeatures(text.characters(), words), {}});
}

void TokenProblem::solve(std::size_t index, int worker, learning::Outcome& out) {
  Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
  const Characters& characters = text_.characters();
  const auto [begin, first] = examples_[index];
  scratch.tokens.clear();
  std::int32_t last_begin = begin - 1;
  if (first > 0 && characters.kind(begin - 1) == Class::kSpace) {
    // The gap between two sentences is one to learn from.
    scratch.tokens.push_back(text_.tokens()[first - 1]);
    while (!characters.is_blank(last_begin - 1)) --last_begin;
  }
  const auto recall = [](std::int32_t, std::int32_t, std::vector<Token>&) { return false; };
  const auto learn = [&](const Place& place) {
    return decide(scratch.features.of(place), text_.token_begins(place.at), out);
  };
  TokenWalk(characters, filter_, recall, learn, scratch.tokens).run(begin, examples_[index + 1].begin, last_begin);
}

}  // namespace espalier::text
