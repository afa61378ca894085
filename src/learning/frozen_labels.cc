#include "learning/frozen_labels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>

#include "espalier/error.h"
#include "learning/byte_scale.h"
#include "learning/line_plan.h"
#include "learning/tag_match.h"

namespace espalier::learning {
namespace {

constexpr std::uint32_t kMostNarrow = 256;  // classes that fit 8 bits
constexpr std::size_t kMostInRow = 255;
// Rows are copied so many entries at a time: as many stand behind the last row.
constexpr std::size_t kStride = 8;

/// Rows of whole numbers, features ascending.
struct Rows {
  struct Item {
    std::uint32_t label;
    std::int8_t weight;
  };
  std::vector<std::uint64_t> features;
  std::vector<double> worth;       // the sum of squares
  std::vector<std::size_t> first;  // in items; one more than features
  std::vector<Item> items;
};

/// Leaves the largest weights of a row, by class.
void cut_row(std::vector<Rows::Item>& row) {
  if (row.size() > kMostInRow) {
    std::stable_sort(row.begin(), row.end(), [](const Rows::Item& a, const Rows::Item& b) {
      return std::abs(int{a.weight}) > std::abs(int{b.weight});
    });
    row.resize(kMostInRow);
    std::sort(row.begin(), row.end(), [](const Rows::Item& a, const Rows::Item& b) { return a.label < b.label; });
  }
}

ByteScale scale_of(const std::vector<RowWeight>& weights) {
  std::vector<double> numbers;
  numbers.reserve(weights.size());
  for (const RowWeight& each : weights) numbers.push_back(double{each.weight});
  // The sum of errors must not depend on the order given.
  std::sort(numbers.begin(), numbers.end());
  return ByteScale(numbers);
}

Rows collect(std::vector<RowWeight>& weights, const ByteScale& scale) {
  Rows out;
  out.first.push_back(0);
  std::vector<Rows::Item> items;
  visit_rows(weights, [&](std::span<const RowWeight> row) {
    items.clear();
    for (const RowWeight& each : row) {
      if (const std::int8_t weight = scale(double{each.weight}); weight != 0) items.push_back({each.label, weight});
    }
    if (items.empty()) return;
    cut_row(items);
    out.features.push_back(row.front().feature);
    out.worth.push_back(std::accumulate(items.begin(), items.end(), 0.0, [](double sum, const Rows::Item& item) {
      return sum + item.weight * item.weight;
    }));
    out.items.insert(out.items.end(), items.begin(), items.end());
    out.first.push_back(out.items.size());
  });
  return out;
}

#if defined(__SSE2__)

// Ones, then zeros: 16 bytes from kWindow + 16 - n on keep the first n of 16 bytes.
constexpr auto kWindow = [] {
  std::array<unsigned char, 32> out{};
  for (std::size_t i = 0; i < 16; ++i) out[i] = 0xFF;
  return out;
}();

/// The sum of the first `count` < 16 of the bytes.
[[gnu::always_inline]] inline std::uint32_t sum_first(const unsigned char* bytes, std::size_t count) noexcept {
  const auto load = [](const unsigned char* from) __attribute__((always_inline)) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  };
  const __m128i kept = _mm_and_si128(load(bytes), load(kWindow.data() + 16 - count));
  const __m128i sum = _mm_sad_epu8(kept, _mm_setzero_si128());
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(sum) + _mm_extract_epi16(sum, 4));
}

#endif

}  // namespace

