// Tables of head rules: the parsed form of the text that espalier/constituency.h describes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/sentence.h"
#include "treebank/labels.h"

namespace espalier::treebank {

class HeadTable {
 public:
  /// Throws Error kInput with name:line:column.
  static HeadTable parse(std::string_view text, const std::string& name);

  /// The child that heads `node`, marks ignored; kNone for a leaf.
  std::int32_t find(const Sentence& sentence, std::int32_t node) const;
  /// The same from labels: the index of the head among the children's labels or tags. REQUIRES children.
  std::size_t find(std::string_view label, std::span<const std::string_view> children) const;

  const LabelScheme& scheme() const noexcept { return scheme_; }
  /// The dependency label that an @relation gives to a child; empty when none does.
  std::string_view relation(std::string_view label) const;

 private:
  friend class HeadTableParser;

  struct Step {
    bool from_left = true;
    std::vector<std::vector<LabelPattern>> ranks;  ///< `>` between them; none: any child
  };
  struct Rule {
    LabelPattern label;
    std::vector<Step> steps;
  };
  struct Relation {
    std::string name;
    std::vector<LabelPattern> children;
  };

  std::vector<Rule> rules_;
  std::vector<LabelPattern> skipped_;
  std::vector<Relation> relations_;
  LabelScheme scheme_;
};

/// The text of a built-in table, or nothing. Names in the order of the manual.
std::string_view built_in_table(std::string_view name);
std::span<const std::string_view> built_in_tables();

/// The label of a constituent, the tag of a leaf.
std::string_view label_of(const Sentence& sentence, std::int32_t node);

}  // namespace espalier::treebank
