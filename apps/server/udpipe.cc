#include "server/udpipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "espalier/document.h"
#include "server/json_text.h"
#include "server/message.h"

namespace espalier::server {
namespace {

constexpr std::string_view kHardSpace = "\u00a0";

constexpr std::array<std::string_view, 3> kInputs = {"conllu", "horizontal", "vertical"};
constexpr std::array<std::string_view, 9> kOutputs = {"conllu", "horizontal", "vertical", "plaintext", "json",
                                                      "penn",   "conllx",     "triples",  "svg"};

// `ranges` of `presegmented;ranges`.
bool has_option(std::string_view options, std::string_view name) {
  while (!options.empty()) {
    const std::size_t end = std::min(options.find(';'), options.size());
    const std::string_view option = options.substr(0, end);
    if (option.substr(0, option.find('=')) == name) return true;
    options.remove_prefix(std::min(end + 1, options.size()));
  }
  return false;
}

// `conllu` of `conllu=v2`.
std::string_view without_options(std::string_view format) { return format.substr(0, format.find_first_of("=;")); }

// A space within a word is a hard one where spaces are between words.
std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string out;
  for (;;) {
    const std::size_t at = text.find(what);
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    out += by;
    text.remove_prefix(at + what.size());
  }
}

/// Words, with spaces or line breaks between them.
class WordReader {
 public:
  WordReader(std::string_view text, bool is_horizontal) : text_(text), is_horizontal_(is_horizontal) {}

  bool next(Sentence& sentence) {
    sentence.clear();
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      std::string_view line = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (is_horizontal_) {
        add_words(sentence, line);
        if (!sentence.empty()) break;
      } else if (line.empty()) {
        if (!sentence.empty()) break;
      } else {
        add(sentence, line.substr(0, line.find('\t')));  // a column of tags may follow
      }
    }
    if (sentence.empty()) return false;
    sentence.add_comment(fmt::format("# sent_id = {}", ++number_));
    return true;
  }

 private:
  void add_words(Sentence& sentence, std::string_view line) {
    while (!line.empty()) {
      const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
      if (end > 0) add(sentence, line.substr(0, end));
      line.remove_prefix(std::min(end + 1, line.size()));
    }
  }

  static void add(Sentence& sentence, std::string_view word) {
    if (!word.empty()) sentence.add_word(replaced(word, kHardSpace, " "));
  }

  std::string_view text_;
  bool is_horizontal_;
  std::size_t number_ = 0;
};

void append_words(std::string& out, const Sentence& sentence, bool is_horizontal) {
  // Tokens as they stand in the text: of a multiword token itself, not its words.
  auto multiword = sentence.multiword_tokens().begin();
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    std::string_view form = sentence.form(node);
    if (multiword != sentence.multiword_tokens().end() && multiword->first == node) {
      form = sentence.text(multiword->form);
      node = multiword->last;
      ++multiword;
    }
    if (is_horizontal) {
      out += replaced(form, " ", kHardSpace);
      out += node == sentence.size() ? '\n' : ' ';
    } else {
      out += form;
      out += '\n';
    }
  }
  if (!is_horizontal) out += '\n';
}

/// The result in the format that is asked for, sentence by sentence where it can be.
class Result {
 public:
  Result(const std::string& format, const Annotator& annotator)
      : format_(format == "plaintext" ? "text" : format), edit_(annotator.edit_for(format_)) {}

  void add(Sentence& sentence) {
    const bool is_list = format_ == "horizontal" || format_ == "vertical";
    if (is_list) return append_words(text_, sentence, format_ == "horizontal");
    if (edit_ && !edit_(sentence)) return;
    if (format_ == "conllu") {
      text_ += to_string(sentence);
    } else {
      kept_.push_back(sentence);
    }
  }

  std::string finish() {
    if (kept_.empty()) return std::move(text_);
    WriteOptions options;
    options.format = format_;
    return to_string(kept_, options);
  }

 private:
  std::string format_;
  std::function<bool(Sentence&)> edit_;
  std::string text_;
  std::vector<Sentence> kept_;
};

}  // namespace

ProcessRequest read_process_request(const Parameters& parameters) {
  ProcessRequest request;
  const auto has = [&](std::string_view name) { return parameters.contains(name); };
  request.input = without_options(value_of(parameters, "input", has("tokenizer") ? "generic_tokenizer" : "conllu"));
  // Clients of UDPipe send input=conllu along with tokenizer: what is to be cut into words is no CoNLL-U.
  request.reads_text = has("tokenizer") || request.input == "generic_tokenizer" || request.input == "tokenizer";
  const std::string_view tokenizer = value_of(parameters, "tokenizer");
  request.options.offsets = has_option(tokenizer, "ranges");
  if (has_option(tokenizer, "presegmented")) request.options.lines = Lines::kSentences;
  request.options.last = has("parser") ? Stage::kTrees : has("tagger") ? Stage::kTags : Stage::kTokens;
  request.options.retag = has("tagger");
  if (!request.reads_text && std::find(kInputs.begin(), kInputs.end(), request.input) == kInputs.end()) {
    throw HttpError(400, fmt::format("Unknown input format '{}'.", request.input));
  }
  request.output = without_options(value_of(parameters, "output", "conllu"));
  if (std::find(kOutputs.begin(), kOutputs.end(), request.output) == kOutputs.end()) {
    throw HttpError(400, fmt::format("Unknown output format '{}'.", request.output));
  }
  return request;
}

std::string process_answer(const ProcessRequest& request, std::string_view data, Annotator& annotator) {
  Result result(request.output, annotator);
  const auto add = [&](Sentence& sentence) { result.add(sentence); };
  if (request.reads_text) {
    annotator.text(data, add);
  } else if (request.input == "conllu") {
    annotator.conllu(data, add);
  } else {
    WordReader reader(data, request.input == "horizontal");
    for (Sentence sentence; reader.next(sentence);) {
      annotator.words(sentence);
      add(sentence);
    }
  }
  std::string out = "{";
  append_field(out, "model", annotator.served().name());
  out += ",\"acknowledgements\":[";
  if (const std::string& credit = annotator.served().model().origin().credit; !credit.empty())
    append_quoted(out, credit);
  out += ']';
  append_field(out, "result", result.finish());
  out += "}\n";
  return out;
}

}  // namespace espalier::server
