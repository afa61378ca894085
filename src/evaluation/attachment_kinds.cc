#include "evaluation/attachment_kinds.h"

#include <algorithm>
#include <array>

namespace espalier::evaluation {
namespace {

/// What a relation says by its name alone.
enum class Relation : std::uint8_t {
  kUnknown,
  kPunctuation,
  kCoordination,
  kClause,
  kCase,
  kFunctionWord,
  kNominal,
  kModifier,
  kOther
};
enum class Tag : std::uint8_t { kUnknown, kAdposition, kCoordinator, kVerb };

template <class Meaning>
struct Name {
  std::string_view text;
  Meaning meaning;
};

// Universal Dependencies; coordination also as Floresta (CJT, CO) and the conversion of the Penn Treebank (CONJ, COORD)
// have it.
constexpr Name<Relation> kRelations[] = {
    {"punct", Relation::kPunctuation},  {"PUNC", Relation::kPunctuation},   {"conj", Relation::kCoordination},
    {"cc", Relation::kCoordination},    {"CJT", Relation::kCoordination},   {"CO", Relation::kCoordination},
    {"CONJ", Relation::kCoordination},  {"COORD", Relation::kCoordination}, {"acl", Relation::kClause},
    {"advcl", Relation::kClause},       {"ccomp", Relation::kClause},       {"csubj", Relation::kClause},
    {"parataxis", Relation::kClause},   {"xcomp", Relation::kClause},       {"case", Relation::kCase},
    {"aux", Relation::kFunctionWord},   {"clf", Relation::kFunctionWord},   {"cop", Relation::kFunctionWord},
    {"det", Relation::kFunctionWord},   {"mark", Relation::kFunctionWord},  {"appos", Relation::kNominal},
    {"dislocated", Relation::kNominal}, {"expl", Relation::kNominal},       {"iobj", Relation::kNominal},
    {"nmod", Relation::kNominal},       {"nsubj", Relation::kNominal},      {"obj", Relation::kNominal},
    {"obl", Relation::kNominal},        {"vocative", Relation::kNominal},   {"advmod", Relation::kModifier},
    {"amod", Relation::kModifier},      {"discourse", Relation::kModifier}, {"nummod", Relation::kModifier},
    {"compound", Relation::kOther},     {"dep", Relation::kOther},          {"fixed", Relation::kOther},
    {"flat", Relation::kOther},         {"goeswith", Relation::kOther},     {"list", Relation::kOther},
    {"orphan", Relation::kOther},       {"reparandum", Relation::kOther},   {"root", Relation::kOther},
};

// UPOS, the Penn Treebank, Floresta, STTS.
constexpr Name<Tag> kTags[] = {
    {"ADP", Tag::kAdposition},
    {"IN", Tag::kAdposition},
    {"prp", Tag::kAdposition},
    {"prep", Tag::kAdposition},
    {"APPR", Tag::kAdposition},
    {"APPRART", Tag::kAdposition},
    {"CCONJ", Tag::kCoordinator},
    {"CC", Tag::kCoordinator},
    {"conj-c", Tag::kCoordinator},
    {"KON", Tag::kCoordinator},
    {"VERB", Tag::kVerb},
    {"V", Tag::kVerb},
    {"v", Tag::kVerb},
};
constexpr std::string_view kVerbPrefixes[] = {"VB", "VV", "v-"};

template <class Meaning, std::size_t n>
Meaning meaning_of(std::string_view text, const Name<Meaning> (&names)[n]) {
  const auto at = std::find_if(std::begin(names), std::end(names), [&](const auto& name) { return name.text == text; });
  return at == std::end(names) ? Meaning::kUnknown : at->meaning;
}

Tag tag_named(std::string_view text) {
  const bool is_verb = std::any_of(std::begin(kVerbPrefixes), std::end(kVerbPrefixes),
                                   [&](std::string_view prefix) { return text.starts_with(prefix); });
  return is_verb ? Tag::kVerb : meaning_of(text, kTags);
}

/// A meaning for each id of a column, so that names are looked up once.
template <class Meaning, class MeaningOf>
std::vector<Meaning> meanings(const Vocabulary& vocabulary, Field field, MeaningOf meaning) {
  std::vector<Meaning> all(vocabulary.fields[index(field)].size());
  for (std::uint32_t id = 0; id < all.size(); ++id) all[id] = meaning(vocabulary.text(field, id));
  return all;
}

AttachmentKind kind_of(Relation relation, Tag tag, bool is_marked) {
  switch (relation) {
    case Relation::kPunctuation:
      return AttachmentKind::kPunctuation;
    case Relation::kCoordination:
      return AttachmentKind::kCoordination;
    case Relation::kClause:
      return AttachmentKind::kClause;
    case Relation::kCase:
    case Relation::kFunctionWord:
      return AttachmentKind::kFunctionWord;
    case Relation::kNominal:
      return is_marked || tag == Tag::kAdposition ? AttachmentKind::kPreposition : AttachmentKind::kNominal;
    case Relation::kModifier:
      return AttachmentKind::kModifier;
    case Relation::kOther:
      return AttachmentKind::kOther;
    case Relation::kUnknown:
      break;
  }
  if (tag == Tag::kCoordinator) return AttachmentKind::kCoordination;
  if (tag == Tag::kAdposition || is_marked) return AttachmentKind::kPreposition;
  return tag == Tag::kVerb ? AttachmentKind::kClause : AttachmentKind::kOther;
}

}  // namespace

std::string_view name_of(AttachmentKind kind) {
  static constexpr std::array<std::string_view, kAttachmentKinds> kNames = {
      "punctuation", "root", "coordination", "preposition", "clause", "function word", "nominal", "modifier", "other"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<AttachmentKind> attachment_kinds(const Document& document, const Vocabulary& vocabulary) {
  const auto relations = meanings<Relation>(
      vocabulary, Field::kLabel, [](std::string_view text) { return meaning_of(without_subtype(text), kRelations); });
  const auto upos = meanings<Tag>(vocabulary, Field::kUpos, tag_named);
  const auto xpos = meanings<Tag>(vocabulary, Field::kXpos, tag_named);
  const auto relation_of = [&](std::size_t w) { return relations[document.id(Field::kLabel, w)]; };
  std::vector<std::uint8_t> marked(document.words(), 0);
  for (std::size_t w = 0; w < marked.size(); ++w) {
    const std::int32_t head = document.head(w);
    if (head >= 0 && relation_of(w) == Relation::kCase) marked[static_cast<std::size_t>(head)] = 1;
  }
  std::vector<AttachmentKind> kinds(document.words());
  for (std::size_t w = 0; w < kinds.size(); ++w) {
    Tag tag = upos[document.id(Field::kUpos, w)];
    if (tag == Tag::kUnknown) tag = xpos[document.id(Field::kXpos, w)];
    kinds[w] = document.is_punctuation(w)      ? AttachmentKind::kPunctuation
               : document.head(w) == kRootHead ? AttachmentKind::kRoot
                                               : kind_of(relation_of(w), tag, marked[w] != 0);
  }
  return kinds;
}

}  // namespace espalier::evaluation
