#include "selection/gain_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <queue>
#include <ranges>
#include <set>
#include <unordered_set>
#include <utility>

namespace espalier::selection {
namespace {

constexpr int kFits = 3;               // passes over what is known
constexpr float kDecided = 1e-3F;      // rows with less to gain are not looked at
constexpr std::size_t kMeasured = 16;  // candidates at a time; not the number of threads, on which nothing may depend
constexpr std::size_t kFloats = 4096;  // that are summed before doubles are
constexpr std::size_t kAtOnce = 64;    // measurements between two words about progress
constexpr std::size_t kRefresh = 10;   // templates after which all candidates are measured again
constexpr double kClimb = 1.03;        // a longer template must be worth so much more: values share buckets by chance
constexpr std::array<float, 3> kRidges = {1, 4, 16};

/// Sums of a value.
struct Sums {
  float first = 0;
  float second = 0;

  /// The step that all rows but one of this make.
  float step_without(float one_first, float one_second, float ridge) const noexcept {
    return (first - one_first) / (second - one_second + ridge);
  }
};

/// Of one thread.
struct Scratch {
  std::vector<Sums> sums;             // by bucket
  std::vector<std::uint32_t> places;  // buckets of open rows
};

/// What a template is worth, and with which ridge that is most: the rarer its values, the more they need.
struct Worth {
  double gain = 0;
  float ridge = 0;
};

/// The model, and what is left to gain.
class Likelihood {
 public:
  Likelihood(const Choices& choices, const GainOptions& options)
      : choices_(choices), options_(options), scores_(choices.rows()) {
    for (std::size_t i = 0; i < choices.attributes(); ++i) {
      const std::vector<std::uint32_t>& column = choices.column(i);
      domains_.push_back(std::unordered_set<std::uint32_t>(column.begin(), column.end()).size());
    }
    for (const std::uint32_t label : choices.labels()) labels_ = std::max<std::size_t>(labels_, label + 1);
    derive();
  }

  /// The most that a template has. Twice as many as rows: values that share one are few.
  std::size_t buckets() const noexcept { return std::size_t{1} << most_bits(); }
  /// How many values an attribute has.
  std::size_t domain(std::size_t attribute) const noexcept { return domains_[attribute]; }

  Worth worth(const AttributeSet& item, Scratch& scratch) const {
    sum(item, scratch);
    std::array<float, kRidges.size()> gains{};
    std::array<double, kRidges.size()> all{};
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const Open& open = open_[i];
      const Sums& each = scratch.sums[scratch.places[i]];
      for (std::size_t k = 0; k < gains.size(); ++k) {
        const float step = each.step_without(open.first, open.second, kRidges[k]);
        gains[k] += step * (open.first - step * open.second / 2);
      }
      if (i % kFloats == 0) {
        for (std::size_t k = 0; k < gains.size(); ++k) all[k] += std::exchange(gains[k], 0);
      }
    }
    for (std::size_t k = 0; k < gains.size(); ++k) all[k] += gains[k];
    const auto best = std::max_element(all.begin(), all.end());
    return {*best / static_cast<double>(std::max<std::size_t>(choices_.groups(), 1)),
            kRidges[static_cast<std::size_t>(best - all.begin())]};
  }

  /// REQUIRES the scratch as worth() of this template has left it.
  void take(const AttributeSet& item, float ridge, const Scratch& scratch) {
    const unsigned bits = bits_of(item);
    const auto part = static_cast<float>(options_.step);
    auto open = open_.begin();
    for (std::size_t row = 0; row < scores_.size(); ++row) {
      const bool is_open = open != open_.end() && open->row == row;
      const Sums& each = scratch.sums[bucket(item, row, bits)];
      scores_[row] += part * each.step_without(is_open ? open->first : 0, is_open ? open->second : 0, ridge);
      open += is_open ? 1 : 0;
    }
    derive();
  }

 private:
  struct Open {
    std::uint32_t row;
    float first;
    float second;
  };

  unsigned most_bits() const noexcept { return static_cast<unsigned>(std::bit_width(choices_.rows() + 1)) + 1; }

  /// Of the number of a bucket. Where few values are possible their buckets stay in a cache, and still rarely meet.
  unsigned bits_of(const AttributeSet& item) const noexcept {
    std::size_t values = labels_;
    for (const std::uint32_t attribute : item) {
      values *= domains_[attribute];
      if (values >= choices_.rows()) return most_bits();
    }
    return std::min(static_cast<unsigned>(std::bit_width(values)) + 4, most_bits());
  }

