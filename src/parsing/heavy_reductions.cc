#include "parsing/heavy_reductions.h"

#include <array>

#include "base/memo.h"
#include "parsing/heavy_search.h"

namespace espalier::parsing {
namespace {

using decoding::Action;
using decoding::ActionKind;
using decoding::ShiftReduce;

constexpr std::size_t kMostOfAction = 3;
constexpr std::size_t kMostWeights = 300'000'000;  // that are looked at, however many actions there are
constexpr std::array<const char*, 10> kSizes = {"0", "1", "2", "3", "4", "5-6", "7-9", "10-14", "15-24", "25+"};

std::vector<std::string> action_names(const ConstituencyModel& model) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model.grammar().actions(); ++i) {
    const auto action = static_cast<Action>(i);
    switch (model.grammar().kind(action)) {
      case ActionKind::kShift:
        names.emplace_back("shift");
        continue;
      case ActionKind::kGhost:
        names.emplace_back("ghost");
        continue;
      case ActionKind::kUnary:
        names.emplace_back("unary ");
        break;
      case ActionKind::kLeft:
        names.emplace_back("left ");
        break;
      case ActionKind::kRight:
        names.emplace_back("right ");
        break;
    }
    names.back() += model.labels()[static_cast<std::size_t>(model.grammar().label(action))];
  }
  return names;
}

class Search {
 public:
  Search(const ConstituencyModel& model, const TrainingSet& data, TemplateTally* tally)
      : model_(model),
        data_(data),
        tally_(tally),
        named_(constituency_schemas()[0], model.programs().sections()[0].templates, model.programs().reduce()),
        shelves_(model.grammar().actions(), kMostOfAction) {
    seen_.start();
  }

  bool has_enough() const noexcept { return seen_.made() * model_.grammar().actions() > kMostWeights; }

  void visit(std::size_t sentence, const std::vector<Action>& derivation) {
    named_.prepare(data_, sentence);
    tags_ = data_.encoded[sentence].of(model_.programs().tags());
    state_.reset(data_.sentences[sentence].size(), {&model_.grammar(), &nodes_});
    for (const Action action : derivation) {
      offer(data_.sentences[sentence]);
      ShiftReduce::apply(state_, action);
    }
  }
  void append_to(std::vector<HeavyFeature>& out) const {
    shelves_.append_to(out, constituency_schemas()[0].name, action_names(model_));
  }

 private:
  void offer(const Sentence& sentence) {
    model_.programs().places().find(state_, places_);
    const auto text = [&](std::uint8_t question, std::int32_t word, std::size_t slot) {
      return state_text(sentence, question, word, slot);
    };
    named_.each(places_.words, ReduceStateOf{state_, places_, tags_}, text,
                [&](std::uint64_t feature, const auto& name) {
                  // Once is enough; there may be thousands of actions.
                  const float spread = seen_.get(feature, [&] {
                    shelves_.read(model_.weights(), feature);
                    shelves_.offer(feature, name);
                    return shelves_.spread();
                  });
                  if (tally_ != nullptr) tally_->add(constituency_schemas()[0].name, named_.source(), spread);
                });
  }

  std::string state_text(const Sentence& sentence, std::uint8_t question, std::int32_t word, std::size_t slot) const {
    const std::int32_t node = places_.nodes[slot];
    if (static_cast<ReduceQuestion>(question) == ReduceQuestion::kSize) {
      if (node < 0) return "<none>";
      return kSizes[size_class(state_.node(node).last - state_.node(node).first + 1)];
    }
    if (word < 0) return "<none>";
    const std::int32_t label = node < 0 ? -1 : state_.node(node).label;
    return label < 0 ? std::string(sentence.xpos(word)) : model_.labels()[static_cast<std::size_t>(label)];
  }

  const ConstituencyModel& model_;
  const TrainingSet& data_;
  TemplateTally* tally_;
  NamedFeatures named_;
  HeavyClasses shelves_;
  base::Memo<float> seen_;  // how far its weights set actions apart
  decoding::ReduceNodes nodes_;
  decoding::ReduceState state_;
  ReducePlaces places_;
  const std::uint64_t* tags_ = nullptr;
};

void visit_all(const TrainingSet& data, const std::vector<std::vector<Action>>& derivations, Search& search) {
  visit_sample(data, [&](std::size_t sentence) {
    if (!search.has_enough()) search.visit(sentence, derivations[sentence]);
  });
}

}  // namespace

std::vector<HeavyFeature> find_heaviest(const ConstituencyModel& model, const TrainingSet& data,
                                        const std::vector<std::vector<Action>>& derivations) {
  Search search(model, data, nullptr);
  visit_all(data, derivations, search);
  std::vector<HeavyFeature> result;
  search.append_to(result);
  return result;
}

void weigh_templates(const ConstituencyModel& model, const TrainingSet& data,
                     const std::vector<std::vector<Action>>& derivations, TemplateTally& tally) {
  Search search(model, data, &tally);
  visit_all(data, derivations, search);
}

}  // namespace espalier::parsing
