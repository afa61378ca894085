// Examples as the libraries of Chih-Jen Lin's group want them: features numbered from 1, ascending, those given twice
// merged into one with the value 2, a row of nodes (index, value) for each example, ended by index -1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "learning/examples.h"

namespace espalier::learning {

/// `Node`: a library's own struct of an index and a value.
template <class Node>
class ExampleRows {
 public:
  /// `order`: the examples, in the order of the rows. `bias`: the value of a last feature that all have; negative:
  /// none.
  ExampleRows(const Examples& examples, std::span<const std::size_t> order, double bias) {
    std::vector<int> index(examples.features(), 0);  // 0: too rare
    for (std::uint32_t id = 0; id < index.size(); ++id) {
      if (!examples.is_frequent(id)) continue;
      features_.push_back(examples.feature(id));
      index[id] = static_cast<int>(features_.size());
    }
    columns_ = features_.size() + (bias >= 0 ? 1 : 0);
    std::vector<std::size_t> begins;
    std::vector<int> present;
    for (const std::size_t example : order) {
      present.clear();
      for (const std::uint32_t id : examples.ids(example)) {
        if (index[id] != 0) present.push_back(index[id]);
      }
      std::sort(present.begin(), present.end());
      begins.push_back(nodes_.size());
      append(present);
      if (bias >= 0) nodes_.push_back({static_cast<int>(columns_), bias});
      nodes_.push_back({-1, 0});
      labels_.push_back(static_cast<double>(examples.label(example)));
    }
    for (const std::size_t begin : begins) rows_.push_back(nodes_.data() + begin);
  }
  ExampleRows(const ExampleRows&) = delete;
  ExampleRows& operator=(const ExampleRows&) = delete;

  int size() const noexcept { return static_cast<int>(rows_.size()); }
  // The libraries read these through pointers that are not const.
  double* labels() noexcept { return labels_.data(); }
  Node** rows() noexcept { return rows_.data(); }
  /// By index less 1, the bias left out.
  const std::vector<std::uint64_t>& features() const noexcept { return features_; }
  /// Features, and one for the bias.
  std::size_t columns() const noexcept { return columns_; }

 private:
  void append(const std::vector<int>& sorted) {
    const std::size_t begin = nodes_.size();
    for (const int index : sorted) {
      if (nodes_.size() > begin && nodes_.back().index == index) {
        nodes_.back().value += 1;
      } else {
        nodes_.push_back({index, 1});
      }
    }
  }

  std::vector<std::uint64_t> features_;
  std::size_t columns_ = 0;
  std::vector<Node> nodes_;
  std::vector<Node*> rows_;
  std::vector<double> labels_;
};

}  // namespace espalier::learning
