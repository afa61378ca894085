#include "text/sentence_maker.h"

#include <algorithm>
#include <charconv>

#include "base/unicode.h"
#include "treebank/surface_text.h"

namespace espalier::text {
namespace {

constexpr std::string_view kNoSpace = "SpaceAfter=No";
constexpr std::size_t kMostDigits = 20;

void append_number(std::string& out, std::size_t number) {
  char digits[kMostDigits];
  out.append(digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr);
}

}  // namespace

SentenceMaker::SentenceMaker(const Block& block, const SegmenterOptions& options, const ExpansionBook& expansions,
                             SegmenterWorkspace& workspace)
    : block_(block),
      options_(options),
      expansions_(expansions),
      workspace_(workspace),
      text_(workspace.characters),
      sentence_(workspace.sentence),
      counted_(block.offset) {}

void SentenceMaker::run(const std::function<void(Sentence&)>& sink) {
  std::size_t first = 0;
  for (const std::size_t end : workspace_.sentence_ends) {
    make(first, end - 1);
    sink(sentence_);
    first = end;
  }
}

void SentenceMaker::make(std::size_t first, std::size_t last) {
  sentence_.clear();
  no_space_ = {};
  add_comments(first, last);
  for (std::size_t token = first; token <= last; ++token) add_token(token);
}

void SentenceMaker::add_comments(std::size_t first, std::size_t last) {
  const std::int32_t begin = workspace_.tokens[first].begin;
  const std::int32_t end = workspace_.tokens[last].end;
  const bool opens_block = first == 0;
  if (opens_block && block_.starts_document) sentence_.add_comment("# newdoc");
  if (opens_block ? block_.starts_paragraph : text_.kind(begin - 1) == Class::kEdge) sentence_.add_comment("# newpar");
  constexpr std::string_view kText = "# text = ";
  std::string& bytes = workspace_.bytes;
  bytes.assign(kText);
  is_verbatim_ = is_verbatim(begin, end);
  append_form(begin, end);
  const Text comment = sentence_.add_text(bytes);
  sentence_.comments().push_back(comment);
  text_place_ = comment.begin + static_cast<std::uint32_t>(kText.size());
  text_begin_ = text_.byte(begin);
}

bool SentenceMaker::is_verbatim(std::int32_t begin, std::int32_t end) const {
  for (std::int32_t at = begin; at < end; ++at) {
    if (text_.is_blank(at) && text_.bytes(at, at + 1) != " ") return false;
  }
  return true;
}

// Adds the entries to the bytes, white space as one space.
void SentenceMaker::append_form(std::int32_t begin, std::int32_t end) {
  if (is_verbatim_) {
    workspace_.bytes += text_.bytes(begin, end);
    return;
  }
  for (std::int32_t at = begin; at < end; ++at) {
    text_.is_blank(at) ? workspace_.bytes += ' ' : workspace_.bytes += text_.bytes(at, at + 1);
  }
}

// Forms lie in `# text` already, unless its white space had to be changed.
Text SentenceMaker::form_of(const Token& token) {
  if (is_verbatim_) {
    return {text_place_ + text_.byte(token.begin) - text_begin_, text_.byte(token.end) - text_.byte(token.begin)};
  }
  workspace_.bytes.clear();
  append_form(token.begin, token.end);
  return sentence_.add_text(workspace_.bytes);
}

std::string_view SentenceMaker::space_after(std::size_t token) const {
  const std::int32_t end = workspace_.tokens[token].end;
  const bool is_last = token + 1 == workspace_.tokens.size();
  return text_.bytes(end, is_last ? text_.size() : workspace_.tokens[token + 1].begin);
}

Text SentenceMaker::misc_of(std::size_t index) {
  const Token& token = workspace_.tokens[index];
  const bool has_space_before = index == 0 && token.begin > 0;
  const bool ends_document = block_.ends_document && index + 1 == workspace_.tokens.size();
  const std::string_view space = space_after(index);
  const bool is_usual = is_verbatim_ && !options_.offsets && !has_space_before && !ends_document;
  if (is_usual && space == " ") return {};
  if (is_usual && space.empty()) {
    if (no_space_.empty()) no_space_ = sentence_.add_text(kNoSpace);
    return no_space_;
  }
  std::string& bytes = workspace_.bytes;
  bytes.clear();
  if (space.empty()) {
    bytes += kNoSpace;
  } else if (space != " " || ends_document) {
    add_attribute("SpacesAfter=", space);
  }
  if (has_space_before) add_attribute("SpacesBefore=", text_.bytes(0, token.begin));
  if (!is_verbatim(token.begin, token.end)) add_attribute("SpacesInToken=", text_.bytes(token.begin, token.end));
  if (options_.offsets) add_range(token);
  return sentence_.add_text(bytes);
}

void SentenceMaker::add_attribute(std::string_view name, std::string_view value) {
  std::string& bytes = workspace_.bytes;
  if (!bytes.empty()) bytes += '|';
  bytes += name;
  treebank::escape_spaces(value, bytes);
}

void SentenceMaker::add_range(const Token& token) {
  std::string& bytes = workspace_.bytes;
  const auto count_to = [&](std::int32_t entry) {
    counted_ += base::count_code_points(
        std::string_view(block_.text).substr(counted_bytes_, text_.byte(entry) - counted_bytes_));
    counted_bytes_ = text_.byte(entry);
    return counted_;
  };
  add_attribute("TokenRange=", {});
  append_number(bytes, count_to(token.begin));
  bytes += ':';
  append_number(bytes, count_to(token.end));
}

void SentenceMaker::add_token(std::size_t index) {
  const Token& token = workspace_.tokens[index];
  const Text form = form_of(token);
  const Text misc = misc_of(index);
  if (token.expansion == kOneWord) {
    sentence_.set(add_node(form), Column::kMisc, misc);
    return;
  }
  // The workspace's bytes are free again.
  workspace_.bytes.clear();
  workspace_.ends.clear();
  expansions_.rule(token.expansion).apply(text_, token.begin, token.end, workspace_.bytes, workspace_.ends);
  const Text words = sentence_.add_text(workspace_.bytes);
  const std::int32_t first = sentence_.size() + 1;
  std::size_t begin = 0;
  for (const std::size_t end : workspace_.ends) {
    add_node({words.begin + static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)});
    begin = end;
  }
  sentence_.multiword_tokens().push_back({first, sentence_.size(), form, {}, misc});
}

std::int32_t SentenceMaker::add_node(Text form) {
  const std::int32_t node = sentence_.size() + 1;
  sentence_.resize(node);
  sentence_.set(node, Column::kForm, form);
  return node;
}

void name_sentence(Sentence& sentence, std::size_t number) {
  constexpr std::string_view kName = "# sent_id = ";
  char line[kName.size() + kMostDigits];
  std::copy(kName.begin(), kName.end(), line);
  const char* end = std::to_chars(line + kName.size(), std::end(line), number).ptr;
  sentence.add_comment({line, static_cast<std::size_t>(end - line)});
  auto& comments = sentence.comments();
  if (comments.size() > 1) std::swap(comments.back(), comments[comments.size() - 2]);
}

}  // namespace espalier::text
