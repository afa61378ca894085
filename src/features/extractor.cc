#include "features/extractor.h"

#include <algorithm>
#include <ranges>

#include "features/delta.h"

namespace espalier::features {
namespace {

void add_row(std::uint64_t* __restrict out, const std::uint64_t* __restrict row, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] += row[i];
}

}  // namespace

void Extractor::prepare(const Program& program, const Encoded& sentence) {
  program_ = &program;
  sentence_ = &sentence;
  const std::size_t width = program.size();
  const auto rows = static_cast<std::size_t>(sentence.words()) + 2;
  sums_.resize(program.slots_.size());
  for (const std::uint8_t slot : program.unary_slots_) sums_[slot].assign(rows * width, 0);
  for (const Program::Unary& term : program.unary_) {
    std::uint64_t* out = sums_[term.slot].data() + term.at;
    *out += kNone * term.odd;
    const std::uint64_t* column = sentence.of(term.column) + term.offset;
    for (std::int32_t node = 0; node <= sentence.words(); ++node) {
      out += width;
      *out += column[node] * term.odd;
    }
  }
}

void Extractor::sum(std::span<const std::int32_t> places) {
  const Program& program = *program_;
  const std::size_t width = program.size();
  out_.assign(program.seeds_.begin(), program.seeds_.end());
  for (const std::uint8_t slot : program.unary_slots_) {
    add_row(out_.data(), sums_[slot].data() + static_cast<std::size_t>(places[slot] + 1) * width, width);
  }
  for (const Program::DeltaTable& table : program.deltas_) {
    add_row(out_.data(), table.rows.data() + delta_row(places[table.first], places[table.second]) * width, width);
  }
}

std::span<const std::uint64_t> Extractor::finish_all(std::span<const std::int32_t> places) {
  if (!program_->binary_.empty()) add_pairs(places);
  const std::size_t fixed = program_->fixed();
  if (fixed < program_->size()) pending_.assign(out_.begin() + static_cast<std::ptrdiff_t>(fixed), out_.end());
  out_.resize(fixed);
  for (std::uint64_t& feature : out_) feature = finish(feature);
  if (!dropped_.empty()) drop_absent();
  origin_.clear();
  if (fixed < program_->size()) add_bags(places);
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
    out_[term.at] += value * term.odd;
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
    partial_.assign(1, pending_[at - program_->fixed()]);
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
