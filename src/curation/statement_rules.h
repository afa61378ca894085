// What the rules of entailment know of English and of Universal Dependencies: tables, and nothing else.
//
// A new relation, or another reading of one, is a row of kArcRules; a new verb or a new word that stands for anybody is
// a word of a list.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace espalier::curation {

/// What is said of two words. The order is that of the two words in a statement: first, second.
enum class Relation : std::uint8_t {
  kNone,         ///< the arc states nothing: determiners, auxiliaries, punctuation
  kSubject,      ///< does: verb, doer
  kObject,       ///< is done to: verb, thing
  kRecipient,    ///< is done for or given to: verb, receiver
  kDescription,  ///< is: thing, what it is or what it is like; also how something is done
  kPossession,   ///< has: owner, thing
  kPreposition,  ///< stands in a place, time or other relation to: verb or thing, thing; with the preposition
  kClause,       ///< has a clause: verb or noun, verb
  kExistence,    ///< is there: thing, nobody
  kLink,         ///< something that we do not know of: any two words
};

/// Which words of an arc are the first and the second of its statement.
enum class Ends : std::uint8_t {
  kDown,     ///< head, dependent
  kUp,       ///< dependent, head
  kSubject,  ///< the subject of the head, dependent
  kOne,      ///< dependent, nobody
};

/// When a rule holds of an arc.
enum class When : std::uint8_t {
  kAlways,
  kCopulaOwner,        ///< the head is a predicate with 's: "the bicycle is Anna's"
  kCopulaPreposition,  ///< the head is a predicate with a preposition: "the cat is on the roof"
  kCopula,             ///< the head is a predicate with a form of "be"
  kThereIs,            ///< the head is the "is" of "there is"
  kSecondObject,       ///< the head is a passive with an object: "Mary was given a book"
  kPassive,            ///< the head is a passive
  kAgent,              ///< the head is a passive, the dependent has "by", and the treebank does not mark agents
  kPastParticiple,     ///< the dependent is one
  kPresentParticiple,  ///< the dependent is one
};

struct ArcRule {
  std::string_view deprel;  ///< stands for its subtypes, too
  When when;
  Relation relation;
  Ends ends;
  std::string_view how;  ///< the construction, for explanations
};

/// Of the rules that fit an arc the first holds. Arcs that none fits are links.
inline constexpr std::array kArcRules = {
    // who does what to whom
    ArcRule{"nsubj", When::kThereIs, Relation::kExistence, Ends::kOne, "there is"},
    ArcRule{"nsubj:outer", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"nsubj", When::kCopulaOwner, Relation::kPossession, Ends::kDown, "possessive after 'be'"},
    ArcRule{"nsubj", When::kCopulaPreposition, Relation::kPreposition, Ends::kUp, "prepositional phrase after 'be'"},
    ArcRule{"nsubj", When::kCopula, Relation::kDescription, Ends::kUp, "predicate of 'be'"},
    ArcRule{"nsubj", When::kSecondObject, Relation::kRecipient, Ends::kDown, "subject of the passive"},
    ArcRule{"nsubj", When::kPassive, Relation::kObject, Ends::kDown, "subject of the passive"},
    ArcRule{"nsubj", When::kAlways, Relation::kSubject, Ends::kDown, "subject"},
    ArcRule{"obj", When::kAlways, Relation::kObject, Ends::kDown, "object"},
    ArcRule{"iobj", When::kAlways, Relation::kRecipient, Ends::kDown, "indirect object"},
    ArcRule{"obl:agent", When::kAlways, Relation::kSubject, Ends::kDown, "agent of the passive"},
    ArcRule{"obl", When::kAgent, Relation::kSubject, Ends::kDown, "agent of the passive"},
    // where, when and how
    ArcRule{"obl", When::kThereIs, Relation::kPreposition, Ends::kSubject, "prepositional phrase after 'there is'"},
    ArcRule{"obl", When::kAlways, Relation::kPreposition, Ends::kDown, "prepositional phrase"},
    ArcRule{"advmod", When::kAlways, Relation::kDescription, Ends::kDown, "adverb"},
    // nouns
    ArcRule{"nmod:poss", When::kAlways, Relation::kPossession, Ends::kUp, "possessive"},
    ArcRule{"nmod", When::kAlways, Relation::kPreposition, Ends::kDown, "prepositional phrase"},
    ArcRule{"amod", When::kAlways, Relation::kDescription, Ends::kDown, "adjective"},
    ArcRule{"compound:prt", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"compound", When::kAlways, Relation::kDescription, Ends::kDown, "compound"},
    ArcRule{"flat", When::kAlways, Relation::kDescription, Ends::kDown, "name"},
    ArcRule{"nummod", When::kAlways, Relation::kDescription, Ends::kDown, "number"},
    ArcRule{"appos", When::kAlways, Relation::kDescription, Ends::kDown, "apposition"},
    // clauses
    ArcRule{"acl:relcl", When::kAlways, Relation::kNone, Ends::kDown, ""},  // see StatementMaker::add_relative
    ArcRule{"acl", When::kPastParticiple, Relation::kObject, Ends::kUp, "participle"},
    ArcRule{"acl", When::kPresentParticiple, Relation::kSubject, Ends::kUp, "participle"},
    ArcRule{"acl", When::kAlways, Relation::kClause, Ends::kDown, "clause"},
    ArcRule{"ccomp", When::kAlways, Relation::kClause, Ends::kDown, "clause"},
    ArcRule{"xcomp", When::kAlways, Relation::kClause, Ends::kDown, "clause"},
    ArcRule{"csubj", When::kAlways, Relation::kClause, Ends::kDown, "clause"},
    ArcRule{"advcl", When::kAlways, Relation::kClause, Ends::kDown, "clause"},
    // what states nothing
    ArcRule{"root", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"punct", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"det", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"case", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"mark", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"aux", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"cop", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"cc", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"conj", When::kAlways, Relation::kNone, Ends::kDown, ""},  // see StatementMaker::share
    ArcRule{"expl", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"fixed", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"goeswith", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"discourse", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"vocative", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"parataxis", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"list", When::kAlways, Relation::kNone, Ends::kDown, ""},
    ArcRule{"reparandum", When::kAlways, Relation::kNone, Ends::kDown, ""},
};

