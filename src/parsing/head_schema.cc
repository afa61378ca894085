#include "parsing/head_schema.h"

#include <algorithm>
#include <utility>

namespace espalier::parsing {
namespace {

constexpr std::array<HeadQuestionInfo, kHeadQuestions> kInfos = {
    {{"side", "hside"}, {"tag", "hpos"}, {"distance", "hdist"}}};

constexpr const char* kRootName = "ROOT";
// Farther heads are all alike.
constexpr std::int32_t kMostDistance = 5;

}  // namespace

const HeadQuestionInfo& head_question_info(HeadQuestion question) noexcept { return kInfos[index_of(question)]; }

const std::vector<features::Schema>& head_schemas() {
  static const std::vector<features::Schema> kSchemas = [] {
    std::vector<features::Schema> schemas = {{"word", {"w"}, {}, {}}};
    for (const HeadQuestionInfo& info : kInfos) schemas.push_back({std::string(info.name), {"w"}, {}, {}});
    return schemas;
  }();
  return kSchemas;
}

HeadClasses::HeadClasses(std::vector<std::string> tags) {
  names_[index_of(HeadQuestion::kSide)] = {kRootName, "L", "R"};
  std::vector<std::string>& distances = names_[index_of(HeadQuestion::kDistance)];
  distances.emplace_back(kRootName);
  for (std::int32_t k = 1; k <= kMostDistance; ++k) distances.push_back(std::to_string(k));
  std::vector<std::string>& names = names_[index_of(HeadQuestion::kTag)];
  names.emplace_back(kRootName);
  for (std::string& tag : tags) {
    if (numbers_.emplace(tag, static_cast<std::int32_t>(names.size())).second) names.push_back(std::move(tag));
  }
}

std::vector<std::string> HeadClasses::tags() const {
  const std::vector<std::string>& all = names(HeadQuestion::kTag);
  return {all.begin() + 1, all.end()};
}

void HeadClasses::number_tags(const Sentence& sentence, std::vector<std::int32_t>& tags) const {
  tags.assign(static_cast<std::size_t>(sentence.size()) + 1, 0);
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    const auto found = numbers_.find(sentence.upos(node));
    tags[static_cast<std::size_t>(node)] = found == numbers_.end() ? -1 : found->second;
  }
}

std::int32_t HeadClasses::answer(HeadQuestion question, std::span<const std::int32_t> tags, std::int32_t head,
                                 std::int32_t word) noexcept {
  if (head < 0) return -1;
  if (head == 0) return 0;
  const std::int32_t tag = tags[static_cast<std::size_t>(head)];
  if (question == HeadQuestion::kTag) return tag;
  if (question == HeadQuestion::kSide) return static_cast<std::int32_t>(head < word ? kLeft : kRight);
  const std::int32_t step = head < word ? -1 : 1;
  std::int32_t count = 1;
  for (std::int32_t node = word + step; node != head && count < kMostDistance; node += step) {
    count += tags[static_cast<std::size_t>(node)] == tag ? 1 : 0;
  }
  return count;
}

HeadPrograms::HeadPrograms(std::vector<features::Section> sections) : sections_(std::move(sections)) {
  features::ColumnSet columns;
  for (std::size_t i = 0; i < kHeadQuestions; ++i) {
    std::vector<features::Template> templates = sections_[0].templates;
    const std::vector<features::Template>& own = sections_[i + 1].templates;
    templates.insert(templates.end(), own.begin(), own.end());
    programs_[i] = features::Program(head_schemas()[i + 1], templates, columns);
  }
  encoder_ = features::Encoder(std::move(columns));
}

}  // namespace espalier::parsing
