// Reading is a walk over tokens with the open constituent as its only state (the tree's own parent links are the
// stack), so depth costs no stack space. A node is known to be a tag or a category by what follows its label: a word or
// a bracket.
//
// `-LRB-` and `-RRB-` stand for round brackets in words, wherever in the word they occur, in both directions. In labels
// and tags they are kept as they are: `(-LRB- -LRB-)` is the word `(` with the tag `-LRB-`. A label or tag from
// elsewhere that has a bracket in it is written with the escape and stays so. White space in a word, which brackets
// cannot hold, becomes `_`.
#include "treebank/brackets.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "treebank/constituents.h"
#include "treebank/nesting.h"

namespace espalier::treebank {
namespace {

constexpr std::size_t kMore = Format::kMore;

bool is_special(char c) noexcept { return c == '(' || c == ')' || is_blank(c); }

enum class Token { kOpen, kClose, kText, kEnd };

/// Cuts a record into brackets and texts, and counts lines.
class BracketScanner {
 public:
  BracketScanner(std::string_view bytes, std::size_t line) : bytes_(bytes), line_(line) {}

  Token peek() {
    skip_blanks();
    if (at_ == bytes_.size()) return Token::kEnd;
    return bytes_[at_] == '(' ? Token::kOpen : bytes_[at_] == ')' ? Token::kClose : Token::kText;
  }

  Token next() {
    const Token token = peek();
    const std::size_t begin = at_;
    if (token == Token::kOpen || token == Token::kClose) ++at_;
    if (token == Token::kText) at_ = text_end(begin);
    text_ = bytes_.substr(begin, at_ - begin);
    return token;
  }

  std::string_view text() const noexcept { return text_; }
  std::size_t line() const noexcept { return line_; }

 private:
  void skip_blanks() {
    for (; at_ < bytes_.size() && is_blank(bytes_[at_]); ++at_) line_ += bytes_[at_] == '\n';
  }
  std::size_t text_end(std::size_t at) const {
    while (at < bytes_.size() && !is_special(bytes_[at])) ++at;
    return at;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t line_;
  std::string_view text_;
};

void append_replaced(std::string& out, std::string_view text, std::string_view from, std::string_view to) {
  std::size_t at = 0;
  for (std::size_t hit; (hit = text.find(from, at)) != std::string_view::npos; at = hit + from.size()) {
    out.append(text, at, hit - at).append(to);
  }
  out.append(text, at);
}

std::string unescaped(std::string_view word) {
  std::string opened, closed;
  append_replaced(opened, word, "-LRB-", "(");
  append_replaced(closed, opened, "-RRB-", ")");
  return closed;
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '(') {
      out += "-LRB-";
    } else if (c == ')') {
      out += "-RRB-";
    } else {
      out += is_blank(c) ? '_' : c;
    }
  }
}

struct Leaf {
  std::string_view tag;
  std::string_view word;
  std::size_t line = 0;
  std::int32_t place = 0;  ///< in the sentence, from 1
};

class BracketParser {
 public:
  BracketParser(std::string_view record, const RecordContext& context, LeafStyle style, Sentence& sentence)
      : scanner_(record, context.line),
        context_(context),
        guard_(context),
        style_(style),
        sentence_(sentence),
        tree_(sentence.constituents()) {}

  bool parse() {
    const Token first = scanner_.next();
    start_ = scanner_.line();
    if (first == Token::kEnd) return false;
    if (first == Token::kText) bad(fmt::format("text outside of a tree: '{}'", scanner_.text()));
    if (first == Token::kClose) bad("closing bracket without an opening one");
    sentence_.set_line(start_);
    open();
    while (open_ != ConstituentTree::kNone) inside();
    if (scanner_.next() != Token::kEnd) bad(fmt::format("text after the tree: '{}'", scanner_.text()));
    if (style_ == LeafStyle::kIndexedWord) check_places();
    fill();
    return true;
  }

 private:
  [[noreturn]] void bad(const std::string& reason) const { fail(context_, scanner_.line(), reason); }
  // The start is the line to show: the end of the record says nothing about where the bracket is missing.
  [[noreturn]] void not_closed() const { fail(context_, start_, "tree is not closed: a ')' is missing"); }

  void inside() {
    switch (scanner_.next()) {
      case Token::kOpen:
        return open();
      case Token::kClose:
        guard_.close();
        open_ = tree_.node(open_).parent;
        return;
      case Token::kText:
        bad(fmt::format("word '{}' has no tag of its own", scanner_.text()));
      case Token::kEnd:
        not_closed();
    }
  }

