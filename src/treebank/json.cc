// JSON, one object a line a sentence, so that it streams and can be cut anywhere between lines.
//
//   {"sent_id": …, "text": …, "comments": ["# …"], "words": [{"id": 1, "form": …, "lemma": …, "upos": …, "xpos": …,
//    "feats": …, "head": 2, "deprel": …, "deps": …, "misc": …}], "multiword_tokens": [{"first": 1, "last": 2, "form":
//    …}], "empty_nodes": [{"after": 8, "index": 1, "form": …}], "constituents": {"label": "S", "children": [{"word":
//    1}, …]}}
//
// Fields that are empty are left out; an unknown head is null or absent. `sent_id` and `text` repeat what the comments
// say and are read only when there are no comments. A head child carries "head": true.
#include <array>
#include <nlohmann/json.hpp>

#include "treebank/conll.h"
#include "treebank/format.h"
#include "treebank/json_fault.h"

namespace espalier::treebank {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, kColumns> kKeys = {"form",  "lemma",  "upos", "xpos",
                                                     "feats", "deprel", "deps", "misc"};

class JsonReader {
 public:
  JsonReader(const RecordContext& context, Sentence& sentence) : context_(context), sentence_(sentence) {}

  void read(const Json& object) {
    if (!object.is_object()) error("expected one JSON object a line");
    comments(object);
    const auto words = object.find("words");
    if (words == object.end() || !words->is_array() || words->empty()) {
      error(object.contains("text") ? "no \"words\" array (texts, one a line, are --from jsonl of 'espalier parse')"
                                    : "no \"words\" array");
    }
    if (words->size() > context_.limits->words) {
      error("sentence longer than " + std::to_string(context_.limits->words) + " words (--max-words)");
    }
    for (const Json& word : *words) this->word(word);
    if (const auto tokens = object.find("multiword_tokens"); tokens != object.end()) multiword_tokens(*tokens);
    if (const auto nodes = object.find("empty_nodes"); nodes != object.end()) empty_nodes(*nodes);
    if (const auto top = object.find("constituents"); top != object.end()) constituents(*top);
    require_tree(sentence_, context_, [&](std::int32_t) { return context_.line; });
  }

 private:
  [[noreturn]] void error(const std::string& reason) const { fail(context_, context_.line, reason); }

  std::string string(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return {};
    if (!found->is_string()) error(std::string("\"") + key + "\" is not a string");
    std::string value = found->get<std::string>();
    // Such characters could not be written in any line-based format, and would break the file they land in.
    if (value.find_first_of(std::string_view("\t\n\0", 3)) != std::string::npos) {
      error(std::string("\"") + key + "\" holds a tab, a line feed or a NUL");
    }
    // At the end of a line carriage returns are part of its end; elsewhere CoNLL-U has them, too.
    if (value.ends_with('\r') && ends_lines(key)) error(std::string("\"") + key + "\" ends with a carriage return");
    return value;
  }

  static bool ends_lines(std::string_view key) {
    return key == "misc" || key == "comment" || key == "text" || key == "sent_id";
  }

  std::int32_t integer(const Json& object, const char* key, std::int32_t low, std::int32_t high) const {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
      error(std::string("\"") + key + "\" is not a whole number");
    const auto value = found->get<std::int64_t>();
    if (value < low || value > high) error(std::string("\"") + key + "\" is out of range");
    return static_cast<std::int32_t>(value);
  }

  void comments(const Json& object) {
    if (const auto list = object.find("comments"); list != object.end()) {
      if (!list->is_array()) error("\"comments\" is not an array");
      for (const Json& comment : *list) {
        const std::string line = string(Json{{"comment", comment}}, "comment");
        if (!line.starts_with('#')) error("a comment does not start with #");
        sentence_.add_comment(line);
      }
      return;
    }
    for (const char* key : {"sent_id", "text"}) {
      if (const std::string value = string(object, key); !value.empty())
        sentence_.add_comment("# " + std::string(key) + " = " + value);
    }
  }

