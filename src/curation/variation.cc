// The same words annotated in different ways.
//
// Idea (Dickinson and Meurers, Detecting inconsistencies in treebanks, 2003; Boyd, Dickinson and Meurers, On detecting
// errors in dependency treebanks, 2008): a nucleus is the string of words from one word of an arc to the other; other
// places with the same string, between the same neighbours, should have the same arc between its ends, or there is an
// error among them. Strings that have an arc somewhere are looked up everywhere, so that no arc is an annotation, too.
// Invariant: places are compared by all forms of string and context, not by hashes alone.
// Cost: two passes over all strings of up to `longest` words: O(words · longest); memory for the strings with an arc.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_set>

#include "base/hash.h"
#include "curation/numbered_treebank.h"
#include "espalier/treebank_errors.h"
#include "evaluation/suspect_list.h"
#include "parsing/watch.h"

namespace espalier {
namespace {

using curation::line_of;
using curation::ReadTreebank;

struct Occurrence {
  std::size_t sentence = 0;
  std::int32_t first = 0;
  std::int32_t last = 0;
};

/// `deprel<`: the head is before; `deprel>`: it is behind; `none`.
std::string annotation(const Sentence& sentence, const Occurrence& place) {
  if (sentence.head(place.last) == place.first) return std::string(sentence.deprel(place.last)) + "<";
  if (sentence.head(place.first) == place.last) return std::string(sentence.deprel(place.first)) + ">";
  return "none";
}

/// Words first..last; those outside of the sentence are empty, which no form is.
std::string joined(const Sentence& sentence, std::int32_t first, std::int32_t last, char between) {
  std::string out;
  for (std::int32_t word = first; word <= last; ++word) {
    if (word > first) out += between;
    if (word >= 1 && word <= sentence.size()) out += sentence.form(word);
  }
  return out;
}

class Variation {
 public:
  Variation(const VariationRequest& request, const ReadTreebank& treebank, const Control& control)
      : request_(request), treebank_(treebank), watch_(control) {}

  VariationResult run() {
    each_string([&](const Occurrence& place, const Sentence& sentence) {
      if (annotation(sentence, place) != "none") linked_.insert(base::hash(key_of(sentence, place)));
    });
    std::map<std::string, std::vector<Occurrence>> places;
    each_string([&](const Occurrence& place, const Sentence& sentence) {
      std::string key = key_of(sentence, place);
      if (linked_.contains(base::hash(key))) places[std::move(key)].push_back(place);
    });
    VariationResult result;
    result.sentences = treebank_.sentences.size();
    for (const Sentence& each : treebank_.sentences) result.words += static_cast<std::size_t>(each.size());
    for (const auto& [key, found] : places) {
      if (found.size() > 1) add(found, result);
    }
    rank(result);
    return result;
  }

 private:
  template <class Use>
  void each_string(const Use& use) {
    for (std::size_t i = 0; i < treebank_.sentences.size(); ++i) {
      watch_.tell("sentences", i, treebank_.sentences.size());
      const Sentence& sentence = treebank_.sentences[i];
      for (std::int32_t first = 1; first < sentence.size(); ++first) {
        const std::int32_t end = std::min(sentence.size(), first + static_cast<std::int32_t>(request_.longest) - 1);
        for (std::int32_t last = first + 1; last <= end; ++last) use(Occurrence{i, first, last}, sentence);
      }
    }
  }

  /// Forms have no tabs and line ends, so that different strings have different keys.
  std::string key_of(const Sentence& sentence, const Occurrence& place) const {
    const auto context = static_cast<std::int32_t>(request_.context);
    const auto part = [&](std::int32_t first, std::int32_t last) { return joined(sentence, first, last, '\n'); };
    return part(place.first, place.last) + "\t" + part(place.first - context, place.first - 1) + "\t" +
           part(place.last + 1, place.last + context);
  }

  void add(const std::vector<Occurrence>& places, VariationResult& result) const;
  static void rank(VariationResult& result);

