// Espalier: a sentence as read, lossless.
//
// A Sentence is a row of columns for each node 0..n (node 0 is the artificial root) plus one string store that all its
// texts lie in; a row is one cache line. Reading CoNLL-U and writing it again gives back the same bytes: comments,
// multiword tokens, empty nodes, DEPS and MISC are kept as they stand. A plain value: copy it, move it, reuse it
// (clear() keeps the memory). Not shared between threads.
//
// A field is a Text, eight bytes that say where it lies in the store. Texts are not interned here: the vocabulary of a
// model or of a count is the place to do that, and a string is then hashed once instead of twice. `_` in a file is the
// empty text here (a literal underscore as FORM, and as LEMMA of such a form, stays).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/tree.h"

namespace espalier {

/// Where a text lies in its sentence's string store. Compare the texts, not these.
struct Text {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;

  bool empty() const noexcept { return size == 0; }
};

/// The text columns of a node. HEAD is a number and has its own accessors. CoNLL-X's CPOSTAG is kUpos, POSTAG is kXpos.
enum class Column : std::uint8_t { kForm, kLemma, kUpos, kXpos, kFeats, kDeprel, kDeps, kMisc };
inline constexpr std::size_t kColumns = 8;

/// `i-j` lines: a surface token that stands for the words first..last.
struct MultiwordToken {
  std::int32_t first = 0;
  std::int32_t last = 0;
  Text form;
  Text feats;
  Text misc;
};

/// `i.j` lines: a node of the enhanced graph that has no word. It comes after word `after` (0: before the first).
struct EmptyNode {
  std::int32_t after = 0;
  std::int32_t index = 1;
  std::array<Text, kColumns> fields;
};

class Sentence {
 public:
  Sentence() { clear(); }

  /// Forgets everything but the memory.
  void clear();

  /// Number of words; nodes are 0..size().
  std::int32_t size() const noexcept { return static_cast<std::int32_t>(heads_.size()) - 1; }
  bool empty() const noexcept { return size() == 0; }

  /// The line of the file on which the sentence (its first comment, or its first word) starts; 0 when not read from
  /// one.
  std::size_t line() const noexcept { return line_; }
  void set_line(std::size_t line) noexcept { line_ = line; }

  // Texts.
  std::string_view text(Text t) const noexcept { return std::string_view(store_).substr(t.begin, t.size); }
  std::string_view get(std::int32_t node, Column column) const noexcept {
    return text(rows_[static_cast<std::size_t>(node)][static_cast<std::size_t>(column)]);
  }
  std::string_view form(std::int32_t node) const noexcept { return get(node, Column::kForm); }
  std::string_view lemma(std::int32_t node) const noexcept { return get(node, Column::kLemma); }
  std::string_view upos(std::int32_t node) const noexcept { return get(node, Column::kUpos); }
  std::string_view xpos(std::int32_t node) const noexcept { return get(node, Column::kXpos); }
  std::string_view feats(std::int32_t node) const noexcept { return get(node, Column::kFeats); }
  std::string_view deprel(std::int32_t node) const noexcept { return get(node, Column::kDeprel); }
  std::string_view deps(std::int32_t node) const noexcept { return get(node, Column::kDeps); }
  std::string_view misc(std::int32_t node) const noexcept { return get(node, Column::kMisc); }
  void set(std::int32_t node, Column column, std::string_view value) { set(node, column, add_text(value)); }
  void set(std::int32_t node, Column column, Text value) {
    rows_[static_cast<std::size_t>(node)][static_cast<std::size_t>(column)] = value;
  }

  /// All texts of a node, by column.
  const std::array<Text, kColumns>& row(std::int32_t node) const noexcept {
    return rows_[static_cast<std::size_t>(node)];
  }
  std::array<Text, kColumns>& row(std::int32_t node) noexcept { return rows_[static_cast<std::size_t>(node)]; }

  // Heads: heads()[0] is kNoHead, and so is that of a word whose head is not known.
  std::span<const std::int32_t> heads() const noexcept { return heads_; }
  std::int32_t head(std::int32_t node) const noexcept { return heads_[static_cast<std::size_t>(node)]; }
  void set_head(std::int32_t node, std::int32_t head) { heads_[static_cast<std::size_t>(node)] = head; }

  /// Adds a word after the last and returns its node; all other columns are empty, the head is not known.
  std::int32_t add_word(std::string_view form);
  /// Makes room for n words at once (readers; fields are then set by node). Keeps existing words, drops those beyond n.
  void resize(std::int32_t n);
  /// Copies a text into the store.
  Text add_text(std::string_view text);
  /// Replaces the store by `bytes` and returns it; texts made before are void. Readers put a whole record here at once.
  void assign_store(std::string_view bytes) { store_.assign(bytes); }

  // Comments, without their line ends, `#` included.
  const std::vector<Text>& comments() const noexcept { return comments_; }
  std::vector<Text>& comments() noexcept { return comments_; }
  void add_comment(std::string_view line) { comments_.push_back(add_text(line)); }
  /// The value of `# key = value`, or of `# key` (empty then); nothing when there is no such comment.
  std::optional<std::string_view> comment(std::string_view key) const;

  /// In order, not overlapping.
  const std::vector<MultiwordToken>& multiword_tokens() const noexcept { return multiword_tokens_; }
  std::vector<MultiwordToken>& multiword_tokens() noexcept { return multiword_tokens_; }
  /// Sorted by (after, index).
  const std::vector<EmptyNode>& empty_nodes() const noexcept { return empty_nodes_; }
  std::vector<EmptyNode>& empty_nodes() noexcept { return empty_nodes_; }

  /// The constituents over these words; empty when there are none.
  const ConstituentTree& constituents() const noexcept { return constituents_; }
  ConstituentTree& constituents() noexcept { return constituents_; }

  /// The dependency tree as a value of its own, and back.
  DependencyTree dependencies() const;
  void set_dependencies(const DependencyTree& tree);
  bool has_dependencies() const noexcept;
  /// Forgets DEPS of all words and empty nodes: the enhanced graph of a tree that is no more.
  void clear_deps() noexcept;

 private:
  std::string store_;
  std::vector<std::array<Text, kColumns>> rows_;
  std::vector<std::int32_t> heads_;
  std::vector<Text> comments_;
  std::vector<MultiwordToken> multiword_tokens_;
  std::vector<EmptyNode> empty_nodes_;
  ConstituentTree constituents_;
  std::size_t line_ = 0;
};

/// The value of `key` in `A=x|B=y` (FEATS, MISC); nothing when it is not there.
std::optional<std::string_view> attribute(std::string_view list, std::string_view key);

}  // namespace espalier
