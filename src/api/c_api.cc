// The C interface over the C++ one. No exception leaves it: every function that can fail runs in guarded().
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "espalier/document.h"
#include "espalier/error.h"
#include "espalier/espalier.h"
#include "espalier/models.h"
#include "espalier/pipeline.h"
#include "espalier/version.h"

struct espalier_error {
  espalier_status status = ESPALIER_SYSTEM;
  std::string message;
  std::string file;
  std::size_t line = 0;
  bool is_static = false;
};

struct espalier_pipeline {
  // Documents are written as the pipeline says, and may outlive it.
  std::shared_ptr<const espalier::Pipeline> body;
};

struct espalier_document {
  std::shared_ptr<const espalier::Pipeline> pipeline;
  std::vector<espalier::Sentence> sentences;  // as annotated
  // What is walked through: each sentence's texts one after the other, with a NUL byte each, and where they begin.
  struct Walk {
    std::string texts;
    std::vector<std::uint32_t> begins;
    std::vector<std::int32_t> heads;
  };
  std::vector<Walk> walks;
};

namespace espalier {
namespace {

espalier_status status_of(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::kUsage:
      return ESPALIER_USAGE;
    case ErrorKind::kInput:
      return ESPALIER_INPUT;
    case ErrorKind::kInterrupted:
      return ESPALIER_INTERRUPTED;
    case ErrorKind::kSystem:
      break;
  }
  return ESPALIER_SYSTEM;
}

// When there is no memory for an error, there is this one.
espalier_error& out_of_memory() noexcept {
  static espalier_error error{ESPALIER_SYSTEM, "out of memory", "", 0, true};
  return error;
}

espalier_status report(espalier_error** error, espalier_status status, const char* message, const Place& place) {
  if (error == nullptr) return status;
  try {
    *error = new espalier_error{status, message, place.file, place.line, false};
  } catch (...) {
    *error = &out_of_memory();
  }
  return status;
}

template <class Body>
espalier_status guarded(espalier_error** error, const Body& body) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    body();
    return ESPALIER_OK;
  } catch (const Error& failure) {
    return report(error, status_of(failure.kind()), failure.what(), failure.place());
  } catch (const std::bad_alloc&) {
    return report(error, ESPALIER_SYSTEM, "out of memory", {});
  } catch (const std::exception& failure) {
    return report(error, ESPALIER_SYSTEM, failure.what(), {});
  } catch (...) {
    return report(error, ESPALIER_SYSTEM, "unknown failure", {});
  }
}

void demand(const void* pointer, const char* what) {
  if (pointer == nullptr) throw Error(ErrorKind::kUsage, std::string(what) + " is NULL");
}

PipelineOptions options_of(std::string_view text) {
  PipelineOptions options;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) {
      throw Error(ErrorKind::kUsage, "options are name=value, not '" + std::string(pair) + "'");
    }
    set_option(options, pair.substr(0, equals), pair.substr(equals + 1));
  }
  return options;
}

// Debian has libraries one folder deeper than the usual `lib`.
std::vector<std::string> folders_of_models() {
  const char* named = std::getenv("ESPALIER_MODELS");
  Dl_info info{};
  std::string library;
  if (dladdr(reinterpret_cast<const void*>(&espalier_load), &info) != 0 && info.dli_fname != nullptr) {
    std::error_code error;
    const auto path = std::filesystem::canonical(info.dli_fname, error);
    if (!error) library = path.string();
  }
  auto folders = model_folders(named == nullptr ? "" : named, library);
  if (!library.empty()) {
    for (auto& folder : model_folders("", std::filesystem::path(library).parent_path().string())) {
      folders.push_back(std::move(folder));
    }
  }
  return folders;
}

espalier_document::Walk walk_of(const Sentence& sentence) {
  espalier_document::Walk walk;
  const auto words = static_cast<std::size_t>(sentence.size());
  walk.begins.reserve(words * kColumns);
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    for (std::size_t column = 0; column < kColumns; ++column) {
      walk.begins.push_back(static_cast<std::uint32_t>(walk.texts.size()));
      walk.texts += sentence.get(node, static_cast<Column>(column));
      walk.texts += '\0';
    }
  }
  walk.heads.assign(sentence.heads().begin(), sentence.heads().end());
  return walk;
}

std::unique_ptr<espalier_document> document_of(std::shared_ptr<const Pipeline> pipeline,
                                               std::vector<Sentence> sentences) {
  auto document = std::make_unique<espalier_document>();
  document->walks.reserve(sentences.size());
  const auto edit = pipeline->edit_for("conllu");
  const bool keeps_all = pipeline->model().parser_kind() != "constituency";
  for (const Sentence& sentence : sentences) {
    if (keeps_all) {
      document->walks.push_back(walk_of(sentence));
      continue;
    }
    Sentence edited = sentence;
    edit(edited);
    document->walks.push_back(walk_of(edited));
  }
  document->pipeline = std::move(pipeline);
  document->sentences = std::move(sentences);
  return document;
}

