#include "selection/gain_search.h"

#include <algorithm>
#include <iterator>
#include <queue>
#include <ranges>
#include <set>
#include <utility>

namespace espalier::selection {
namespace {

constexpr int kFits = 3;               // passes over what is known
constexpr std::size_t kMeasured = 16;  // candidates at a time; not the number of threads, on which nothing may depend
constexpr std::size_t kAtOnce = 64;    // measurements between two words about progress
constexpr std::size_t kRefresh = 10;   // templates after which all candidates are measured again
constexpr double kClimb = 1.03;        // a longer template must be worth so much more: values share buckets by chance

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
      : choices_(choices), options_(options), team_(team), progress_(progress), likelihood_(choices, kAllButOne) {
    scratch_.assign(static_cast<std::size_t>(team.size()), likelihood_.make_scratch());
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
    Likelihood::Scratch& scratch = scratch_.front();
    for (const AttributeSet& item : std::ranges::reverse_view(model_)) {
      const Likelihood::Worth worth = likelihood_.worth(item, scratch);
      if (worth.gain > options_.least_gain) likelihood_.take(item, worth, static_cast<float>(options_.step), scratch);
    }
  }

  /// From a candidate to the best with one attribute more, as long as that is worth more.
  Candidate climb(Candidate from) {
    while (from.item.size() < options_.max_length) {
      const std::vector<AttributeSet> longer = extensions(from.item);
      const std::vector<Likelihood::Worth> worths = worths_of(longer);
      const auto best =
          std::max_element(worths.begin(), worths.end(), [](const auto& a, const auto& b) { return a.gain < b.gain; });
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

  std::vector<Likelihood::Worth> worths_of(const std::vector<AttributeSet>& items) {
    std::vector<Likelihood::Worth> worths(items.size());
    for (std::size_t begin = 0; begin < items.size(); begin += kAtOnce) {
      if (progress_) progress_(found_.size());
      team_.run(std::min(kAtOnce, items.size() - begin), [&](std::size_t i, int worker) {
        worths[begin + i] = likelihood_.worth(items[begin + i], scratch_[static_cast<std::size_t>(worker)]);
      });
    }
    return worths;
  }

  void measure(const std::vector<AttributeSet>& items) {
    const std::vector<Likelihood::Worth> worths = worths_of(items);
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (worths[i].gain > 0) queue_.push({worths[i].gain, round_, items[i]});
    }
  }

  const Choices& choices_;
  const GainOptions& options_;
  base::Team& team_;
  const std::function<void(std::size_t)>& progress_;
  Likelihood likelihood_;
  std::vector<Likelihood::Scratch> scratch_;
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