  /// After an opening bracket: a constituent is entered, a leaf read to its end.
  void open() {
    switch (scanner_.peek()) {
      case Token::kOpen:
        if (!tree_.empty()) bad("label is missing after '('");
        return enter("");
      case Token::kClose:
        bad("empty brackets");
      case Token::kEnd:
        not_closed();
      case Token::kText:
        break;
    }
    scanner_.next();
    const std::string_view label = scanner_.text();
    switch (scanner_.peek()) {
      case Token::kOpen:
        return enter(label);
      case Token::kClose:
        bad(fmt::format("no word under '{}'", label));
      case Token::kEnd:
        not_closed();
      case Token::kText:
        return leaf(label);
    }
  }

  void enter(std::string_view label) {
    guard_.open(scanner_.line());
    open_ = tree_.add(open_, label);
  }

  void leaf(std::string_view tag) {
    scanner_.next();
    Leaf leaf{tag, scanner_.text(), scanner_.line(), static_cast<std::int32_t>(leaves_.size()) + 1};
    guard_.word(leaf.line);
    if (style_ == LeafStyle::kIndexedWord) split_index(leaf);
    leaves_.push_back(leaf);
    tree_.add_leaf(open_, leaf.place);
    switch (scanner_.next()) {
      case Token::kClose:
        return;
      case Token::kEnd:
        not_closed();
      default:
        bad(fmt::format("more than one word under '{}'", tag));
    }
  }

  void split_index(Leaf& leaf) const {
    const std::string_view text = leaf.word;
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (digits == 0 || digits >= text.size() || text[digits] != '=')
      bad(fmt::format("'{}' is not of the form index=word", text));
    if (digits + 1 == text.size()) bad(fmt::format("no word after '{}'", text));
    if (error != std::errc() || index >= context_.limits->words) {
      bad(fmt::format("index {} is out of range", text.substr(0, digits)));
    }
    leaf.place = static_cast<std::int32_t>(index) + 1;
    leaf.word = text.substr(digits + 1);
  }

  void check_places() const {
    std::vector<bool> seen(leaves_.size(), false);
    for (const Leaf& leaf : leaves_) {
      const auto index = static_cast<std::size_t>(leaf.place) - 1;
      if (index >= leaves_.size()) {
        fail(context_, leaf.line,
             fmt::format("index {} is out of range: the tree has {} words", index, leaves_.size()));
      }
      if (seen[index]) fail(context_, leaf.line, fmt::format("index {} is used twice", index));
      seen[index] = true;
    }
  }

  void fill() {
    sentence_.resize(static_cast<std::int32_t>(leaves_.size()));
    for (const Leaf& leaf : leaves_) {
      const bool plain = leaf.word.find("RB-") == std::string_view::npos;
      sentence_.set(leaf.place, Column::kForm, plain ? leaf.word : std::string_view(unescaped(leaf.word)));
      sentence_.set(leaf.place, Column::kXpos, meant(leaf.tag));
    }
  }

  BracketScanner scanner_;
  const RecordContext& context_;
  NestingGuard guard_;
  LeafStyle style_;
  Sentence& sentence_;
  ConstituentTree& tree_;
  std::int32_t open_ = ConstituentTree::kNone;
  std::size_t start_ = 0;
  std::vector<Leaf> leaves_;
};

/// The label of a bracket at `at` if it is one that only stands at the top.
std::optional<std::string_view> top_label_at(std::string_view bytes, std::size_t at) {
  if (at >= bytes.size() || bytes[at] != '(') return std::nullopt;
  std::size_t begin = at + 1;
  while (begin < bytes.size() && (bytes[begin] == ' ' || bytes[begin] == '\t')) ++begin;
  std::size_t end = begin;
  while (end < bytes.size() && !is_special(bytes[end])) ++end;
  const std::string_view label = bytes.substr(begin, end - begin);
  if (end == bytes.size() || !is_top_label(label) || (label.empty() && bytes[end] != '(')) return std::nullopt;
  return label;
}

/// Past the tree that opens at `begin`. A line that starts like the record itself, with a label that is only ever at
/// the top, ends a tree whose brackets do not balance: one bad tree must not swallow the rest of the file.
std::size_t tree_end(std::string_view bytes, std::size_t begin) {
  const std::optional<std::string_view> top = top_label_at(bytes, begin);
  std::size_t depth = 0;
  for (std::size_t at = begin; at < bytes.size(); ++at) {
    const char c = bytes[at];
    if (c == '(') {
      ++depth;
    } else if (c == ')') {
      if (--depth == 0) return at + 1;
    } else if (c == '\n' && top && top_label_at(bytes, at + 1) == top) {
      return at + 1;
    }
  }
  return kMore;
}

std::size_t stray_text_end(std::string_view bytes, std::size_t begin) {
  for (std::size_t at = begin; at < bytes.size(); ++at) {
    if (bytes[at] == '\n' || bytes[at] == '(' || bytes[at] == ')') return at;
  }
  return kMore;
}

/// Writes a tree by its links alone: down by first_child, along by next_sibling, up by parent.
class BracketWriter {
 public:
  BracketWriter(const Sentence& sentence, const ConstituentTree& tree, LeafStyle style, bool multi_line,
                std::string& out)
      : sentence_(sentence), tree_(tree), style_(style), out_(out) {
    if (multi_line) find_flat();
  }

