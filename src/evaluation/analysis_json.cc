// A matrix is an object of objects, gold value first, with the pairs that occur: `.confusion.deprel.matrix.obj.nsubj`.
#include "evaluation/analysis_json.h"

namespace espalier::evaluation {
namespace {

Json confusion_json(const Confusion& confusion) {
  Json json = {{"words", confusion.words},
               {"different", confusion.different},
               {"different_right_head", confusion.different_right_head},
               {"keys", confusion.keys},
               {"matrix", Json::object()}};
  for (const ConfusionCell& cell : confusion.cells) {
    json["matrix"][confusion.keys[cell.gold]][confusion.keys[cell.system]] = {{"words", cell.words},
                                                                              {"right_head", cell.right_head}};
  }
  return json;
}

Json errors_json(const ErrorAnalysis& errors) {
  Json json = {{"words", errors.words},
               {"errors", errors.errors()},
               {"wrong_heads", errors.wrong_heads},
               {"wrong_labels", errors.wrong_labels},
               {"unaligned", errors.unaligned}};
  for (const ErrorDivision& division : errors.divisions) {
    Json& rows = json["by"][division.name] = Json::object();
    for (const ErrorKindRow& row : division.rows) {
      Json& one = rows[row.kind];
      if (row.words > 0) one["words"] = row.words;
      one["wrong_heads"] = row.wrong_heads;
      one["examples"] = row.examples;
    }
  }
  Json& distances = json["by"]["distance"] = Json::object();
  for (std::size_t r = 0; r < errors.distances.size(); ++r) {
    for (std::size_t c = 0; c < errors.distances.size(); ++c) {
      const std::uint64_t count = errors.by_distance[r][c];
      if (count > 0) distances[errors.distances[r]][errors.distances[c]] = count;
    }
  }
  json["forms"] = Json::array();
  for (const WordErrors& form : errors.forms) {
    json["forms"].push_back({{"form", form.form},
                             {"upos", form.upos},
                             {"words", form.words},
                             {"wrong_heads", form.wrong_heads},
                             {"wrong_labels", form.wrong_labels}});
  }
  return json;
}

Json buckets_json(const std::vector<ConfidenceBucket>& buckets) {
  Json json = Json::array();
  for (const ConfidenceBucket& bucket : buckets) {
    json.push_back({{"low", bucket.low},
                    {"high", bucket.high},
                    {"arcs", bucket.arcs},
                    {"mean", bucket.mean},
                    {"accuracy", bucket.accuracy()},
                    {"wrong", bucket.arcs - bucket.right}});
  }
  return json;
}

Json reliability_json(const Reliability& reliability) {
  return {{"arcs", reliability.arcs},
          {"right", reliability.right},
          {"without", reliability.without},
          {"calibration_error", reliability.calibration_error},
          {"errors_in_least_confident_fifth", reliability.errors_in_fifth},
          {"by_value", buckets_json(reliability.by_value)},
          {"by_rank", buckets_json(reliability.by_rank)}};
}

Json lexicalisation_json(const Lexicalisation& lexicalisation) {
  const auto percent = [](std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
  };
  Json json = {{"least", lexicalisation.least}, {"forms", lexicalisation.forms}, {"arcs", lexicalisation.arcs}};
  for (const LexicalisationRow& row : lexicalisation.rows) {
    json[row.words] = {{"arcs", row.arcs},
                       {"share", percent(row.arcs, lexicalisation.arcs)},
                       {"UAS", percent(row.heads, row.arcs)},
                       {"LAS", percent(row.attachments, row.arcs)}};
  }
  return json;
}

Json pair_json(const PairCounts& counts) {
  return {{"both", counts.both},
          {"only_first", counts.only_first},
          {"only_second", counts.only_second},
          {"neither", counts.neither},
          {"p", counts.p}};
}

Json group_json(const PairGroup& group, bool has_suspects) {
  Json json = {{"words", group.words},
               {"sentences", group.sentences},
               {"sentence_length", group.sentence_length},
               {"length_by_word", group.length_by_word},
               {"usual_relations", group.usual}};
  if (has_suspects) json["suspects"] = group.suspects;
  return json;
}

Json groups_json(const PairComparison& pair, bool has_suspects) {
  Json json = Json::object();
  const char* const names[] = {"both", "only_first", "only_second", "neither"};
  for (std::size_t i = 0; i < kPairOutcomes; ++i) json[names[i]] = group_json(pair.groups[i], has_suspects);
  json["all"] = group_json(pair.all, has_suspects);
  return json;
}

}  // namespace

void add_analyses(const SystemEvaluation& system, Json& json) {
  for (const Confusion& confusion : system.confusions) {
    json["confusion"][confusion.dimension] = confusion_json(confusion);
  }
  if (system.errors) json["errors"] = errors_json(*system.errors);
  if (system.reliability) json["confidence"] = reliability_json(*system.reliability);
  if (system.lexicalisation) json["lexicalisation"] = lexicalisation_json(*system.lexicalisation);
}

Json agreement_json(const EvaluationResult& result) {
  const Agreement& agreement = *result.agreement;
  Json json = {{"words", agreement.words}, {"overlaps", Json::array()}, {"pairs", Json::array()}};
  if (const auto& suspects = agreement.suspects) {
    json["suspects"] = {{"file", suspects->file}, {"listed", suspects->listed}, {"found", suspects->found}};
  }
  for (const Overlap& overlap : agreement.overlaps) {
    Json right = Json::array();
    for (std::size_t i = 0; i < overlap.right.size(); ++i) {
      if (overlap.right[i]) right.push_back(result.systems[i].file);
    }
    json["overlaps"].push_back({{"right", right}, {"UAS", overlap.heads}, {"LAS", overlap.attachments}});
  }
  for (const PairComparison& pair : agreement.pairs) {
    Json one = {{"first", result.systems[pair.first].file},
                {"second", result.systems[pair.second].file},
                {"UAS", pair_json(pair.heads)},
                {"LAS", pair_json(pair.attachments)},
                {"groups", groups_json(pair, agreement.suspects.has_value())}};
    for (const PairBreakdown& breakdown : pair.breakdowns) {
      Json& rows = one["by"][breakdown.dimension] = Json::object();
      for (const PairRow& row : breakdown.rows) rows[row.key] = pair_json(row.counts);
    }
    json["pairs"].push_back(std::move(one));
  }
  return json;
}

}  // namespace espalier::evaluation
