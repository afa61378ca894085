// Line-by-line check, and repair, of CoNLL-U and CoNLL-X.
//
// Idea: each line is first brought into the shape that repair would give it (no CR, no trailing blanks, NFC), whether
// or not anything is to be repaired, and every later rule looks at that shape. So the check of a repaired file sees
// what the first check saw, minus what was repaired; repair twice is repair once.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "espalier/sentence.h"
#include "treebank/check_fields.h"
#include "treebank/check_tree.h"
#include "treebank/conll.h"
#include "treebank/line_stream.h"

namespace espalier::treebank {

class ConllChecker {
 public:
  /// `fixed`: where the repaired lines are appended; null to check only.
  ConllChecker(bool is_conllu, const Limits& limits, CheckReport& report, std::string* fixed)
      : is_conllu_(is_conllu), limits_(limits), report_(report), fixed_(fixed) {}

  void take(const LinePart& part);
  /// At the end of the file.
  void finish();

 private:
  enum class Kind { kComment, kWord, kRange, kEmptyNode, kUnknown };
  struct Held {
    std::size_t number;
    std::size_t begin;
    std::size_t size;
  };
  struct Row {
    Kind kind = Kind::kUnknown;
    std::size_t line = 0;
    NodeId id;  // a range: its first word, and in `last` its last
    std::int32_t last = 0;
    bool is_changed = false;
    std::vector<std::string_view> fields;
  };

  // Lines.
  void take_stretch(const LinePart& part);
  std::string_view normalise(std::string_view text, std::size_t number);
  std::string_view strip_end(std::string_view text, std::size_t number);
  bool check_bytes(std::string_view text, std::size_t number);
  void hold(std::string_view text, std::size_t number);
  void spill();
  void end_sentence();

  // Rows of the sentence held (conll_rows.cc).
  void check_rows();
  void read_row(std::string_view text, std::size_t number);
  bool check_columns(const Row& row);
  void check_id(Row& row);
  void check_word_id(Row& row);
  void check_range_id(Row& row);
  void check_empty_node_id(Row& row);
  void check_lists(Row& row);
  void check_features(Row& row);
  void check_enhanced(Row& row);
  void check_enhanced_heads(const Row& row);
  void check_blank(const Row& row, std::initializer_list<std::size_t> columns, const CheckCode& code,
                   const char* owner);
  void collect_heads();
  std::int32_t read_head(const Row& row, bool are_all_missing);
  std::string check_text();
  std::string surface();
  void check_sentence_id();
  void replace(Row& row, std::size_t column, std::string value);
  void write_fixed(const std::string& added_text);

  std::string_view text(const Held& line) const { return std::string_view(store_).substr(line.begin, line.size); }

  bool is_conllu_;
  const Limits& limits_;
  CheckReport& report_;
  std::string* fixed_;

  // The file.
  bool has_reported_cr_ = false;
  bool has_begun_ = false;                                     // there was a line that is not blank
  std::unordered_map<std::size_t, std::size_t> sentence_ids_;  // hash of the name to its line

  // The sentence: lines are held until it ends, unless it is beyond the limits; then they are passed on as they come.
  bool is_open_ = false;
  bool is_spilling_ = false;
  std::string store_;
  std::vector<Held> held_;
  std::size_t held_words_ = 0;
  std::size_t last_line_ = 0;
  bool is_line_clean_ = true;  // well-formed UTF-8 without control characters
  bool is_clean_ = true;       // all lines are
  std::string scratch_;

  // Its rows.
  std::vector<Row> rows_;
  std::deque<std::string> replacements_;
  bool is_sound_ = true;  // ids and columns let the words be told
  std::int32_t words_ = 0;
  std::int32_t empty_index_ = 0;
  std::int32_t range_last_ = 0;
  bool is_range_open_ = false;
  std::vector<NodeId> empty_nodes_;
  CheckedTree tree_;
  Sentence sentence_;
};

}  // namespace espalier::treebank
