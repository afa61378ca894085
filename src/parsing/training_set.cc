#include "parsing/training_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/hash.h"
#include "espalier/error.h"
#include "parsing/label_use.h"
#include "parsing/recipe_use.h"
#include "parsing/span_file.h"
#include "treebank/constituents.h"

namespace espalier::parsing {

std::int32_t LabelSet::add(std::string_view label) {
  const auto found = numbers_.find(label);
  if (found != numbers_.end()) return found->second;
  const auto number = static_cast<std::int32_t>(names_.size());
  names_.emplace_back(label);
  numbers_.emplace(names_.back(), number);
  return number;
}

std::int32_t LabelSet::find(std::string_view label) const {
  const auto found = numbers_.find(label);
  return found == numbers_.end() ? -1 : found->second;
}

std::vector<Sentence> read_training(const std::string& path, const ReadOptions& options, const Control& control,
                                    std::vector<Error>& skipped) {
  std::vector<Sentence> sentences;
  std::vector<Error> here;
  TreebankReader reader(path, options, control);
  for (Sentence sentence; reader.next(sentence);) {
    if (sentence.empty()) continue;
    const TreeCheck check = check_heads(sentence.heads());
    if (check.fault == TreeFault::kNone) {
      sentences.push_back(sentence);
      continue;
    }
    const Error error(ErrorKind::kInput, Place{path, sentence.line(), 0},
                      fmt::format("the heads of the sentence are no tree: see word {}", check.word));
    if (!options.skip_invalid) throw error;
    here.push_back(error);
  }
  here.insert(here.end(), reader.skipped().begin(), reader.skipped().end());
  std::stable_sort(here.begin(), here.end(),
                   [](const Error& a, const Error& b) { return a.place().line < b.place().line; });
  skipped.insert(skipped.end(), here.begin(), here.end());
  return sentences;
}

namespace {

/// Why a constituency parser cannot learn from a sentence, in words; empty: it can.
std::string_view find_fault(const Sentence& sentence) {
  if (sentence.constituents().empty()) return "the sentence has no constituents";
  if (treebank::is_continuous(sentence.constituents())) return {};
  return "a constituent has a gap, which a shift-reduce parser cannot learn";
}

/// Sentences that a constituency parser cannot learn from are errors, thrown or added to `skipped`.
void keep_constituents(const std::string& path, const ReadOptions& options, std::vector<Sentence>& sentences,
                       std::vector<Error>& skipped) {
  std::erase_if(sentences, [&](const Sentence& sentence) {
    const std::string_view fault = find_fault(sentence);
    if (fault.empty()) return false;
    skipped.emplace_back(ErrorKind::kInput, Place{path, sentence.line(), 0}, std::string(fault));
    if (!options.skip_invalid) throw skipped.back();
    return true;
  });
}

/// The sentences of a file that what is asked for can be learned from.
std::vector<Sentence> read_part(const TrainRequest& request, const std::string& path, const Control& control,
                                std::vector<Error>& skipped) {
  std::vector<Sentence> part = read_training(path, request.read, control, skipped);
  const bool learns_trees =
      request.only.empty() || std::find(request.only.begin(), request.only.end(), Stage::kTrees) != request.only.end();
  if (learns_trees && makes_constituents(request.recipe)) {
    keep_constituents(path, request.read, part, skipped);
  }
  return part;
}

/// All files have the same columns in the same order; those without sentences say nothing.
void demand_names(const std::string& path, std::span<const features::ExtraColumns> columns,
                  std::span<const features::ExtraColumns> others) {
  if (columns.empty() || others.empty() || columns[0].names == others[0].names) return;
  throw Error(ErrorKind::kInput, Place{path, 1, 0}, "its columns are not those of the first file of columns");
}

}  // namespace

void add_to_train(const TrainingData& from, std::size_t sentence, TrainingData& to) {
  to.train.push_back(from.train[sentence]);
  if (!from.train_columns.empty()) to.train_columns.push_back(from.train_columns[sentence]);
  if (!from.train_heads.empty()) to.train_heads.push_back(from.train_heads[sentence]);
}

void add_to_dev(const TrainingData& from, std::size_t sentence, TrainingData& to) {
  to.dev.push_back(from.train[sentence]);
  if (!from.train_columns.empty()) to.dev_columns.push_back(from.train_columns[sentence]);
  if (!from.train_heads.empty()) to.dev_heads.push_back(from.train_heads[sentence]);
}

TrainingData read_training_data(const TrainRequest& request, const Control& control) {
  if (!request.columns.empty() && request.columns.size() != request.train.size()) {
    throw Error(ErrorKind::kUsage, fmt::format("columns need a file for each treebank: files {}, treebanks {}",
                                               request.columns.size(), request.train.size()));
  }
  TrainingData data;
  std::vector<Error> skipped;
  for (std::size_t i = 0; i < request.train.size(); ++i) {
    const std::string& path = request.train[i];
    std::vector<Sentence> part = read_part(request, path, control, skipped);
    data.sources.push_back(describe_data(path, part));
    if (!request.columns.empty()) {
      auto columns = read_columns(request.columns[i], part, request.read, control);
      demand_names(request.columns[i], columns, data.train_columns);
      std::move(columns.begin(), columns.end(), std::back_inserter(data.train_columns));
    }
    std::move(part.begin(), part.end(), std::back_inserter(data.train));
  }
  if (!request.dev.empty()) data.dev = read_part(request, request.dev, control, skipped);
  if (!request.dev_columns.empty()) {
    data.dev_columns = read_columns(request.dev_columns, data.dev, request.read, control);
    demand_names(request.dev_columns, data.dev_columns, data.train_columns);
  }
  if (!skipped.empty() && request.on_skipped) request.on_skipped(skipped);
  if (data.train.empty()) throw Error(ErrorKind::kInput, "there are no sentences to train from");
  if (!request.dev.empty() && data.dev.empty()) {
    throw Error(ErrorKind::kInput, Place{request.dev, 0, 0}, "there are no sentences in it");
  }
  return data;
}

std::vector<Sentence> lifted(std::vector<Sentence> sentences, const std::optional<LiftMarking>& lift) {
  if (!lift) return sentences;
  for (Sentence& sentence : sentences) {
    if (sentence.has_dependencies()) projectivize(sentence, *lift);
  }
  return sentences;
}

TrainingSet make_training_set(std::vector<Sentence> sentences, const features::Encoder& encoder, LabelSet& labels,
                              bool grow, std::span<const features::ExtraColumns> columns) {
  TrainingSet set;
  set.sentences = std::move(sentences);
  if (encoder.reads_extra()) set.columns.assign(columns.begin(), columns.end());
  set.encoded.resize(set.sentences.size());
  for (std::size_t i = 0; i < set.sentences.size(); ++i) {
    const Sentence& sentence = set.sentences[i];
    encoder.encode(sentence, set.encoded[i], set.columns_of(i));
    set.heads.emplace_back(sentence.heads().begin(), sentence.heads().end());
    std::vector<std::int32_t> numbers(sentence.heads().size(), -1);
    std::size_t roots = 0;
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::string_view label = sentence.deprel(word);
      set.unknown += sentence.head(word) < 0 ? 1 : 0;
      roots += sentence.head(word) == 0 ? 1 : 0;
      if (sentence.head(word) < 0 || label.empty()) continue;
      numbers[static_cast<std::size_t>(word)] = grow ? labels.add(label) : labels.find(label);
    }
    set.labels.push_back(std::move(numbers));
    set.words += static_cast<std::size_t>(sentence.size());
    set.many_roots += roots > 1 ? 1 : 0;
  }
  return set;
}

