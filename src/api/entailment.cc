#include "espalier/entailment.h"

#include <algorithm>

#include "base/ordered_map.h"
#include "espalier/pipeline.h"
#include "parsing/watch.h"

namespace espalier {
namespace {

std::vector<Sentence> parsed(const Pipeline& pipeline, const std::string& text) {
  std::vector<Sentence> out;
  pipeline.annotate(text, [&](const Sentence& sentence) { out.push_back(sentence); });
  return out;
}

bool marks_agents(const Model& model) {
  const std::vector<std::string> labels = model.labels();
  return std::find(labels.begin(), labels.end(), "obl:agent") != labels.end();
}

struct Slot {
  std::size_t pair = 0;
  EntailmentDecision decision;
};

}  // namespace

std::vector<EntailmentDecision> entail(const std::vector<EntailmentPair>& pairs, const Ensemble& models,
                                       const EntailmentOptions& options, const Control& control) {
  for (const Model& each : models.models()) {
    if (each.parser_kind() == "constituency") {
      throw Error(ErrorKind::kUsage, "entailment is decided by dependencies, and this model finds constituents");
    }
  }
  if (!models.models().front().has(Stage::kTokens)) throw Error(ErrorKind::kUsage, "the model has no tokenizer");
  const Pipeline pipeline(models);
  EntailmentOptions rules = options;
  rules.by_is_agent = std::none_of(models.models().begin(), models.models().end(), marks_agents);
  const parsing::Watch watch(control);
  std::vector<EntailmentDecision> decisions;
  std::size_t next = 0;
  base::ordered_map<Slot>(
      base::thread_count(control.threads),
      [&](Slot& slot) {
        slot.pair = next++;
        return slot.pair < pairs.size();
      },
      [&](Slot& slot) {
        const EntailmentPair& pair = pairs[slot.pair];
        slot.decision = decide(parsed(pipeline, pair.text), parsed(pipeline, pair.hypothesis), rules);
      },
      [&](Slot& slot) {
        decisions.push_back(std::move(slot.decision));
        watch.tell("pairs", decisions.size(), pairs.size());
      });
  return decisions;
}

}  // namespace espalier
