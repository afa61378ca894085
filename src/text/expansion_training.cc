#include "text/expansion_training.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "learning/frozen_labels.h"
#include "learning/trainer.h"
#include "text/aligned_copy.h"
#include "text/expansion_book.h"
#include "text/mix.h"
#include "text/segmenter_sections.h"

namespace espalier::text {
namespace {

constexpr std::size_t kMostRules = 50'000;  // rarer ones come later, and are not learned
constexpr std::size_t kMostLists = 60'000;
constexpr std::uint32_t kEnough = 4;  // sights of a form that is always the same thing are learned from

std::u32string form_of(const Characters& text, const Token& token) {
  std::u32string form;
  for (std::int32_t at = token.begin; at < token.end; ++at) form += text.lower(at);
  return form;
}

/// As Characters::hash().
std::uint64_t hash_of(std::u32string_view text) {
  std::uint64_t hash = kMixer;
  for (const char32_t c : text) hash = mix(hash, c);
  return finish(hash);
}

/// The rules in order of first sight, and how often each form was what.
class RuleCollection {
 public:
  explicit RuleCollection(TrainingText& text) {
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < text.tokens().size(); ++i) {
      Token& token = text.tokens()[i];
      token.expansion = kOneWord;
      if (text.is_multiword(i)) {
        text.words(i, words);
        if (words.size() <= kMostFurther + 1)
          token.expansion = number(derive_rule(text.characters(), token.begin, token.end, words));
      }
      if (token.expansion != kOneWord) rule_forms_[token.expansion - 1U].insert(form_of(text.characters(), token));
    }
    if (rules_.empty()) return;
    for (const Token& token : text.tokens()) ++forms_[form_of(text.characters(), token)][token.expansion];
  }

  const std::vector<ExpansionRule>& rules() const noexcept { return rules_; }
  using Uses = std::map<Expansion, std::uint32_t>;
  const std::map<std::u32string, Uses>& forms() const noexcept { return forms_; }
  /// Several forms expand so: others may.
  bool is_productive(std::size_t rule) const noexcept { return rule_forms_[rule].size() > 1; }

 private:
  Expansion number(ExpansionRule rule) {
    model_file::Packer packer;
    rule.pack(packer);
    const auto [place, is_new] = numbers_.emplace(packer.take(), static_cast<Expansion>(rules_.size() + 1));
    if (!is_new) return place->second;
    if (rules_.size() == kMostRules) {
      numbers_.erase(place);
      return kOneWord;
    }
    rules_.push_back(std::move(rule));
    rule_forms_.emplace_back();
    return place->second;
  }

  std::vector<ExpansionRule> rules_;
  std::map<std::string, Expansion> numbers_;
  std::vector<std::set<std::u32string>> rule_forms_;
  std::map<std::u32string, Uses> forms_;
};

/// Numbers lists of candidates from 1.
class Lists {
 public:
  /// 0 when there are too many.
  std::uint16_t number(const std::vector<Expansion>& list) {
    if (lists_.size() == kMostLists && !numbers_.contains(list)) return 0;
    const auto [place, is_new] = numbers_.emplace(list, static_cast<std::uint16_t>(lists_.size() + 1));
    if (is_new) lists_.push_back(list);
    return place->second;
  }
  const std::vector<std::vector<Expansion>>& all() const noexcept { return lists_; }

 private:
  std::map<std::vector<Expansion>, std::uint16_t> numbers_;
  std::vector<std::vector<Expansion>> lists_;
};

using Items = std::vector<Lexicon::Item>;

std::map<std::u32string, std::vector<Expansion>> productive_endings(const RuleCollection& collection) {
  std::map<std::u32string, std::vector<Expansion>> endings;
  for (std::size_t i = 0; i < collection.rules().size(); ++i) {
    if (collection.is_productive(i)) {
      endings[collection.rules()[i].ending].push_back(static_cast<Expansion>(i + 1));
    }
  }
  return endings;
}

bool ends_in_any(const std::u32string& form, const std::map<std::u32string, std::vector<Expansion>>& endings) {
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (endings.contains(form.substr(i))) return true;
  }
  return false;
}

ExpansionParts pack_book(const RuleCollection& collection) {
  Lists lists;
  Items forms;
  Items endings;
  const auto productive = productive_endings(collection);
  for (const auto& [ending, rules] : productive) endings.emplace_back(hash_of(ending), lists.number(rules));
  for (const auto& [form, uses] : collection.forms()) {
    std::vector<Expansion> list;
    std::uint32_t count = 0;
    for (const auto& [use, times] : uses) {
      list.push_back(use);
      count += times;
    }
    // One word is what all are that are not known to be more, but for endings that make one think.
    if (list == std::vector<Expansion>{kOneWord} && (count < 2 || !ends_in_any(form, productive))) continue;
    forms.emplace_back(hash_of(form), lists.number(list));
  }
  return {ExpansionBook::pack(collection.rules(), lists.all()),
          Lexicon::freeze(std::move(forms)),
          Lexicon::freeze(std::move(endings)),
          {}};
}