std::vector<std::uint8_t> find_label_use(const TrainingSet& data, const LabelSet& labels) {
  std::vector<std::uint8_t> uses(labels.size(), 0);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    for (std::size_t word = 1; word < data.labels[i].size(); ++word) {
      const std::int32_t label = data.labels[i][word];
      if (label < 0) continue;
      uses[static_cast<std::size_t>(label)] |= data.heads[i][word] == 0 ? LabelUse::kOnRoot : LabelUse::kElsewhere;
    }
  }
  return uses;
}

ModelOrigin::Data describe_data(const std::string& path, const std::vector<Sentence>& sentences) {
  ModelOrigin::Data data;
  const std::size_t slash = path.rfind('/');
  data.name = slash == std::string::npos ? path : path.substr(slash + 1);
  data.name = data.name.substr(0, data.name.find('.'));
  std::uint64_t hash = 0;
  for (const Sentence& sentence : sentences) {
    ++data.sentences;
    data.words += static_cast<std::size_t>(sentence.size());
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      for (const Column column :
           {Column::kForm, Column::kLemma, Column::kUpos, Column::kXpos, Column::kFeats, Column::kDeprel}) {
        hash = base::hash(sentence.get(word, column), hash);
      }
      hash = base::hash(std::to_string(sentence.head(word)), hash);
    }
    const ConstituentTree& tree = sentence.constituents();
    for (std::int32_t i = 0; i < tree.size(); ++i) {
      hash = base::hash(tree.node(i).label, hash);
      hash = base::hash(fmt::format("{} {}", tree.node(i).parent, tree.node(i).word), hash);
    }
  }
  data.hash = fmt::format("{:016x}", hash);
  return data;
}

}  // namespace espalier::parsing
