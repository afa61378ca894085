#include "text/sentence_features.h"

#include <algorithm>
#include <bit>

#include "text/mix.h"

namespace espalier::text {
namespace {

constexpr std::uint64_t kFirstTemplate = 200;

/// Lengths that are told apart: 0 to 4, then powers of two.
std::uint64_t length_class(std::size_t length) noexcept {
  return length < 5 ? length : 3 + static_cast<std::uint64_t>(std::bit_width(length));
}

}  // namespace

void SentenceFeatures::start(const Characters& text, std::span<const Token> tokens) {
  text_ = &text;
  tokens_ = tokens;
  looks_.assign(tokens.size(), {});
  begin_sentence(0);
}

void SentenceFeatures::begin_sentence(std::size_t first) noexcept {
  first_ = first;
  opens_paragraph_ = first == 0 || (has(first) && text_->kind(tokens_[first].begin - 1) == Class::kEdge);
  last_end_ = opens_paragraph_ ? 0 : look(first - 1).form;
  brackets_ = 0;
  in_quotes_ = false;
}

void SentenceFeatures::pass(std::size_t token) noexcept {
  const std::int32_t at = tokens_[token].begin;
  switch (text_->kind(at)) {
    case Class::kOpen:
      ++brackets_;
      break;
    case Class::kClose:
      brackets_ = std::max(0, brackets_ - 1);
      break;
    case Class::kPunctuation:
      if (text_->lower(at) == U'"') in_quotes_ = !in_quotes_;
      break;
    default:
      break;
  }
}

template <class... Values>
void SentenceFeatures::add(Values... values) noexcept {
  features_[count_++] = feature(name_++, values...);
}

// How a token begins, what it is made of, how long it is; signs stand for themselves.
std::uint64_t SentenceFeatures::shape_of(const Token& token) const noexcept {
  const Class first = text_->kind(token.begin);
  const std::int32_t length = token.end - token.begin;
  if (first > Class::kDigit) return mix(text_->lower(token.begin), static_cast<std::uint64_t>(std::min(length, 4)));
  std::uint64_t seen = 0;
  for (std::int32_t at = token.begin; at < token.end; ++at) seen |= 1ULL << static_cast<unsigned>(text_->kind(at));
  const Class second = length > 1 ? text_->kind(token.begin + 1) : Class::kEdge;
  return mix(mix(seen, static_cast<std::uint64_t>(first) << 8 | static_cast<std::uint64_t>(second)),
             static_cast<std::uint64_t>(std::min(length, 4)));
}

std::uint64_t SentenceFeatures::constant() noexcept { return feature(kFirstTemplate, 0); }

std::uint64_t SentenceFeatures::floor() noexcept { return feature(kFirstTemplate - 1, 0); }

bool SentenceFeatures::has(std::size_t token) const noexcept { return token < tokens_.size(); }

const SentenceFeatures::Look& SentenceFeatures::look(std::size_t token) noexcept {
  if (!has(token)) return none_;
  Look& look = looks_[token];
  if (look.form == 0) {
    const auto [begin, end, unused] = tokens_[token];
    look = {text_->hash(begin, end), shape_of(tokens_[token]), text_->hash(std::max(begin, end - 3), end)};
  }
  return look;
}

// What tells most, and costs least to look at: it settles most places without the rest.
std::span<const std::uint64_t> SentenceFeatures::first(std::size_t token) noexcept {
  count_ = 0;
  name_ = kFirstTemplate;
  const Look last = look(token);
  const Look next = look(token + 1);
  const bool gap = has(token + 1) && tokens_[token].end != tokens_[token + 1].begin;
  const auto length = length_class(token + 1 - first_);
  const bool breaks = has(token + 1) && text_->breaks_line(tokens_[token].end);
  const auto fine_length = std::min<std::size_t>(token + 1 - first_, 40) / 2;
  add(0);
  add(last.form, gap);
  add(next.form, gap);
  add(last.form, next.shape, gap);
  add(last.shape, next.shape, gap);
  add(last.shape, next.form, gap);
  add(last.ending, next.shape, gap);
  add(length, last.shape, next.shape, gap);
  add(breaks, last.shape, next.shape);
  add(breaks, length);
  add(fine_length);
  add(last.form, next.form);
  return {features_.data(), count_};
}

std::span<const std::uint64_t> SentenceFeatures::rest(std::size_t token) noexcept {
  const std::size_t begin = count_;
  const Look last = look(token);
  const Look next = look(token + 1);
  const Look after = look(token + 2);
  const Look before = token > first_ ? look(token - 1) : Look{};
  const Look earlier = token > first_ + 1 ? look(token - 2) : Look{};
  const Look opening = look(first_);
  const bool gap = has(token + 1) && tokens_[token].end != tokens_[token + 1].begin;
  const bool gap_before = token > first_ && tokens_[token - 1].end != tokens_[token].begin;
  const bool gap_after = has(token + 2) && tokens_[token + 1].end != tokens_[token + 2].begin;
  const auto length = length_class(token + 1 - first_);
  const auto fine_length = std::min<std::size_t>(token + 1 - first_, 40) / 2;
  add(before.form, last.form, gap_before);
  add(before.form, last.form, next.shape);
  add(before.shape, last.form, next.shape, gap_before);
  add(before.shape, last.shape, next.shape, gap);
  add(next.form, after.form);
  add(next.shape, after.shape, last.form, gap_after);
  add(next.form, after.shape, last.shape);
  add(before.form, last.form, next.form);
  add(earlier.form, before.form, last.form);
  add(earlier.shape, before.shape, last.form, next.shape);
  add(last.form, next.form, after.form);
  add(length, last.form, next.shape);
  add(length, before.form, last.form);
  add(brackets_ > 0, in_quotes_, last.form, next.shape);
  add(in_quotes_, last.form, next.form);
  add(brackets_ > 0, last.form, next.form);
  add(opening.form, length, last.form);
  add(opening.shape, length, last.shape, next.shape);
  add(fine_length, next.form);
  add(last.ending, next.form);
  add(last.ending, next.ending, gap);
  add(before.ending, last.ending, next.form);
  add(next.form, after.ending);
  add(next.ending, after.form);
  add(after.form, last.shape, next.shape);
  add(opens_paragraph_, length, last.shape, next.shape);
  add(opens_paragraph_, last.form, next.shape, gap);
  add(opens_paragraph_, next.form, last.shape);
  add(last_end_, last.form, next.shape);
  add(last_end_, last.shape, next.shape, length);
  add(last_end_, opening.shape, last.form, next.form);
  return {features_.data() + begin, count_ - begin};
}

std::span<const std::uint64_t> SentenceFeatures::of(std::size_t token) noexcept {
  first(token);
  rest(token);
  return {features_.data(), count_};
}

}  // namespace espalier::text
