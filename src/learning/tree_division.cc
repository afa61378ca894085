#include "learning/tree_division.h"

#include <algorithm>
#include <numeric>

namespace espalier::learning {
namespace {

double share_of(const NodeCases& node, std::uint32_t entry) {
  return node.shares == nullptr ? 1.0 : node.shares[entry];
}

void append(const CaseSink& sink, std::size_t& cursor, std::uint32_t example, double share) {
  if (cursor == Division::kNowhere) return;
  sink.examples[cursor] = example;
  if (sink.shares != nullptr) sink.shares[cursor] = share;
  ++cursor;
}

}  // namespace

std::vector<double> Division::shares() const {
  const double all = std::accumulate(known.weights.begin(), known.weights.end(), 0.0);
  const auto classes = static_cast<std::ptrdiff_t>(missing.weights.size());
  std::vector<double> out;
  for (auto at = known.weights.begin(); at != known.weights.end(); at += classes) {
    out.push_back(std::accumulate(at, at + classes, 0.0) / all);
  }
  return out;
}

void Divider::make_room(const CategoricalColumn& column) {
  branch_.resize(std::max<std::size_t>(branch_.size(), column.domain() + std::size_t{1}), kNoBranch);
}

void Divider::number_branches(const CategoricalColumn& column, const NodeCases& node, Division& out) {
  make_room(column);
  column.visit_codes([&](const auto* codes) {
    for (std::uint32_t i = node.bounds.front(); i < node.bounds.back(); ++i) {
      const std::uint32_t code = codes[node.examples[i]];
      if (code == 0 || branch_[code] != kNoBranch) continue;
      branch_[code] = 0;
      out.values.push_back(code - 1);
    }
  });
  std::sort(out.values.begin(), out.values.end());
  for (std::size_t k = 0; k < out.values.size(); ++k) branch_[out.values[k] + 1] = static_cast<std::uint32_t>(k);
}

Division Divider::divide(const CategoricalColumn& column, const NodeCases& node) {
  Division out;
  number_branches(column, node, out);
  out.known.entries.resize(out.values.size() * classes_);
  out.known.weights.resize(out.values.size() * classes_);
  out.missing.entries.resize(classes_);
  out.missing.weights.resize(classes_);
  column.visit_codes([&](const auto* codes) {
    for (std::uint32_t c = 0; c < classes_; ++c) {
      for (std::uint32_t i = node.bounds[c]; i < node.bounds[c + 1]; ++i) {
        const std::uint32_t code = codes[node.examples[i]];
        ClassCases& side = code == 0 ? out.missing : out.known;
        const std::size_t cell = code == 0 ? c : std::size_t{branch_[code]} * classes_ + c;
        ++side.entries[cell];
        side.weights[cell] += share_of(node, i);
      }
    }
  });
  for (const std::uint32_t value : out.values) branch_[value + 1] = kNoBranch;
  return out;
}

void Divider::distribute(const CategoricalColumn& column, const NodeCases& node, Division& division,
                         const CaseSink& sink) {
  make_room(column);
  const std::size_t branches = division.values.size();
  for (std::size_t k = 0; k < branches; ++k) branch_[division.values[k] + 1] = static_cast<std::uint32_t>(k);
  std::vector<double> parts;  // of a case whose value is missing, by branch
  column.visit_codes([&](const auto* codes) {
    for (std::uint32_t c = 0; c < classes_; ++c) {
      for (std::uint32_t i = node.bounds[c]; i < node.bounds[c + 1]; ++i) {
        const std::uint32_t example = node.examples[i];
        const std::uint32_t code = codes[example];
        const auto cursor = [&](std::size_t branch) -> std::size_t& { return division.cursors[branch * classes_ + c]; };
        if (code != 0) {
          append(sink, cursor(branch_[code]), example, share_of(node, i));
          continue;
        }
        if (parts.empty()) parts = division.shares();
        for (std::size_t k = 0; k < branches; ++k) append(sink, cursor(k), example, share_of(node, i) * parts[k]);
      }
    }
  });
  for (const std::uint32_t value : division.values) branch_[value + 1] = kNoBranch;
}

}  // namespace espalier::learning
