#include "features/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "base/hash.h"
#include "espalier/error.h"

namespace espalier::features {
namespace {

/// Far more than any list of templates asks for; each costs a number a word.
constexpr std::size_t kMostColumns = 10'000;

std::uint64_t text_value(std::string_view text) noexcept { return base::hash(text); }

/// Bins of how many words on one side fulfil the condition.
void side_counts(const Condition& condition, bool left, std::int32_t words, std::uint64_t* column) {
  std::uint64_t count = 0;
  for (std::int32_t i = 1; i <= words; ++i) {
    const std::int32_t node = left ? i : words + 1 - i;
    column[node] = number_value(count_bin(count));
    count += condition(node) ? 1 : 0;
  }
}

void side_nearest(const std::vector<std::string>& parameters, bool left, const WordTexts& texts,
                  std::uint64_t* column) {
  const AttributeId what = find_attribute(parameters[0])->id;
  const Condition condition{std::span(parameters).subspan(1), texts};
  std::uint64_t nearest = kNone;
  const std::int32_t words = texts.sentence().size();
  for (std::int32_t i = 1; i <= words; ++i) {
    const std::int32_t node = left ? i : words + 1 - i;
    column[node] = nearest;
    if (condition(node)) nearest = text_value(*texts.text(what, {}, node));
  }
}

void running_counts(const Condition& condition, std::int32_t words, std::uint64_t* column) {
  column[0] = 0;
  for (std::int32_t node = 1; node <= words; ++node) column[node] = column[node - 1] + (condition(node) ? 1 : 0);
}

/// Where a bag lies in the store of bags: begin in the high half, size in the low.
constexpr std::uint64_t pack_bag(std::size_t begin, std::size_t end) noexcept { return begin << 32 | (end - begin); }

void feats_bags(const Sentence& sentence, std::vector<std::uint64_t>& bags, std::uint64_t* column) {
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    const std::size_t begin = bags.size();
    for_each_morph(sentence.feats(node), [&](std::string_view item) { bags.push_back(text_value(item)); });
    column[node] = pack_bag(begin, bags.size());
  }
}

void fill(const ColumnSet::Spec& spec, const WordTexts& texts, std::vector<std::uint64_t>& bags,
          std::uint64_t* column) {
  const std::int32_t words = texts.sentence().size();
  switch (spec.id) {
    case AttributeId::kLeftCount:
    case AttributeId::kRightCount:
      return side_counts(Condition(spec.parameters, texts), spec.id == AttributeId::kLeftCount, words, column);
    case AttributeId::kLeftNearest:
    case AttributeId::kRightNearest:
      return side_nearest(spec.parameters, spec.id == AttributeId::kLeftNearest, texts, column);
    case AttributeId::kMorph:
      return feats_bags(texts.sentence(), bags, column);
    case AttributeId::kCount:
      return running_counts(Condition(spec.parameters, texts), words, column);
    default:
      for (std::int32_t node = 1; node <= words; ++node) {
        const auto text = texts.text(spec.id, spec.parameters, node);
        column[node] = text ? text_value(*text) : kNone;
      }
  }
}

}  // namespace

bool reads_field(const ColumnSet::Spec& spec, Column field) {
  switch (spec.id) {
    case AttributeId::kLemma:
      return field == Column::kLemma || field == Column::kForm;
    case AttributeId::kUpos:
      return field == Column::kUpos;
    case AttributeId::kXpos:
      return field == Column::kXpos;
    case AttributeId::kTag:
      return field == Column::kUpos || field == Column::kXpos;
    case AttributeId::kFeats:
    case AttributeId::kFeat:
    case AttributeId::kMorph:
      return field == Column::kFeats;
    case AttributeId::kColumn:
    case AttributeId::kDict:
      return false;
    case AttributeId::kLeftNearest:
    case AttributeId::kRightNearest:
      return reads_field({find_attribute(spec.parameters[0])->id, {}}, field) ||
             reads_field({find_attribute(spec.parameters[1])->id, {}}, field);
    case AttributeId::kLeftCount:
    case AttributeId::kRightCount:
    case AttributeId::kCount:
      return reads_field({find_attribute(spec.parameters[0])->id, {}}, field);
    default:
      return field == Column::kForm;
  }
}

bool reads_form_alone(const ColumnSet::Spec& spec) noexcept {
  switch (spec.id) {
    case AttributeId::kForm:
    case AttributeId::kLower:
    case AttributeId::kPrefix:
    case AttributeId::kSuffix:
    case AttributeId::kShape:
    case AttributeId::kTraits:
    case AttributeId::kLength:
      return true;
    default:
      return false;
  }
}

std::string_view extra_name(const ColumnSet::Spec& spec) noexcept {
  switch (spec.id) {
    case AttributeId::kColumn:
      return spec.parameters[0];
    case AttributeId::kLeftCount:
    case AttributeId::kRightCount:
    case AttributeId::kCount:
      if (find_attribute(spec.parameters[0])->id != AttributeId::kColumn) return {};
      return spec.parameters[1];
    default:
      return {};
  }
}

std::uint32_t ColumnSet::add(AttributeId id, std::vector<std::string> parameters) {
  Spec spec{id, std::move(parameters)};
  const auto found = std::find(specs_.begin(), specs_.end(), spec);
  if (found != specs_.end()) return static_cast<std::uint32_t>(found - specs_.begin());
  if (specs_.size() == kMostColumns) {
    throw Error(ErrorKind::kUsage, fmt::format("the templates ask for more than {} things of a word", kMostColumns));
  }
  specs_.push_back(std::move(spec));
  return static_cast<std::uint32_t>(specs_.size() - 1);
}

