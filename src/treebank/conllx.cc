// CoNLL-X (the 2006 shared task): ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD PDEPREL, no comments, no ranges.
//
// CPOSTAG and POSTAG are our UPOS and XPOS. PHEAD and PDEPREL, rarely used, become `PHead=` and `PDeprel=` in MISC
// (misc_value.h), so that they survive in CoNLL-U and JSON, and come back when CoNLL-X is written.
#include <algorithm>

#include "treebank/conll.h"
#include "treebank/misc_value.h"
#include "treebank/record_stream.h"

namespace espalier::treebank {
namespace {

constexpr std::string_view kPhead = "PHead";
constexpr std::string_view kPdeprel = "PDeprel";

void parse_word(const ConllLines& lines, std::int32_t node, Sentence& sentence) {
  const auto& fields = lines.line().fields;
  const auto filled = [&](Text field) { return lines.text(field) == "_" ? Text{} : field; };
  sentence.set(node, Column::kForm, fields[1]);
  sentence.set(node, Column::kLemma, lines.text(fields[1]) == "_" ? fields[2] : filled(fields[2]));
  sentence.set(node, Column::kUpos, filled(fields[3]));
  sentence.set(node, Column::kXpos, filled(fields[4]));
  sentence.set(node, Column::kFeats, filled(fields[5]));
  sentence.set_head(node, parse_head(lines, fields[6]));
  sentence.set(node, Column::kDeprel, filled(fields[7]));
  std::string misc;
  if (const auto head = lines.text(fields[8]); head != "_") append_misc(misc, kPhead, head);
  if (const auto label = lines.text(fields[9]); label != "_") append_misc(misc, kPdeprel, label);
  if (!misc.empty()) sentence.set(node, Column::kMisc, misc);
}

class ConllxFormat final : public Format {
 public:
  std::string_view name() const override { return "conllx"; }

  std::size_t record_end(std::string_view bytes, std::size_t scanned, bool at_end) const override {
    return blank_line_record_end(bytes, scanned, at_end);
  }
  std::size_t next_record(std::string_view bytes) const override { return after_blank_line(bytes); }

  bool parse(std::string_view record, const RecordContext& context, Sentence& sentence) const override {
    ConllLines lines(record, context);
    sentence.assign_store(record);
    std::int32_t words = 0;
    for (ConllLines::Kind kind; (kind = lines.next()) != ConllLines::Kind::kEnd;) {
      if (kind == ConllLines::Kind::kComment) lines.fail("expected 10 tab-separated columns (CoNLL-X has no comments)");
      if (static_cast<std::size_t>(words) >= context.limits->words) {
        lines.fail("sentence longer than " + std::to_string(context.limits->words) + " words (--max-words)");
      }
      ++words;
      if (parse_number(lines.text(lines.line().fields[0])) != words) {
        lines.fail("expected word " + std::to_string(words) + ", found '" +
                   std::string(lines.text(lines.line().fields[0]).substr(0, 40)) + "'");
      }
      if (words > sentence.size()) sentence.resize(std::max(32, words * 2));
      parse_word(lines, words, sentence);
    }
    sentence.resize(words);
    if (words == 0) return false;
    const std::size_t last = lines.line().number;
    require_tree(sentence, context, [&](std::int32_t word) { return last - static_cast<std::size_t>(words - word); });
    return true;
  }

  void piece(const Sentence& sentence, const WriteOptions&, std::string& text) const override {
    std::size_t room = 1;
    for (std::int32_t node = 1; node <= sentence.size(); ++node) {
      room += kLineRoom;
      for (const Text field : sentence.row(node)) room += field.size;
    }
    FieldWriter out(text, room);
    for (std::int32_t node = 1; node <= sentence.size(); ++node) write_word(sentence, node, out);
    out.put('\n');
  }

 private:
  static void write_word(const Sentence& sentence, std::int32_t node, FieldWriter& out) {
    const auto extra = [&](std::string_view key) {
      return misc_value(attribute(sentence.misc(node), key).value_or(""));
    };
    out.put_number(node);
    for (const Column column : {Column::kForm, Column::kLemma, Column::kUpos, Column::kXpos, Column::kFeats}) {
      out.put('\t');
      out.put_field(sentence.get(node, column));
    }
    out.put('\t');
    out.put_head(sentence.head(node));
    const std::string head = extra(kPhead);
    const std::string label = extra(kPdeprel);
    for (const std::string_view field : {sentence.deprel(node), std::string_view(head), std::string_view(label)}) {
      out.put('\t');
      out.put_field(field);
    }
    out.put('\n');
  }
};

}  // namespace

const Format& conllx_format() {
  static const ConllxFormat format;
  return format;
}

}  // namespace espalier::treebank
