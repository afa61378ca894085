#include "features/encoding.h"

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "base/unicode.h"

namespace espalier::features {
namespace {

std::uint64_t text_value(std::string_view text) noexcept { return base::hash(text); }

/// `text` in lower case, in `out` where that differs.
std::string_view lower(std::string_view text, std::string& out) {
  bool ascii = true;
  bool same = true;
  for (const char c : text) {
    ascii = ascii && static_cast<unsigned char>(c) < 0x80;
    same = same && !(c >= 'A' && c <= 'Z');
  }
  if (ascii && same) return text;
  out.clear();
  for (std::size_t at = 0; at < text.size();) base::append_utf8(out, base::to_lower(base::decode(text, at)));
  return out;
}

std::string_view first_characters(std::string_view text, int count) {
  std::size_t at = 0;
  while (count-- > 0 && at < text.size()) base::decode(text, at);
  return text.substr(0, at);
}

std::string_view last_characters(std::string_view text, int count) {
  std::size_t at = text.size();
  while (count > 0 && at > 0) {
    --at;
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) --count;
  }
  return text.substr(at);
}

/// Xx9o classes with runs of three and more shortened to two; other characters stand for themselves.
std::string_view shape(std::string_view text, std::string& out) {
  out.clear();
  char32_t last = 0;
  int run = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t kind = base::shape_class(base::decode(text, at));
    run = kind == last ? run + 1 : 1;
    last = kind;
    if (run <= 2) base::append_utf8(out, kind);
  }
  return out;
}

int to_number(const std::string& text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Column column_of(AttributeId id) {
  switch (id) {
    case AttributeId::kLemma:
      return Column::kLemma;
    case AttributeId::kUpos:
      return Column::kUpos;
    case AttributeId::kXpos:
      return Column::kXpos;
    case AttributeId::kFeats:
      return Column::kFeats;
    default:
      return Column::kForm;
  }
}

/// The text of a plain attribute; `scratch` holds it where it is made.
std::string_view plain_text(AttributeId id, const Sentence& sentence, std::int32_t node, std::string& scratch) {
  switch (id) {
    case AttributeId::kLower:
      return lower(sentence.form(node), scratch);
    case AttributeId::kLemma:
      return sentence.lemma(node).empty() ? lower(sentence.form(node), scratch) : sentence.lemma(node);
    case AttributeId::kTag:
      return sentence.xpos(node).empty() ? sentence.upos(node) : sentence.xpos(node);
    case AttributeId::kShape:
      return shape(sentence.form(node), scratch);
    default:
      return sentence.get(node, column_of(id));
  }
}

/// Whether `text` is one of the alternatives `A|B|C`; `*` is any.
bool is_one_of(std::string_view text, std::string_view alternatives) {
  if (alternatives == "*") return true;
  for (;;) {
    const std::size_t bar = alternatives.find('|');
    if (alternatives.substr(0, bar) == text) return true;
    if (bar == std::string_view::npos) return false;
    alternatives.remove_prefix(bar + 1);
  }
}

/// Tests words for `attribute` being one of the alternatives.
class Condition {
 public:
  Condition(const std::string& attribute, const std::string& alternatives, const Sentence& sentence,
            std::string& scratch)
      : id_(find_attribute(attribute)->id), alternatives_(alternatives), sentence_(sentence), scratch_(scratch) {}
  bool operator()(std::int32_t node) const {
    return is_one_of(plain_text(id_, sentence_, node, scratch_), alternatives_);
  }

 private:
  AttributeId id_;
  std::string_view alternatives_;
  const Sentence& sentence_;
  std::string& scratch_;
};

/// Bins of how many words on one side fulfil the condition.
void side_counts(const Condition& condition, bool left, std::int32_t words, std::uint64_t* column) {
  std::uint64_t count = 0;
  for (std::int32_t i = 1; i <= words; ++i) {
    const std::int32_t node = left ? i : words + 1 - i;
    column[node] = number_value(count_bin(count));
    count += condition(node) ? 1 : 0;
  }
}

void side_nearest(const Condition& condition, AttributeId what, bool left, const Sentence& sentence,
                  std::string& scratch, std::uint64_t* column) {
  std::uint64_t nearest = kNone;
  const std::int32_t words = sentence.size();
  for (std::int32_t i = 1; i <= words; ++i) {
    const std::int32_t node = left ? i : words + 1 - i;
    column[node] = nearest;
    if (condition(node)) nearest = text_value(plain_text(what, sentence, node, scratch));
  }
}

void extra_values(const std::string& name, const ExtraColumns* extra, std::int32_t words, std::uint64_t* column) {
  const std::vector<std::string>* values = nullptr;
  for (std::size_t i = 0; extra != nullptr && i < extra->names.size(); ++i) {
    if (extra->names[i] == name) values = &extra->values[i];
  }
  for (std::int32_t node = 1; node <= words; ++node) {
    const auto at = static_cast<std::size_t>(node);
    column[node] = values != nullptr && at < values->size() ? text_value((*values)[at]) : kNone;
  }
}

/// Where a bag lies in the store of bags: begin in the high half, size in the low.
constexpr std::uint64_t pack_bag(std::size_t begin, std::size_t end) noexcept { return begin << 32 | (end - begin); }

void feats_bags(const Sentence& sentence, std::vector<std::uint64_t>& bags, std::uint64_t* column) {
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    const std::size_t begin = bags.size();
    std::string_view rest = sentence.feats(node);
    while (!rest.empty()) {
      const std::size_t bar = std::min(rest.find('|'), rest.size());
      bags.push_back(text_value(rest.substr(0, bar)));
      rest.remove_prefix(std::min(bar + 1, rest.size()));
    }
    column[node] = pack_bag(begin, bags.size());
  }
}

}  // namespace

