// The native column format of constituency parsers in the line of Crabbé (2014), with heads marked:
//
//     word	tag	sword
//     <ROOT-head>
//        <NP>
//           Le	DET	Le
//           loyer	NC-head	$UNK$
//        </NP>
//     </ROOT>
//
// The first line names the columns; without it they are `word` and `tag`. A line is a constituent's start, its end, or
// a word with its columns, set apart by tabs; blanks before it mean nothing. `-head` after a label or tag marks the
// head among its sisters (the mark of the top says nothing; it is written where the top's own head is marked). Columns
// after the tag are kept in MISC as name=value (misc_value.h).
//
// Escapes, so that every label and word survives; a backslash anywhere else is just that:
// - a word that starts with `<`, or with backslashes before a `<`, gets a backslash in front: `\<b>`;
// - a label that starts with `/`, or with backslashes before a `/`, likewise: `<\/X>`;
// - a label or tag that ends in `-head`, or in that and backslashes, gets a backslash behind: `X-head\`, marked
// `X-head\-head`.
// A tab or line end inside a word, which no line can hold, becomes a space; blanks before it are dropped; an empty
// field is `_`.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "treebank/format.h"
#include "treebank/misc_value.h"
#include "treebank/nesting.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kHeadMark = "-head";
constexpr std::size_t kIndent = 3;

std::string_view trimmed_left(std::string_view line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  return line;
}

