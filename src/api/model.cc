#include "espalier/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/model_body.h"
#include "base/byte_sink.h"
#include "espalier/error.h"
#include "espalier/parser.h"
#include "model_file/provenance.h"
#include "model_file/self_test.h"
#include "parsing/parser_kinds.h"

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
  auto body = std::make_shared<Model::Body>();
  body->origin = to_origin(model_file::read_provenance(*file));
  body->parser = parsing::open_parser(file);
  body->file = std::move(file);
  return Model(std::move(body));
}

model_file::Writer writer_of(const model_file::File& file) {
  model_file::Writer writer;
  for (const model_file::Section& section : file.list()) {
    writer.add(std::string(section.name), section.version, std::string(section.text()));
  }
  return writer;
}

/// All sentences of a CoNLL-U text, parsed and written again.
std::string parse_text(const Model& model, const std::string& text) {
  const Parser parser(model);
  std::string out;
  ReadOptions options;
  options.format = "conllu";
  TreebankReader reader = TreebankReader::of_text(text, options, "self-test");
  for (Sentence sentence; reader.next(sentence);) {
    parser.parse(sentence);
    out += to_string(sentence);
  }
  return out;
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

std::string Model::parser_kind() const { return std::string(body_->parser->kind()); }

std::vector<ModelSection> Model::sections() const {
  std::vector<ModelSection> sections;
  for (const model_file::Section& section : body_->file->list()) {
    sections.push_back({std::string(section.name), section.version, section.bytes.size()});
  }
  return sections;
}

std::string Model::features() const { return body_->parser->feature_text(); }

std::vector<std::string> Model::labels() const { return body_->parser->labels(); }

std::vector<std::pair<std::string, std::size_t>> Model::counts() const { return body_->parser->sizes(); }

std::vector<HeavyFeature> Model::heaviest() const { return body_->parser->heaviest(); }

std::string Model::self_test() const {
  const model_file::SelfTest test = model_file::read_self_test(*body_->file);
  const std::string found = parse_text(*this, test.input);
  if (found == test.output) return {};
  const auto [a, b] = std::mismatch(found.begin(), found.end(), test.output.begin(), test.output.end());
  const auto line = std::count(found.begin(), a, '\n') + 1;
  return fmt::format("line {} of the self-test differs from what the model gave when it was trained", line);
}

}  // namespace espalier