  const VariationRequest& request_;
  const ReadTreebank& treebank_;
  parsing::Watch watch_;
  std::unordered_set<std::uint64_t> linked_;
};

void Variation::add(const std::vector<Occurrence>& places, VariationResult& result) const {
  std::map<std::string, std::size_t> counts;
  for (const Occurrence& place : places) ++counts[annotation(treebank_.sentences[place.sentence], place)];
  if (counts.size() < 2) return;
  ++result.nuclei;
  const auto most_but = [&](const std::string& not_this) {
    auto best = counts.end();
    for (auto each = counts.begin(); each != counts.end(); ++each) {
      if (each->first != not_this && (best == counts.end() || each->second > best->second)) best = each;
    }
    return best;
  };
  for (const Occurrence& place : places) {
    const Sentence& sentence = treebank_.sentences[place.sentence];
    Variant out;
    out.has = annotation(sentence, place);
    const auto other = most_but(out.has);
    out.count = counts[out.has];
    out.other = other->first;
    out.other_count = other->second;
    if (out.count > out.other_count) continue;  // this is how it should be
    const std::string& arc = out.has == "none" ? out.other : out.has;
    out.sentence = place.sentence;
    out.word = arc.back() == '<' ? place.last : place.first;
    out.place = {treebank_.files[place.sentence], line_of(sentence, out.word), 0};
    out.sentence_name = std::string(sentence.comment("sent_id").value_or(""));
    out.words = joined(sentence, place.first, place.last, ' ');
    out.length = place.last - place.first + 1;
    out.score = std::log((static_cast<double>(out.other_count) + 0.5) / (static_cast<double>(out.count) + 0.5));
    result.variants.push_back(std::move(out));
  }
}

void Variation::rank(VariationResult& result) {
  std::stable_sort(result.variants.begin(), result.variants.end(), [](const Variant& a, const Variant& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.length != b.length) return a.length > b.length;
    return std::pair(a.sentence, a.word) < std::pair(b.sentence, b.word);
  });
}

}  // namespace

VariationResult find_variation(const VariationRequest& request, const Control& control) {
  if (request.longest < 2) throw Error(ErrorKind::kUsage, "a pair of words is at least two words long");
  const ReadTreebank treebank =
      curation::read_dependencies(request.treebanks, request.read, control, request.on_skipped);
  return Variation(request, treebank, control).run();
}

VariationOverlap overlap(const VariationResult& result, const std::string& errors_tsv) {
  std::set<std::pair<std::string, std::size_t>> errors;
  for (const evaluation::ListedSuspect& each : evaluation::load_suspects(errors_tsv)) {
    errors.emplace(each.file, each.line);
  }
  std::set<std::pair<std::string, std::size_t>> variants;
  for (const Variant& each : result.variants) variants.emplace(each.place.file, each.place.line);
  VariationOverlap out;
  for (const auto& each : variants) errors.contains(each) ? ++out.both : ++out.variation_only;
  out.errors_only = errors.size() - out.both;
  return out;
}

report::Table variation_table(const VariationResult& result) {
  using report::Align;
  using report::Cell;
  report::Table table;
  table.columns = {{"rank", Align::kRight},        {"score", Align::kRight, 3}, {"file", Align::kLeft},
                   {"line", Align::kRight},        {"sent_id", Align::kLeft},   {"id", Align::kRight},
                   {"has", Align::kLeft},          {"count", Align::kRight},    {"elsewhere", Align::kLeft},
                   {"count there", Align::kRight}, {"words", Align::kLeft}};
  std::int64_t rank = 0;
  for (const Variant& each : result.variants) {
    table.add({Cell::integer(++rank), Cell::real(each.score), each.place.file,
               Cell::integer(static_cast<std::int64_t>(each.place.line)), each.sentence_name, Cell::integer(each.word),
               each.has, Cell::integer(static_cast<std::int64_t>(each.count)), each.other,
               Cell::integer(static_cast<std::int64_t>(each.other_count)), each.words});
  }
  return table;
}

}  // namespace espalier
