#include "espalier/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/model_body.h"
#include "base/byte_sink.h"
#include "espalier/error.h"
#include "model_file/provenance.h"
#include "model_file/self_test.h"

namespace espalier {
namespace {

ModelOrigin to_origin(const model_file::Provenance& from) {
  ModelOrigin origin;
  origin.version = from.program_version;
  origin.recipe = from.recipe;
  origin.options = from.options;
  for (const auto& source : from.data)
    origin.data.push_back({source.name, source.sentences, source.words, source.hash});
  for (const auto& score : from.scores) origin.scores.emplace_back(score.name, score.value);
  origin.language = from.language;
  origin.licence = from.licence;
  origin.credit = from.credit;
  return origin;
}

Model make_model(std::shared_ptr<const model_file::File> file) {
  auto body = std::make_shared<Model::Body>(std::move(file));
  body->origin = to_origin(model_file::read_provenance(*body->file));
  return Model(std::move(body));
}

model_file::Writer writer_of(const model_file::File& file) {
  model_file::Writer writer;
  for (const model_file::Section& section : file.list()) {
    writer.add(std::string(section.name), section.version, std::string(section.text()));
  }
  return writer;
}

}  // namespace

Model Model::load(const std::string& path) { return make_model(model_file::File::open(path)); }

Model Model::from_bytes(std::string_view bytes, const std::string& name) {
  return make_model(model_file::File::from_bytes(bytes, name));
}

std::string Model::bytes() const { return writer_of(*body_->file).bytes(); }

void Model::save(const std::string& path, const Control& control) const {
  base::SinkOptions options;
  options.stop = control.stop;
  writer_of(*body_->file).write(path, options);
}

const ModelOrigin& Model::origin() const noexcept { return body_->origin; }

bool Model::has(Stage stage) const noexcept { return body_->stages.has(stage); }

std::string Model::parser_kind() const {
  const parsing::ParserModel* parser = body_->stages.parser();
  return parser == nullptr ? std::string() : std::string(parser->kind());
}

std::vector<ModelSection> Model::sections() const {
  std::vector<ModelSection> sections;
  for (const model_file::Section& section : body_->file->list()) {
    sections.push_back({std::string(section.name), section.version, section.bytes.size()});
  }
  return sections;
}

std::string Model::features() const {
  const parsing::ParserModel* parser = body_->stages.parser();
  if (parser != nullptr) return parser->feature_text();
  return has(Stage::kTags) ? body_->stages.tagger()->features() : std::string();
}

std::vector<std::string> Model::labels() const {
  const parsing::ParserModel* parser = body_->stages.parser();
  return parser == nullptr ? std::vector<std::string>() : parser->labels();
}

std::vector<std::pair<std::string, std::size_t>> Model::counts() const {
  std::vector<std::pair<std::string, std::size_t>> counts;
  if (has(Stage::kTags)) counts = body_->stages.tagger()->sizes();
  const auto add = [&](const auto& more) { counts.insert(counts.end(), more.begin(), more.end()); };
  if (body_->stages.columns() != nullptr) add(body_->stages.columns()->sizes());
  if (body_->stages.heads() != nullptr) add(body_->stages.heads()->sizes());
  if (has(Stage::kTrees)) add(body_->stages.parser()->sizes());
  return counts;
}

std::vector<HeavyFeature> Model::heaviest() const {
  const parsing::ParserModel* parser = body_->stages.parser();
  return parser == nullptr ? std::vector<HeavyFeature>() : parser->heaviest();
}

double Model::familiarity(std::string_view text) const {
  if (!has(Stage::kTokens)) return 0;
  text::SegmenterWorkspace workspace;
  return body_->stages.segmenter()->familiarity(text, workspace);
}

std::string Model::self_test() const {
  const model_file::SelfTest test = model_file::read_self_test(*body_->file);
  const std::string found = parsing::annotate_text(body_->stages, test.input);
  if (found == test.output) return {};
  const auto [a, b] = std::mismatch(found.begin(), found.end(), test.output.begin(), test.output.end());
  const auto line = std::count(found.begin(), a, '\n') + 1;
  return fmt::format("line {} of the self-test differs from what the model gave when it was trained", line);
}

}  // namespace espalier
