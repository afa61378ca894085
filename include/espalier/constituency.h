// Espalier: what can be done to constituents: find heads, change into dependencies and back, binarise, clean.
//
// Every function works on one sentence in place, keeps no state, and may run on many threads at once with the same
// rules.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"

namespace espalier {

namespace treebank {
class HeadTable;
}

/// Rules that find the head among the children of a constituent. Immutable; copies share the table.
///
/// The text of a table has one rule a line, tried from top to bottom; the first whose label matches counts:
///
///     # Comments are lines of their own.
///     NP   right NN NNS NNP | left NP | right CD
///     VP   left VBD > VBZ > VP | left
///     *    left
///
/// `left` looks from the left, `right` from the right (also: left-to-right, right-to-left). Names beside one another
/// are equal: the first child that is any of them is taken. `>` goes to the next names only when the ones before are
/// not found, `|` to the next step, and a step without names takes any child. A name matches labels and tags with or
/// without function
/// (`NP`: `NP`, `NP-SBJ`, `NP=2`); `*` in it stands for any characters (`*-H`); `\` takes the next character literally.
/// Directives:
///
///     @skip      , . :            children that are heads only when there are no others
///     @compound  v-fin IP-*       categories that have a hyphen, so that not all after it is function
///     @relation  punct , . :      the dependency label of such children where they carry no function
///
/// Where no rule finds a child, the leftmost that is not skipped is the head.
class HeadRules {
 public:
  /// The table of a built-in name, or else of a file. Throws Error kUsage when there is neither, kInput with
  /// file:line:column for what cannot be understood.
  static HeadRules load(const std::string& name_or_path);
  /// From text; `name` stands for the file in messages.
  static HeadRules parse(std::string_view text, const std::string& name);
  /// english, french, portuguese, spanish, default.
  static const std::vector<std::string>& built_in();
  /// The text of a built-in table, to start one's own from. Throws Error kUsage.
  static std::string_view text(const std::string& name);

  /// The head child of a node, as marked, else by rule; kNone for a leaf.
  std::int32_t head_child(const Sentence& sentence, std::int32_t node) const;
  /// `NP` of `NP-SBJ-1`, and `SBJ`.
  std::string_view category(std::string_view label) const;
  std::string_view function(std::string_view label) const;

  const treebank::HeadTable& table() const noexcept { return *table_; }

 private:
  explicit HeadRules(std::shared_ptr<const treebank::HeadTable> table) : table_(std::move(table)) {}
  std::shared_ptr<const treebank::HeadTable> table_;
};

/// Marks the head of every constituent that has no mark.
void mark_heads(Sentence& sentence, const HeadRules& rules);

/// HEAD and DEPREL from the constituents, which stay. The label of a word is the function of the largest constituent
/// that it heads (`SBJ` of `NP-SBJ`); without one, what an @relation says; else `S|NP`, the categories of that
/// constituent's mother and of itself (a tag where the word stands alone). The word that heads all: function of the top
/// (of its head child where the top is ROOT, TOP, VROOT or unlabelled), else `root`. Throws Error kInput when there are
/// no sound constituents.
void to_dependencies(Sentence& sentence, const HeadRules& rules);

struct ProjectionOptions {
  /// Every word projects a constituent, which carries its DEPREL as function (`NP-nsubj`), so that labels come back
  /// too.
  bool functions = false;
};

/// Constituents from HEAD. Each word with dependents projects one constituent over itself and them, in which it is
/// marked as head; the whole stands under ROOT. The category comes from UPOS: NP for NOUN, PROPN, PRON; VP for VERB,
/// AUX; AP for ADJ; ADVP, PP, DP, NUMP, CONJP, SP (SCONJ), PRTP, INTJP; from another tag T: TP; without any: XP.
/// to_dependencies() gives back the same heads where one word depends on the root; further ones become its dependents.
/// Throws Error kInput for a tree that is not projective (projectivise it first), and for heads that are missing or
/// make no tree.
void to_constituents(Sentence& sentence, const ProjectionOptions& options = {});

inline constexpr int kUnlimitedOrder = std::numeric_limits<int>::max();

struct BinarizeOptions {
  int order = 0;           ///< sisters that a temporary symbol remembers: 0, 1, 2, … kUnlimitedOrder
  bool mark_heads = true;  ///< mark the head in every binary node, as transition systems want it
};

/// Makes every constituent binary, or unary over a word: head-outward markovisation with temporary symbols, and chains
/// of unary constituents joined into one label. Heads: as marked, else by `rules`, else leftmost (`rules` may be null).
void binarize(Sentence& sentence, const BinarizeOptions& options = {}, const HeadRules* rules = nullptr);
/// The exact inverse. keep_heads: the heads of the binary tree become marks; else there are none.
void unbinarize(Sentence& sentence, bool keep_heads = false);

struct CleanOptions {
  bool strip_functions = true;                       ///< `NP-SBJ-1` becomes `NP`, of labels and of tags
  bool remove_empty = true;                          ///< empty elements, and constituents that hold nothing else
  bool merge_repeats = true;                         ///< `(NP (NP …))` becomes `(NP …)`
  std::vector<std::string> empty_tags = {"-NONE-"};  ///< an element is empty by its tag …
  std::vector<std::string> empty_words = {"*0*"};    ///< … or by its word
};

/// Strips functions, removes empty elements, merges repeats; words, heads and multiword tokens are renumbered then,
/// DEPS and empty nodes dropped, and a dependent of a removed word goes to that word's head. False when no word is left
/// (the sentence is empty then). `rules` tell which categories have hyphens; null: the default table's.
bool clean(Sentence& sentence, const CleanOptions& options = {}, const HeadRules* rules = nullptr);

}  // namespace espalier
