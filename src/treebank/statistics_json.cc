#include <nlohmann/json.hpp>

#include "treebank/statistics_tables.h"

namespace espalier::treebank {
namespace {

using Json = nlohmann::ordered_json;

Json percent(std::uint64_t part, std::uint64_t whole) { return whole == 0 ? Json(nullptr) : Json(share(part, whole)); }

Json to_json(const std::vector<NamedCount>& counts) {
  Json out = Json::object();
  for (const NamedCount& one : counts) out[one.name] = one.count;
  return {{"count", counts.size()}, {"distribution", std::move(out)}};
}

/// `histogram` holds [value, count] pairs of the values that occur.
Json to_json(const Spread& spread) {
  Json histogram = Json::array();
  for (std::size_t v = 0; v < spread.counts.size(); ++v) {
    if (spread.counts[v] > 0) histogram.push_back({v, spread.counts[v]});
  }
  return {
      {"mean", spread.mean()}, {"median", spread.median()}, {"max", spread.max()}, {"histogram", std::move(histogram)}};
}

Json to_json(const Ambiguity& ambiguity) {
  return {{"keys", ambiguity.keys},
          {"ambiguous", ambiguity.ambiguous},
          {"ambiguous_percent", ambiguity.ambiguous_percent()},
          {"choices_per_token", ambiguity.choices_per_token()}};
}

Json to_json(const DependencyStatistics& d) {
  const std::uint64_t measured = d.head_before.items() + d.head_after.items();
  return {{"sentences", d.sentences},
          {"arcs", d.arcs},
          {"labels", to_json(d.labels)},
          {"nonprojective_arcs", d.nonprojective_arcs},
          {"nonprojective_arcs_percent", d.nonprojective_arcs_percent()},
          {"nonprojective_sentences", d.nonprojective_sentences},
          {"nonprojective_sentences_percent", d.nonprojective_sentences_percent()},
          {"roots", d.roots},
          {"sentences_without_one_root", d.sentences_without_one_root},
          {"sentences_with_cycle", d.sentences_with_cycle},
          {"arc_length_mean", d.mean_arc_length()},
          {"head_before_percent", percent(d.head_before.items(), measured)},
          {"head_before_lengths", to_json(d.head_before)},
          {"head_after_lengths", to_json(d.head_after)},
          {"dependents", to_json(d.dependents)},
          {"word_depth", to_json(d.word_depth)},
          {"tree_depth", to_json(d.tree_depth)},
          {"labels_of_tag_pairs", to_json(d.labels_of_tags)}};
}

Json to_json(const ConstituentStatistics& c) {
  return {{"sentences", c.sentences},
          {"nodes", c.nodes},
          {"categories", to_json(c.categories)},
          {"bare_categories", c.bare_categories},
          {"children", to_json(c.children)},
          {"unary_over_category", c.unary_over_category},
          {"unary_over_word", c.unary_over_word},
          {"depth", to_json(c.depth)},
          {"discontinuous_nodes", c.discontinuous_nodes},
          {"discontinuous_sentences", c.discontinuous_sentences}};
}

Json to_json(const Unseen& unseen, std::uint64_t tokens, std::uint64_t types) {
  return {{"tokens", unseen.tokens},
          {"tokens_percent", percent(unseen.tokens, tokens)},
          {"types", unseen.types},
          {"types_percent", percent(unseen.types, types)}};
}

Json unseen_json(const TreebankStatistics& t) {
  const UnseenStatistics& u = *t.unseen;
  const auto total = [](const std::vector<NamedCount>& counts) {
    std::uint64_t sum = 0;
    for (const NamedCount& one : counts) sum += one.count;
    return sum;
  };
  Json out = {{"against", u.against},
              {"forms", to_json(u.forms, t.words, t.forms)},
              {"lemmas", to_json(u.lemmas, t.lemma_tokens, t.lemmas)},
              {"upos", to_json(u.upos, total(t.upos), t.upos.size())},
              {"xpos", to_json(u.xpos, total(t.xpos), t.xpos.size())}};
  if (t.dependencies) out["labels"] = to_json(u.labels, total(t.dependencies->labels), t.dependencies->labels.size());
  if (t.constituents) {
    out["categories"] = to_json(u.categories, total(t.constituents->categories), t.constituents->categories.size());
  }
  return out;
}

/// Dependency labels, or categories where there are constituents only: the number that lists of treebanks give.
std::size_t label_count(const TreebankStatistics& t) {
  if (t.dependencies) return t.dependencies->labels.size();
  return t.constituents ? t.constituents->categories.size() : 0;
}

Json to_json(const TreebankStatistics& t) {
  Json features = to_json(t.features);
  features["names"] = t.feature_names;
  features["bundles"] = t.feature_bundles;
  Json out = {{"file", t.file},
              {"format", t.format},
              {"sentences", t.sentences},
              {"tokens", t.words},
              {"labels", label_count(t)},
              {"surface_tokens", t.surface_tokens},
              {"multiword_tokens", t.multiword_tokens},
              {"empty_nodes", t.empty_nodes},
              {"tokens_per_sentence", to_json(t.sentence_lengths)},
              {"punctuation_percent", percent(t.punctuation, t.words)},
              {"forms", t.forms},
              {"forms_seen_once", t.hapaxes},
              {"lemmas", t.lemmas},
              {"upos", to_json(t.upos)},
              {"xpos", to_json(t.xpos)},
              {"features", std::move(features)},
              {"upos_of_form", to_json(t.upos_of_form)},
              {"xpos_of_form", to_json(t.xpos_of_form)}};
  if (t.dependencies) out["dependencies"] = to_json(*t.dependencies);
  if (t.constituents) out["constituents"] = to_json(*t.constituents);
  if (t.unseen) out["unseen"] = unseen_json(t);
  out["skipped"] = t.skipped.size();
  return out;
}

}  // namespace

std::string statistics_json(const Treebanks& treebanks) {
  Json list = Json::array();
  for (const TreebankStatistics& treebank : treebanks) list.push_back(to_json(treebank));
  const Json out = {{"treebanks", std::move(list)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace espalier::treebank
