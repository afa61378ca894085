#include "parsing/head_predictor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "learning/softmax.h"
#include "parsing/model_output.h"
#include "parsing/model_sections.h"

namespace espalier::parsing {
namespace {

constexpr float kMostTrust = 1e6F;

}  // namespace

std::string head_weights_section(HeadQuestion question) {
  return fmt::format("{}{}-weights", kHeadFolder, head_question_info(question).name);
}

void add_head_columns(const HeadClasses& classes, const features::ExtraColumns* given,
                      const std::array<std::vector<float>, kHeadQuestions>& probabilities, std::int32_t words,
                      features::ExtraColumns& out) {
  const std::size_t before = given == nullptr ? 0 : given->names.size();
  if (out.names.size() != before + kHeadQuestions) {
    out.names.clear();
    if (given != nullptr) out.names = given->names;
    for (const HeadQuestion question : kAllHeadQuestions) out.names.emplace_back(head_question_info(question).column);
    out.values.resize(out.names.size());
  }
  for (std::size_t i = 0; i < before; ++i) out.values[i] = given->values[i];
  for (const HeadQuestion question : kAllHeadQuestions) {
    std::vector<std::string>& values = out.values[before + index_of(question)];
    values.resize(static_cast<std::size_t>(words) + 1);
    const std::size_t size = classes.size(question);
    for (std::size_t node = 1; node < values.size(); ++node) {
      const auto row = std::span(probabilities[index_of(question)]).subspan(node * size, size);
      values[node] =
          classes.names(question)[static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin())];
    }
  }
}

bool HeadModel::is_in(const model_file::File& file) noexcept { return file.has(kHeadFeatures); }

HeadModel::HeadModel(std::shared_ptr<const model_file::File> file) : file_(std::move(file)) {
  const auto read = [&](const std::string& name, const auto& use) {
    model_file::read_section(file_->section(name, kSectionVersion), use);
  };
  read(kHeadFeatures, [&](const model_file::Section& section) {
    programs_ = HeadPrograms(features::parse_features(section.text(), head_schemas(), "features of the model"));
  });
  read(kHeadTags, [&](const model_file::Section& section) {
    std::vector<std::string> tags = unpack_labels(section);
    if (tags.size() > HeadClasses::kMostTags) model_file::fail_damaged(section, "it has too many tags");
    classes_ = HeadClasses(std::move(tags));
  });
  read(kHeadTrust, [&](const model_file::Section& section) {
    const auto trust = unpack_array<float>(section);
    // Probabilities are made of what it is multiplied with.
    const bool is_good =
        std::all_of(trust.begin(), trust.end(), [](float each) { return std::abs(each) <= kMostTrust; });
    if (trust.size() != kHeadQuestions || !is_good) model_file::fail_damaged(section, "it is no list of weights");
    std::copy(trust.begin(), trust.end(), trust_.begin());
  });
  for (const HeadQuestion question : kAllHeadQuestions) {
    read(head_weights_section(question), [&](const model_file::Section& section) {
      rows_[index_of(question)] = learning::FrozenRows(section.bytes, classes_.size(question));
    });
  }
  const auto inner = [&](const char* name) {
    std::shared_ptr<const model_file::File> model;
    read(name, [&](const model_file::Section& section) { model = model_file::File::from_bytes(section.text(), name); });
    return model;
  };
  auto graph = inner(kHeadGraph);
  guesser_.emplace(classes_, std::move(graph), inner(kHeadMoves));
}

void HeadModel::predict(const Sentence& sentence, const features::ExtraColumns* given, HeadWorkspace& workspace) const {
  guesser_->guess(sentence, given, workspace.scratch, workspace.guess);
  programs_.encoder().encode(sentence, workspace.encoded, &workspace.guess.columns);
  for (const HeadQuestion question : kAllHeadQuestions) {
    const std::size_t at = index_of(question);
    const std::size_t size = classes_.size(question);
    std::vector<float>& scores = workspace.answers.probabilities[at];
    scores = workspace.guess.priors[at];
    workspace.extractor.prepare(programs_.program(question), workspace.encoded);
    for (std::int32_t word = 1; word <= sentence.size(); ++word) {
      const std::span<float> row = std::span(scores).subspan(static_cast<std::size_t>(word) * size, size);
      for (float& score : row) score *= trust_[at];
      rows_[at].add_scores(workspace.extractor.features(std::span(&word, 1)), row.data());
      learning::to_probabilities(row);
    }
  }
  workspace.answers.tags = workspace.guess.tags;
  add_head_columns(classes_, given, workspace.answers.probabilities, sentence.size(), workspace.columns);
}

std::string HeadModel::features() const { return features::to_text(programs_.sections(), head_schemas()); }

std::vector<std::pair<std::string, std::size_t>> HeadModel::sizes() const {
  auto list = template_counts(programs_.sections());
  for (const HeadQuestion question : kAllHeadQuestions) {
    const std::string_view name = head_question_info(question).name;
    list.emplace_back(fmt::format("classes [{}]", name), classes_.size(question));
    list.emplace_back(fmt::format("features [{}]", name), rows_[index_of(question)].features());
  }
  return list;
}

}  // namespace espalier::parsing
