#include "espalier/sentence.h"

namespace espalier {

void Sentence::clear() {
  store_.clear();
  rows_.assign(1, {});
  heads_.assign(1, kNoHead);
  comments_.clear();
  multiword_tokens_.clear();
  empty_nodes_.clear();
  constituents_.clear();
  line_ = 0;
}

std::int32_t Sentence::add_word(std::string_view form) {
  rows_.emplace_back();
  heads_.push_back(kNoHead);
  set(size(), Column::kForm, form);
  return size();
}

void Sentence::resize(std::int32_t n) {
  const auto nodes = static_cast<std::size_t>(n) + 1;
  rows_.resize(nodes);
  heads_.resize(nodes, kNoHead);
}

Text Sentence::add_text(std::string_view text) {
  const Text place{static_cast<std::uint32_t>(store_.size()), static_cast<std::uint32_t>(text.size())};
  store_.append(text);
  return place;
}

std::optional<std::string_view> Sentence::comment(std::string_view key) const {
  const auto trim = [](std::string_view s) {
    while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
    while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
    return s;
  };
  for (const Text comment : comments_) {
    std::string_view line = text(comment);
    line = trim(line.substr(1));
    if (!line.starts_with(key)) continue;
    const std::string_view rest = trim(line.substr(key.size()));
    if (rest.empty()) return rest;
    if (rest.front() == '=') return trim(rest.substr(1));
  }
  return std::nullopt;
}

DependencyTree Sentence::dependencies() const {
  DependencyTree tree;
  tree.heads = heads_;
  tree.labels.reserve(heads_.size());
  for (std::int32_t node = 0; node <= size(); ++node) tree.labels.emplace_back(deprel(node));
  return tree;
}

void Sentence::set_dependencies(const DependencyTree& tree) {
  for (std::int32_t node = 1; node <= size(); ++node) {
    const auto i = static_cast<std::size_t>(node);
    heads_[i] = tree.heads[i];
    if (deprel(node) != tree.labels[i]) set(node, Column::kDeprel, tree.labels[i]);
  }
}

void Sentence::clear_deps() noexcept {
  constexpr auto kDeps = static_cast<std::size_t>(Column::kDeps);
  for (auto& row : rows_) row[kDeps] = Text{};
  for (EmptyNode& node : empty_nodes_) node.fields[kDeps] = Text{};
}

bool Sentence::has_dependencies() const noexcept {
  for (std::size_t i = 1; i < heads_.size(); ++i) {
    if (heads_[i] != kNoHead) return true;
  }
  return false;
}

std::optional<std::string_view> attribute(std::string_view list, std::string_view key) {
  while (!list.empty()) {
    const std::size_t bar = list.find('|');
    const std::string_view item = list.substr(0, bar);
    if (item.starts_with(key) && item.size() > key.size() && item[key.size()] == '=')
      return item.substr(key.size() + 1);
    if (bar == std::string_view::npos) break;
    list.remove_prefix(bar + 1);
  }
  return std::nullopt;
}

}  // namespace espalier
