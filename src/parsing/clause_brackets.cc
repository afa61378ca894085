#include "parsing/clause_brackets.h"

namespace espalier::parsing {

std::optional<Brackets> parse_brackets(std::string_view text) {
  constexpr std::string_view kOpen = "(S";
  constexpr std::string_view kClose = "S)";
  Brackets brackets;
  for (; text.starts_with(kOpen); text.remove_prefix(kOpen.size())) ++brackets.opens;
  if (!text.starts_with('*')) return std::nullopt;
  text.remove_prefix(1);
  for (; text.starts_with(kClose); text.remove_prefix(kClose.size())) ++brackets.closes;
  if (!text.empty() || brackets.opens > kDeepest || brackets.closes > kDeepest) return std::nullopt;
  return brackets;
}

void append_brackets(const Brackets& brackets, std::string& out) {
  for (std::int32_t i = 0; i < brackets.opens; ++i) out += "(S";
  out += '*';
  for (std::int32_t i = 0; i < brackets.closes; ++i) out += "S)";
}

std::optional<std::vector<ClauseSpan>> clause_spans(std::span<const Brackets> brackets) {
  std::vector<std::int32_t> open;
  std::vector<ClauseSpan> spans;
  for (std::size_t node = 1; node < brackets.size(); ++node) {
    const auto at = static_cast<std::int32_t>(node);
    open.insert(open.end(), static_cast<std::size_t>(brackets[node].opens), at);
    for (std::int32_t i = 0; i < brackets[node].closes; ++i) {
      if (open.empty()) return std::nullopt;
      spans.push_back({open.back(), at});
      open.pop_back();
    }
  }
  if (!open.empty()) return std::nullopt;
  std::sort(spans.begin(), spans.end());
  return spans;
}

}  // namespace espalier::parsing