std::uint32_t ColumnSet::add(AttributeId id, std::vector<std::string> parameters) {
  Spec spec{id, std::move(parameters)};
  const auto found = std::find(specs_.begin(), specs_.end(), spec);
  if (found != specs_.end()) return static_cast<std::uint32_t>(found - specs_.begin());
  specs_.push_back(std::move(spec));
  return static_cast<std::uint32_t>(specs_.size() - 1);
}

std::span<const std::uint64_t> Encoded::bag(std::uint32_t column, std::int32_t node) const noexcept {
  if (node < 1 || node > words_) return {};
  const std::uint64_t packed = value(column, node);
  return std::span(bags_).subspan(packed >> 32, packed & 0xFFFFFFFF);
}

void Encoder::encode(const Sentence& sentence, Encoded& out, const ExtraColumns* extra) const {
  const std::int32_t words = sentence.size();
  out.words_ = words;
  out.stride_ = static_cast<std::size_t>(words) + 1 + 2 * kMaxOffset;
  out.values_.resize(columns_.specs().size() * out.stride_);
  out.bags_.clear();
  for (std::size_t i = 0; i < columns_.specs().size(); ++i) {
    std::uint64_t* column = out.values_.data() + i * out.stride_ + kMaxOffset;
    std::fill(column - kMaxOffset, column, kBefore);
    column[0] = kRoot;
    fill(columns_.specs()[i], sentence, extra, out, column);
    std::fill(column + words + 1, column + words + 1 + kMaxOffset, kAfter);
  }
}

void Encoder::fill(const ColumnSet::Spec& spec, const Sentence& sentence, const ExtraColumns* extra, Encoded& out,
                   std::uint64_t* column) const {
  const std::int32_t words = sentence.size();
  const auto& parameters = spec.parameters;
  std::string& scratch = out.scratch_;
  const auto each = [&](auto&& text_of) {
    for (std::int32_t node = 1; node <= words; ++node) column[node] = text_value(text_of(node));
  };
  switch (spec.id) {
    case AttributeId::kFeat:
      return each([&](std::int32_t node) {
        return attribute(sentence.feats(node), parameters[0]).value_or(std::string_view());
      });
    case AttributeId::kPrefix:
      return each([&, size = to_number(parameters[0])](std::int32_t node) {
        return first_characters(lower(sentence.form(node), scratch), size);
      });
    case AttributeId::kSuffix:
      return each([&, size = to_number(parameters[0])](std::int32_t node) {
        return last_characters(lower(sentence.form(node), scratch), size);
      });
    case AttributeId::kColumn:
      return extra_values(parameters[0], extra, words, column);
    case AttributeId::kLeftCount:
    case AttributeId::kRightCount:
      return side_counts(Condition(parameters[0], parameters[1], sentence, scratch), spec.id == AttributeId::kLeftCount,
                         words, column);
    case AttributeId::kLeftNearest:
    case AttributeId::kRightNearest:
      return side_nearest(Condition(parameters[1], parameters[2], sentence, scratch), find_attribute(parameters[0])->id,
                          spec.id == AttributeId::kLeftNearest, sentence, scratch, column);
    case AttributeId::kMorph:
      return feats_bags(sentence, out.bags_, column);
    case AttributeId::kCount: {
      const Condition condition(parameters[0], parameters[1], sentence, scratch);
      column[0] = 0;
      for (std::int32_t node = 1; node <= words; ++node) column[node] = column[node - 1] + (condition(node) ? 1 : 0);
      return;
    }
    default:
      return each([&](std::int32_t node) { return plain_text(spec.id, sentence, node, scratch); });
  }
}

}  // namespace espalier::features