std::string_view trimmed(std::string_view line) {
  line = trimmed_left(line);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

/// Takes the first line off `bytes`, without its end.
std::string_view take_line(std::string_view& bytes) {
  const std::size_t end = bytes.find('\n');
  std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::vector<std::string_view> split_tabs(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t tab; (tab = line.find('\t')) != std::string_view::npos; line.remove_prefix(tab + 1)) {
    fields.push_back(line.substr(0, tab));
  }
  fields.push_back(line);
  return fields;
}

bool is_header(std::string_view line) {
  const std::vector<std::string_view> fields = split_tabs(trimmed(line));
  return fields.size() >= 2 && trimmed(fields[0]) == "word" && trimmed(fields[1]) == "tag";
}

/// Backslashes, then `c`.
bool starts_escapable(std::string_view text, char c) {
  const std::size_t at = text.find_first_not_of('\\');
  return at != std::string_view::npos && text[at] == c;
}

/// `-head`, then backslashes.
bool ends_escapable(std::string_view text) {
  const std::size_t last = text.find_last_not_of('\\');
  return last != std::string_view::npos && text.substr(0, last + 1).ends_with(kHeadMark);
}

void append_cell(std::string& out, std::string_view text) {
  for (const char c : shown(text)) out += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
}

void append_label(std::string& out, std::string_view label) {
  out += label;
  if (ends_escapable(label)) out += '\\';
}

/// Takes the mark off and the escape away; true when there was a mark.
bool take_mark(std::string_view& label) {
  const bool marked = label.ends_with(kHeadMark);
  if (marked) label.remove_suffix(kHeadMark.size());
  while (!label.empty() && is_blank(label.back())) label.remove_suffix(1);
  if (label.ends_with('\\') && ends_escapable(label)) label.remove_suffix(1);
  return marked;
}

std::string_view without_front_escape(std::string_view text, char c) {
  return text.starts_with('\\') && starts_escapable(text, c) ? text.substr(1) : text;
}

/// The columns after word and tag that a preamble announces.
std::vector<std::string_view> extra_columns(const RecordContext& context) {
  std::string_view rest = context.preamble;
  std::string_view header = trimmed(take_line(rest));
  while (header.empty() && !rest.empty()) header = trimmed(take_line(rest));
  if (header.empty()) return {};
  std::vector<std::string_view> columns = split_tabs(header);
  columns.erase(columns.begin(), columns.begin() + 2);
  for (std::string_view& name : columns) {
    name = trimmed(name);
    if (name.empty() || name.find_first_of("=| ") != std::string_view::npos) {
      fail(context, 1, fmt::format("'{}' cannot be the name of a column", name));
    }
  }
  return columns;
}

class NativeParser {
 public:
  NativeParser(const RecordContext& context, Sentence& sentence)
      : context_(context),
        guard_(context),
        columns_(extra_columns(context)),
        sentence_(sentence),
        tree_(sentence.constituents()),
        line_(context.line) {}

  bool parse(std::string_view record) {
    std::size_t start = 0;
    for (; !record.empty(); ++line_) {
      const std::string_view raw = take_line(record);
      const std::string_view line = trimmed_left(raw);
      if (trimmed(line).empty()) continue;
      if (start == 0) start = line_;
      if (!tree_.empty() && open_ == ConstituentTree::kNone)
        bad(fmt::format("text after the tree: '{}'", trimmed(line)));
      if (line.front() == '<') {
        boundary(trimmed(line));
      } else {
        word(line);
      }
    }
    if (start == 0) return false;
    sentence_.set_line(start);
    if (open_ != ConstituentTree::kNone) {
      fail(context_, opened_.back(), fmt::format("<{}> is not closed", tree_.node(open_).label));
    }
    return true;
  }

 private:
  [[noreturn]] void bad(const std::string& reason) const { fail(context_, line_, reason); }

  void boundary(std::string_view line) {
    if (line.size() < 2 || line.back() != '>') bad(fmt::format("no '>' at the end of '{}'", line));
    std::string_view name = line.substr(1, line.size() - 2);
    if (name.starts_with('/')) return close(name.substr(1));
    const bool marked = take_mark(name);
    guard_.open(line_);
    open_ = tree_.add(open_, without_front_escape(name, '/'));
    opened_.push_back(line_);
    if (marked) mark(open_);
  }

  void close(std::string_view name) {
    if (open_ == ConstituentTree::kNone) bad(fmt::format("</{}> closes nothing", name));
    const ConstituentTree::Node& node = tree_.node(open_);
    std::string_view label = name;
    if (label.ends_with('\\') && ends_escapable(label)) label.remove_suffix(1);
    label = without_front_escape(label, '/');
    if (label != node.label) {
      fail(context_, line_, fmt::format("</{}> closes <{}> of line {}", name, node.label, opened_.back()));
    }
    if (node.first_child == ConstituentTree::kNone) bad(fmt::format("<{}> is empty", name));
    guard_.close();
    opened_.pop_back();
    open_ = node.parent;
  }

  void word(std::string_view line) {
    const std::vector<std::string_view> fields = split_tabs(line);
    if (fields.size() != columns_.size() + 2) {
      fail(context_, line_, fmt::format("{} columns where the header has {}", fields.size(), columns_.size() + 2));
    }
    guard_.word(line_);
    std::string_view tag = trimmed(fields[1]);
    const bool marked = take_mark(tag);
    if (fields[0].empty() || tag.empty()) bad(fmt::format("no word or no tag in '{}'", line));
    const std::int32_t node = sentence_.add_word(without_front_escape(fields[0], '<'));
    sentence_.set(node, Column::kXpos, meant(tag));
    misc_.clear();
    for (std::size_t i = 0; i < columns_.size(); ++i) append_misc(misc_, columns_[i], fields[i + 2]);
    sentence_.set(node, Column::kMisc, misc_);
    const std::int32_t leaf = tree_.add_leaf(open_, node);
    if (marked) mark(leaf);
  }

  void mark(std::int32_t node) {
    const std::int32_t parent = tree_.node(node).parent;
    if (parent == ConstituentTree::kNone) return;
    if (tree_.node(parent).head != ConstituentTree::kNone)
      bad(fmt::format("second head in <{}>", tree_.node(parent).label));
    tree_.set_head(parent, node);
  }

  const RecordContext& context_;
  NestingGuard guard_;
  std::vector<std::string_view> columns_;
  Sentence& sentence_;
  ConstituentTree& tree_;
  std::size_t line_;
  std::int32_t open_ = ConstituentTree::kNone;
  std::vector<std::size_t> opened_;  // the lines on which the open constituents start
  std::string misc_;
};

/// The value of an extra column: from MISC; else a column of its own name; else a morphological feature.
void append_column(std::string& out, const Sentence& sentence, std::int32_t word, std::string_view name) {
  out += '\t';
  if (const auto value = attribute(sentence.misc(word), name)) {
    out += misc_value(*value);
  } else if (name == "lemma") {
    append_cell(out, sentence.lemma(word));
  } else if (name == "upos") {
    append_cell(out, sentence.upos(word));
  } else if (name == "feats") {
    append_cell(out, sentence.feats(word));
  } else {
    append_cell(out, attribute(sentence.feats(word), name).value_or(""));
  }
}

/// The keys in the MISC of the first word, in order.
std::vector<std::string> columns_of(const Sentence& sentence) {
  std::vector<std::string> columns;
  if (sentence.empty()) return columns;
  std::string_view misc = sentence.misc(1);
  while (!misc.empty()) {
    const std::size_t bar = misc.find('|');
    const std::string_view item = misc.substr(0, bar);
    const std::size_t equals = item.find('=');
    if (equals != std::string_view::npos && equals > 0) columns.emplace_back(item.substr(0, equals));
    misc.remove_prefix(bar == std::string_view::npos ? misc.size() : bar + 1);
  }
  return columns;
}

class NativeWriter {
 public:
  NativeWriter(const Sentence& sentence, const std::vector<std::string>& columns, std::string& out)
      : sentence_(sentence), tree_(sentence.constituents()), columns_(columns), out_(out) {}

  void write() {
    std::int32_t at = 0;
    std::size_t depth = 0;
    while (true) {
      const ConstituentTree::Node& node = tree_.node(at);
      if (!node.is_leaf()) {
        open(at, depth++);
        at = node.first_child;
        continue;
      }
      leaf(at, depth);
      while (at != 0 && tree_.node(at).next_sibling == ConstituentTree::kNone) {
        at = tree_.node(at).parent;
        close(at, --depth);
      }
      if (at == 0) return;
      at = tree_.node(at).next_sibling;
    }
  }

 private:
  bool is_marked(const ConstituentTree::Node& node, std::int32_t i) const {
    return node.parent == ConstituentTree::kNone ? node.head != ConstituentTree::kNone
                                                 : tree_.node(node.parent).head == i;
  }

  void open(std::int32_t i, std::size_t depth) {
    const ConstituentTree::Node& node = tree_.node(i);
    out_.append(kIndent * depth, ' ').append("<");
    append_name(node.label);
    if (is_marked(node, i)) out_ += kHeadMark;
    out_ += ">\n";
  }

  void close(std::int32_t i, std::size_t depth) {
    out_.append(kIndent * depth, ' ').append("</");
    append_name(tree_.node(i).label);
    out_ += ">\n";
  }

  void append_name(std::string_view label) {
    if (starts_escapable(label, '/')) out_ += '\\';
    append_label(out_, label);
  }

  void leaf(std::int32_t i, std::size_t depth) {
    const ConstituentTree::Node& node = tree_.node(i);
    out_.append(kIndent * depth, ' ');
    const std::string_view form = trimmed_left(sentence_.form(node.word));
    if (starts_escapable(form, '<')) out_ += '\\';
    append_cell(out_, form);
    out_ += '\t';
    append_label(out_, shown(tag_of(sentence_, node.word)));
    if (is_marked(node, i)) out_ += kHeadMark;
    for (const std::string& name : columns_) append_column(out_, sentence_, node.word, name);
    out_ += '\n';
  }

  const Sentence& sentence_;
  const ConstituentTree& tree_;
  const std::vector<std::string>& columns_;
  std::string& out_;
};

class NativeFormat final : public Format {
 public:
  std::string_view name() const override { return "native"; }
  std::size_t preamble_end(std::string_view bytes, bool at_end) const override;
  std::size_t record_end(std::string_view bytes, std::size_t scanned, bool at_end) const override;
  std::size_t next_record(std::string_view bytes) const override;
  bool parse(std::string_view record, const RecordContext& context, Sentence& sentence) const override {
    return NativeParser(context, sentence).parse(record);
  }
  void settle(const Sentence* first, WriteOptions& options) const override {
    if (options.columns.empty() && first != nullptr) options.columns = columns_of(*first);
  }
  void prologue(const Sentence*, const WriteOptions& options, std::string& out) const override {
    out += "word\ttag";
    for (const std::string& column : options.columns) out.append("\t").append(column);
    out += '\n';
  }
  void piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const override;
};

std::size_t NativeFormat::preamble_end(std::string_view bytes, bool at_end) const {
  const std::size_t begin = bytes.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return at_end ? 0 : kMore;
  const std::size_t end = bytes.find('\n', begin);
  if (end == std::string_view::npos && !at_end) return kMore;
  if (!is_header(bytes.substr(begin, end - begin))) return 0;
  return end == std::string_view::npos ? bytes.size() : end + 1;
}

// By lines: a record ends where as many constituents are closed as opened. As with brackets, a top that starts while
// the one before it is open cuts the bad record off.
std::size_t NativeFormat::record_end(std::string_view bytes, std::size_t scanned, bool at_end) const {
  if (!at_end && !is_worth_scanning(scanned, bytes.size())) return kMore;
  std::size_t depth = 0;
  std::string_view top;
  bool found = false;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos && !at_end) return found ? at : kMore;
    end = end == std::string_view::npos ? bytes.size() : end + 1;
    const std::string_view line = trimmed(bytes.substr(at, end - at));
    if (!line.empty()) {
      if (found) return at;
      const bool closes = line.starts_with("</");
      if (closes && depth > 0) --depth;
      if (line.front() == '<' && !closes) {
        std::string_view name = line.substr(1, line.size() - (line.ends_with('>') && line.size() > 1 ? 2 : 1));
        take_mark(name);
        if (depth > 0 && name == top && is_top_label(name)) return at;
        if (depth++ == 0) top = name;
      }
      found = depth == 0;
    }
    at = end;
  }
  return at_end || found ? bytes.size() : kMore;
}

// A line that starts with the start of a constituent: what is within another one is indented.
std::size_t NativeFormat::next_record(std::string_view bytes) const {
  for (std::size_t at = bytes.find("\n<"); at != std::string_view::npos; at = bytes.find("\n<", at + 1)) {
    if (at + 2 == bytes.size()) break;
    if (bytes[at + 2] != '/') return at + 1;
  }
  return kMore;
}

void NativeFormat::piece(const Sentence& sentence, const WriteOptions& options, std::string& out) const {
  require_constituents(sentence);
  NativeWriter(sentence, options.columns, out).write();
}

}  // namespace

const Format& native_format() {
  static const NativeFormat format;
  return format;
}

}  // namespace espalier::treebank
