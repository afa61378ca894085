// SAMME: votes of decision tables, each learned with the weights that the tables before it have left.
//
// Idea: alpha = log((1 - err) / err) + log(K - 1) for K classes; decisions that a table has wrong then weigh exp(alpha)
// times as much. The loss is the mean of exp(-(y . f) / K), where y and the answers of tables are vectors of 1 and
// -1 / (K - 1); it is the product of what each round leaves of it, below 1 whenever err < 1 - 1/K.
// Where K is large this brings down the loss and nothing else: after a round the table's mistakes have (K - 1) / K of
// all weight, so that the next one learns from these alone; a table that has nearly all wrong still gets a vote; and
// log(K - 1) makes all votes alike, whatever the tables are worth. Accuracy therefore falls. See docs/boosting.md.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "selection/booster.h"
#include "selection/decision_table.h"
#include "selection/template_pool.h"

namespace espalier::selection {
namespace {

constexpr std::size_t kMostAnswers = 400'000'000;  // of tables that are kept
constexpr double kLeastError = 1e-6;               // so that a table without mistakes has a vote that is finite

class Samme final : public Booster {
 public:
  Samme(const Decisions& decisions, int workers)
      : decisions_(decisions),
        counters_(static_cast<std::size_t>(workers), TableCounter(decisions)),
        weights_(decisions.size(), 1.0 / static_cast<double>(std::max<std::size_t>(decisions.size(), 1))),
        votes_(decisions.rows()) {
    for (std::size_t i = 0, row = 0; i < decisions.size(); row += decisions.menu(i).size(), ++i) first_.push_back(row);
  }

  std::vector<GroupWorth> measure(std::span<const TemplateGroup> groups, base::Team& team) override {
    count_short(groups, team);
    std::vector<GroupWorth> out(groups.size());
    team.run(groups.size(), [&](std::size_t i, int worker) {
      const double error = error_of(counters_[static_cast<std::size_t>(worker)].predict(groups[i], weights_, known_));
      out[i] = {1 - error - 1 / classes(), error, {}};
    });
    return out;
  }

  BoostedFit take(const TemplateGroup& group, base::Team& /*team*/) override {
    const auto said = counters_.front().predict(group, weights_, known_);
    known_.clear();
    const double error = error_of(said);
    const double alpha = alpha_of(error);
    const double k = classes();
    loss_ *= (1 - error) * std::exp(-alpha * (k - 1) / k) + error * std::exp(alpha / k);
    BoostedFit fit{loss_, 0, alpha};
    for (std::size_t i = 0; i < decisions_.size(); ++i) {
      const std::vector<std::uint32_t>& menu = decisions_.menu(i);
      double* const votes = votes_.data() + first_[i];
      votes[std::find(menu.begin(), menu.end(), said[i]) - menu.begin()] += alpha;
      const auto best = static_cast<std::size_t>(std::max_element(votes, votes + menu.size()) - votes);
      fit.accuracy += menu[best] == decisions_.right(i) ? 1 : 0;
      if (said[i] != decisions_.right(i)) weights_[i] *= std::exp(alpha);
    }
    const double all = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    for (double& weight : weights_) weight /= all;
    fit.accuracy /= static_cast<double>(std::max<std::size_t>(decisions_.size(), 1));
    return fit;
  }

  bool is_bounded() const override { return false; }

 private:
  /// Tables of the templates that many groups share, as long as there is room for them.
  void count_short(std::span<const TemplateGroup> groups, base::Team& team) {
    if (decisions_.classes() >= kNotTold) return;
    const std::size_t room = kMostAnswers / std::max<std::size_t>(decisions_.size(), 1);
    std::vector<KnownTables::value_type*> fresh;
    const auto want = [&](const TermSet& item) {
      if (known_.size() >= room) return;
      const auto [place, is_new] = known_.try_emplace(item);
      if (is_new) fresh.push_back(&*place);
    };
    want({});
    for (const TemplateGroup& group : groups) {
      for (const TermSet& item : group) {
        if (item.size() < kMostConditions && group.size() > 1) want(item);
      }
    }
    team.run(fresh.size(), [&](std::size_t i, int worker) {
      fresh[i]->second = counters_[static_cast<std::size_t>(worker)].table(fresh[i]->first, weights_);
    });
  }
  double classes() const noexcept { return decisions_.classes(); }
  double alpha_of(double error) const {
    const double some = std::clamp(error, kLeastError, 1 - kLeastError);
    return std::log((1 - some) / some) + std::log(classes() - 1);
  }
  double error_of(std::span<const std::uint32_t> said) const {
    double error = 0;
    for (std::size_t i = 0; i < said.size(); ++i) error += said[i] == decisions_.right(i) ? 0 : weights_[i];
    return error;
  }

  const Decisions& decisions_;
  std::vector<TableCounter> counters_;
  std::vector<double> weights_;  // their sum is 1
  std::vector<double> votes_;    // by decision and place in its menu
  std::vector<std::size_t> first_;
  KnownTables known_;  // with the weights as they are
  double loss_ = 1;
};

}  // namespace

std::unique_ptr<Booster> make_samme(const Decisions& decisions, int workers) {
  return std::make_unique<Samme>(decisions, workers);
}

}  // namespace espalier::selection