  std::size_t bucket(const AttributeSet& item, std::size_t row, unsigned bits) const noexcept {
    std::uint64_t key = choices_.label(row) + 1;
    for (const std::uint32_t attribute : item) {
      key = (key ^ choices_.column(attribute)[row]) * 0x9E37'79B9'7F4A'7C15;
      key ^= key >> 29;
    }
    return key * 0xD6E8'FEB8'6659'FD93 >> (64 - bits);
  }

  void sum(const AttributeSet& item, Scratch& scratch) const {
    const unsigned bits = bits_of(item);
    std::fill_n(scratch.sums.begin(), std::size_t{1} << bits, Sums{});
    scratch.places.resize(open_.size());
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const std::size_t place = bucket(item, open_[i].row, bits);
      scratch.places[i] = static_cast<std::uint32_t>(place);
      scratch.sums[place].first += open_[i].first;
      scratch.sums[place].second += open_[i].second;
    }
  }

  void derive() {
    open_.clear();
    for (std::size_t group = 0; group < choices_.groups(); ++group) {
      const std::size_t begin = choices_.begin(group);
      const std::size_t end = choices_.end(group);
      const std::span scores = std::span(scores_).subspan(begin, end - begin);
      const float best = *std::max_element(scores.begin(), scores.end());
      float all = 0;
      for (const float score : scores) all += std::exp(score - best);
      for (std::size_t row = begin; row < end; ++row) {
        const float likely = std::exp(scores_[row] - best) / all;
        const float first = (row == choices_.right(group) ? 1.0F : 0.0F) - likely;
        if (std::abs(first) > kDecided)
          open_.push_back({static_cast<std::uint32_t>(row), first, likely * (1 - likely)});
      }
    }
  }

  const Choices& choices_;
  const GainOptions& options_;
  std::vector<std::size_t> domains_;  // by attribute
  std::size_t labels_ = 1;
  std::vector<float> scores_;
  std::vector<Open> open_;
};

struct Candidate {
  double gain = 0;
  std::size_t round = 0;  // when it was measured
  AttributeSet item;

  /// The first of a queue has the highest gain; where that is equal, the first set.
  bool operator<(const Candidate& other) const { return gain != other.gain ? gain < other.gain : item > other.item; }
};

class Search {
 public:
  Search(const Choices& choices, const GainOptions& options, base::Team& team,
         const std::function<void(std::size_t)>& progress)
      : choices_(choices), options_(options), team_(team), progress_(progress), likelihood_(choices, options) {
    scratch_.resize(static_cast<std::size_t>(team.size()));
    for (Scratch& scratch : scratch_) scratch.sums.resize(likelihood_.buckets());
  }

  void fit(std::span<const AttributeSet> known) {
    model_.assign(known.begin(), known.end());
    for (int pass = 0; pass < kFits; ++pass) improve();
    seen_.insert(known.begin(), known.end());
    taken_ = seen_;
  }

  void open_pairs() {
    for (std::uint32_t attribute = 0; attribute < choices_.attributes(); ++attribute) {
      if (likelihood_.domain(attribute) > 1) open_.push_back(attribute);
    }
    std::vector<AttributeSet> all;
    // Longer ones come from these, and have what they have.
    for (std::size_t a = 0; a < open_.size(); ++a) {
      all.push_back({open_[a]});
      for (std::size_t b = a + 1; b < open_.size(); ++b) all.push_back({open_[a], open_[b]});
    }
    const auto is_wanted = [&](std::uint32_t attribute) { return options_.wanted[attribute]; };
    if (!options_.wanted.empty()) {
      std::erase_if(all, [&](const AttributeSet& item) { return std::ranges::none_of(item, is_wanted); });
    }
    add(std::move(all));
  }

  /// False: nothing is worth taking.
  bool take_best() {
    while (!queue_.empty() && queue_.top().round != round_) {
      std::vector<AttributeSet> stale;
      for (; !queue_.empty() && queue_.top().round != round_ && stale.size() < kMeasured; queue_.pop()) {
        stale.push_back(queue_.top().item);
      }
      measure(stale);
    }
    const bool is_dry = queue_.empty() || queue_.top().gain < options_.least_gain;
    if (round_ - refreshed_ >= kRefresh || (is_dry && round_ > refreshed_)) {
      refresh();
      return take_best();
    }
    if (is_dry) return false;
    const Candidate best = climb(queue_.top());
    if (best.item.size() >= options_.min_length) found_.push_back({best.item, best.gain});
    if (best.item == queue_.top().item) queue_.pop();
    taken_.insert(best.item);
    seen_.insert(best.item);
    model_.push_back(best.item);
    improve();
    ++round_;
    if (best.item.size() < options_.max_length) add(extensions(best.item));
    return true;
  }

