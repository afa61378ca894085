// What is claimed, what is left open, what is denied. Negation, modals, conditions and the verbs that say so of their
// clauses; passed on to infinitives, and to second verbs that have neither subject nor auxiliary of their own.
#include <algorithm>

#include "curation/statements.h"

namespace espalier::curation {
namespace {

bool says_no(const ReadText& text, std::int32_t word) {
  if (is_one_of(kNoOne, text[word].lower)) return true;
  const std::int32_t determiner = text.child(word, "det");
  return determiner != kNobody && is_one_of(kNoOne, text[determiner].lower);
}

bool is_denied_by(const ReadText& text, std::int32_t word, std::int32_t child) {
  const ReadWord& each = text[child];
  if (each.is("advmod") && (is_one_of(kNot, each.lower) || is_one_of(kNot, each.lemma))) return true;
  if (each.is("mark") || each.is("case")) return each.lower == kWithout && text[word].upos == "VERB";
  return (each.is("nsubj") || each.is("obj")) && says_no(text, child);
}

Claim own_claim(const ReadText& text, std::int32_t word) {
  const ReadWord& self = text[word];
  if (text.has(word, "cop") && says_no(text, word)) return Claim::kDenied;
  Claim claim = Claim::kClaimed;
  for (const std::int32_t child : self.children) {
    const ReadWord& each = text[child];
    if (is_denied_by(text, word, child)) return Claim::kDenied;
    const bool is_purpose = each.lower == "to" && (self.is("advcl") || self.is("acl"));
    if (each.is("aux") && is_one_of(kModals, each.lemma)) claim = Claim::kOpen;
    if (each.is("mark") && (is_one_of(kConditions, each.lower) || is_purpose)) claim = Claim::kOpen;
  }
  return claim;
}

Claim flipped(Claim claim) {
  if (claim == Claim::kOpen) return claim;
  return claim == Claim::kDenied ? Claim::kClaimed : Claim::kDenied;
}

/// What the head says of a word that has no say of its own.
Claim claim_from(const ReadText& text, std::int32_t word, Claim head) {
  const ReadWord& self = text[word];
  const ReadWord& governor = text[self.head];
  if (self.is("xcomp") && is_one_of(kDenying, governor.lemma)) return flipped(head);
  if ((self.is("xcomp") || self.is("ccomp")) && is_one_of(kOpening, governor.lemma)) return Claim::kOpen;
  if (self.is("xcomp")) return head;
  if (self.is("conj") && !text.has(word, "nsubj") && !text.has(word, "aux")) return head;
  return Claim::kClaimed;
}

}  // namespace

std::vector<Claim> claims_of(const ReadText& text) {
  std::vector<Claim> claims(static_cast<std::size_t>(text.size()), Claim::kClaimed);
  for (const std::int32_t word : from_the_roots(text)) {
    Claim& claim = claims[static_cast<std::size_t>(word)];
    claim = own_claim(text, word);
    const std::int32_t head = text[word].head;
    if (head == kNobody) continue;
    claim = std::max(claim, claim_from(text, word, claims[static_cast<std::size_t>(head)]));
  }
  return claims;
}

}  // namespace espalier::curation
