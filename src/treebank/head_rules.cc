// Head rules as Magerman (1995) and Collins (1999) use them: per category, lists of children to look for and the side
// to look from. A rule is a list of steps, a step a direction and ranks of patterns. Finding a head tries rank by rank
// and child by child: O(children × patterns of the rule), with no state, so one table serves all threads.
#include "treebank/head_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "espalier/constituency.h"
#include "treebank/nesting.h"

namespace espalier::treebank {
namespace {

bool matches_any(const std::vector<LabelPattern>& patterns, std::string_view label) {
  return std::any_of(patterns.begin(), patterns.end(), [label](const LabelPattern& p) { return p.matches(label); });
}

}  // namespace

/// Reads a table line by line; columns count bytes from 1.
class HeadTableParser {
 public:
  HeadTableParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  HeadTable parse() {
    while (!text_.empty()) {
      ++line_;
      const std::size_t end = text_.find('\n');
      split(text_.substr(0, end));
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      if (tokens_.empty() || tokens_[0].text.starts_with('#')) continue;
      if (tokens_[0].text.starts_with('@')) {
        directive();
      } else {
        rule();
      }
    }
    return std::move(table_);
  }

 private:
  struct Token {
    std::string_view text;
    std::size_t column;
  };

  [[noreturn]] void bad(std::size_t column, const std::string& reason) const {
    throw Error(ErrorKind::kInput, Place{name_, line_, column}, reason);
  }
  std::size_t end_column() const { return tokens_.back().column + tokens_.back().text.size(); }

  void split(std::string_view line) {
    tokens_.clear();
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t begin = at;
      while (at < line.size() && !is_blank(line[at])) ++at;
      if (at > begin) tokens_.push_back({line.substr(begin, at - begin), begin + 1});
      if (at == begin) ++at;
    }
  }

  void directive() {
    const std::string_view name = tokens_[0].text;
    const std::size_t least = name == "@relation" ? 3 : 2;
    if (name != "@skip" && name != "@compound" && name != "@relation") {
      bad(tokens_[0].column, fmt::format("unknown directive '{}' (there are @skip, @compound, @relation)", name));
    }
    if (tokens_.size() < least) {
      bad(end_column(), fmt::format("{} wants {}", name, least == 3 ? "a name and labels" : "labels"));
    }
    if (name == "@relation") table_.relations_.push_back({std::string(tokens_[1].text), {}});
    for (std::size_t i = least - 1; i < tokens_.size(); ++i) {
      if (name == "@skip") table_.skipped_.emplace_back(tokens_[i].text);
      if (name == "@compound") table_.scheme_.add_compound(tokens_[i].text);
      if (name == "@relation") table_.relations_.back().children.emplace_back(tokens_[i].text);
    }
  }

  void rule() {
    const std::string_view label = tokens_[0].text;
    for (const HeadTable::Rule& other : table_.rules_) {
      if (other.label.text() == label) bad(tokens_[0].column, fmt::format("second rule for '{}'", label));
    }
    table_.rules_.push_back({LabelPattern(label), {}});
    for (std::size_t at = 1; at <= tokens_.size(); ++at) at = step(at);
  }

  /// Reads the step that starts at token `at`; returns the token after it, a `|` or the end.
  std::size_t step(std::size_t at) {
    if (at == tokens_.size()) bad(end_column(), "'left' or 'right' is missing at the end");
    HeadTable::Step step;
    const std::string_view side = tokens_[at].text;
    step.from_left = side == "left" || side == "left-to-right";
    if (!step.from_left && side != "right" && side != "right-to-left") {
      bad(tokens_[at].column, fmt::format("'left' or 'right' is wanted, not '{}'", side));
    }
    bool rank_wanted = true;
    for (++at; at < tokens_.size() && tokens_[at].text != "|"; ++at) {
      const bool is_separator = tokens_[at].text == ">";
      if (is_separator && rank_wanted) bad(tokens_[at].column, "no label before '>'");
      if (!is_separator && rank_wanted) step.ranks.emplace_back();
      if (!is_separator) step.ranks.back().emplace_back(tokens_[at].text);
      rank_wanted = is_separator;
    }
    if (rank_wanted && !step.ranks.empty()) bad(end_column(), "no label after '>'");
    table_.rules_.back().steps.push_back(std::move(step));
    return at;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t line_ = 0;
  std::vector<Token> tokens_;
  HeadTable table_;
};

HeadTable HeadTable::parse(std::string_view text, const std::string& name) {
  return HeadTableParser(text, name).parse();
}

std::size_t HeadTable::find(std::string_view label, std::span<const std::string_view> children) const {
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (!matches_any(skipped_, children[i])) candidates.push_back(i);
  }
  if (candidates.empty()) return 0;
  const auto rule = std::find_if(rules_.begin(), rules_.end(), [&](const Rule& r) { return r.label.matches(label); });
  if (rule == rules_.end()) return candidates.front();
  for (const Step& step : rule->steps) {
    if (step.ranks.empty()) return step.from_left ? candidates.front() : candidates.back();
    for (const std::vector<LabelPattern>& rank : step.ranks) {
      for (std::size_t k = 0; k < candidates.size(); ++k) {
        const std::size_t i = candidates[step.from_left ? k : candidates.size() - 1 - k];
        if (matches_any(rank, children[i])) return i;
      }
    }
  }
  return candidates.front();
}

std::int32_t HeadTable::find(const Sentence& sentence, std::int32_t node) const {
  const ConstituentTree& tree = sentence.constituents();
  const std::int32_t first = tree.node(node).first_child;
  if (first == ConstituentTree::kNone || tree.node(first).next_sibling == ConstituentTree::kNone) return first;
  std::vector<std::string_view> labels;
  std::vector<std::int32_t> children;
  for (const std::int32_t child : tree.children(node)) {
    children.push_back(child);
    labels.push_back(label_of(sentence, child));
  }
  return children[find(tree.node(node).label, labels)];
}

std::string_view HeadTable::relation(std::string_view label) const {
  for (const Relation& relation : relations_) {
    if (matches_any(relation.children, label)) return relation.name;
  }
  return {};
}

std::string_view label_of(const Sentence& sentence, std::int32_t node) {
  const ConstituentTree::Node& n = sentence.constituents().node(node);
  return n.is_leaf() ? tag_of(sentence, n.word) : std::string_view(n.label);
}

}  // namespace espalier::treebank

namespace espalier {

using treebank::HeadTable;

HeadRules HeadRules::parse(std::string_view text, const std::string& name) {
  return HeadRules(std::make_shared<const HeadTable>(HeadTable::parse(text, name)));
}

const std::vector<std::string>& HeadRules::built_in() {
  static const std::vector<std::string> names(treebank::built_in_tables().begin(), treebank::built_in_tables().end());
  return names;
}

std::string_view HeadRules::text(const std::string& name) {
  const std::string_view text = treebank::built_in_table(name);
  if (text.empty()) throw Error(ErrorKind::kUsage, fmt::format("no built-in head rules named '{}'", name));
  return text;
}

std::int32_t HeadRules::head_child(const Sentence& sentence, std::int32_t node) const {
  const std::int32_t marked = sentence.constituents().node(node).head;
  return marked != ConstituentTree::kNone ? marked : table_->find(sentence, node);
}

std::string_view HeadRules::category(std::string_view label) const { return table_->scheme().category(label); }
std::string_view HeadRules::function(std::string_view label) const { return table_->scheme().function(label); }

}  // namespace espalier
