// What kind of attachment a word is, by its place in the gold standard: the first that fits of the kinds below.
//
// Relations of Universal Dependencies are known, and those of other schemes that name coordination; where a relation is
// not known, the tag says whether the word is a preposition, a coordinator or a verb. What no name tells is `other`.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "evaluation/document.h"

namespace espalier::evaluation {

enum class AttachmentKind : std::uint8_t {
  kPunctuation,   ///< the relation, or a word that counts as punctuation
  kRoot,          ///< the root of the sentence
  kCoordination,  ///< conj and cc, or a coordinator
  kPreposition,   ///< a nominal with a dependent `case`, or an adposition that is itself the head of its phrase
  kClause,        ///< acl, advcl, ccomp, csubj, parataxis, xcomp, or a verb
  kFunctionWord,  ///< aux, case, clf, cop, det, mark
  kNominal,       ///< subjects, objects and other nominals without a preposition
  kModifier,      ///< advmod, amod, discourse, nummod
  kOther,
};
inline constexpr std::size_t kAttachmentKinds = 9;
std::string_view name_of(AttachmentKind kind);

/// The kind of each word. An adopted document.
std::vector<AttachmentKind> attachment_kinds(const Document& document, const Vocabulary& vocabulary);

}  // namespace espalier::evaluation
