#include "text/token_features.h"

#include <algorithm>

#include "text/mix.h"

namespace espalier::text {
namespace {

constexpr std::int32_t kLongestWord = 12;  // characters of a stretch that is looked at as a whole
constexpr std::int32_t kLongestChunk = 24;
constexpr std::uint64_t kGapTemplates = 100;

std::int32_t limited(std::int32_t value, std::int32_t most) noexcept { return std::min(value, most); }

}  // namespace

template <class... Values>
void TokenFeatures::add(Values... values) noexcept {
  features_[count_++] = feature(name_++, values...);
}

std::span<const std::uint64_t> TokenFeatures::of(const Place& place) noexcept {
  count_ = 0;
  name_ = place.is_gap ? kGapTemplates : 0;
  if (place.is_gap) {
    add_gap(place);
  } else {
    add_window(place.at);
    add_chunk(place);
    add_words(place);
  }
  return {features_.data(), count_};
}

// Characters and classes on both sides.
void TokenFeatures::add_window(std::int32_t at) noexcept {
  const auto c = [&](std::int32_t offset) { return text_.lower(at + offset); };
  std::uint64_t classes = 0;  // of at-4 .. at+3, four bits each
  for (std::int32_t i = -4; i < 4; ++i) classes = classes << 4 | static_cast<std::uint64_t>(text_.kind_in_line(at + i));
  add(c(-1));
  add(c(0));
  add(c(-2), c(-1));
  add(c(-1), c(0));
  add(c(0), c(1));
  add(c(-3), c(-2), c(-1));
  add(c(-2), c(-1), c(0));
  add(c(-1), c(0), c(1));
  add(c(0), c(1), c(2));
  add(c(-2), c(-1), c(0), c(1));
  add(classes >> 8 & 0xFFFF);    // -2 .. 1
  add(classes >> 4 & 0xFFFFFF);  // -3 .. 2
  add(classes);
  add(c(-1), classes & 0xFFFF);
  add(c(0), classes >> 16);
  add(c(-1), c(0), classes >> 4 & 0xFFFFFF);
}

// What stands before and after the place in its chunk and in the token.
void TokenFeatures::add_chunk(const Place& place) noexcept {
  const std::int32_t at = place.at;
  const bool is_short = place.chunk_end - place.chunk_begin <= kLongestChunk;
  const std::uint64_t left = text_.hash(std::max(place.begin, at - kLongestWord), at);
  const std::uint64_t right = text_.hash(at, std::min(place.chunk_end, at + kLongestWord));
  const auto length = limited(at - place.begin, 6);
  add(left);
  add(right);
  add(left, text_.lower(at));
  add(text_.lower(at - 1), right);
  add(length, text_.kind_in_line(at - 1), text_.kind_in_line(at));
  add(at - place.begin == at - place.chunk_begin, text_.kind_in_line(at - 1), text_.kind_in_line(at),
      text_.kind_in_line(at + 1));
  add(limited(place.chunk_end - at, 6), text_.kind_in_line(at - 1), text_.kind_in_line(at), length);
  if (is_short) {
    add(text_.hash(place.chunk_begin, place.chunk_end), at - place.chunk_begin);
    add(shape(place.chunk_begin, place.chunk_end), at - place.chunk_begin);
  } else {
    name_ += 2;
  }
  add(shape(std::max(place.begin, at - kLongestChunk), at), shape(at, std::min(place.chunk_end, at + kLongestChunk)));
}

// Words of the treebank that end, begin or stand across here.
void TokenFeatures::add_words(const Place& place) noexcept {
  const std::int32_t at = place.at;
  const std::int32_t end = place.chunk_end;
  const auto so_far = known(place.begin, at);
  std::int32_t ahead = 0;  // the longest word that begins here
  for (std::int32_t i = 1; i <= 4 && at + i <= end; ++i) {
    if (known(at, at + i) != 0) ahead = i;
  }
  std::int32_t further = 0;  // the longest that the token so far could become
  for (std::int32_t i = 1; i <= 3 && at + i <= end; ++i) {
    if (known(place.begin, at + i) != 0) further = i;
  }
  std::uint64_t across = 0;
  across |= known(at - 1, std::min(at + 1, end)) != 0 ? 1U : 0U;
  if (at - 2 >= place.chunk_begin) across |= known(at - 2, at + 1) != 0 ? 2U : 0U;
  if (at + 2 <= end) across |= known(at - 1, at + 2) != 0 ? 4U : 0U;
  const auto length = limited(at - place.begin, 5);
  add(so_far, length, ahead);
  add(so_far, further, ahead);
  add(across, so_far != 0, ahead);
  add(further, length, text_.lower(at));
  add(so_far, length, text_.lower(at));
  add(ahead, text_.lower(at - 1), further);
}

std::int32_t TokenFeatures::chunk_end(std::int32_t at) const noexcept {
  std::int32_t end = at;
  while (!text_.is_blank(end)) ++end;
  return end;
}

// A token may go on beyond white space: what counts are the chunks around it.
void TokenFeatures::add_gap(const Place& place) noexcept {
  const std::int32_t at = place.at;
  const std::int32_t next_end = chunk_end(at);
  const bool has_second = text_.kind(next_end) == Class::kSpace && next_end + 1 < text_.size();
  const std::int32_t second_end = has_second ? chunk_end(next_end + 1) : next_end;
  const std::uint64_t left = text_.hash(std::max(place.chunk_begin, place.chunk_end - kLongestWord), place.chunk_end);
  const std::uint64_t right = text_.hash(at, std::min(next_end, at + kLongestWord));
  const std::uint64_t token = text_.hash(std::max(place.begin, at - 1 - 2 * kLongestWord), place.chunk_end);
  const std::uint64_t second =
      has_second ? text_.hash(next_end + 1, std::min(second_end, next_end + 1 + kLongestWord)) : 0;
  std::int32_t before = place.chunk_begin - 1;  // the chunk before the last
  while (before > 0 && text_.kind(place.chunk_begin - 1) == Class::kSpace && !text_.is_blank(before - 1)) --before;
  const std::uint64_t earlier = before > 0 ? text_.hash(before, place.chunk_begin - 1) : 0;
  const std::uint64_t left_shape = shape(place.chunk_begin, place.chunk_end);
  const std::uint64_t right_shape = shape(at, next_end);
  const auto is_new = place.begin >= place.chunk_begin;
  const auto joined = known(place.begin, next_end);
  const auto joined_on = has_second ? known(place.begin, second_end) : 0;
  const auto right_pair = has_second ? known(at, second_end) : 0;
  const auto alone = known(place.begin, place.chunk_end);
  add(left);
  add(right);
  add(left, right);
  add(earlier, left);
  add(right, second);
  add(earlier, left, right);
  add(left, right, second);
  add(token, right);
  add(token);
  add(left_shape, right_shape);
  add(left_shape, right_shape, is_new);
  add(left, right_shape);
  add(left_shape, right);
  add(joined, joined_on, right_pair, is_new);
  add(joined, alone, is_new);
  add(joined, left);
  add(joined, right);
  add(is_new, right, known(at, next_end));
  add(is_new, left, alone);
  add(right_pair, joined, second);
}

// Classes, runs of the same as one.
std::uint64_t TokenFeatures::shape(std::int32_t begin, std::int32_t end) const noexcept {
  std::uint64_t hash = 0;
  Class last = Class::kEdge;
  std::int32_t run = 0;
  for (std::int32_t at = begin; at < end; ++at) {
    run = text_.kind(at) == last ? run + 1 : 0;
    last = text_.kind(at);
    // Letters and digits: one, two or more; signs as they are.
    if (last <= Class::kDigit && run > 1) continue;
    hash = mix(hash, last <= Class::kDigit ? static_cast<char32_t>(last) : text_.lower(at));
  }
  return hash;
}

}  // namespace espalier::text