  void word(const Json& object) {
    if (!object.is_object()) error("a word is not an object");
    const std::string form = string(object, "form");
    if (form.empty()) error("a word without \"form\"");
    const std::int32_t node = sentence_.add_word(form);
    if (object.contains("id") && integer(object, "id", 1, 1 << 30) != node) error("word ids are not 1, 2, 3, …");
    for (std::size_t c = 1; c < kColumns; ++c) {
      if (const std::string value = string(object, kKeys[c]); !value.empty())
        sentence_.set(node, static_cast<Column>(c), value);
    }
    if (const auto head = object.find("head"); head != object.end() && !head->is_null()) {
      sentence_.set_head(node, integer(object, "head", 0, 1 << 30));
    }
  }

  void multiword_tokens(const Json& list) {
    if (!list.is_array()) error("\"multiword_tokens\" is not an array");
    std::int32_t last = 0;
    for (const Json& object : list) {
      MultiwordToken token;
      token.first = integer(object, "first", last + 1, sentence_.size());
      token.last = last = integer(object, "last", token.first, sentence_.size());
      token.form = sentence_.add_text(string(object, "form"));
      token.feats = sentence_.add_text(string(object, "feats"));
      token.misc = sentence_.add_text(string(object, "misc"));
      sentence_.multiword_tokens().push_back(token);
    }
  }

  void empty_nodes(const Json& list) {
    if (!list.is_array()) error("\"empty_nodes\" is not an array");
    EmptyNode previous{0, 0, {}};
    for (const Json& object : list) {
      EmptyNode node;
      node.after = integer(object, "after", previous.after, sentence_.size());
      const std::int32_t expected = node.after == previous.after ? previous.index + 1 : 1;
      node.index = integer(object, "index", expected, expected);
      for (std::size_t c = 0; c < kColumns; ++c) {
        if (static_cast<Column>(c) != Column::kDeprel) node.fields[c] = sentence_.add_text(string(object, kKeys[c]));
      }
      sentence_.empty_nodes().push_back(node);
      previous = node;
    }
  }

  // Nodes still to be read are kept on a stack of our own, in reverse, so that nodes are numbered as they stand.
  void constituents(const Json& top) {
    struct Pending {
      const Json* node;
      std::int32_t parent;
      std::size_t depth;
    };
    std::vector<Pending> pending = {{&top, ConstituentTree::kNone, 1}};
    std::vector<bool> seen(static_cast<std::size_t>(sentence_.size()) + 1);
    ConstituentTree& tree = sentence_.constituents();
    while (!pending.empty()) {
      const auto [node, parent, depth] = pending.back();
      pending.pop_back();
      if (!node->is_object()) error("a constituent is not an object");
      if (depth > context_.limits->depth)
        error("constituents nested deeper than " + std::to_string(context_.limits->depth) + " (--max-depth)");
      std::int32_t index = 0;
      if (node->contains("word")) {
        const std::int32_t word = integer(*node, "word", 1, sentence_.size());
        if (seen[static_cast<std::size_t>(word)])
          error("word " + std::to_string(word) + " stands twice in \"constituents\"");
        seen[static_cast<std::size_t>(word)] = true;
        index = tree.add_leaf(parent, word);
      } else {
        index = tree.add(parent, string(*node, "label"));
        const auto children = node->find("children");
        if (children == node->end() || !children->is_array() || children->empty())
          error("a constituent without \"children\"");
        for (std::size_t i = children->size(); i-- > 0;) pending.push_back({&(*children)[i], index, depth + 1});
      }
      if (const auto head = node->find("head");
          head != node->end() && head->is_boolean() && head->get<bool>() && parent != ConstituentTree::kNone) {
        tree.set_head(parent, index);
      }
    }
    for (std::int32_t word = 1; word <= sentence_.size(); ++word) {
      if (!seen[static_cast<std::size_t>(word)])
        error("word " + std::to_string(word) + " is missing from \"constituents\"");
    }
  }

