#include "curation/usefulness_votes.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/hash.h"
#include "base/unicode.h"
#include "treebank/drawing.h"

namespace espalier::curation {
namespace {

enum Template : std::uint64_t {
  kLength = 1,
  kPunctuation,
  kVerbs,
  kPronouns,
  kConjunctions,
  kAdverbials,
  kForm,
  kNextForm,
  kTag,
  kNextTag,
  kWordLength,
  kLabel,
  kNovelty,
};

/// LIBLINEAR's own features are never 0, and neither are these.
std::uint64_t feature(Template which, std::string_view value) { return base::hash(value, which) | 1; }

/// 0, 1, 2, 3, 4–5, 6–7, 8–11, 12–15, 16–23, …: two steps for each doubling.
std::uint64_t feature(Template which, std::size_t number) {
  std::size_t step = 1;
  while (number / step >= 4) step *= 2;
  return feature(which, std::to_string(number / step * step));
}

std::string_view tag_of(const Sentence& sentence, std::int32_t word) {
  if (word > sentence.size()) return "(end)";
  return treebank::tag_under_word(sentence, word);
}

class Features {
 public:
  Features(const DescribedSentence& described, const KnownForms& known, const parsing::LabelSet& labels)
      : described_(described), known_(known), labels_(labels) {
    const Sentence& sentence = described.sentence;
    const auto tagged = [&](std::initializer_list<std::string_view> tags) {
      std::size_t count = 0;
      for (std::int32_t word = 1; word <= sentence.size(); ++word) {
        count += static_cast<std::size_t>(std::count(tags.begin(), tags.end(), tag_of(sentence, word)));
      }
      return count;
    };
    std::size_t adverbials = 0;
    for (std::int32_t word = 1; word <= sentence.size(); ++word)
      adverbials += label_of(word).starts_with("adv") ? 1 : 0;
    whole_ = {feature(kLength, static_cast<std::size_t>(sentence.size())),
              feature(kPunctuation, tagged({"PUNCT"})),
              feature(kVerbs, tagged({"VERB", "AUX", "V"})),
              feature(kPronouns, tagged({"PRON"})),
              feature(kConjunctions, tagged({"CCONJ", "SCONJ", "CONJ"})),
              feature(kAdverbials, adverbials)};
  }

  std::vector<std::uint64_t> of(std::int32_t word) const {
    const Sentence& sentence = described_.sentence;
    std::vector<std::uint64_t> out = whole_;
    out.push_back(feature(kForm, sentence.form(word)));
    out.push_back(feature(kNextForm, word < sentence.size() ? sentence.form(word + 1) : "(end)"));
    out.push_back(feature(kTag, tag_of(sentence, word)));
    out.push_back(feature(kNextTag, tag_of(sentence, word + 1)));
    out.push_back(feature(kWordLength, base::count_code_points(sentence.form(word))));
    out.push_back(feature(kLabel, label_of(word)));
    out.push_back(feature(kNovelty, known_.holds(sentence.form(word)) ? "known" : "new"));
    return out;
  }

 private:
  std::string_view label_of(std::int32_t word) const {
    const std::int32_t label = described_.said[static_cast<std::size_t>(word)].label;
    return label < 0 ? std::string_view() : labels_.names()[static_cast<std::size_t>(label)];
  }

  const DescribedSentence& described_;
  const KnownForms& known_;
  const parsing::LabelSet& labels_;
  std::vector<std::uint64_t> whole_;
};

}  // namespace

std::vector<int> usefulness_classes(std::span<const double> su) {
  std::vector<std::size_t> order(su.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return su[a] < su[b]; });
  std::vector<int> out(su.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    out[order[i]] = 1 + static_cast<int>(i * kUsefulnessClasses / order.size());
  }
  return out;
}

int elected_class(const UsefulnessVotes& votes) {
  UsefulnessVotes weights = votes;
  if (votes.back() > 0) weights.front() *= 2;
  return 1 + static_cast<int>(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

void KnownForms::add(const Sentence& sentence) {
  for (std::int32_t word = 1; word <= sentence.size(); ++word) forms_.insert(base::hash(sentence.form(word)));
}

bool KnownForms::holds(std::string_view form) const { return forms_.contains(base::hash(form)); }

UsefulnessVoters::UsefulnessVoters(std::span<const DescribedSentence> sentences, std::span<const int> classes,
                                   const KnownForms& known, const parsing::LabelSet& labels,
                                   const std::atomic<bool>* stop)
    : labels_(&labels) {
  learning::Examples examples;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const Features features(sentences[i], known, *labels_);
    for (std::int32_t word = 1; word <= sentences[i].sentence.size(); ++word) {
      examples.add(static_cast<std::uint32_t>(classes[i]), features.of(word));
    }
  }
  model_ = learning::train_liblinear(examples, {}, stop);
}

UsefulnessVotes UsefulnessVoters::votes(const DescribedSentence& sentence, const KnownForms& known) const {
  UsefulnessVotes out{};
  const Features features(sentence, known, *labels_);
  for (std::int32_t word = 1; word <= sentence.sentence.size(); ++word) {
    const std::vector<double> scores = model_.scores(features.of(word));
    const auto best = static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
    ++out[model_.classes[best] - 1];
  }
  return out;
}

}  // namespace espalier::curation
