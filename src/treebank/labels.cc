#include "treebank/labels.h"

#include <algorithm>

namespace espalier::treebank {
namespace {

constexpr std::string_view kBoundaries = "-=";

bool is_boundary(char c) noexcept { return c == '-' || c == '='; }

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

LabelPattern::LabelPattern(std::string_view text) : text_(text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escaped = text[i] == '\\' && i + 1 < text.size();
    if (escaped) ++i;
    glyphs_ += text[i];
    is_star_.push_back(!escaped && text[i] == '*');
  }
}

// Glob matching that goes back to the last star only: what came before it is matched as far left as can be, and any
// match further right would leave the last star less to choose from. O(label × pattern) at worst.
bool LabelPattern::matches(std::string_view label) const noexcept {
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t p = 0, s = 0;
  std::size_t star = kNone, resume = 0;
  while (true) {
    if (p < glyphs_.size() && is_star_[p]) {
      star = p++;
      resume = s;
    } else if (p == glyphs_.size() && (s == label.size() || is_boundary(label[s]))) {
      return true;
    } else if (p < glyphs_.size() && s < label.size() && glyphs_[p] == label[s]) {
      ++p;
      ++s;
    } else if (star != kNone && resume < label.size()) {
      p = star + 1;
      s = ++resume;
    } else {
      return false;
    }
  }
}

void LabelScheme::add_compound(std::string_view pattern) { compounds_.emplace_back(pattern); }

std::string_view LabelScheme::category(std::string_view label) const {
  const std::size_t first = label.find_first_of(kBoundaries, 1);
  if (first == std::string_view::npos) return label;
  if (label.front() == '-' && label[first] == '-') return label.substr(0, first + 1);  // -LRB-, -NONE-
  const std::size_t second = label.find_first_of(kBoundaries, first + 1);
  const std::string_view compound = label.substr(0, second);
  const bool is_compound = label[first] == '-' && std::any_of(compounds_.begin(), compounds_.end(), [&](const auto& c) {
                             return c.matches(compound) && !c.matches(label.substr(0, first));
                           });
  return is_compound ? compound : label.substr(0, first);
}

std::string_view LabelScheme::function(std::string_view label) const {
  std::string_view rest = label.substr(category(label).size());
  while (!rest.empty()) {
    const std::size_t last = rest.find_last_of(kBoundaries);
    if (last != std::string_view::npos && (rest[last] == '=' || is_number(rest.substr(last + 1)))) {
      rest = rest.substr(0, last);
      continue;
    }
    break;
  }
  while (!rest.empty() && is_boundary(rest.front())) rest.remove_prefix(1);
  return rest;
}

}  // namespace espalier::treebank
