#include "features/extractor.h"

#include <algorithm>
#include <cstring>
#include <ranges>

#include "base/vectors.h"
#include "features/delta.h"

namespace espalier::features {
namespace {

[[gnu::always_inline]] inline void add_four(const std::uint64_t* from, base::FourWords& sum) noexcept {
  base::FourWords words;
  std::memcpy(&words, from, sizeof words);
  sum += words;
}

/// out = the sum of N rows, for a group after the other from `group` on as long as they have N parts. By fours, up to
/// kBehind numbers too many: what is written behind a group is written again by the next.
template <std::size_t N, class Group, class Part>
[[gnu::always_inline]] inline void add_groups(const Group*& group, const Group* end, const Part*& part,
                                              const std::uint64_t* const* at, std::uint64_t*& out) noexcept {
  for (; group != end && group->parts == N; ++group, part += N) {
    const std::uint64_t* rows[N];
    for (std::size_t k = 0; k < N; ++k) rows[k] = at[part[k].source] + part[k].first;
    const std::size_t count = group->templates;
    for (std::size_t i = 0; i < count; i += 4) {
      base::FourWords sum;
      std::memcpy(&sum, rows[0] + i, sizeof sum);
      for (std::size_t k = 1; k < N; ++k) add_four(rows[k] + i, sum);
      std::memcpy(out + i, &sum, sizeof sum);
    }
    out += count;
  }
}

template <class Group, class Part>
[[gnu::always_inline]] inline void add_all(std::span<const Group> groups, const Part* part,
                                           const std::uint64_t* const* at, std::uint64_t* out) noexcept {
  const Group* group = groups.data();
  const Group* const end = group + groups.size();
  add_groups<1>(group, end, part, at, out);
  add_groups<2>(group, end, part, at, out);
  add_groups<3>(group, end, part, at, out);
  add_groups<4>(group, end, part, at, out);
  for (; group != end; ++group) {
    std::fill_n(out, group->templates, 0);
    for (std::size_t k = 0; k < group->parts; ++k, ++part) {
      const std::uint64_t* row = at[part->source] + part->first;
      for (std::size_t i = 0; i < group->templates; ++i) out[i] += row[i];
    }
    out += group->templates;
  }
}

#if defined(ESPALIER_HAS_TWINS)
template <class Group, class Part>
[[gnu::target("avx2,bmi")]] void add_all_avx2(std::span<const Group> groups, const Part* part,
                                              const std::uint64_t* const* at, std::uint64_t* out) noexcept {
  add_all(groups, part, at, out);
}
#endif

}  // namespace

void Extractor::start(const Program& program, const Encoded& sentence) {
  program_ = &program;
  sentence_ = &sentence;
  const auto rows = static_cast<std::size_t>(sentence.words()) + 2;
  const std::size_t slots = program.unary_slots_.size();
  if (rows_.size() < slots) rows_.resize(slots);
  // They only grow: what is there is written over, and growing again would fill it with zeros first.
  for (std::size_t i = 0; i < slots; ++i) {
    const std::size_t size = rows * program.widths_[i] + kBehind;
    if (rows_[i].size() < size) rows_[i].resize(size);
  }
  at_.resize(program.widths_.size());
  if (!at_.empty()) at_.back() = program.constants_.data();
  sums_.resize(program.size() + kBehind);
}

void Extractor::prepare(const Program& program, const Encoded& sentence) {
  start(program, sentence);
  for (const Program::Unary& term : program.unary_) {
    const std::size_t width = program.widths_[term.source];
    std::uint64_t* out = rows_[term.source].data() + term.element;
    const std::uint64_t* column = sentence.of(term.column) + term.offset;
    if (term.first) {
      *out = term.start + kNone * term.odd;
      for (std::int32_t node = 0; node <= sentence.words(); ++node)
        *(out += width) = term.start + column[node] * term.odd;
    } else {
      *out += kNone * term.odd;
      for (std::int32_t node = 0; node <= sentence.words(); ++node) *(out += width) += column[node] * term.odd;
    }
  }
}

void Extractor::prepare_at(std::int32_t node) {
  const auto at = static_cast<std::size_t>(node) + 1;
  std::size_t source = 0;
  std::uint64_t* row = rows_.empty() ? nullptr : rows_[0].data() + at * program_->widths_[0];
  for (const Program::Unary& term : program_->unary_) {
    if (term.source != source) {
      source = term.source;
      row = rows_[source].data() + at * program_->widths_[source];
    }
    const std::uint64_t value = sentence_->value(term.column, node + term.offset) * term.odd;
    row[term.element] = value + (term.first ? term.start : row[term.element]);
  }
}

void Extractor::add_sources(std::span<const std::int32_t> places) {
  const Program& program = *program_;
  const std::uint64_t** at = at_.data();
  for (std::size_t i = 0; i < program.unary_slots_.size(); ++i) {
    *at++ = row(places, i).data();
  }
  for (const Program::DeltaTable& table : program.deltas_) {
    *at = table.rows.data() + delta_row(places[table.first], places[table.second]) *
                                  program.widths_[static_cast<std::size_t>(at - at_.data())];
    ++at;
  }
  const std::span groups(program.groups_);
#if defined(ESPALIER_HAS_TWINS)
  if (base::kHasAvx2) return add_all_avx2(groups, program.parts_.data(), at_.data(), sums_.data());
#endif
  add_all(groups, program.parts_.data(), at_.data(), sums_.data());
}

std::span<const std::uint64_t> Extractor::finish_all(std::span<const std::int32_t> places) {
  const std::size_t fixed = program_->fixed();
  out_.resize(fixed);
  std::uint64_t* out = out_.data();
  for (const Program::Run& run : program_->runs_) {
    for (const std::uint64_t sum : std::span(sums_).subspan(run.first, run.size)) *out++ = finish(sum);
  }
  if (!dropped_.empty()) drop_absent();
  origin_.clear();
  if (fixed < program_->size()) add_bags(places);
  return out_;
}

void Extractor::drop(const Program::Question& question) {
  for (const Program::State& term : question.terms) dropped_.push_back(program_->outer_[term.at]);
}

std::span<const std::uint64_t> Extractor::remaining_sums() {
  out_.clear();
  for (std::size_t i = 0; i < program_->size(); ++i) {
    if (std::find(dropped_.begin(), dropped_.end(), program_->outer_[i]) == dropped_.end()) out_.push_back(sums_[i]);
  }
  return out_;
}

void Extractor::add_pairs(std::span<const std::int32_t> places) {
  for (const Program::Binary& term : program_->binary_) {
    const std::int32_t a = places[term.first];
    const std::int32_t b = places[term.second];
    std::uint64_t value = kNone;
    if (a >= 0 && b >= 0) {
      const std::uint64_t* column = sentence_->of(term.column);
      if (term.id == AttributeId::kSame) {
        value = number_value(column[a] == column[b] ? 1 : 0);
      } else {
        // Running counts; the words strictly between.
        const auto [low, high] = std::minmax(a, b);
        value = number_value(high > low ? count_bin(column[high - 1] - column[low]) : 0);
      }
    }
    sums_[term.at] += value * term.odd;
  }
}

void Extractor::drop_absent() {
  std::sort(dropped_.begin(), dropped_.end());
  dropped_.erase(std::unique(dropped_.begin(), dropped_.end()), dropped_.end());
  for (const std::uint32_t at : std::views::reverse(dropped_)) {
    if (at < program_->fixed()) out_.erase(out_.begin() + at);
  }
}

void Extractor::add_bags(std::span<const std::int32_t> places) {
  const auto& bags = program_->bags_;
  for (std::size_t i = 0; i < bags.size();) {
    const std::uint32_t at = bags[i].at;
    if (std::binary_search(dropped_.begin(), dropped_.end(), at)) {
      ++i;
      continue;
    }
    partial_.assign(1, sums_[program_->inner_[at]]);
    for (; i < bags.size() && bags[i].at == at; ++i) {
      next_.clear();
      for (const std::uint64_t value : bag_values(bags[i], places)) {
        for (const std::uint64_t sum : partial_) next_.push_back(sum + value * bags[i].odd);
      }
      partial_.swap(next_);
    }
    for (const std::uint64_t sum : partial_) out_.push_back(finish(sum));
    origin_.insert(origin_.end(), partial_.size(), at);
  }
}

std::span<const std::uint64_t> Extractor::bag_values(const Program::Bag& bag, std::span<const std::int32_t> places) {
  const std::int32_t a = places[bag.first];
  if (!bag.pair) return a < 0 ? std::span<const std::uint64_t>() : sentence_->bag(bag.column, a + bag.offset);
  const std::int32_t b = places[bag.second];
  values_.clear();
  if (a < 0 || b < 0) return {};
  const auto [low, high] = std::minmax(a, b);
  const std::uint64_t* column = sentence_->of(bag.column);
  for (std::int32_t node = low + 1; node < high; ++node) {
    // Tagsets are small, so a search through the distinct values so far is short.
    if (std::find(values_.begin(), values_.end(), column[node]) == values_.end()) values_.push_back(column[node]);
  }
  return values_;
}

}  // namespace espalier::features
