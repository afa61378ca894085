// The sections of a graph parser's feature file, and their programs.
//
//   [prune]          h, m        a cheap look at every arc, to drop the hopeless ones
//   [arc]            h, m        head and modifier
//   [sibling]        h, m, s     s: the modifier of h nearest to m on its side, towards h
//   [grandparent]    g, h, m     g: the head of h
//   [grand-sibling]  g, h, m, s
//   [label]          h, m        with the whole tree known: head(x), left(x) and right(x) (outermost dependents on each
//                                side), before(x) and after(x) (neighbouring dependents of the same head), and
//                                deprel(x), the label of a word decided already
//   [runtime]        h, m        with the labels of h's dependents between h and m found so far: label1(h) to label4(h)
//                                from m on, each(h) (one feature for each), size(h) (none, some, or more than four)
#pragma once

#include <array>
#include <string>
#include <vector>

#include "features/extractor.h"
#include "features/program.h"

namespace espalier::parsing {

enum class GraphSection : std::uint8_t { kPrune, kArc, kSibling, kGrandparent, kGrandSibling, kLabel, kRuntime };
inline constexpr std::size_t kGraphSections = 7;

/// State attributes of the [runtime] section, by number.
enum class RuntimeState : std::uint8_t { kEach, kSize, kLabel1 };

const std::vector<features::Schema>& graph_schemas();
inline const features::Schema& graph_schema(GraphSection section) {
  return graph_schemas()[static_cast<std::size_t>(section)];
}

/// The compiled templates of a graph parser; immutable, shared by threads.
class GraphPrograms {
 public:
  GraphPrograms() = default;
  explicit GraphPrograms(std::vector<features::Section> sections);

  const features::Program& program(GraphSection section) const { return programs_[static_cast<std::size_t>(section)]; }
  /// The [arc] templates again, apart by what they look at: the head alone, the word alone, both. Features do not
  /// depend on the list that their templates stand in, so these are the same; what looks at one word is scored once a
  /// word.
  const features::Program& arc_of_head() const noexcept { return arc_of_head_; }
  const features::Program& arc_of_word() const noexcept { return arc_of_word_; }
  const features::Program& arc_of_both() const noexcept { return arc_of_both_; }
  const features::Encoder& encoder() const noexcept { return encoder_; }
  const std::vector<features::Section>& sections() const noexcept { return sections_; }
  /// The column of coarse tags.
  std::uint32_t tags() const noexcept { return tags_; }

 private:
  std::vector<features::Section> sections_;
  std::array<features::Program, kGraphSections> programs_;
  features::Program arc_of_head_;
  features::Program arc_of_word_;
  features::Program arc_of_both_;
  features::Encoder encoder_;
  std::uint32_t tags_ = 0;
};

}  // namespace espalier::parsing