std::span<const std::uint64_t> Encoded::bag(std::uint32_t column, std::int32_t node) const noexcept {
  if (node < 1 || node > words_) return {};
  const std::uint64_t packed = value(column, node);
  return std::span(bags_).subspan(packed >> 32, packed & 0xFFFFFFFF);
}

Encoder::Encoder(ColumnSet columns) : columns_(std::move(columns)) {
  const auto& specs = columns_.specs();
  for (std::uint32_t i = 0; i < specs.size(); ++i) {
    const bool is_kept = reads_form_alone(specs[i]) || specs[i].id == AttributeId::kDict;
    (is_kept ? form_columns_ : other_columns_).push_back(i);
  }
}

bool Encoder::reads_extra() const noexcept {
  return std::any_of(columns_.specs().begin(), columns_.specs().end(),
                     [](const ColumnSet::Spec& spec) { return !extra_name(spec).empty(); });
}

bool Encoder::reads_extra(std::string_view name) const noexcept {
  return std::any_of(columns_.specs().begin(), columns_.specs().end(),
                     [&](const ColumnSet::Spec& spec) { return extra_name(spec) == name; });
}

void Encoder::start(const Sentence& sentence, Encoded& out) const {
  const std::int32_t words = sentence.size();
  out.words_ = words;
  out.stride_ = static_cast<std::size_t>(words) + 1 + 2 * kMaxOffset;
  out.values_.resize(columns_.specs().size() * out.stride_);
  out.bags_.clear();
  out.forms_.clear();
  out.new_forms_.clear();
  out.lower_.fill(sentence);
  for (std::size_t i = 0; i < columns_.specs().size(); ++i) {
    std::uint64_t* column = out.values_.data() + i * out.stride_ + kMaxOffset;
    std::fill(column - kMaxOffset, column, kBefore);
    column[0] = kRoot;
    std::fill(column + words + 1, column + words + 1 + kMaxOffset, kAfter);
  }
}

void Encoder::encode(const Sentence& sentence, Encoded& out, const ExtraColumns* extra) const {
  start(sentence, out);
  const WordTexts texts(sentence, extra, out.scratch_, &out.lower_);
  for (std::size_t i = 0; i < columns_.specs().size(); ++i) {
    fill(columns_.specs()[i], texts, out.bags_, out.values_.data() + i * out.stride_ + kMaxOffset);
  }
}

void Encoder::encode(const Sentence& sentence, Encoded& out, FormCache& cache) const {
  start(sentence, out);
  cache.use(form_columns_.size());
  out.forms_.assign(static_cast<std::size_t>(sentence.size()) + 1, FormCache::kNoForm);
  encode_forms(sentence, out, cache);
  const WordTexts texts(sentence, nullptr, out.scratch_, &out.lower_);
  for (const std::uint32_t i : other_columns_) {
    fill(columns_.specs()[i], texts, out.bags_, out.values_.data() + i * out.stride_ + kMaxOffset);
  }
}

void Encoder::encode_forms(const Sentence& sentence, Encoded& out, FormCache& cache) const {
  const WordTexts texts(sentence, nullptr, out.scratch_, &out.lower_);
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    const std::string_view form = sentence.form(node);
    const FormCache::Known known = cache.find(form, text_value(form));
    std::uint64_t* const values = out.values_.data() + kMaxOffset + node;
    if (known.values != nullptr) {
      out.forms_[static_cast<std::size_t>(node)] = known.id;
      for (std::size_t i = 0; i < form_columns_.size(); ++i) values[form_columns_[i] * out.stride_] = known.values[i];
      continue;
    }
    out.new_forms_.push_back(node);
    for (const std::uint32_t column : form_columns_) {
      const ColumnSet::Spec& spec = columns_.specs()[column];
      const auto text = texts.text(spec.id, spec.parameters, node);
      values[column * out.stride_] = text ? text_value(*text) : kNone;
    }
  }
}

void Encoder::keep_forms(const Sentence& sentence, Encoded& out, FormCache& cache) const {
  for (const std::int32_t node : out.new_forms_) {
    const std::string_view form = sentence.form(node);
    std::uint64_t& id = out.forms_[static_cast<std::size_t>(node)];
    // It may have come twice.
    const std::uint64_t hash = text_value(form);
    id = cache.find(form, hash).id;
    if (id != FormCache::kNoForm) continue;
    std::span<std::uint64_t> kept;
    id = cache.add(form, hash, kept);
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = out.value(form_columns_[i], node);
  }
}

void Encoder::encode_again(const Sentence& sentence, Column field, Encoded& out, const ExtraColumns* extra) const {
  if (field == Column::kForm) out.lower_.fill(sentence);
  const WordTexts texts(sentence, extra, out.scratch_, &out.lower_);
  for (std::size_t i = 0; i < columns_.specs().size(); ++i) {
    if (!reads_field(columns_.specs()[i], field)) continue;
    fill(columns_.specs()[i], texts, out.bags_, out.values_.data() + i * out.stride_ + kMaxOffset);
  }
}

void Encoder::encode_extra(const Sentence& sentence, const ExtraColumns& extra, Encoded& out) const {
  const WordTexts texts(sentence, &extra, out.scratch_, &out.lower_);
  for (std::size_t i = 0; i < columns_.specs().size(); ++i) {
    if (extra_name(columns_.specs()[i]).empty()) continue;
    fill(columns_.specs()[i], texts, out.bags_, out.values_.data() + i * out.stride_ + kMaxOffset);
  }
}

}  // namespace espalier::features
