#include "parsing/model_output.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/dependency.h"
#include "treebank/lift_label.h"

namespace espalier::parsing {

void set_misc(Sentence& sentence, std::int32_t node, std::string_view key, std::string_view value,
              std::string& scratch) {
  const auto is_of_key = [&](std::string_view item) {
    return item.starts_with(key) && item.substr(key.size(), 1) == "=";
  };
  scratch.clear();
  for (std::string_view misc = sentence.misc(node); !misc.empty();) {
    const std::size_t bar = std::min(misc.find('|'), misc.size());
    const std::string_view item = misc.substr(0, bar);
    if (!is_of_key(item)) scratch.append(scratch.empty() ? "" : "|").append(item);
    misc.remove_prefix(std::min(bar + 1, misc.size()));
  }
  scratch.append(scratch.empty() ? "" : "|").append(key).append("=").append(value);
  sentence.set(node, Column::kMisc, scratch);
}

void write_confidence(Sentence& sentence, std::span<const float> confidence) {
  std::string scratch;
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    set_misc(sentence, word, "Conf", fmt::format("{:.3f}", confidence[static_cast<std::size_t>(word)]), scratch);
  }
}

void undo_lifting(Sentence& sentence, bool crossing) {
  if (crossing) {
    deprojectivize(sentence);
    return;
  }
  for (std::int32_t word = 1; word <= sentence.size(); ++word) {
    if (treebank::is_plain_label(sentence.deprel(word))) continue;
    sentence.set(word, Column::kDeprel, treebank::decode_lift_label(sentence.deprel(word)).label);
  }
}

void undo_lifting(DependencyTree& tree, bool crossing) {
  if (crossing) {
    deprojectivize(tree);
    return;
  }
  for (std::string& label : tree.labels) label = treebank::decode_lift_label(label).label;
}

void add_best(std::vector<ParsedTree>& best, double score, std::span<const std::int32_t> heads,
              std::span<const std::int32_t> labels, const std::vector<std::string>& names, bool unlifts,
              bool crossing) {
  ParsedTree tree;
  tree.score = score;
  tree.heads.assign(heads.begin(), heads.end());
  tree.labels.resize(heads.size());
  for (std::size_t m = 1; m < heads.size(); ++m) tree.labels[m] = names[static_cast<std::size_t>(labels[m])];
  if (unlifts) undo_lifting(tree, crossing);
  // Several sequences of moves, and trees with arcs lifted in several ways, may make the same tree.
  const auto same = [&](const ParsedTree& other) { return other.heads == tree.heads; };
  if (std::none_of(best.begin(), best.end(), same)) best.push_back(std::move(tree));
}

std::vector<std::pair<std::string, std::size_t>> template_counts(const std::vector<features::Section>& sections) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (const features::Section& section : sections) {
    if (!section.templates.empty())
      counts.emplace_back("templates in [" + section.name + "]", section.templates.size());
  }
  return counts;
}

}  // namespace espalier::parsing
