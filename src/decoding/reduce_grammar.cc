#include "decoding/reduce_grammar.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "espalier/error.h"

namespace espalier::decoding {
namespace {

[[noreturn]] void fail(const char* what) { throw Error(ErrorKind::kInput, what); }

void add(std::vector<std::int32_t>& list, std::int32_t label) {
  if (std::find(list.begin(), list.end(), label) == list.end()) list.push_back(label);
}

/// Some label of the list finishes a constituent.
bool has_finished(const ReduceRules& rules, const std::vector<std::int32_t>& list) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::int32_t label) { return !rules.labels[to_index(label)].is_temporary(); });
}

}  // namespace

void ReduceRules::close() {
  for (const ReduceLabel& label : labels) {
    if (!label.is_temporary()) continue;
    add(left, label.closer);
    add(right, label.closer);
  }
  if (has_finished(*this, left) || has_finished(*this, right)) return;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i].is_temporary()) return left.push_back(static_cast<std::int32_t>(i));
  }
}

ReduceGrammar::ReduceGrammar(ReduceRules rules) : rules_(std::move(rules)) {
  check();
  number_actions();
  list_situations();
}

void ReduceGrammar::check() const {
  const auto count = static_cast<std::int32_t>(rules_.labels.size());
  std::vector<std::uint8_t> sides(rules_.labels.size(), 0);  // from which a label is a reduction's
  const auto note = [&](const std::vector<std::int32_t>& list, unsigned side) {
    for (const std::int32_t label : list) {
      if (label >= 0 && label < count) sides[to_index(label)] |= static_cast<std::uint8_t>(side);
    }
  };
  note(rules_.left, 1);
  note(rules_.right, 2);
  for (const ReduceLabel& label : rules_.labels) {
    if (label.base < 0 || label.base >= count || label.closer >= count) fail("a label has no base");
    if (!label.is_temporary()) continue;
    const ReduceLabel& closer = rules_.labels[to_index(label.closer)];
    if (closer.is_temporary() || closer.base != label.base) fail("a temporary label has none that finishes it");
    if (sides[to_index(label.closer)] != 3) fail("a temporary label cannot be finished from both sides");
  }
  std::size_t actions = 2;
  for (const auto* list : {&rules_.unary, &rules_.left, &rules_.right}) {
    std::vector<std::int32_t> sorted = *list;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) fail("a reduction is there twice");
    if (!sorted.empty() && (sorted.front() < 0 || sorted.back() >= count)) fail("a reduction has no label");
    actions += list->size();
  }
  if (actions > std::numeric_limits<std::uint16_t>::max()) fail("there are too many reductions");
  for (const std::int32_t label : rules_.unary) {
    if (rules_.labels[to_index(label)].is_temporary()) fail("a word is under a temporary label");
  }
  if (!has_finished(rules_, rules_.left) && !has_finished(rules_, rules_.right)) fail("no reduction ends a derivation");
}

void ReduceGrammar::number_actions() {
  infos_ = {{ActionKind::kShift, -1}, {ActionKind::kGhost, -1}};
  numbers_.assign(3 * rules_.labels.size(), -1);
  std::size_t row = 0;
  for (const auto& [kind, list] : {std::pair{ActionKind::kUnary, &rules_.unary},
                                   {ActionKind::kLeft, &rules_.left},
                                   {ActionKind::kRight, &rules_.right}}) {
    for (const std::int32_t label : *list) {
      numbers_[row + to_index(label)] = static_cast<std::int32_t>(infos_.size());
      infos_.push_back({kind, label});
    }
    row += rules_.labels.size();
  }
}

template <class Wanted>
void ReduceGrammar::add_piece(bool with_shift, const Wanted& is_wanted) {
  const std::size_t first = pool_.size();
  if (with_shift) pool_.push_back(Action::kShift);
  for (std::size_t i = 1; i < infos_.size(); ++i) {
    if (is_wanted(infos_[i])) pool_.push_back(static_cast<Action>(i));
  }
  pieces_.push_back({first, pool_.size() - first});
}

void ReduceGrammar::list_situations() {
  const bool ghosts_alone = rules_.has_bare_words || rules_.unary.empty();
  const auto is_of_word = [](const Info& each) {
    return each.kind == ActionKind::kGhost || each.kind == ActionKind::kUnary;
  };
  add_piece(false, is_of_word);
  add_piece(false, [&](const Info& each) { return is_of_word(each) && (ghosts_alone || each.label >= 0); });
  add_piece(true, [](const Info&) { return false; });
  for (const bool allows_temporary : {false, true}) {
    add_piece(true,
              [&](const Info& each) { return !is_of_word(each) && (allows_temporary || !is_temporary(each.label)); });
  }
  // By base and side, so that thousands of labels cost no more than their number.
  std::vector<std::vector<Action>> joins(2 * rules_.labels.size());
  for (std::size_t i = 1; i < infos_.size(); ++i) {
    if (is_of_word(infos_[i])) continue;
    const auto base = static_cast<std::size_t>(rules_.labels[to_index(infos_[i].label)].base);
    joins[2 * base + (infos_[i].kind == ActionKind::kRight ? 1 : 0)].push_back(static_cast<Action>(i));
  }
  for (const std::vector<Action>& list : joins) {
    for (const bool allows_temporary : {false, true}) {
      const std::size_t first = pool_.size();
      pool_.push_back(Action::kShift);
      for (const Action action : list) {
        if (allows_temporary || !is_temporary(label(action))) pool_.push_back(action);
      }
      pieces_.push_back({first, pool_.size() - first});
    }
  }
}

bool ReduceGrammar::find(ActionKind kind, std::int32_t label, Action& out) const noexcept {
  if (kind == ActionKind::kShift || kind == ActionKind::kGhost) {
    out = kind == ActionKind::kShift ? Action::kShift : Action::kGhost;
    return true;
  }
  if (label < 0 || label >= labels()) return false;
  const std::size_t row = static_cast<std::size_t>(kind) - static_cast<std::size_t>(ActionKind::kUnary);
  const std::int32_t number = numbers_[row * rules_.labels.size() + to_index(label)];
  if (number >= 0) out = static_cast<Action>(number);
  return number >= 0;
}

}  // namespace espalier::decoding
