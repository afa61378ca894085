#include "treebank/nesting.h"

#include <fmt/format.h>

#include <bit>

#include "treebank/constituents.h"

namespace espalier::treebank {
namespace {

// 4..7 × 2^k: the size rounded down to its three leading bits.
std::size_t step_of(std::size_t size) noexcept {
  const int shift = static_cast<int>(std::bit_width(size)) - 3;
  return shift > 0 ? (size >> shift) << shift : size;
}

}  // namespace

bool is_worth_scanning(std::size_t scanned, std::size_t size) noexcept {
  return size <= kAlwaysScanned || step_of(size) != step_of(scanned);
}

bool is_top_label(std::string_view label) noexcept {
  return label.empty() || label == "ROOT" || label == "TOP" || label == "VROOT";
}

void NestingGuard::open(std::size_t line) {
  if (++depth_ > context_.limits->depth) {
    fail(context_, line,
         fmt::format("constituents are nested more than {} deep (--max-depth)", context_.limits->depth));
  }
}

void NestingGuard::word(std::size_t line) {
  if (++words_ > context_.limits->words) {
    fail(context_, line, fmt::format("sentence has more than {} words (--max-words)", context_.limits->words));
  }
}

std::string_view tag_of(const Sentence& sentence, std::int32_t word) noexcept {
  const std::string_view tag = sentence.xpos(word);
  return tag.empty() ? sentence.upos(word) : tag;
}

void fail_to_write(const Sentence& sentence, const std::string& reason) {
  throw Error(ErrorKind::kInput, Place{"", sentence.line(), 0}, reason);
}

void require_constituents(const Sentence& sentence) {
  if (sentence.constituents().empty()) {
    fail_to_write(sentence, "sentence has no constituents (convert --heads makes them from dependencies)");
  }
  const std::string fault = find_fault(sentence.constituents(), sentence.size());
  if (!fault.empty()) fail_to_write(sentence, fault);
}

}  // namespace espalier::treebank
