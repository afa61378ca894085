#include "text/expansion_book.h"

#include <algorithm>

#include "text/mix.h"

namespace espalier::text {
namespace {

constexpr std::uint32_t kMostRules = 60'000;
constexpr std::int32_t kLongestEnding = 32;  // that is looked for; longer ones are of single forms

}  // namespace

std::string ExpansionBook::pack(std::span<const ExpansionRule> rules,
                                std::span<const std::vector<std::uint16_t>> lists) {
  model_file::Packer packer;
  packer.value(static_cast<std::uint32_t>(rules.size()));
  packer.value(static_cast<std::uint32_t>(lists.size()));
  for (const ExpansionRule& rule : rules) rule.pack(packer);
  for (const auto& list : lists) {
    packer.value(static_cast<std::uint32_t>(list.size()));
    for (const std::uint16_t item : list) packer.value(item);
  }
  return packer.take();
}

ExpansionBook::ExpansionBook(const model_file::Section& rules, const model_file::Section& forms,
                             const model_file::Section& endings) {
  model_file::Unpacker unpacker(rules);
  const auto rule_count = unpacker.value<std::uint32_t>();
  const auto list_count = unpacker.value<std::uint32_t>();
  if (rule_count > kMostRules || list_count > 0xFFFF) unpacker.fail("it has too many rules");
  for (std::uint32_t i = 0; i < rule_count; ++i) {
    rules_.push_back(ExpansionRule::unpack(unpacker));
    longest_ending_ = std::max(longest_ending_, static_cast<std::int32_t>(rules_.back().ending.size()));
  }
  for (std::uint32_t i = 0; i < list_count; ++i) {
    auto& list = lists_.emplace_back();
    const auto size = unpacker.value<std::uint32_t>();
    for (std::uint32_t k = 0; k < size; ++k) {
      list.push_back(unpacker.value<Expansion>());
      if (list.back() > rule_count) unpacker.fail("it names a rule that is not there");
    }
  }
  unpacker.finish();
  forms_ = read_lexicon(forms, list_count);
  endings_ = read_lexicon(endings, list_count);
}

// Rules that do not fit come of hashes that happen to be the same.
void ExpansionBook::add_list(std::int32_t list, const Characters& text, const Token& token,
                             std::vector<Expansion>& out) const {
  for (const Expansion expansion : lists_[static_cast<std::size_t>(list) - 1]) {
    if (expansion == kOneWord || rule(expansion).fits(text, token.begin, token.end)) out.push_back(expansion);
  }
}

void ExpansionBook::candidates(const Characters& text, const Token& token, bool as_unknown,
                               std::vector<Expansion>& out) const {
  out.clear();
  if (!as_unknown) {
    if (const auto list = forms_.find(text.hash(token.begin, token.end)); list > 0) add_list(list, text, token, out);
  }
  if (out.empty()) {
    out.push_back(kOneWord);
    const std::int32_t longest = std::min({longest_ending_, kLongestEnding, token.end - token.begin});
    for (std::int32_t length = 1; length <= longest && !endings_.empty(); ++length) {
      // Mostly there is none.
      const std::int32_t list = endings_.find(text.hash(token.end - length, token.end));
      if (list > 0) add_list(list, text, token, out);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

template <class... Values>
void ExpansionFeatures::add(Values... values) noexcept {
  features_[count_++] = feature(name_++, values...);
}

std::span<const std::uint64_t> ExpansionFeatures::of(const Characters& text, std::span<const Token> tokens,
                                                     std::size_t at) noexcept {
  constexpr std::int32_t kAffix = 6;
  constexpr std::int32_t kMost = 32;  // characters of a form that are looked at
  count_ = 0;
  name_ = 300;
  const auto [begin, end, unused] = tokens[at];
  const auto form_of = [&](std::size_t token) {
    if (token >= tokens.size()) return std::uint64_t{0};
    return text.hash(tokens[token].begin, std::min(tokens[token].end, tokens[token].begin + kMost));
  };
  const auto ending_of = [&](std::size_t token, std::int32_t length) {
    if (token >= tokens.size()) return std::uint64_t{0};
    return text.hash(std::max(tokens[token].begin, tokens[token].end - length), tokens[token].end);
  };
  const auto kind_of = [&](std::size_t token) {
    return token >= tokens.size() ? Class::kEdge : text.kind(tokens[token].begin);
  };
  const std::uint64_t form = form_of(at);
  const std::uint64_t next = form_of(at + 1);
  const std::uint64_t last = at == 0 ? 0 : form_of(at - 1);
  const auto length = std::min(end - begin, 12);
  add(0);
  add(form);
  for (std::int32_t i = 1; i <= kAffix; ++i) add(text.hash(std::max(begin, end - i), end));
  for (std::int32_t i = 1; i <= 4; ++i) add(text.hash(begin, std::min(end, begin + i)));
  add(length);
  add(length, text.hash(std::max(begin, end - 3), end));
  add(text.kind(begin), text.kind(begin + 1), at == 0);
  add(text.kind(begin), text.hash(std::max(begin, end - 2), end));
  add(form, text.kind(begin));
  add(form, last);
  add(form, next);
  add(form, kind_of(at + 1));
  add(form, at == 0 ? 0 : ending_of(at - 1, 2));
  add(form, ending_of(at + 1, 2));
  add(form, at == 0 ? 0 : ending_of(at - 1, 3));
  add(form, ending_of(at + 1, 3));
  const std::uint64_t ending = text.hash(std::max(begin, end - 3), end);
  add(ending, last);
  add(ending, next);
  add(ending, kind_of(at + 1));
  add(ending, ending_of(at + 1, 2));
  return {features_.data(), count_};
}

}  // namespace espalier::text
