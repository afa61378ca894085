#include "server/parse_request.h"

#include <fmt/format.h>

#include <chrono>
#include <iterator>
#include <nlohmann/json.hpp>

#include "espalier/document.h"
#include "espalier/error.h"
#include "espalier/version.h"
#include "server/json_text.h"
#include "server/message.h"

namespace espalier::server {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 3;  // an object, a list of texts in it; what is deeper means nothing
constexpr std::size_t kMostTexts = 10'000;

const std::vector<std::string>& known_keys() {
  static const std::vector<std::string> keys = {"text",  "texts",      "conllu",      "model", "lines", "confidence",
                                                "retag", "projective", "constraints", "beam",  "last"};
  return keys;
}

Json parsed(std::string_view text) {
  // To the parser a NUL is the end, whatever comes after it.
  if (text.find('\0') != std::string_view::npos) throw HttpError(400, "the request is not JSON in UTF-8");
  const auto watch_depth = [](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest) throw HttpError(400, "the request is nested too deeply");
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), watch_depth);
  } catch (const Json::exception&) {
    // Its message would quote the text.
    throw HttpError(400, "the request is not JSON in UTF-8");
  }
}

std::string string_of(const std::string& key, const Json& value) {
  if (!value.is_string()) throw HttpError(400, fmt::format("{} must be a string", key));
  return value.get<std::string>();
}

// As set_option() takes them: yes and no, numbers, names.
std::string option_value(const std::string& key, const Json& value) {
  if (key == "beam") {
    if (!value.is_number_integer()) throw HttpError(400, "beam must be a number");
    return value.dump();
  }
  if (key == "lines" || key == "last") return string_of(key, value);
  if (!value.is_boolean()) throw HttpError(400, fmt::format("{} must be true or false", key));
  return value.get<bool>() ? "yes" : "no";
}

std::vector<std::string> texts_of(const Json& value) {
  if (!value.is_array()) throw HttpError(400, "texts must be a list of strings");
  if (value.size() > kMostTexts) throw HttpError(400, fmt::format("more than {} texts", kMostTexts));
  std::vector<std::string> texts;
  for (const Json& each : value) texts.push_back(string_of("each of texts", each));
  return texts;
}

void append_token(std::string& out, const Sentence& sentence, std::int32_t node, bool with_confidence) {
  out += out.back() == '[' ? "{" : ",{";
  fmt::format_to(std::back_inserter(out), "\"id\":{}", node);
  append_field(out, "form", sentence.form(node));
  append_field(out, "lemma", sentence.lemma(node));
  append_field(out, "upos", sentence.upos(node));
  append_field(out, "xpos", sentence.xpos(node));
  append_field(out, "feats", sentence.feats(node));
  if (sentence.head(node) == kNoHead) {
    out += ",\"head\":null";
  } else {
    fmt::format_to(std::back_inserter(out), ",\"head\":{}", sentence.head(node));
  }
  append_field(out, "deprel", sentence.deprel(node));
  append_field(out, "misc", sentence.misc(node));
  if (with_confidence) {
    // What we wrote is a number; what came with the input may be anything.
    const std::string conf(attribute(sentence.misc(node), "Conf").value_or(""));
    char* end = nullptr;
    const double number = std::strtod(conf.c_str(), &end);
    if (end != conf.c_str() && *end == '\0' && number >= 0 && number <= 1) {
      fmt::format_to(std::back_inserter(out), ",\"confidence\":{}", number);
    }
  }
  out += '}';
}

std::string penn_of(const Sentence& sentence) {
  WriteOptions options;
  options.format = "penn";
  std::string text = to_string(sentence, options);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

void append_sentence(std::string& out, const Sentence& sentence, const std::string& constituents,
                     bool with_confidence) {
  out += out.back() == '[' ? "{" : ",{";
  append_field(out, "text", text_of(sentence));
  out += ",\"comments\":[";
  for (const Text comment : sentence.comments()) {
    if (out.back() != '[') out += ',';
    append_quoted(out, sentence.text(comment));
  }
  out += "],\"tokens\":[";
  for (std::int32_t node = 1; node <= sentence.size(); ++node) append_token(out, sentence, node, with_confidence);
  out += "],\"multiword\":[";
  for (const MultiwordToken& token : sentence.multiword_tokens()) {
    out += out.back() == '[' ? "{" : ",{";
    fmt::format_to(std::back_inserter(out), "\"first\":{},\"last\":{}", token.first, token.last);
    append_field(out, "form", sentence.text(token.form));
    out += '}';
  }
  out += ']';
  if (!constituents.empty()) append_field(out, "constituents", constituents);
  out += '}';
}

/// One document: its sentences as JSON and as CoNLL-U.
class DocumentAnswer {
 public:
  DocumentAnswer(std::string& out, const Annotator& annotator, bool with_confidence)
      : out_(out),
        edit_(annotator.edit_for("conllu")),
        finds_constituents_(annotator.served().finds_constituents()),
        with_confidence_(with_confidence) {
    out_ += out_.back() == '[' ? "{\"sentences\":[" : ",{\"sentences\":[";
  }

  void add(Sentence& sentence) {
    const std::string constituents = finds_constituents_ && !sentence.constituents().empty() ? penn_of(sentence) : "";
    if (edit_ && !edit_(sentence)) return;
    append_sentence(out_, sentence, constituents, with_confidence_);
    conllu_ += to_string(sentence);
  }

  void finish() {
    out_ += ']';
    append_field(out_, "conllu", conllu_);
    out_ += '}';
  }

 private:
  std::string& out_;
  std::function<bool(Sentence&)> edit_;
  bool finds_constituents_;
  bool with_confidence_;
  std::string conllu_;
};

}  // namespace

ParseRequest read_parse_request(std::string_view json) {
  const Json value = parsed(json);
  if (!value.is_object()) throw HttpError(400, "the request must be a JSON object");
  ParseRequest request;
  int inputs = 0;
  for (const auto& [key, each] : value.items()) {
    if (key == "text") {
      request.texts = {string_of(key, each)};
    } else if (key == "texts") {
      request.texts = texts_of(each);
    } else if (key == "conllu") {
      request.conllu = string_of(key, each);
    } else if (key == "model") {
      request.model = string_of(key, each);
    } else if (std::find(known_keys().begin(), known_keys().end(), key) == known_keys().end()) {
      throw HttpError(400, fmt::format("there is no key '{}'{}", key, did_you_mean(key, known_keys())));
    } else {
      set_option(request.options, key, option_value(key, each));
    }
    inputs += key == "text" || key == "texts" || key == "conllu" ? 1 : 0;
  }
  if (inputs != 1) throw HttpError(400, "one of text, texts and conllu must be given");
  return request;
}

std::string parse_answer(const ParseRequest& request, Annotator& annotator) {
  const auto start = std::chrono::steady_clock::now();
  std::string documents = "[";
  const auto add = [&](const auto& annotate) {
    DocumentAnswer answer(documents, annotator, request.options.parse.confidence);
    annotate([&](Sentence& sentence) { answer.add(sentence); });
    answer.finish();
  };
  for (const std::string& text : request.texts) {
    add([&](const Annotator::Use& use) { annotator.text(text, use); });
  }
  if (request.conllu) {
    add([&](const Annotator::Use& use) { annotator.conllu(*request.conllu, use); });
  }
  const double milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  std::string out = "{";
  append_field(out, "model", annotator.served().name());
  append_field(out, "version", version());
  fmt::format_to(std::back_inserter(out), ",\"milliseconds\":{:.3f},\"documents\":{}]}}\n", milliseconds, documents);
  return out;
}

}  // namespace espalier::server
