// Idea: for a given b the curve is linear in a and c, so the best of these is known in closed form, and what is left is
// a search for one number (variable projection). Distances are relative to the error, which is the logarithm's distance
// to first order: large errors of small parts must not outweigh what happens near the whole treebank.
// Invariant: a >= 0 and c >= 0 at every b; where the free solution breaks one, the best lies on that border, and both
// borders are looked at. The search is a grid, then golden sections around its best, so it finds the same curve always
// and needs no start.
// Cost: points × (grid + sections).
// Papers: Cortes, Jackel, Solla, Vapnik and Denker 1993 (the curve); Golub and Pereyra 1973 (variable projection);
// Kolachina, Cancedda, Dymetman and Venkatapathy 2012 (which curves fit learners of language).
#include "curation/power_law.h"

#include <cmath>
#include <limits>

namespace espalier::curation {
namespace {

constexpr double kSlowest = 0.005;  // of b: over the range of a treebank this is a straight line on a logarithmic axis
constexpr double kFastest = 3;
constexpr int kGrid = 120;
constexpr int kSections = 60;
constexpr double kGolden = 0.6180339887498949;

struct Linear {
  PowerLaw law;
  double loss = std::numeric_limits<double>::infinity();
};

/// Of a·u + c·v − 1, with u = n^−b / error and v = 1 / error: the relative distances. Summed up as they are, because
/// the products that a solution is made of cancel where the curve is exact.
double loss_of(std::span<const ErrorPoint> points, double scale, const PowerLaw& law) {
  double loss = 0;
  for (const ErrorPoint& point : points) {
    const double distance = law.at(point.size / scale) / point.error - 1;
    loss += distance * distance;
  }
  return loss;
}

/// The best a and c for a b. Sizes are divided by `scale`, which keeps numbers near 1.
Linear solve(std::span<const ErrorPoint> points, double scale, double b, bool free_c) {
  double uu = 0, uv = 0, vv = 0, u = 0, v = 0;
  for (const ErrorPoint& point : points) {
    const double left = std::pow(point.size / scale, -b) / point.error;
    const double right = 1 / point.error;
    uu += left * left;
    uv += left * right;
    vv += right * right;
    u += left;
    v += right;
  }
  Linear out;
  const auto consider = [&](double a, double c) {
    if (!(a >= 0) || !(c >= 0)) return;
    const PowerLaw law = {a, b, c};
    if (const double loss = loss_of(points, scale, law); loss < out.loss) out = {law, loss};
  };
  consider(u / uu, 0);
  if (!free_c) return out;
  consider(0, v / vv);
  const double determinant = uu * vv - uv * uv;
  if (determinant > 1e-14 * uu * vv) consider((u * vv - v * uv) / determinant, (v * uu - u * uv) / determinant);
  return out;
}

double grid_value(int i) { return kSlowest * std::pow(kFastest / kSlowest, static_cast<double>(i) / kGrid); }

}  // namespace

double PowerLaw::at(double size) const { return a * std::pow(size, -b) + c; }

double PowerLaw::size_for(double error) const {
  if (!(error > c)) return std::numeric_limits<double>::infinity();
  return std::pow(a / (error - c), 1 / b);
}

std::optional<PowerLaw> fit_power_law(std::span<const ErrorPoint> points, bool free_c) {
  double scale = 0;
  for (const ErrorPoint& point : points) scale += std::log(point.size) / static_cast<double>(points.size());
  scale = std::exp(scale);
  const auto loss_at = [&](double b) { return solve(points, scale, b, free_c).loss; };
  int best = 0;
  double least = loss_at(grid_value(0));
  for (int i = 1; i <= kGrid; ++i) {
    const double loss = loss_at(grid_value(i));
    if (loss < least) {
      least = loss;
      best = i;
    }
  }
  double low = grid_value(best == 0 ? 0 : best - 1);
  double high = grid_value(best == kGrid ? kGrid : best + 1);
  for (int i = 0; i < kSections; ++i) {
    const double left = high - kGolden * (high - low);
    const double right = low + kGolden * (high - low);
    if (loss_at(left) <= loss_at(right)) {
      high = right;
    } else {
      low = left;
    }
  }
  PowerLaw law = solve(points, scale, (low + high) / 2, free_c).law;
  law.a *= std::pow(scale, law.b);
  // Errors that do not fall are nearest to a level, which tells nothing of more data.
  const bool falls = law.a > 0 && law.at(points.front().size * 2) < law.at(points.front().size) * (1 - 1e-6);
  return falls && law.b > kSlowest * 1.01 ? std::optional(law) : std::nullopt;
}

}  // namespace espalier::curation
