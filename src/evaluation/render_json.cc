// Results for programs. Measures stand at the top level under their names, so that `.LAS.f1` is all a script needs;
// what is not a measure has a lower-case name (by, groups, confusion, errors, confidence, lexicalisation,
// systems, significance, agreement, notes, unscored, skipped), and no measure has.
#include "espalier/evaluation.h"
#include "evaluation/analysis_json.h"

namespace espalier {
namespace {

using evaluation::Json;

Json score_json(const Score& score, bool with_aligned) {
  Json json = {{"precision", score.precision()}, {"recall", score.recall()}, {"f1", score.f1()}};
  if (with_aligned) json["aligned"] = score.aligned_accuracy();
  return json;
}

Json measure_json(const Measure& measure) {
  Json json;
  if (measure.kind == MeasureKind::kAverage) {
    json["average"] = measure.value();
  } else {
    json = score_json(measure.score, true);
    json["gold"] = measure.score.gold;
    json["system"] = measure.score.system;
    json["correct"] = measure.score.correct;
  }
  if (measure.interval) json["interval"] = {measure.interval->low, measure.interval->high};
  return json;
}

void add_measures(const std::vector<Measure>& measures, Json& json) {
  for (const Measure& measure : measures) json[measure.name] = measure_json(measure);
}

Json breakdown_json(const Breakdown& breakdown) {
  Json json = Json::object();
  for (const BreakdownRow& row : breakdown.rows) {
    json[row.key] = {{"gold", row.labelled.gold},
                     {"system", row.labelled.system},
                     {"UAS", score_json(row.unlabelled, false)},
                     {"LAS", score_json(row.labelled, false)}};
  }
  return json;
}

void add_system(const SystemEvaluation& system, Json& json) {
  add_measures(system.measures, json);
  for (const MeasureGroup& group : system.groups) add_measures(group.measures, json["groups"][group.name]);
  for (const Breakdown& breakdown : system.breakdowns) json["by"][breakdown.dimension] = breakdown_json(breakdown);
  evaluation::add_analyses(system, json);
  if (system.left_out > 0) json["unscored"] = system.left_out;
  if (!system.skipped.empty()) json["skipped"] = system.skipped.size();
}

Json comparison_json(const EvaluationResult& result, const Comparison& comparison) {
  Json json = {{"first", result.systems[comparison.first].file},
               {"second", result.systems[comparison.second].file},
               {"measure", comparison.measure},
               {"difference", comparison.difference},
               {"interval", {comparison.interval.low, comparison.interval.high}},
               {"bootstrap_p", comparison.bootstrap_p}};
  if (comparison.has_mcnemar) {
    json["only_first"] = comparison.only_first;
    json["only_second"] = comparison.only_second;
    json["mcnemar_p"] = comparison.mcnemar_p;
  }
  return json;
}

}  // namespace

std::string to_json(const EvaluationResult& result) {
  Json json = Json::object();
  if (result.systems.size() == 1) {
    add_system(result.systems.front(), json);
  } else {
    json["systems"] = Json::array();
    for (const SystemEvaluation& system : result.systems) {
      Json one = {{"file", system.file}};
      add_system(system, one);
      json["systems"].push_back(std::move(one));
    }
    for (const Comparison& c : result.comparisons) json["significance"].push_back(comparison_json(result, c));
    if (result.agreement) json["agreement"] = evaluation::agreement_json(result);
  }
  if (!result.notes.empty()) json["notes"] = result.notes;
  // File names may hold any bytes.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace espalier