  const RecordContext& context_;
  Sentence& sentence_;
};

void put(Json& object, const char* key, std::string_view value) {
  if (!value.empty()) object[key] = value;
}

Json word_json(const Sentence& sentence, std::int32_t node) {
  Json word;
  word["id"] = node;
  for (std::size_t c = 0; c < kColumns; ++c) {
    if (static_cast<Column>(c) == Column::kDeprel && sentence.head(node) != kNoHead) word["head"] = sentence.head(node);
    put(word, kKeys[c], sentence.get(node, static_cast<Column>(c)));
  }
  return word;
}

Json token_json(const Sentence& sentence, const MultiwordToken& token) {
  Json object;
  object["first"] = token.first;
  object["last"] = token.last;
  put(object, "form", sentence.text(token.form));
  put(object, "feats", sentence.text(token.feats));
  put(object, "misc", sentence.text(token.misc));
  return object;
}

Json empty_json(const Sentence& sentence, const EmptyNode& node) {
  Json object;
  object["after"] = node.after;
  object["index"] = node.index;
  for (std::size_t c = 0; c < kColumns; ++c) put(object, kKeys[c], sentence.text(node.fields[c]));
  return object;
}

// Children have higher numbers than their parents, so going down the numbers each node is whole when it is handed up.
Json constituents_json(const ConstituentTree& tree) {
  std::vector<Json> made(static_cast<std::size_t>(tree.size()));
  for (std::int32_t i = tree.size(); i-- > 0;) {
    const ConstituentTree::Node& node = tree.node(i);
    Json& object = made[static_cast<std::size_t>(i)];
    if (node.is_leaf()) {
      object["word"] = node.word;
    } else {
      object["label"] = node.label;
    }
    if (node.parent != ConstituentTree::kNone && tree.node(node.parent).head == i) object["head"] = true;
    if (node.is_leaf()) continue;
    Json& children = object["children"] = Json::array();
    for (const std::int32_t child : tree.children(i))
      children.push_back(std::move(made[static_cast<std::size_t>(child)]));
  }
  return std::move(made.front());
}

class JsonFormat final : public Format {
 public:
  std::string_view name() const override { return "json"; }

  std::size_t record_end(std::string_view bytes, std::size_t scanned, bool at_end) const override {
    const std::size_t end = bytes.find('\n', scanned);
    if (end == std::string_view::npos) return at_end ? bytes.size() : kMore;
    return end + 1;
  }

  bool parse(std::string_view record, const RecordContext& context, Sentence& sentence) const override {
    if (record.find_first_not_of(" \t\r\n") == std::string_view::npos) return false;
    Json object;
    try {
      object = Json::parse(record);
    } catch (const nlohmann::json::exception& exception) {
      fail(context, context.line, json_fault(exception));
    }
    JsonReader(context, sentence).read(object);
    return true;
  }

  void piece(const Sentence& sentence, const WriteOptions&, std::string& out) const override {
    Json object;
    for (const char* key : {"sent_id", "text"}) {
      if (const auto value = sentence.comment(key)) object[key] = *value;
    }
    if (!sentence.comments().empty()) {
      Json& comments = object["comments"] = Json::array();
      for (const Text comment : sentence.comments()) comments.push_back(sentence.text(comment));
    }
    Json& words = object["words"] = Json::array();
    for (std::int32_t node = 1; node <= sentence.size(); ++node) words.push_back(word_json(sentence, node));
    for (const MultiwordToken& token : sentence.multiword_tokens())
      object["multiword_tokens"].push_back(token_json(sentence, token));
    for (const EmptyNode& node : sentence.empty_nodes()) object["empty_nodes"].push_back(empty_json(sentence, node));
    if (!sentence.constituents().empty()) object["constituents"] = constituents_json(sentence.constituents());
    out += object.dump(-1, ' ', false, Json::error_handler_t::replace);
    out += '\n';
  }
};

}  // namespace

const Format& json_format() {
  static const JsonFormat format;
  return format;
}

}  // namespace espalier::treebank
