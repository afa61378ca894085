#include "learning/categorical.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "espalier/error.h"

namespace espalier::learning {
namespace {

constexpr double kMostCases = 1 << 30;

[[noreturn]] void refuse(const std::string& reason) {
  throw Error(ErrorKind::kUsage, "categorical examples: " + reason);
}

template <class Wide, class Narrow>
std::vector<Wide> widened(const std::vector<Narrow>& codes) {
  std::vector<Wide> out;
  out.reserve(codes.capacity());
  out.assign(codes.begin(), codes.end());
  return out;
}

}  // namespace

void CategoricalColumn::push_back(std::uint32_t value) {
  const std::uint32_t code = value + 1;  // kMissing wraps to 0
  while (code > highest_code_) widen();
  domain_ = std::max(domain_, code);
  std::visit([&]<class Code>(std::vector<Code>& codes) { codes.push_back(static_cast<Code>(code)); }, codes_);
}

void CategoricalColumn::widen() {
  if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&codes_)) {
    codes_ = widened<std::uint16_t>(*bytes);
    highest_code_ = std::numeric_limits<std::uint16_t>::max();
  } else {
    codes_ = widened<std::uint32_t>(std::get<std::vector<std::uint16_t>>(codes_));
    highest_code_ = std::numeric_limits<std::uint32_t>::max();
  }
}

void CategoricalColumn::reserve(std::size_t examples) {
  std::visit([&](auto& codes) { codes.reserve(examples); }, codes_);
}

std::size_t CategoricalColumn::size() const noexcept {
  return std::visit([](const auto& codes) { return codes.size(); }, codes_);
}

std::uint32_t CategoricalColumn::operator[](std::size_t example) const noexcept {
  return std::visit([&](const auto& codes) { return static_cast<std::uint32_t>(codes[example]) - 1; }, codes_);
}

void CategoricalData::check() const {
  if (labels.empty()) refuse("there are none");
  if (classes == 0 || static_cast<double>(size()) > kMostCases) refuse("too many of them, or no class");
  for (std::size_t a = 0; a < columns.size(); ++a) {
    if (columns[a].size() != size()) {
      refuse(fmt::format("attribute {} has {} values for {} examples", a, columns[a].size(), size()));
    }
  }
  for (const std::uint32_t label : labels) {
    if (label >= classes) refuse(fmt::format("class {} of {}", label, classes));
  }
  if (weights.empty()) return;
  if (weights.size() != size()) refuse(fmt::format("{} weights for {} examples", weights.size(), size()));
  double sum = 0;
  for (const double weight : weights) {
    if (!std::isfinite(weight) || weight <= 0) refuse("a weight is a number above 0");
    sum += weight;
  }
  if (sum > kMostCases) refuse("the weights add up to too much");
}

}  // namespace espalier::learning
