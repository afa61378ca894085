#include "selection/likelihood.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <unordered_set>
#include <utility>

namespace espalier::selection {
namespace {

constexpr float kDecided = 1e-3F;      // rows with less to gain are not looked at
constexpr float kLongest = 4;          // of a step: far from its optimum, a likelihood is no parabola
constexpr std::size_t kBlock = 128;    // choices that are learned from or judged together
constexpr std::size_t kFloats = 4096;  // that are summed before doubles are
constexpr std::array<float, 3> kRidges = {1, 4, 16};

double per(double sum, std::size_t count) { return sum / static_cast<double>(std::max<std::size_t>(count, 1)); }

}  // namespace

Likelihood::Likelihood(const Choices& choices, std::size_t folds) : choices_(&choices), models_(folds) {
  for (Model& model : models_) model.scores.resize(choices.rows());
  for (std::size_t i = 0; i < choices.attributes(); ++i) {
    const std::vector<std::uint32_t>& column = choices.column(i);
    domains_.push_back(std::unordered_set<std::uint32_t>(column.begin(), column.end()).size());
  }
  for (const std::uint32_t label : choices.labels()) labels_ = std::max<std::size_t>(labels_, label + 1);
  derive();
}

Likelihood::Scratch Likelihood::make_scratch() const {
  Scratch out;
  out.sums.assign(models_.size(), std::vector<Sums>(std::size_t{1} << most_bits()));
  return out;
}

/// Twice as many buckets as rows: values that share one are few.
unsigned Likelihood::most_bits() const noexcept {
  return static_cast<unsigned>(std::bit_width(choices_->rows() + 1)) + 1;
}

/// Of the number of a bucket. Where few values are possible their buckets stay in a cache, and still rarely meet.
unsigned Likelihood::bits_of(const AttributeSet& item) const noexcept {
  std::size_t values = labels_;
  for (const std::uint32_t attribute : item) {
    values *= domains_[attribute];
    if (values >= choices_->rows()) return most_bits();
  }
  return std::min(static_cast<unsigned>(std::bit_width(values)) + 4, most_bits());
}

/// Where the values of a template are summed, row by row: neighbours often share all but their class.
class Likelihood::Buckets {
 public:
  Buckets(const Choices& choices, const AttributeSet& item, unsigned bits) : choices_(choices), bits_(bits) {
    columns_.reserve(item.size());
    for (const std::uint32_t attribute : item) columns_.push_back(choices.column(attribute).data());
  }

  std::size_t of(std::size_t row) noexcept {
    if (const std::uint32_t source = choices_.source(row); source != source_) {
      source_ = source;
      key_ = 1;
      for (const std::uint32_t* column : columns_) {
        key_ = (key_ ^ column[source]) * 0x9E37'79B9'7F4A'7C15;
        key_ ^= key_ >> 29;
      }
    }
    std::uint64_t key = (key_ ^ choices_.label(row)) * 0xD6E8'FEB8'6659'FD93;
    key ^= key >> 32;
    return key * 0x9E37'79B9'7F4A'7C15 >> (64 - bits_);
  }

 private:
  const Choices& choices_;
  unsigned bits_;
  std::vector<const std::uint32_t*> columns_;
  std::uint32_t source_ = 0xFFFF'FFFF;
  std::uint64_t key_ = 1;
};

bool Likelihood::is_judged(std::size_t model, std::size_t group) const noexcept {
  return is_own() || group / kBlock % models_.size() == model;
}

void Likelihood::sum(const Model& model, const AttributeSet& item, std::vector<Sums>& sums,
                     std::vector<std::uint32_t>& places) const {
  const unsigned bits = bits_of(item);
  std::fill_n(sums.begin(), std::size_t{1} << bits, Sums{});
  places.resize(model.open.size());
  Buckets buckets(*choices_, item, bits);
  for (std::size_t i = 0; i < model.open.size(); ++i) {
    const Open& open = model.open[i];
    const std::size_t place = buckets.of(open.row);
    places[i] = static_cast<std::uint32_t>(place);
    if (open.is_judged && !is_own()) continue;
    sums[place].first += open.first;
    sums[place].second += open.second;
  }
}

Likelihood::Worth Likelihood::worth(const AttributeSet& item, Scratch& scratch) const {
  std::array<double, kRidges.size()> all{};
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const std::vector<Open>& rows = models_[m].open;
    const std::vector<Sums>& sums = scratch.sums[m];
    sum(models_[m], item, scratch.sums[m], scratch.places);
    const float own = is_own() ? 1 : 0;
    std::array<float, kRidges.size()> gains{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Open& open = rows[i];
      if (!open.is_judged) continue;
      const Sums& each = sums[scratch.places[i]];
      for (std::size_t k = 0; k < gains.size(); ++k) {
        const float step = each.step_without(own * open.first, own * open.second, kRidges[k]);
        gains[k] += step * (open.first - step * open.second / 2);
      }
      if (i % kFloats == 0) {
        for (std::size_t k = 0; k < gains.size(); ++k) all[k] += std::exchange(gains[k], 0);
      }
    }
    for (std::size_t k = 0; k < gains.size(); ++k) all[k] += gains[k];
  }
  const auto best = std::max_element(all.begin(), all.end());
  return {per(*best, choices_->groups()), kRidges[static_cast<std::size_t>(best - all.begin())]};
}

void Likelihood::take(const AttributeSet& item, const Worth& worth, float part, const Scratch& scratch) {
  const unsigned bits = bits_of(item);
  for (std::size_t m = 0; m < models_.size(); ++m) {
    Model& model = models_[m];
    Buckets buckets(*choices_, item, bits);
    auto open = model.open.begin();
    for (std::size_t row = 0; row < model.scores.size(); ++row) {
      const bool is_open = open != model.open.end() && open->row == row;
      const bool is_own = is_open && this->is_own();
      const Sums& each = scratch.sums[m][buckets.of(row)];
      model.scores[row] += part * each.step_without(is_own ? open->first : 0, is_own ? open->second : 0, worth.ridge);
      open += is_open ? 1 : 0;
    }
  }
  derive();
}

/// What is open, and how the choices stand.
void Likelihood::derive() {
  double loss = 0;
  std::size_t right = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    Model& model = models_[m];
    model.open.clear();
    for (std::size_t group = 0; group < choices_->groups(); ++group) {
      const std::size_t begin = choices_->begin(group);
      const std::size_t end = choices_->end(group);
      const std::span scores = std::span(model.scores).subspan(begin, end - begin);
      const float best = *std::max_element(scores.begin(), scores.end());
      const bool is_judged = this->is_judged(m, group);
      float all = 0;
      for (const float score : scores) all += std::exp(score - best);
      for (std::size_t row = begin; row < end; ++row) {
        const float likely = std::exp(model.scores[row] - best) / all;
        const float first = (row == choices_->right(group) ? 1.0F : 0.0F) - likely;
        if (std::abs(first) <= kDecided) continue;
        float second = likely * (1 - likely);
        if (!is_own()) second = std::max(second, std::abs(first) / kLongest);
        model.open.push_back({static_cast<std::uint32_t>(row), first, second, is_judged});
      }
      if (!is_judged) continue;
      const float truth = model.scores[choices_->right(group)];
      loss += static_cast<double>(std::log(all) - (truth - best));
      right += truth == best ? 1 : 0;
    }
  }
  loss_ = per(loss, choices_->groups());
  accuracy_ = per(static_cast<double>(right), choices_->groups());
}

}  // namespace espalier::selection
