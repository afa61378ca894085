// Espalier: trained models.
//
// A Model is immutable and cheap to copy (copies share it); any number of threads may use it at once. It is one file:
// weights are read in place from the mapping, so loading takes milliseconds whatever its size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "espalier/treebank.h"

namespace espalier {

/// What a model may do, in order.
enum class Stage : std::uint8_t {
  kTokens,  ///< text to sentences, tokens and words
  kTags,    ///< words to UPOS, XPOS, FEATS and LEMMA
  kTrees,   ///< tagged words to trees
};

/// Where a model comes from. Nothing in it depends on the machine, the time, paths or the number of threads.
struct ModelOrigin {
  struct Data {
    std::string name;
    std::size_t sentences = 0;
    std::size_t words = 0;
    std::string hash;
  };
  std::string version;  ///< of Espalier
  std::string recipe;
  std::map<std::string, std::string> options;
  std::vector<Data> data;
  std::vector<std::pair<std::string, double>> scores;  ///< on the development data
  std::string language;
  std::string licence;
  std::string credit;
};

/// One section of a model file.
struct ModelSection {
  std::string name;
  std::uint32_t version = 0;
  std::size_t bytes = 0;
};

/// A feature with a large weight.
struct HeavyFeature {
  std::string section;  ///< of the feature file
  std::string label;    ///< the class; empty where there is but one
  std::string text;     ///< the template with its values
  float weight = 0;
};

class Model {
 public:
  /// Throws Error kInput with the reason when the file is damaged, foreign, or of a version that this one cannot read.
  static Model load(const std::string& path);
  /// A model from the bytes of its file; `name` is for messages.
  static Model from_bytes(std::string_view bytes, const std::string& name = "model");

  void save(const std::string& path, const Control& control = {}) const;
  /// The bytes of its file.
  std::string bytes() const;

  const ModelOrigin& origin() const noexcept;
  bool has(Stage stage) const noexcept;
  /// Empty for a model without a parser.
  std::string parser_kind() const;
  std::vector<ModelSection> sections() const;
  /// The templates, as a feature file.
  std::string features() const;
  std::vector<std::string> labels() const;
  /// Counts by what they are of: templates, features, weights.
  std::vector<std::pair<std::string, std::size_t>> counts() const;
  std::vector<HeavyFeature> heaviest() const;

  /// How much of a text is words that the model's treebank had, from 0 to 1; 0 without a tokenizer. Tells languages
  /// apart.
  double familiarity(std::string_view text) const;

  /// Annotates the text or the sentences kept in the file and compares with what it gave when it was trained: empty
  /// when all is the same, else what differs first.
  std::string self_test() const;

  struct Body;
  explicit Model(std::shared_ptr<const Body> body) : body_(std::move(body)) {}
  const Body& body() const noexcept { return *body_; }

 private:
  std::shared_ptr<const Body> body_;
};

}  // namespace espalier
