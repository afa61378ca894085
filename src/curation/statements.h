// What a parsed text states.
//
// Idea: every arc of a tree is read as a statement on two words by the table of rules (statement_rules.h); then what is
// only understood is added: the noun that a relative clause is about, the subject that infinitives, participles and
// second verbs take from elsewhere, the second of two coordinated words, the other name in an apposition. Different
// constructions so come to state the same (Volokh and Neumann, 372: Comparing the benefit of different dependency
// parsers for textual entailment using syntactic constraints only, SemEval 2010; Yuret, Han and Turgut, SemEval 2010
// task 12).
// Invariant: a statement is about words of the text, or nobody. Trees need not be sound: what no root reaches states
// what its arcs do.
// Cost: O(arcs · conjuncts), of which kMostConjuncts are looked at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "curation/read_text.h"
#include "curation/statement_rules.h"

namespace espalier::curation {

/// Whether a text says that something is so.
enum class Claim : std::uint8_t { kClaimed, kOpen, kDenied };

struct Statement {
  Relation relation = Relation::kNone;
  std::int32_t first = kNobody;
  std::int32_t second = kNobody;
  std::string preposition = {};  ///< of kPreposition
  Claim claim = Claim::kClaimed;
  std::string_view how = {};  ///< the construction
  /// A hypothesis asks for it. What follows from other statements is there for a text alone.
  bool asked = true;
};

std::vector<Statement> statements_of(const ReadText& text, bool by_is_agent);

/// `'kissed' has the object 'Mary'`.
std::string in_words(const Statement& statement, const ReadText& text);

/// Whether what each word says, if it says something, is claimed.
std::vector<Claim> claims_of(const ReadText& text);

/// All words from the roots down, each after its head; those that no root reaches are not among them.
std::vector<std::int32_t> from_the_roots(const ReadText& text);

/// The verb or participle is a passive.
bool is_passive(const ReadText& text, std::int32_t word);

}  // namespace espalier::curation