std::vector<Sentence> parsed_text(const Pipeline& pipeline, std::string_view text) {
  std::vector<Sentence> sentences;
  pipeline.annotate(text, [&](Sentence& sentence) { sentences.push_back(sentence); });
  return sentences;
}

std::vector<Sentence> parsed_conllu(const Pipeline& pipeline, std::string_view text) {
  ReadOptions options;
  options.format = "conllu";
  TreebankReader reader = TreebankReader::of_text(text, options);
  std::vector<Sentence> sentences;
  for (Sentence sentence; reader.next(sentence);) {
    pipeline.annotate(sentence);
    sentences.push_back(sentence);
  }
  return sentences;
}

template <class Parse>
espalier_status parse(const espalier_pipeline* pipeline, const char* text, size_t bytes, espalier_document** document,
                      espalier_error** error, const Parse& parsed) noexcept {
  return guarded(error, [&] {
    demand(pipeline, "pipeline");
    demand(document, "document");
    if (bytes > 0) demand(text, "text");
    *document =
        document_of(pipeline->body, parsed(*pipeline->body, std::string_view(bytes > 0 ? text : "", bytes))).release();
  });
}

const espalier_document::Walk* walk_at(const espalier_document* document, size_t sentence) noexcept {
  if (document == nullptr || sentence >= document->walks.size()) return nullptr;
  return &document->walks[sentence];
}

}  // namespace
}  // namespace espalier

extern "C" {

const char* espalier_version(void) { return espalier::version().data(); }

espalier_status espalier_error_status(const espalier_error* error) {
  return error == nullptr ? ESPALIER_OK : error->status;
}
const char* espalier_error_message(const espalier_error* error) {
  return error == nullptr ? "" : error->message.c_str();
}
const char* espalier_error_file(const espalier_error* error) { return error == nullptr ? "" : error->file.c_str(); }
size_t espalier_error_line(const espalier_error* error) { return error == nullptr ? 0 : error->line; }
void espalier_error_free(espalier_error* error) {
  if (error != nullptr && !error->is_static) delete error;
}

espalier_status espalier_load(const char* model, const char* options, espalier_pipeline** pipeline,
                              espalier_error** error) {
  return espalier::guarded(error, [&] {
    espalier::demand(model, "model");
    espalier::demand(pipeline, "pipeline");
    const auto chosen = espalier::options_of(options == nullptr ? "" : options);
    const auto installed = espalier::installed_models(espalier::folders_of_models());
    auto loaded = espalier::Model::load(espalier::find_model(model, installed));
    auto made = std::make_unique<espalier_pipeline>();
    made->body = std::make_shared<const espalier::Pipeline>(std::move(loaded), chosen);
    *pipeline = made.release();
  });
}

void espalier_pipeline_free(espalier_pipeline* pipeline) { delete pipeline; }

espalier_status espalier_parse_text(const espalier_pipeline* pipeline, const char* text, size_t bytes,
                                    espalier_document** document, espalier_error** error) {
  return espalier::parse(pipeline, text, bytes, document, error, espalier::parsed_text);
}

espalier_status espalier_parse_conllu(const espalier_pipeline* pipeline, const char* text, size_t bytes,
                                      espalier_document** document, espalier_error** error) {
  return espalier::parse(pipeline, text, bytes, document, error, espalier::parsed_conllu);
}

void espalier_document_free(espalier_document* document) { delete document; }

espalier_status espalier_write(const espalier_document* document, const char* format, char** text, size_t* bytes,
                               espalier_error** error) {
  return espalier::guarded(error, [&] {
    espalier::demand(document, "document");
    espalier::demand(format, "format");
    espalier::demand(text, "text");
    std::vector<espalier::Sentence> sentences = document->sentences;
    if (const auto edit = document->pipeline->edit_for(format)) {
      for (espalier::Sentence& sentence : sentences) edit(sentence);
    }
    espalier::WriteOptions options;
    options.format = format;
    const std::string written = espalier::to_string(sentences, options);
    auto* copy = static_cast<char*>(std::malloc(written.size() + 1));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, written.c_str(), written.size() + 1);
    *text = copy;
    if (bytes != nullptr) *bytes = written.size();
  });
}

void espalier_string_free(char* text) { std::free(text); }

size_t espalier_sentence_count(const espalier_document* document) {
  return document == nullptr ? 0 : document->walks.size();
}

size_t espalier_word_count(const espalier_document* document, size_t sentence) {
  const auto* walk = espalier::walk_at(document, sentence);
  return walk == nullptr ? 0 : walk->heads.size() - 1;
}

const char* espalier_word(const espalier_document* document, size_t sentence, size_t word, espalier_column column) {
  const auto at = static_cast<size_t>(column);
  if (word == 0 || word > espalier_word_count(document, sentence) || at >= espalier::kColumns) return "";
  const auto& walk = document->walks[sentence];
  return walk.texts.data() + walk.begins[(word - 1) * espalier::kColumns + at];
}

int32_t espalier_head(const espalier_document* document, size_t sentence, size_t word) {
  if (word == 0 || word > espalier_word_count(document, sentence)) return espalier::kNoHead;
  return document->walks[sentence].heads[word];
}

}  // extern "C"
