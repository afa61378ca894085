// A treebank made ready for training: columns, heads and labels as numbers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espalier/dependency.h"
#include "espalier/error.h"
#include "espalier/sentence.h"
#include "espalier/trainer.h"
#include "features/encoding.h"
#include "parsing/head_schema.h"

namespace espalier::parsing {

/// Labels by number, in order of first sight.
class LabelSet {
 public:
  std::int32_t add(std::string_view label);
  /// -1 when it is not there.
  std::int32_t find(std::string_view label) const;
  const std::vector<std::string>& names() const noexcept { return names_; }
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(names_.size()); }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::int32_t, std::less<>> numbers_;
};

struct TrainingSet {
  std::vector<Sentence> sentences;
  std::vector<features::ExtraColumns> columns;  ///< of each sentence, where the encoder reads any; else none at all
  HeadClasses head_classes;
  std::vector<HeadAnswers> head_answers;  ///< of each sentence, where there are predictors of heads; else none at all
  std::vector<features::Encoded> encoded;
  std::vector<std::vector<std::int32_t>> heads;   ///< by sentence and node; -1: unknown
  std::vector<std::vector<std::int32_t>> labels;  ///< numbers of the label set; -1: unknown
  std::size_t words = 0;
  std::size_t unknown = 0;     ///< words without a head
  std::size_t many_roots = 0;  ///< sentences with more than one word on the root

  const features::ExtraColumns* columns_of(std::size_t sentence) const noexcept {
    return columns.empty() ? nullptr : &columns[sentence];
  }
  HeadView heads_of(std::size_t sentence) const noexcept {
    return head_answers.empty() ? HeadView{} : HeadView{&head_classes, &head_answers[sentence]};
  }
};

/// Reads a file; empty sentences are left out. Heads that are no tree are Error kInput, with the place: thrown, or
/// added to `skipped` with all that reading skips, where the options say so.
std::vector<Sentence> read_training(const std::string& path, const ReadOptions& options, const Control& control,
                                    std::vector<Error>& skipped);

/// The treebanks of a request, read once for all that learns from them.
struct TrainingData {
  std::vector<Sentence> train;
  std::vector<Sentence> dev;
  std::vector<features::ExtraColumns> train_columns;  ///< of each sentence; none where there are no such files
  std::vector<features::ExtraColumns> dev_columns;
  HeadClasses head_classes;
  std::vector<HeadAnswers> train_heads;  ///< of each sentence; none where no predictors of heads were learned
  std::vector<HeadAnswers> dev_heads;
  std::vector<ModelOrigin::Data> sources;  ///< of the training part
};

/// Training sentences of other data, with all that belongs to them, to learn from or to score on.
void add_to_train(const TrainingData& from, std::size_t sentence, TrainingData& to);
void add_to_dev(const TrainingData& from, std::size_t sentence, TrainingData& to);

/// Tells request.on_skipped what was skipped. Throws Error kInput when there is nothing to train from.
TrainingData read_training_data(const TrainRequest& request, const Control& control);

/// The sentences with trees made projective, where that is asked for.
std::vector<Sentence> lifted(std::vector<Sentence> sentences, const std::optional<LiftMarking>& lift);

/// Encodes sentences; labels new to the set are added when `grow`. `columns`: one for each sentence, or none at all.
TrainingSet make_training_set(std::vector<Sentence> sentences, const features::Encoder& encoder, LabelSet& labels,
                              bool grow, std::span<const features::ExtraColumns> columns = {});

/// Where each label is used, for LabelUse.
std::vector<std::uint8_t> find_label_use(const TrainingSet& data, const LabelSet& labels);

/// What a treebank is called in a model's provenance: its file name without folder and extensions, and a hash of its
/// words, tags, heads, labels and constituents.
ModelOrigin::Data describe_data(const std::string& path, const std::vector<Sentence>& sentences);

}  // namespace espalier::parsing
