#include <algorithm>

#include "espalier/evaluation.h"
#include "evaluation/tally.h"

namespace espalier {
namespace {

double percent(double part, double whole) { return whole > 0 ? 100.0 * part / whole : 0.0; }

}  // namespace

double Score::precision() const noexcept {
  return percent(static_cast<double>(correct_in_system), static_cast<double>(system));
}
double Score::recall() const noexcept { return percent(static_cast<double>(correct), static_cast<double>(gold)); }

double Score::f1() const noexcept {
  // From counts where they agree: 2c/(g+s) is exact where the mean of two rounded ratios is not.
  if (correct == correct_in_system) {
    return percent(2.0 * static_cast<double>(correct), static_cast<double>(gold) + static_cast<double>(system));
  }
  const double sum = precision() + recall();
  return sum > 0 ? 2 * precision() * recall() / sum : 0.0;
}

double Score::aligned_accuracy() const noexcept {
  return percent(static_cast<double>(correct), static_cast<double>(aligned));
}

double Measure::value() const noexcept {
  if (kind == MeasureKind::kScore) return score.f1();
  return evaluation::measure_value(kind, static_cast<double>(score.gold), static_cast<double>(score.system),
                                   static_cast<double>(score.correct));
}

const Measure* SystemEvaluation::find(std::string_view name) const noexcept {
  const auto at = std::find_if(measures.begin(), measures.end(), [name](const Measure& m) { return m.name == name; });
  return at == measures.end() ? nullptr : &*at;
}

}  // namespace espalier

namespace espalier::evaluation {

double measure_value(MeasureKind kind, double gold, double system, double correct) noexcept {
  switch (kind) {
    case MeasureKind::kScore:
      return percent(2 * correct, gold + system);
    case MeasureKind::kAccuracy:
      return percent(correct, gold);
    case MeasureKind::kAverage:
      return gold > 0 ? correct / gold : 0.0;
  }
  return 0.0;
}

std::vector<Measure> Tallies::sum(const std::vector<std::uint8_t>* wanted) const {
  std::vector<Measure> measures;
  for (const MeasureName& name : names_) measures.push_back({name.name, name.kind, {}, std::nullopt});
  for (std::size_t s = 0; s < sentences_; ++s) {
    if (wanted != nullptr && (*wanted)[s] == 0) continue;
    for (std::size_t m = 0; m < names_.size(); ++m) {
      const Tally& tally = at(s, m);
      Score& score = measures[m].score;
      score.gold += tally.gold;
      score.system += tally.system;
      score.correct += tally.correct;
      score.aligned += tally.aligned;
      score.correct_in_system += tally.correct;
    }
  }
  return measures;
}

}  // namespace espalier::evaluation