  void write() {
    std::int32_t at = 0;
    std::size_t depth = 0;
    while (true) {
      const ConstituentTree::Node& node = tree_.node(at);
      out_ += '(';
      if (!node.is_leaf()) {
        append_escaped(out_, node.label);
        separate(at, ++depth);
        at = node.first_child;
        continue;
      }
      leaf(node.word);
      while (at != 0 && tree_.node(at).next_sibling == ConstituentTree::kNone) {
        at = tree_.node(at).parent;
        --depth;
        out_ += ')';
      }
      if (at == 0) break;
      separate(tree_.node(at).parent, depth);
      at = tree_.node(at).next_sibling;
    }
    out_ += '\n';
  }

 private:
  void find_flat() {
    flat_.assign(static_cast<std::size_t>(tree_.size()), true);
    for (std::int32_t i = 1; i < tree_.size(); ++i) {
      if (!tree_.node(i).is_leaf()) flat_[static_cast<std::size_t>(tree_.node(i).parent)] = false;
    }
  }

  // Between a label and its first child, and between children.
  void separate(std::int32_t parent, std::size_t depth) {
    if (flat_.empty() || flat_[static_cast<std::size_t>(parent)]) {
      out_ += ' ';
    } else {
      out_ += '\n';
      out_.append(2 * depth, ' ');
    }
  }

  void leaf(std::int32_t word) {
    append_escaped(out_, shown(tag_of(sentence_, word)));
    out_ += ' ';
    if (style_ == LeafStyle::kIndexedWord) fmt::format_to(std::back_inserter(out_), "{}=", word - 1);
    append_escaped(out_, shown(sentence_.form(word)));
    out_ += ')';
  }

  const Sentence& sentence_;
  const ConstituentTree& tree_;
  LeafStyle style_;
  std::string& out_;
  std::vector<bool> flat_;
};

}  // namespace

std::size_t bracket_record_end(std::string_view bytes, std::size_t scanned, bool at_end) {
  if (!at_end && !is_worth_scanning(scanned, bytes.size())) return kMore;
  const auto past_blanks = [bytes](std::size_t at) {
    while (at < bytes.size() && is_blank(bytes[at])) ++at;
    return at;
  };
  const std::size_t begin = past_blanks(0);
  if (begin == bytes.size()) return begin > 0 || at_end ? begin : kMore;
  std::size_t end = begin + 1;
  if (bytes[begin] == '(') {
    end = tree_end(bytes, begin);
  } else if (bytes[begin] != ')') {
    end = stray_text_end(bytes, begin);
  }
  if (end == kMore) return at_end ? bytes.size() : kMore;
  return past_blanks(end);
}

std::size_t next_bracket_record(std::string_view bytes) {
  const std::size_t at = bytes.find("\n(");
  return at == std::string_view::npos ? kMore : at + 1;
}

bool read_brackets(std::string_view record, const RecordContext& context, LeafStyle style, Sentence& sentence) {
  return BracketParser(record, context, style, sentence).parse();
}

void write_brackets(const Sentence& sentence, LeafStyle style, const WriteOptions& options, std::string& out) {
  require_constituents(sentence);
  const ConstituentTree& tree = sentence.constituents();
  if (style == LeafStyle::kIndexedWord || is_in_word_order(tree)) {
    BracketWriter(sentence, tree, style, options.multi_line, out).write();
    return;
  }
  const ConstituentTree ordered = in_word_order(tree);
  if (!is_in_word_order(ordered)) {
    fail_to_write(sentence, "constituents are discontinuous, which these brackets cannot show (discbracket can)");
  }
  BracketWriter(sentence, ordered, style, options.multi_line, out).write();
}

}  // namespace espalier::treebank
