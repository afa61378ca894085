// CoNLL-U (https://universaldependencies.org/format.html): ten columns, comments, multiword tokens, empty nodes.
//
// Reading takes the record over with one copy and notes where its fields lie; writing puts the lines back in their one
// possible order: empty nodes `0.j`, then for each word its range line if it opens one, the word, the empty nodes after
// it.
#include <algorithm>

#include "treebank/conll.h"
#include "treebank/record_stream.h"

namespace espalier::treebank {
namespace {

// Positions of the columns in a line; HEAD is 6.
constexpr std::array<std::size_t, kColumns> kField = {1, 2, 3, 4, 5, 7, 8, 9};
constexpr std::array<const char*, kConllColumns> kNames = {"ID",    "FORM", "LEMMA",  "UPOS", "XPOS",
                                                           "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"};
constexpr std::size_t kHeadField = 6;

class ConlluParser {
 public:
  ConlluParser(std::string_view record, const RecordContext& context, Sentence& sentence)
      : lines_(record, context), context_(context), sentence_(sentence) {
    sentence_.assign_store(record);
    sentence_.resize(static_cast<std::int32_t>(std::min(
        static_cast<std::size_t>(std::count(record.begin(), record.end(), '\n')) + 1, context.limits->words + 1)));
  }

  bool parse() {
    bool seen = false;
    for (ConllLines::Kind kind; (kind = lines_.next()) != ConllLines::Kind::kEnd; seen = true) {
      if (kind == ConllLines::Kind::kToken) {
        token(lines_.line());
      } else {
        if (started_) lines_.fail("a comment in the middle of a sentence");
        sentence_.comments().push_back(lines_.comment());
      }
    }
    if (!seen) return false;
    finish();
    return true;
  }

 private:
  void token(const ConllLine& line) {
    started_ = true;
    const std::string_view id = lines_.text(line.fields[0]);
    const std::int32_t number = parse_number(id);
    if (number >= 0) return word(line, number);
    if (const std::size_t dash = id.find('-'); dash != std::string_view::npos) return range(line, id, dash);
    if (const std::size_t dot = id.find('.'); dot != std::string_view::npos) return empty_node(line, id, dot);
    lines_.fail("ID '" + std::string(id.substr(0, 40)) + "' is not a number, a range or a decimal");
  }

  void word(const ConllLine& line, std::int32_t number) {
    if (number != words_ + 1) {
      lines_.fail("expected word " + std::to_string(words_ + 1) + ", found " + std::to_string(number));
    }
    if (static_cast<std::size_t>(number) > context_.limits->words) {
      lines_.fail("sentence longer than " + std::to_string(context_.limits->words) + " words (--max-words)");
    }
    words_ = number;
    empty_index_ = 0;
    range_is_open_ = false;
    auto& row = sentence_.row(words_);
    row[0] = line.fields[1];
    row[1] = is_blank(line.fields[1]) ? line.fields[2] : filled(line.fields[2]);
    for (std::size_t c = 2; c < kColumns; ++c) row[c] = filled(line.fields[kField[c]]);
    sentence_.set_head(words_, parse_head(lines_, line.fields[kHeadField]));
  }

  void range(const ConllLine& line, std::string_view id, std::size_t dash) {
    MultiwordToken token;
    token.first = parse_number(id.substr(0, dash));
    token.last = parse_number(id.substr(dash + 1));
    if (token.first < 1 || token.last < token.first)
      lines_.fail("'" + std::string(id.substr(0, 40)) + "' is not a range of words");
    if (token.first != words_ + 1 || range_is_open_) {
      lines_.fail("range " + std::string(id) + " does not stand directly before its first word");
    }
    if (token.first <= range_end()) lines_.fail("range " + std::string(id) + " overlaps with the one before");
    for (const std::size_t c : {2u, 3u, 4u, 6u, 7u, 8u}) require_blank(line, c, "a multiword token");
    token.form = line.fields[1];
    token.feats = filled(line.fields[5]);
    token.misc = filled(line.fields[9]);
    sentence_.multiword_tokens().push_back(token);
    range_is_open_ = true;
    range_line_ = line.number;
  }

  void empty_node(const ConllLine& line, std::string_view id, std::size_t dot) {
    EmptyNode node;
    node.after = parse_number(id.substr(0, dot));
    node.index = parse_number(id.substr(dot + 1));
    if (node.after != words_ || node.index != empty_index_ + 1 || range_is_open_) {
      lines_.fail("expected empty node " + std::to_string(words_) + "." + std::to_string(empty_index_ + 1) +
                  ", found " + std::string(id.substr(0, 40)));
    }
    require_blank(line, kHeadField, "an empty node");
    require_blank(line, 7, "an empty node");
    empty_index_ = node.index;
    node.fields[0] = line.fields[1];
    for (std::size_t c = 1; c < kColumns; ++c) node.fields[c] = filled(line.fields[kField[c]]);
    sentence_.empty_nodes().push_back(node);
  }

