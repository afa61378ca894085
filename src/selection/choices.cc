#include "selection/choices.h"

namespace espalier::selection {

void Choices::add_row(std::uint32_t label, std::span<const std::uint64_t> attributes) {
  labels_.push_back(label);
  sources_.push_back(static_cast<std::uint32_t>(sources()));
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].push_back(static_cast<std::uint32_t>(attributes[i] ^ attributes[i] >> 32));
  }
}

void Choices::add_row(std::uint32_t label) {
  labels_.push_back(label);
  sources_.push_back(sources_.back());
}

void Choices::end_group(std::size_t right) {
  const std::size_t begin = ends_.empty() ? 0 : ends_.back();
  if (labels_.size() - begin < 2) {
    if (labels_.size() > begin) {
      for (auto& column : columns_) column.resize(sources_[begin]);
    }
    labels_.resize(begin);
    sources_.resize(begin);
    return;
  }
  ends_.push_back(labels_.size());
  right_.push_back(begin + right);
}

}  // namespace espalier::selection