FrozenLabels::FrozenLabels(std::span<const std::byte> bytes, std::uint32_t classes) {
  Header header{};
  if (bytes.size() < sizeof header) throw Error(ErrorKind::kInput, "the table of labels is cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t body = bytes.size() - sizeof header;
  const std::size_t entry = classes <= kMostNarrow ? sizeof(Entry<std::uint8_t>) : sizeof(Entry<std::uint16_t>);
  if (header.classes != classes) {
    throw Error(ErrorKind::kInput, "the table of labels is for another number of classes");
  }
  if (header.lines == 0 || header.lines > kMostLines || header.lines > body / sizeof(Line) || header.pool < kStride ||
      header.pool != (body - header.lines * sizeof(Line)) / entry || body % entry != 0 ||
      !is_weight_scale(header.scale)) {
    throw Error(ErrorKind::kInput, "the table of labels does not have the size it says");
  }
  lines_ = reinterpret_cast<const Line*>(bytes.data() + sizeof header);
  pool_ = reinterpret_cast<const std::byte*>(lines_ + header.lines);
  count_ = header.lines;
  features_ = header.features;
  weights_ = header.weights;
  left_out_ = header.left_out;
  scale_ = header.scale;
  classes_ = classes;
  if (classes <= kMostNarrow) {
    check<std::uint8_t>(header.pool);
  } else {
    check<std::uint16_t>(header.pool);
  }
}

template <class Label>
void FrozenLabels::check(std::uint64_t entries) const {
  const auto* pool = reinterpret_cast<const Entry<Label>*>(pool_);
  bool good = std::all_of(pool, pool + entries, [&](const Entry<Label>& entry) { return entry.label < classes_; });
  for (std::uint64_t at = 0; at < count_; ++at) {
    std::uint64_t end = lines_[at].rows;
    for (const std::uint8_t size : lines_[at].sizes) end += size;
    good = good && end + kStride <= entries;
  }
  if (!good) throw Error(ErrorKind::kInput, "the table of labels has a row outside itself");
}

std::string FrozenLabels::freeze(std::vector<RowWeight> weights, std::uint32_t classes) {
  return classes <= kMostNarrow ? freeze_as<std::uint8_t>(std::move(weights), classes)
                                : freeze_as<std::uint16_t>(std::move(weights), classes);
}

template <class Label>
std::string FrozenLabels::freeze_as(std::vector<RowWeight> weights, std::uint32_t classes) {
  const ByteScale scale = scale_of(weights);
  const Rows rows = collect(weights, scale);
  const LinePlan plan = plan_lines(rows.features, rows.worth, kSlots);
  std::vector<Line> lines(plan.lines(), Line{});
  std::vector<Entry<Label>> pool;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    lines[at].rows = static_cast<std::uint32_t>(pool.size());
    for (std::size_t i = plan.first[at], slot = 0; i < plan.first[at + 1]; ++i, ++slot) {
      const std::size_t row = plan.kept[i];
      const std::uint16_t low = low_tag(rows.features[row]);
      std::memcpy(lines[at].low_tags + slot * sizeof low, &low, sizeof low);
      lines[at].high_tags[slot] = high_tag(rows.features[row]);
      lines[at].sizes[slot] = static_cast<std::uint8_t>(rows.first[row + 1] - rows.first[row]);
      for (std::size_t k = rows.first[row]; k < rows.first[row + 1]; ++k) {
        Entry<Label> entry{};
        entry.label = static_cast<Label>(rows.items[k].label);
        entry.weight = rows.items[k].weight;
        pool.push_back(entry);
      }
    }
  }
  Header header{};
  header.weights = pool.size();
  pool.resize(pool.size() + kStride, Entry<Label>{});
  header.lines = lines.size();
  header.pool = pool.size();
  header.features = plan.kept.size();
  header.left_out = rows.features.size() - plan.kept.size();
  header.scale = scale.unit();
  header.classes = classes;
  std::string bytes;
  append_values<Header>(bytes, {&header, 1});
  append_values<Line>(bytes, lines);
  append_values<Entry<Label>>(bytes, pool);
  return bytes;
}

