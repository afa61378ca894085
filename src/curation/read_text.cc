#include "curation/read_text.h"

#include "base/unicode.h"

namespace espalier::curation {

bool ReadWord::is_past_participle() const {
  if (!xpos.empty()) return xpos == "VBN";
  return attribute(feats, "VerbForm") == "Part" && attribute(feats, "Tense") == "Past";
}

bool ReadWord::is_present_participle() const {
  if (!xpos.empty()) return xpos == "VBG";
  const auto kind = attribute(feats, "VerbForm");
  return kind == "Ger" || (kind == "Part" && attribute(feats, "Tense") == "Pres");
}

ReadText::ReadText(std::span<const Sentence> sentences) {
  for (const Sentence& each : sentences) add(each);
}

void ReadText::add(const Sentence& sentence) {
  const std::int32_t first = size();
  for (std::int32_t node = 1; node <= sentence.size(); ++node) {
    ReadWord word;
    word.form = sentence.form(node);
    word.lower = base::to_lower(sentence.form(node));
    word.lemma = sentence.lemma(node).empty() ? word.lower : base::to_lower(sentence.lemma(node));
    word.upos = sentence.upos(node);
    word.xpos = sentence.xpos(node);
    word.feats = sentence.feats(node);
    word.relation = sentence.deprel(node);
    if (sentence.head(node) > 0) word.head = first + sentence.head(node) - 1;
    words_.push_back(std::move(word));
  }
  for (std::int32_t i = first; i < size(); ++i) {
    if (const std::int32_t head = words_[static_cast<std::size_t>(i)].head; head != kNobody) {
      words_[static_cast<std::size_t>(head)].children.push_back(i);
    }
  }
  for (std::int32_t i = first; i < size(); ++i) {
    ReadWord& word = words_[static_cast<std::size_t>(i)];
    if (word.relation != "compound:prt" || word.head == kNobody) continue;
    ReadWord& verb = words_[static_cast<std::size_t>(word.head)];
    verb.lemma += " " + word.lemma;
    verb.lower += " " + word.lower;  // a verb with a particle is another one than that without
  }
}

std::int32_t ReadText::child(std::int32_t word, std::string_view deprel) const {
  for (const std::int32_t each : (*this)[word].children) {
    if ((*this)[each].is(deprel)) return each;
  }
  return kNobody;
}

std::string ReadText::preposition(std::int32_t word) const {
  std::string out;
  for (const std::int32_t each : (*this)[word].children) {
    if (!(*this)[each].is("case")) continue;
    if (!out.empty()) out += ' ';
    out += (*this)[each].lemma;
    for (const std::int32_t more : (*this)[each].children) {
      if ((*this)[more].is("fixed")) out += " " + (*this)[more].lemma;
    }
  }
  return out;
}

std::int32_t ReadText::referent(std::int32_t word) const {
  if (word == kNobody || (*this)[word].upos != "PROPN") return word;
  for (std::int32_t i = 0; i < word; ++i) {
    if ((*this)[i].upos == "PROPN" && (*this)[i].lower == (*this)[word].lower) return i;
  }
  return word;
}

bool ReadText::goes_by(std::int32_t word, const ReadWord& name) const {
  if (same((*this)[word], name)) return true;
  if ((*this)[word].upos != "PROPN") return false;
  for (const std::int32_t each : (*this)[word].children) {
    const ReadWord& part = (*this)[each];
    if ((part.is("flat") || part.is("compound")) && part.upos == "PROPN" && same(part, name)) return true;
  }
  return false;
}

}  // namespace espalier::curation
