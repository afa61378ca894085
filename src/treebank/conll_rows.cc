// The rules of ConllChecker on the rows of one sentence.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/unicode.h"
#include "treebank/conll_checker.h"
#include "treebank/surface_text.h"

namespace espalier::treebank {
namespace {

enum : std::size_t { kId, kFormAt, kLemmaAt, kUposAt, kXposAt, kFeatsAt, kHeadAt, kDeprelAt, kDepsAt, kMiscAt };
constexpr std::array<const char*, kConllColumns> kNames = {"ID",    "FORM", "LEMMA",  "UPOS", "XPOS",
                                                           "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"};
constexpr std::size_t kShown = 40;  // bytes of a field that a message repeats

/// What a message may repeat of a field.
std::string shown(std::string_view field) {
  return field.size() <= kShown ? std::string(field) : std::string(field.substr(0, kShown)) + "...";
}

bool has_space(std::string_view field) {
  for (std::size_t at = 0; at < field.size();) {
    if (base::is_space(base::decode(field, at))) return true;
  }
  return false;
}

/// Spaces that FORM, LEMMA and MISC may not have either: at the ends, or two in a row.
bool has_loose_space(std::string_view field) {
  return field.starts_with(' ') || field.ends_with(' ') || field.find("  ") != std::string_view::npos;
}

/// One space for each run of white space, none at the ends, NFC: what two spellings of a text have in common.
std::string collapsed(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    if (base::is_space(base::decode(text, at))) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out.append(text.substr(start, at - start));
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return base::to_nfc(out);
}

}  // namespace

void ConllChecker::check_rows() {
  rows_.clear();
  replacements_.clear();
  empty_nodes_.clear();
  is_sound_ = true;
  words_ = empty_index_ = range_last_ = 0;
  is_range_open_ = false;
  for (const Held& line : held_) read_row(text(line), line.number);
  if (words_ == 0) {
    is_sound_ = false;
    const bool has_lines = std::ranges::any_of(rows_, [](const Row& row) { return row.kind != Kind::kComment; });
    if (!has_lines) report_.found(rule("no-words"), held_.front().number, "comments without words");
  }
  if (static_cast<std::size_t>(words_) > limits_.words && is_sound_) {
    report_.found(rule("sentence-too-long"), held_.front().number,
                  fmt::format("{} words, more than {}; the tree is not checked", words_, limits_.words));
    is_sound_ = false;
  }
  report_.summary().words +=
      static_cast<std::size_t>(std::ranges::count(rows_, Kind::kWord, [](const Row& row) { return row.kind; }));
  if (range_last_ > words_ && is_sound_) {
    const auto range =
        std::find_if(rows_.rbegin(), rows_.rend(), [](const Row& row) { return row.kind == Kind::kRange; });
    report_.found(rule("range-end"), range->line,
                  fmt::format("range {}-{} goes beyond word {}", range->id.word, range->last, words_));
    is_sound_ = false;
  }
  for (const Row& row : rows_) check_enhanced_heads(row);
  if (is_sound_) {
    collect_heads();
    check_tree(tree_, report_);
    check_relations(tree_, report_);
  }
  std::string added;
  if (is_conllu_) {
    check_sentence_id();
    added = check_text();
  }
  if (fixed_ != nullptr) write_fixed(added);
}

void ConllChecker::read_row(std::string_view text, std::size_t number) {
  Row row;
  row.line = number;
  if (is_conllu_ && text.starts_with('#')) {
    const bool is_inside = !rows_.empty() && rows_.back().kind != Kind::kComment;
    if (is_inside) report_.found(rule("comment-inside"), number, "a comment in the middle of a sentence");
    row.kind = Kind::kComment;
    row.fields.assign(1, text);
    // A comment inside must not look like the first of the next ones.
    if (is_inside) row.kind = Kind::kUnknown;
    rows_.push_back(std::move(row));
    return;
  }
  row.fields = split(text, '\t');
  check_id(row);
  if (row.fields.size() != kConllColumns) {
    report_.found(rule("column-count"), number, fmt::format("{} columns instead of 10", row.fields.size()));
    is_sound_ = false;
    row.kind = Kind::kUnknown;
  } else if (!check_columns(row)) {
    is_sound_ = false;
  } else {
    check_lists(row);
  }
  rows_.push_back(std::move(row));
}

bool ConllChecker::check_columns(const Row& row) {
  bool is_full = true;
  for (std::size_t c = 1; c < kConllColumns; ++c) {
    const std::string_view field = row.fields[c];
    if (field.empty()) {
      report_.found(rule("empty-column"), row.line, fmt::format("{} is empty", kNames[c]));
      is_full = false;
    }
    const bool may_hold_spaces = is_conllu_ && (c == kFormAt || c == kLemmaAt || c == kMiscAt);
    if (may_hold_spaces ? has_loose_space(field) : has_space(field)) {
      report_.found(rule("space-in-column"), row.line, fmt::format("white space in {} '{}'", kNames[c], shown(field)));
    }
  }
  return is_full;
}

void ConllChecker::check_id(Row& row) {
  const std::string_view id = row.fields[kId];
  const std::size_t dash = is_conllu_ ? id.find('-') : std::string_view::npos;
  const NodeId node = parse_node_id(id);
  if (node.is_valid() && node.index == 0 && node.word > 0) {
    row.kind = Kind::kWord;
    row.id = node;
    check_word_id(row);
  } else if (is_conllu_ && node.is_valid() && node.index > 0) {
    row.kind = Kind::kEmptyNode;
    row.id = node;
    check_empty_node_id(row);
  } else if (dash != std::string_view::npos && parse_number(id.substr(0, dash)) >= 0 &&
             parse_number(id.substr(dash + 1)) >= 0) {
    row.kind = Kind::kRange;
    row.id = {parse_number(id.substr(0, dash)), 0};
    row.last = parse_number(id.substr(dash + 1));
    check_range_id(row);
  } else {
    report_.found(rule("id-syntax"), row.line,
                  fmt::format("ID '{}' is not a word, a range or an empty node", shown(id)));
    is_sound_ = false;
  }
}

void ConllChecker::check_word_id(Row& row) {
  if (row.id.word != words_ + 1) {
    report_.found(rule("id-sequence"), row.line, fmt::format("expected word {}, found {}", words_ + 1, row.id.word));
    is_sound_ = false;
  }
  words_ = row.id.word;
  empty_index_ = 0;
  is_range_open_ = false;
}

void ConllChecker::check_range_id(Row& row) {
  const auto wrong = [&](const CheckCode& code, std::string message) {
    report_.found(code, row.line, std::move(message));
    is_sound_ = false;
    row.kind = Kind::kUnknown;  // its other columns are still checked by who looks at fields
  };
  const std::string id = shown(row.fields[kId]);
  if (row.last < row.id.word || row.id.word == 0) {
    wrong(rule("range-order"), fmt::format("{} is not a range of words", id));
  } else if (row.id.word <= range_last_) {
    wrong(rule("range-overlap"), fmt::format("range {} overlaps with the one that ends at {}", id, range_last_));
  } else if (row.id.word != words_ + 1 || is_range_open_) {
    wrong(rule("range-place"), fmt::format("range {} does not stand directly before its first word", id));
  } else {
    range_last_ = row.last;
    is_range_open_ = true;
  }
}

void ConllChecker::check_empty_node_id(Row& row) {
  if (row.id.word != words_ || row.id.index != empty_index_ + 1 || is_range_open_) {
    report_.found(rule("empty-node-sequence"), row.line,
                  fmt::format("expected empty node {}.{}, found {}", words_, empty_index_ + 1, shown(row.fields[kId])));
    is_sound_ = false;
  }
  empty_index_ = row.id.index;
  empty_nodes_.push_back(row.id);
}

void ConllChecker::check_blank(const Row& row, std::initializer_list<std::size_t> columns, const CheckCode& code,
                               const char* owner) {
  for (const std::size_t c : columns) {
    if (row.fields[c] != "_") {
      report_.found(code, row.line, fmt::format("{} of {} is '{}', must be _", kNames[c], owner, shown(row.fields[c])));
    }
  }
}

void ConllChecker::check_lists(Row& row) {
  check_features(row);
  if (!is_conllu_) return;
  if (row.kind == Kind::kRange) {
    check_blank(row, {kLemmaAt, kUposAt, kXposAt, kHeadAt, kDeprelAt, kDepsAt}, rule("range-columns"), "a range");
  } else {
    check_enhanced(row);
  }
  if (row.kind == Kind::kEmptyNode) {
    check_blank(row, {kHeadAt, kDeprelAt}, rule("empty-node-columns"), "an empty node");
  }
  const ListCheck misc = check_misc(row.fields[kMiscAt]);
  if (!misc.syntax.empty()) report_.found(rule("misc-syntax"), row.line, "MISC has " + misc.syntax);
  if (!misc.duplicate.empty())
    report_.found(rule("misc-duplicate"), row.line, misc.duplicate + " occurs twice in MISC");
  const bool is_in_range = row.kind == Kind::kWord && row.id.word <= range_last_;
  if (is_in_range && attribute(row.fields[kMiscAt], "SpaceAfter")) {
    report_.found(rule("space-after-in-range"), row.line, "SpaceAfter on a word inside a range");
  }
  const std::string_view upos = row.fields[kUposAt];
  if ((row.kind == Kind::kWord || row.kind == Kind::kEmptyNode) && upos != "_" && !is_universal_tag(upos)) {
    report_.found(rule("upos-unknown"), row.line, fmt::format("'{}' is no universal tag", shown(upos)));
  }
}

void ConllChecker::check_features(Row& row) {
  const std::string_view feats = row.fields[kFeatsAt];
  ListCheck check = is_conllu_ ? check_feats(feats) : check_misc(feats);
  if (!check.syntax.empty()) report_.found(rule("feats-syntax"), row.line, "FEATS: " + check.syntax);
  if (!is_conllu_) return;
  if (!check.duplicate.empty())
    report_.found(rule("feats-duplicate"), row.line, check.duplicate + " occurs twice in FEATS");
  if (check.sorted.empty()) return;
  report_.found(rule("feats-order"), row.line, "FEATS in order are " + shown(check.sorted));
  replace(row, kFeatsAt, std::move(check.sorted));
}

void ConllChecker::check_enhanced(Row& row) {
  ListCheck check = check_deps(row.fields[kDepsAt]);
  if (!check.syntax.empty()) {
    report_.found(rule("deps-syntax"), row.line, "DEPS: " + check.syntax);
    return;
  }
  if (!check.duplicate.empty())
    report_.found(rule("deps-duplicate"), row.line, check.duplicate + " occurs twice in DEPS");
  if (check.sorted.empty()) return;
  report_.found(rule("deps-order"), row.line, "DEPS in order are " + shown(check.sorted));
  replace(row, kDepsAt, std::move(check.sorted));
}

// Once all nodes are known.
void ConllChecker::check_enhanced_heads(const Row& row) {
  if (!is_sound_ || !is_conllu_ || (row.kind != Kind::kWord && row.kind != Kind::kEmptyNode)) return;
  for (const NodeId head : heads_of_deps(row.fields[kDepsAt])) {
    const bool exists = head.index == 0 ? head.word <= words_ : std::ranges::binary_search(empty_nodes_, head);
    if (exists && head != row.id) continue;
    report_.found(
        rule("deps-head"), row.line,
        fmt::format("DEPS names head {}{}, {}", head.word, head.index > 0 ? fmt::format(".{}", head.index) : "",
                    exists ? "the node itself" : "which is no node of the sentence"));
  }
}

void ConllChecker::collect_heads() {
  tree_.clear();
  tree_.is_universal = is_conllu_;
  const auto is_word = [](const Row& row) { return row.kind == Kind::kWord; };
  const bool are_all_missing =
      std::ranges::all_of(rows_, [&](const Row& row) { return !is_word(row) || row.fields[kHeadAt] == "_"; });
  for (const Row& row : rows_) {
    if (!is_word(row)) continue;
    tree_.heads.push_back(read_head(row, are_all_missing));
    tree_.labels.push_back(row.fields[kDeprelAt]);
    tree_.lines.push_back(row.line);
  }
}

std::int32_t ConllChecker::read_head(const Row& row, bool are_all_missing) {
  const std::string_view field = row.fields[kHeadAt];
  const std::int32_t head = parse_number(field);
  if (field == "_") {
    if (are_all_missing && row.id.word > 1) return kNoHead;
    report_.found(rule("head-missing"), row.line, are_all_missing ? "no word of the sentence has a head" : "HEAD is _");
  } else if (head < 0) {
    report_.found(rule("head-syntax"), row.line, fmt::format("HEAD '{}' is not a number", shown(field)));
  } else if (head > words_) {
    report_.found(rule("head-range"), row.line, fmt::format("HEAD {} is beyond the last word, {}", head, words_));
  } else if (head == row.id.word) {
    report_.found(rule("head-self"), row.line, fmt::format("word {} is its own head", head));
  } else {
    return head;
  }
  return kNoHead;
}

void ConllChecker::check_sentence_id() {
  sentence_.clear();
  for (const Row& row : rows_) {
    if (row.kind == Kind::kComment) sentence_.add_comment(row.fields[0]);
  }
  const auto id = sentence_.comment("sent_id");
  if (!id || id->empty()) {
    if (words_ > 0) report_.found(rule("sent-id-missing"), held_.front().number, "no # sent_id");
    return;
  }
  const auto [known, is_new] = sentence_ids_.emplace(std::hash<std::string_view>{}(*id), held_.front().number);
  if (!is_new) {
    report_.found(rule("sent-id-duplicate"), held_.front().number,
                  fmt::format("sent_id {} is also that of the sentence on line {}", shown(*id), known->second));
  }
}

// Uses the comments that check_sentence_id() has put into sentence_. Returns the comment to add.
std::string ConllChecker::check_text() {
  if (words_ == 0) return {};
  const auto given = sentence_.comment("text");
  const std::string actual(given.value_or(""));  // adding words moves what `given` points to
  const std::string expected = is_sound_ && is_clean_ ? surface() : std::string();
  if (!given) {
    report_.found(rule("text-missing"), held_.front().number, "no # text", !expected.empty());
    return report_.wants(rule("text-missing")) && !expected.empty() ? "# text = " + expected : std::string();
  }
  const std::string found = collapsed(actual);
  if (expected.empty() || expected == found) return {};
  const auto differ = std::ranges::mismatch(expected, found);
  report_.found(rule("text-mismatch"), held_.front().number,
                fmt::format("# text differs from the words after {} bytes", differ.in1 - expected.begin()));
  return {};
}

/// The text that the words give, as `# text` writes it.
std::string ConllChecker::surface() {
  for (const Row& row : rows_) {
    if (row.kind == Kind::kRange) {
      sentence_.multiword_tokens().push_back({row.id.word,
                                              row.last,
                                              sentence_.add_text(row.fields[kFormAt]),
                                              {},
                                              sentence_.add_text(row.fields[kMiscAt])});
    } else if (row.kind == Kind::kWord) {
      sentence_.set(sentence_.add_word(row.fields[kFormAt]), Column::kMisc, row.fields[kMiscAt]);
    }
  }
  return collapsed(sentence_text(sentence_));
}

void ConllChecker::replace(Row& row, std::size_t column, std::string value) {
  row.fields[column] = replacements_.emplace_back(std::move(value));
  row.is_changed = true;
}

void ConllChecker::write_fixed(const std::string& added_text) {
  // `# text` goes after `# sent_id`, or after the last comment.
  std::size_t place = 0;
  for (std::size_t i = 0; i < rows_.size() && rows_[i].kind == Kind::kComment; ++i) {
    place = i + 1;
    if (rows_[i].fields[0].starts_with("# sent_id")) break;
  }
  for (std::size_t i = 0; i <= rows_.size(); ++i) {
    if (i == place && !added_text.empty()) fixed_->append(added_text).append("\n");
    if (i == rows_.size()) break;
    if (rows_[i].is_changed) {
      for (std::size_t c = 0; c < rows_[i].fields.size(); ++c)
        fixed_->append(c == 0 ? "" : "\t").append(rows_[i].fields[c]);
    } else {
      fixed_->append(text(held_[i]));
    }
    *fixed_ += '\n';
  }
}

}  // namespace espalier::treebank