  void finish() {
    if (words_ == 0) lines_.fail("a sentence without words");
    if (range_end() > words_) treebank::fail(context_, range_line_, "the range goes beyond the sentence");
    sentence_.resize(words_);
    require_tree(sentence_, context_, [&](std::int32_t word) { return line_of(word); });
  }

  // Lines of a sentence stand in one possible order, so a word's line follows from what comes after it.
  std::size_t line_of(std::int32_t word) const {
    std::size_t line = lines_.line().number - static_cast<std::size_t>(words_ - word);
    for (const EmptyNode& node : sentence_.empty_nodes()) line -= node.after >= word;
    for (const MultiwordToken& token : sentence_.multiword_tokens()) line -= token.first > word;
    return line;
  }

  std::int32_t range_end() const {
    return sentence_.multiword_tokens().empty() ? 0 : sentence_.multiword_tokens().back().last;
  }
  bool is_blank(Text field) const { return field.size == 1 && lines_.text(field)[0] == '_'; }
  Text filled(Text field) const { return is_blank(field) ? Text{} : field; }
  void require_blank(const ConllLine& line, std::size_t column, const char* owner) const {
    if (!is_blank(line.fields[column])) lines_.fail(std::string(kNames[column]) + " of " + owner + " must be _");
  }

  ConllLines lines_;
  const RecordContext& context_;
  Sentence& sentence_;
  bool started_ = false;
  bool range_is_open_ = false;  // a range line was read, its first word not yet
  std::int32_t words_ = 0;
  std::int32_t empty_index_ = 0;
  std::size_t range_line_ = 0;
};

constexpr auto kDeprel = static_cast<std::size_t>(Column::kDeprel);

// At least the bytes that the sentence takes.
std::size_t room_for(const Sentence& sentence) {
  std::size_t room = 1;
  const auto add = [&](std::span<const Text> texts) {
    room += kLineRoom;
    for (const Text text : texts) room += text.size;
  };
  for (const Text& comment : sentence.comments()) add({&comment, 1});
  for (std::int32_t node = 1; node <= sentence.size(); ++node) add(sentence.row(node));
  for (const MultiwordToken& token : sentence.multiword_tokens()) add(std::array{token.form, token.feats, token.misc});
  for (const EmptyNode& node : sentence.empty_nodes()) add(node.fields);
  return room;
}

void write_word(const Sentence& sentence, std::int32_t node, FieldWriter& out) {
  const auto& row = sentence.row(node);
  out.put_number(node);
  for (std::size_t c = 0; c < kDeprel; ++c) {
    out.put('\t');
    out.put_field(sentence.text(row[c]));
  }
  out.put('\t');
  out.put_head(sentence.head(node));
  for (std::size_t c = kDeprel; c < kColumns; ++c) {
    out.put('\t');
    out.put_field(sentence.text(row[c]));
  }
  out.put('\n');
}

void write_range(const Sentence& sentence, const MultiwordToken& token, FieldWriter& out) {
  out.put_number(token.first);
  out.put('-');
  out.put_number(token.last);
  out.put('\t');
  out.put_field(sentence.text(token.form));
  out.put("\t_\t_\t_\t");
  out.put_field(sentence.text(token.feats));
  out.put("\t_\t_\t_\t");
  out.put_field(sentence.text(token.misc));
  out.put('\n');
}

void write_empty_node(const Sentence& sentence, const EmptyNode& node, FieldWriter& out) {
  out.put_number(node.after);
  out.put('.');
  out.put_number(node.index);
  for (std::size_t c = 0; c < kColumns; ++c) {
    if (c == kDeprel) out.put("\t_");
    out.put('\t');
    out.put_field(sentence.text(node.fields[c]));
  }
  out.put('\n');
}

class ConlluFormat final : public Format {
 public:
  std::string_view name() const override { return "conllu"; }

  std::size_t record_end(std::string_view bytes, std::size_t scanned, bool at_end) const override {
    return blank_line_record_end(bytes, scanned, at_end);
  }
  std::size_t next_record(std::string_view bytes) const override { return after_blank_line(bytes); }

  bool parse(std::string_view record, const RecordContext& context, Sentence& sentence) const override {
    return ConlluParser(record, context, sentence).parse();
  }

  void piece(const Sentence& sentence, const WriteOptions&, std::string& text) const override {
    FieldWriter out(text, room_for(sentence));
    for (const Text comment : sentence.comments()) {
      out.put(sentence.text(comment));
      out.put('\n');
    }
    auto range = sentence.multiword_tokens().begin();
    auto empty = sentence.empty_nodes().begin();
    for (std::int32_t node = 0; node <= sentence.size(); ++node) {
      if (node > 0) {
        if (range != sentence.multiword_tokens().end() && range->first == node) write_range(sentence, *range++, out);
        write_word(sentence, node, out);
      }
      while (empty != sentence.empty_nodes().end() && empty->after == node) write_empty_node(sentence, *empty++, out);
    }
    out.put('\n');
  }
};

}  // namespace

const Format& conllu_format() {
  static const ConlluFormat format;
  return format;
}

}  // namespace espalier::treebank