[[gnu::always_inline]] inline FrozenLabels::Row FrozenLabels::find(const Line& line, std::uint64_t feature) noexcept {
  // Not found: one past the last slot, with nothing taken.
  const std::uint32_t found = match_tags(line.low_tags, line.high_tags, feature) | 1U << kSlots;
  const auto slot = static_cast<std::size_t>(std::countr_zero(found));
#if defined(__SSE2__)
  // The last of the 16 bytes that sum_first() reads is one of `rows`.
  const std::uint32_t before = sum_first(line.sizes, slot);
#else
  const std::uint32_t before = std::accumulate(line.sizes, line.sizes + slot, std::uint32_t{0});
#endif
  const std::uint32_t taken = slot == kSlots ? 0U : ~0U;
  const std::uint32_t size = reinterpret_cast<const unsigned char*>(&line)[offsetof(Line, sizes) + slot];
  return {(line.rows + before) & taken, size & taken};
}

// Rows have all lengths, and a loop a row would mispredict its end every time: so the rows of a block are first laid
// one after the other, by copies of fixed size, and then added up in one loop, a few at a time.
template <class Label>
class FrozenLabels::Adder {
 public:
  explicit Adder(std::int32_t* scores) noexcept : scores_(scores) {}

  void add(const Entry<Label>* row, std::size_t size) noexcept {
    std::size_t copied = 0;
    do {
      std::memcpy(flat_.data() + count_ + copied, row + copied, kStride * sizeof(Entry<Label>));
      copied += kStride;
    } while (copied < size);
    count_ += size;
    if (count_ > kRoom) flush();
  }

  void flush() noexcept {
    // Up to a whole number of turns, nothing is added to class 0.
    std::memset(flat_.data() + count_, 0, kTurn * sizeof(Entry<Label>));
    for (const Entry<Label>* entry = flat_.data(); entry < flat_.data() + count_; entry += kTurn) {
      for (std::size_t i = 0; i < kTurn; ++i) scores_[entry[i].label] += entry[i].weight;
    }
    count_ = 0;
  }

 private:
  static constexpr std::size_t kTurn = 4;
  static constexpr std::size_t kRoom = kFetchBlock * kStride;
  static_assert(kTurn <= kStride);

  std::int32_t* scores_;
  std::size_t count_ = 0;
  std::array<Entry<Label>, kRoom + kMostInRow + kStride> flat_;  // the longest row fits when there is room at all
};

template <class Label>
[[gnu::always_inline]] inline void FrozenLabels::add_rows(std::span<const Fetched<Line>> features,
                                                          std::int32_t* scores) const noexcept {
  const auto* pool = reinterpret_cast<const Entry<Label>*>(pool_);
  std::array<Row, kFetchBlock> found;
  for (std::size_t i = 0; i < features.size(); ++i) {
    found[i] = find(*features[i].line, features[i].feature);
    __builtin_prefetch(pool + found[i].first);
  }
  Adder<Label> adder(scores);
  for (const Row& row : std::span(found).first(features.size())) adder.add(pool + row.first, row.size);
  adder.flush();
}

template <class Label>
void FrozenLabels::add(std::span<const Fetched<Line>> features, std::int32_t* scores) const noexcept {
  add_rows<Label>(features, scores);
}

#if defined(ESPALIER_HAS_TWINS)
template <class Label>
[[gnu::target("avx2,bmi")]] void FrozenLabels::add_avx2(std::span<const Fetched<Line>> features,
                                                        std::int32_t* scores) const noexcept {
  add_rows<Label>(features, scores);
}
#endif

void FrozenLabels::add_fetched(std::span<const Fetched<Line>> features, std::int32_t* scores) const noexcept {
#if defined(ESPALIER_HAS_TWINS)
  if (base::kHasAvx2) {
    return classes_ <= kMostNarrow ? add_avx2<std::uint8_t>(features, scores)
                                   : add_avx2<std::uint16_t>(features, scores);
  }
#endif
  classes_ <= kMostNarrow ? add<std::uint8_t>(features, scores) : add<std::uint16_t>(features, scores);
}

}  // namespace espalier::learning