/// A choice to learn: a token, and the classes that compete.
struct Choice {
  std::size_t token = 0;
  std::size_t sentence = 0;
  std::vector<Expansion> candidates;
};

class ExpansionProblem final : public learning::Problem {
 public:
  ExpansionProblem(const TrainingText& text, std::vector<Choice> choices, std::uint32_t classes,
                   std::uint32_t min_updates, int workers)
      : text_(text),
        choices_(std::move(choices)),
        table_(std::max(classes, 2U), min_updates),
        scratch_(static_cast<std::size_t>(workers)) {
    for (Scratch& scratch : scratch_) scratch.scores.resize(table_.classes());
  }

  std::size_t examples() const override { return choices_.size(); }
  std::vector<learning::TrainingTable*> tables() override { return {&table_}; }
  const learning::TrainingTable& table() const noexcept { return table_; }

  void solve(std::size_t index, int worker, learning::Outcome& out) override {
    Scratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    const Choice& choice = choices_[index];
    const auto& begins = text_.sentence_begins();
    const auto sentence = std::span<const Token>(text_.tokens())
                              .subspan(begins[choice.sentence], begins[choice.sentence + 1] - begins[choice.sentence]);
    const std::size_t at = choice.token - begins[choice.sentence];
    const auto features = scratch.features.of(text_.characters(), sentence, at);
    std::fill(scratch.scores.begin(), scratch.scores.end(), 0.0F);
    table_.add_scores(features, scratch.scores.data());
    const Expansion gold = sentence[at].expansion;
    Expansion rival = gold;
    for (const Expansion candidate : choice.candidates) {
      if (candidate != gold && (rival == gold || scratch.scores[candidate] > scratch.scores[rival])) rival = candidate;
    }
    if (rival == gold) return;
    const float lead = scratch.scores[gold] - scratch.scores[rival];
    out.loss += lead <= 0 ? 1 : 0;
    if (lead >= 1) return;
    out.violation = static_cast<double>(1 - lead);
    for (const std::uint64_t feature : features) {
      out.changes[0].push_back({feature, gold, 1});
      out.changes[0].push_back({feature, rival, -1});
    }
  }

 private:
  struct Scratch {
    ExpansionFeatures features;
    std::vector<float> scores;
  };
  const TrainingText& text_;
  std::vector<Choice> choices_;
  learning::TrainingTable table_;
  std::vector<Scratch> scratch_;
};

/// Forms that are always the same thing teach what endings mean, a few times each; those that are not, every time.
std::vector<Choice> collect_choices(const TrainingText& text, const ExpansionBook& book) {
  std::vector<Choice> choices;
  std::map<std::u32string, std::uint32_t> seen;
  std::vector<Expansion> as_known;
  const auto& begins = text.sentence_begins();
  for (std::size_t sentence = 0; sentence + 1 < begins.size(); ++sentence) {
    for (std::size_t i = begins[sentence]; i < begins[sentence + 1]; ++i) {
      const Token& token = text.tokens()[i];
      Choice choice{i, sentence, {}};
      book.candidates(text.characters(), token, false, as_known);
      book.candidates(text.characters(), token, true, choice.candidates);
      choice.candidates.insert(choice.candidates.end(), as_known.begin(), as_known.end());
      std::sort(choice.candidates.begin(), choice.candidates.end());
      choice.candidates.erase(std::unique(choice.candidates.begin(), choice.candidates.end()), choice.candidates.end());
      if (choice.candidates.size() < 2) continue;
      if (as_known.size() < 2 && ++seen[form_of(text.characters(), token)] > kEnough) continue;
      choices.push_back(std::move(choice));
    }
  }
  return choices;
}

}  // namespace

ExpansionParts train_expansions(TrainingText& text, const StepTraining& training, std::uint64_t seed, base::Team& team,
                                const std::function<void()>& progress) {
  const RuleCollection collection(text);
  ExpansionParts parts = pack_book(collection);
  const AlignedCopy rules(parts.rules);
  const AlignedCopy forms(parts.forms);
  const AlignedCopy endings(parts.endings);
  const auto section = [](const char* name, const AlignedCopy& copy) {
    return model_file::Section{name, kSegmenterVersion, copy.bytes(), "training"};
  };
  const ExpansionBook book(section(kRulesSection, rules), section(kFormsSection, forms),
                           section(kEndingsSection, endings));
  ExpansionProblem problem(text, collect_choices(text, book), book.classes(), training.min_updates, team.size());
  learning::Trainer trainer(problem, training.learner(seed), team);
  for (int epoch = 0; epoch < training.epochs; ++epoch) {
    trainer.epoch();
    progress();
  }
  std::vector<learning::RowWeight> weights;
  problem.table().visit([&](std::uint64_t feature, std::uint32_t label, const learning::TrainingCell& cell) {
    const float weight = trainer.result(cell);
    if (std::abs(weight) >= training.smallest) weights.push_back({feature, label, weight});
  });
  parts.weights = learning::FrozenLabels::freeze(std::move(weights), book.classes());
  return parts;
}

}  // namespace espalier::text