  const std::vector<GainedTemplate>& found() const noexcept { return found_; }

 private:
  /// A step for every template, so that what is left to gain is not what those of the model could tell, too. The last
  /// one comes first: it has most to tell.
  void improve() {
    Scratch& scratch = scratch_.front();
    for (const AttributeSet& item : std::ranges::reverse_view(model_)) {
      const Worth worth = likelihood_.worth(item, scratch);
      if (worth.gain > options_.least_gain) likelihood_.take(item, worth.ridge, scratch);
    }
  }

  /// From a candidate to the best with one attribute more, as long as that is worth more.
  Candidate climb(Candidate from) {
    while (from.item.size() < options_.max_length) {
      const std::vector<AttributeSet> longer = extensions(from.item);
      const std::vector<Worth> worths = worths_of(longer);
      const auto best = std::max_element(worths.begin(), worths.end(),
                                         [](const Worth& a, const Worth& b) { return a.gain < b.gain; });
      if (best == worths.end() || best->gain <= kClimb * from.gain) break;
      from = {best->gain, round_, longer[static_cast<std::size_t>(best - worths.begin())]};
    }
    return from;
  }

  /// With one attribute more, those of the models excepted.
  std::vector<AttributeSet> extensions(const AttributeSet& item) const {
    std::vector<AttributeSet> longer;
    for (const std::uint32_t attribute : open_) {
      const auto place = std::lower_bound(item.begin(), item.end(), attribute);
      if (place != item.end() && *place == attribute) continue;
      AttributeSet set = item;
      set.insert(set.begin() + (place - item.begin()), attribute);
      if (!taken_.contains(set)) longer.push_back(std::move(set));
    }
    return longer;
  }

  void add(std::vector<AttributeSet> items) {
    std::erase_if(items, [&](const AttributeSet& item) { return !seen_.insert(item).second; });
    measure(items);
  }

  /// What told less than its noise may tell more when there is less of both.
  void refresh() {
    refreshed_ = round_;
    queue_ = {};
    std::vector<AttributeSet> items;
    std::set_difference(seen_.begin(), seen_.end(), taken_.begin(), taken_.end(), std::back_inserter(items));
    measure(items);
  }

  std::vector<Worth> worths_of(const std::vector<AttributeSet>& items) {
    std::vector<Worth> worths(items.size());
    for (std::size_t begin = 0; begin < items.size(); begin += kAtOnce) {
      if (progress_) progress_(found_.size());
      team_.run(std::min(kAtOnce, items.size() - begin), [&](std::size_t i, int worker) {
        worths[begin + i] = likelihood_.worth(items[begin + i], scratch_[static_cast<std::size_t>(worker)]);
      });
    }
    return worths;
  }

  void measure(const std::vector<AttributeSet>& items) {
    const std::vector<Worth> worths = worths_of(items);
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (worths[i].gain > 0) queue_.push({worths[i].gain, round_, items[i]});
    }
  }

  const Choices& choices_;
  const GainOptions& options_;
  base::Team& team_;
  const std::function<void(std::size_t)>& progress_;
  Likelihood likelihood_;
  std::vector<Scratch> scratch_;
  std::set<AttributeSet> seen_;
  std::priority_queue<Candidate> queue_;
  std::vector<std::uint32_t> open_;  // attributes of more than one value
  std::vector<AttributeSet> model_;  // all templates, the known ones first
  std::set<AttributeSet> taken_;     // the same
  std::vector<GainedTemplate> found_;
  std::size_t round_ = 1;
  std::size_t refreshed_ = 1;
};

}  // namespace

void Choices::add_row(std::uint32_t label, std::span<const std::uint64_t> attributes) {
  labels_.push_back(label);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].push_back(static_cast<std::uint32_t>(attributes[i] ^ attributes[i] >> 32));
  }
}

void Choices::end_group(std::size_t right) {
  const std::size_t begin = ends_.empty() ? 0 : ends_.back();
  if (labels_.size() - begin < 2) {
    labels_.resize(begin);
    for (auto& column : columns_) column.resize(begin);
    return;
  }
  ends_.push_back(labels_.size());
  right_.push_back(begin + right);
}

std::vector<GainedTemplate> search_by_gain(const Choices& choices, std::span<const AttributeSet> known,
                                           const GainOptions& options, base::Team& team,
                                           const std::function<void(std::size_t)>& progress) {
  Search search(choices, options, team, progress);
  search.fit(known);
  search.open_pairs();
  while (search.found().size() < options.most && search.take_best()) {
  }
  return search.found();
}

}  // namespace espalier::selection
