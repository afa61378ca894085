#include "treebank/check_fields.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <tuple>

#include "treebank/conll.h"

namespace espalier::treebank {
namespace {

constexpr std::size_t kShown = 60;  // bytes of a field that a message repeats

bool is_capital_or_digit(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
bool is_alphanumeric(char c) { return is_capital_or_digit(c) || (c >= 'a' && c <= 'z'); }
bool is_small_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

/// `Case`, `Number[psor]`.
bool is_feature_name(std::string_view name) {
  if (const std::size_t open = name.find('['); open != std::string_view::npos) {
    const std::string_view layer = name.substr(open + 1);
    if (layer.size() < 2 || layer.back() != ']') return false;
    if (!std::all_of(layer.begin(), layer.end() - 1, is_small_or_digit)) return false;
    name = name.substr(0, open);
  }
  return !name.empty() && is_capital_or_digit(name[0]) && std::all_of(name.begin(), name.end(), is_alphanumeric);
}

bool is_feature_value(std::string_view value) {
  return !value.empty() && is_capital_or_digit(value[0]) && std::all_of(value.begin(), value.end(), is_alphanumeric);
}

/// ASCII only; the names and values of a well-formed list are.
std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string join(const std::vector<std::string>& items, char separator) {
  std::string out;
  for (const std::string& item : items) {
    if (&item != &items.front()) out += separator;
    out += item;
  }
  return out;
}

/// The first of `items` that an earlier one equals.
template <class Item>
std::optional<Item> first_repeated(const std::vector<Item>& items) {
  std::set<Item> seen;
  for (const Item& item : items) {
    if (!seen.insert(item).second) return item;
  }
  return std::nullopt;
}

std::string shown(std::string_view text) {
  return text.size() <= kShown ? std::string(text) : std::string(text.substr(0, kShown)) + "...";
}

std::string with_sorted_values(std::string_view feature, std::size_t equals) {
  std::vector<std::string> values;
  for (const std::string_view value : split(feature.substr(equals + 1), ',')) values.emplace_back(value);
  std::ranges::stable_sort(values, {}, lower);
  return std::string(feature.substr(0, equals + 1)) + join(values, ',');
}

struct Dependency {
  NodeId head;
  std::string_view relation;
  std::string_view text;

  auto key() const { return std::tie(head, relation); }
};

}  // namespace

std::vector<std::string_view> split(std::string_view list, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = list.find(separator, begin);
    parts.push_back(list.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

ListCheck check_feats(std::string_view feats) {
  ListCheck check;
  if (feats == "_") return check;
  std::vector<std::string> names;
  std::vector<std::pair<std::string, std::string>> items;  // name in small letters, text
  for (const std::string_view feature : split(feats, '|')) {
    const std::size_t equals = feature.find('=');
    bool is_good = equals != std::string_view::npos && is_feature_name(feature.substr(0, equals));
    if (is_good)
      std::ranges::for_each(split(feature.substr(equals + 1), ','), [&](auto v) { is_good &= is_feature_value(v); });
    if (!is_good) {
      check.syntax = "'" + shown(feature) + "' is not Name=Value";
      return check;
    }
    names.emplace_back(feature.substr(0, equals));
    items.emplace_back(lower(names.back()), with_sorted_values(feature, equals));
  }
  if (const auto name = first_repeated(names)) check.duplicate = *name;
  std::ranges::stable_sort(items, {}, [](const auto& item) -> const std::string& { return item.first; });
  std::vector<std::string> sorted;
  for (auto& item : items) sorted.push_back(std::move(item.second));
  std::string list = join(sorted, '|');
  if (list != feats) check.sorted = std::move(list);
  return check;
}

ListCheck check_deps(std::string_view deps) {
  ListCheck check;
  if (deps == "_") return check;
  std::vector<Dependency> items;
  for (const std::string_view item : split(deps, '|')) {
    const std::size_t colon = std::min(item.find(':'), item.size());
    const NodeId head = parse_node_id(item.substr(0, colon));
    if (!head.is_valid() || colon + 1 >= item.size()) {
      check.syntax = "'" + shown(item) + "' is not head:relation";
      return check;
    }
    items.push_back({head, item.substr(colon + 1), item});
  }
  std::ranges::stable_sort(items, {}, &Dependency::key);
  std::vector<std::string> sorted;
  for (const Dependency& item : items) sorted.emplace_back(item.text);
  if (const auto again = first_repeated(sorted)) check.duplicate = *again;
  std::string list = join(sorted, '|');
  if (list != deps) check.sorted = std::move(list);
  return check;
}

ListCheck check_misc(std::string_view misc) {
  ListCheck check;
  if (misc == "_") return check;
  std::vector<std::string_view> names;
  for (const std::string_view item : split(misc, '|')) {
    if (item.empty()) check.syntax = "an empty item";
    if (const std::size_t equals = item.find('='); equals != std::string_view::npos)
      names.push_back(item.substr(0, equals));
  }
  if (const auto name = first_repeated(names)) check.duplicate = shown(*name);
  return check;
}

NodeId parse_node_id(std::string_view text) {
  const std::size_t dot = text.find('.');
  NodeId id{parse_number(text.substr(0, dot)), 0};
  if (dot == std::string_view::npos) return id;
  id.index = parse_number(text.substr(dot + 1));
  return id.index > 0 ? id : NodeId{};
}

std::vector<NodeId> heads_of_deps(std::string_view deps) {
  std::vector<NodeId> heads;
  if (deps == "_") return heads;
  for (const std::string_view item : split(deps, '|')) {
    const NodeId head = parse_node_id(item.substr(0, item.find(':')));
    if (head.is_valid()) heads.push_back(head);
  }
  return heads;
}

}  // namespace espalier::treebank