/// Stand for anybody or anything in a hypothesis.
inline constexpr std::array<std::string_view, 7> kAnybody = {"somebody", "someone",  "something", "anybody",
                                                             "anyone",   "anything", "some"};
/// As a subject or an object they deny the verb.
inline constexpr std::array<std::string_view, 5> kNoOne = {"nobody", "nothing", "none", "no", "neither"};
inline constexpr std::array<std::string_view, 6> kNot = {"not", "n't", "never", "n’t", "hardly", "nor"};
/// They leave open whether the verb that they go with comes true.
inline constexpr std::array<std::string_view, 10> kModals = {"can",   "could",  "may",  "might", "must",
                                                             "shall", "should", "will", "would", "ought"};
/// Clauses that these introduce are not claimed, either.
inline constexpr std::array<std::string_view, 4> kConditions = {"if", "unless", "whether", "lest"};
/// Clauses and infinitives with these are denied.
inline constexpr std::string_view kWithout = "without";
/// Of two words joined by these it is open which is meant.
inline constexpr std::array<std::string_view, 3> kOr = {"or", "nor", "not"};
/// Pronouns of relative clauses.
inline constexpr std::array<std::string_view, 5> kRelative = {"who", "whom", "whose", "which", "that"};
/// An infinitive or a participle with these is denied: "failed to come". That of a denied one is claimed.
inline constexpr std::array<std::string_view, 5> kDenying = {"fail", "refuse", "decline", "forget", "avoid"};
/// What they have for a clause is left open: "wanted to come". Of others it is claimed: "began to cry", "saw him come".
inline constexpr std::array<std::string_view, 39> kOpening = {
    "want",   "wish",    "hope",    "plan",    "intend",   "try",    "attempt", "expect", "ask",       "tell",
    "order",  "urge",    "beg",     "promise", "threaten", "offer",  "agree",   "decide", "think",     "believe",
    "doubt",  "fear",    "suppose", "guess",   "claim",    "allow",  "advise",  "invite", "encourage", "seem",
    "appear", "prepare", "choose",  "need",    "warn",     "prefer", "deny",    "call",   "consider"};
/// They say that their subject has their object.
inline constexpr std::array<std::string_view, 3> kHaving = {"have", "own", "possess"};
/// Their subject, not their object, is the one who acts in the clause that they have.
inline constexpr std::array<std::string_view, 2> kSubjectControl = {"promise", "threaten"};
inline constexpr std::string_view kWith = "with";  ///< "a man with a beard" has one
inline constexpr std::string_view kOf = "of";      ///< in "the roof of the house" the house has one
inline constexpr std::string_view kBy = "by";
inline constexpr std::string_view kBelong = "belong";  ///< what belongs to somebody, he has
/// To these, too, something is given or done.
inline constexpr std::array<std::string_view, 2> kReceiving = {"to", "for"};

template <std::size_t N>
constexpr bool is_one_of(const std::array<std::string_view, N>& list, std::string_view word) {
  for (const std::string_view each : list) {
    if (each == word) return true;
  }
  return false;
}

}  // namespace espalier::curation
