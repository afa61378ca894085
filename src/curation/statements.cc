#include "curation/statements.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::curation {
namespace {

/// Of one word; longer lists are cut, so that their products cannot fill the memory.
constexpr std::size_t kMostConjuncts = 50;
/// From a relative pronoun up to the verb of its clause.
constexpr int kMostSteps = 20;

bool is_copula(const ReadText& text, std::int32_t word) { return text.has(word, "cop"); }

bool is_there(const ReadText& text, std::int32_t word) {
  return text[word].lemma == "be" && text.has(word, "expl") && text.has(word, "nsubj");
}

/// Who is understood to be the subject of a verb or a predicate that may have none itself.
struct Understood {
  std::int32_t subject = kNobody;
  std::string_view how = {};
  bool is_new = false;  ///< no arc says so
};

class StatementMaker {
 public:
  StatementMaker(const ReadText& text, bool by_is_agent)
      : text_(text), by_is_agent_(by_is_agent), claims_(claims_of(text)) {}

  std::vector<Statement> make() {
    find_antecedents();
    for (std::int32_t word = 0; word < text_.size(); ++word) add_arc(word);
    for (const std::int32_t word : from_the_roots(text_)) understand(word);
    for (std::int32_t word = 0; word < text_.size(); ++word) add_more(word);
    add_having();
    add_equivalents();
    add_appositions();
    return std::move(out_);
  }

 private:
  // The noun that a pronoun of a relative clause stands for.
  void find_antecedents();
  std::int32_t antecedent(std::int32_t word) const {
    return word == kNobody ? word : antecedents_[static_cast<std::size_t>(word)];
  }

  bool holds(const ArcRule& rule, std::int32_t word) const;
  void add_arc(std::int32_t word);
  void add(const Statement& statement, std::int32_t dependent);

  // What no arc says.
  void understand(std::int32_t word);
  Understood understood(std::int32_t word) const;
  Understood controller(std::int32_t word) const;
  bool has_pronoun(std::int32_t clause) const;
  void add_subject(std::int32_t word, const Understood& subject);
  void add_gap(std::int32_t clause);
  void share_object(std::int32_t word);
  void add_more(std::int32_t word);

  // What follows from what is there.
  void add_having();
  void add_possession(std::size_t subject, std::size_t other);
  void add_equivalents();
  void add_appositions();

  Claim claim(std::int32_t word) const { return claims_[static_cast<std::size_t>(word)]; }

  const ReadText& text_;
  bool by_is_agent_;
  std::vector<Claim> claims_;
  std::vector<std::int32_t> antecedents_;
  std::vector<std::int32_t> pronouns_;  // of the clause that a word is the verb of
  std::vector<Understood> subjects_;
  std::vector<Statement> out_;
};

bool is_relative(const ReadWord& word) {
  if (!is_one_of(kRelative, word.lower)) return false;
  return word.upos != "SCONJ" && !word.is("mark") && !word.is("det");
}

void StatementMaker::find_antecedents() {
  const auto size = static_cast<std::size_t>(text_.size());
  antecedents_.resize(size);
  pronouns_.assign(size, kNobody);
  subjects_.resize(size);
  for (std::int32_t word = 0; word < text_.size(); ++word) antecedents_[static_cast<std::size_t>(word)] = word;
  for (std::int32_t word = 0; word < text_.size(); ++word) {
    if (!is_relative(text_[word])) continue;
    std::int32_t clause = text_[word].head;
    for (int step = 0; step < kMostSteps && clause != kNobody && !text_[clause].is("acl"); ++step) {
      clause = text_[clause].head;
    }
    if (clause == kNobody || !text_[clause].is("acl") || text_[clause].head == kNobody) continue;
    antecedents_[static_cast<std::size_t>(word)] = text_[clause].head;
    pronouns_[static_cast<std::size_t>(clause)] = word;
  }
}

bool StatementMaker::holds(const ArcRule& rule, std::int32_t word) const {
  const ReadWord& self = text_[word];
  if (!self.is(rule.deprel)) return false;
  switch (rule.when) {
    case When::kAlways:
      return true;
    case When::kThereIs:
      return is_there(text_, self.head);
    case When::kCopulaOwner: {
      const std::string preposition = is_copula(text_, self.head) ? text_.preposition(self.head) : "";
      return preposition == "'s" || preposition == "'" || preposition == "’s" || preposition == "’";
    }
    case When::kCopulaPreposition:
      return is_copula(text_, self.head) && text_.has(self.head, "case");
    case When::kCopula:
      return is_copula(text_, self.head);
    case When::kSecondObject:
      return is_passive(text_, self.head) && text_.has(self.head, "obj");
    case When::kPassive:
      return is_passive(text_, self.head);
    case When::kAgent:
      return by_is_agent_ && is_passive(text_, self.head) && text_.preposition(word) == kBy;
    case When::kPastParticiple:
      return self.is_past_participle() && !text_.has(word, "mark");
    case When::kPresentParticiple:
      return self.is_present_participle() && !text_.has(word, "mark");
  }
  return false;
}

void StatementMaker::add_arc(std::int32_t word) {
  const ReadWord& self = text_[word];
  const std::int32_t head = self.head;
  if (head == kNobody) return;
  if (self.is("advmod") && (is_one_of(kNot, self.lemma) || self.xpos == "WRB")) return;
  const auto* rule =
      std::find_if(kArcRules.begin(), kArcRules.end(), [&](const ArcRule& each) { return holds(each, word); });
  if (rule == kArcRules.end()) {
    add({.relation = Relation::kLink, .first = head, .second = word, .claim = claim(head), .how = "link"}, word);
    return;
  }
  if (rule->relation == Relation::kNone) return;
  Statement out{.relation = rule->relation, .claim = claim(head), .how = rule->how};
  const bool goes_up = rule->ends == Ends::kUp;
  out.first = rule->ends == Ends::kDown ? head : rule->ends == Ends::kSubject ? text_.child(head, "nsubj") : word;
  out.second = goes_up ? head : rule->ends == Ends::kOne ? kNobody : word;
  if (out.relation == Relation::kPreposition) out.preposition = text_.preposition(goes_up ? head : word);
  if (self.is("acl")) out.claim = claim(word);
  if (out.relation == Relation::kPossession) out.claim = goes_up ? Claim::kClaimed : claim(head);
  add(out, word);
}

/// Also for the words that are coordinated with the dependent.
void StatementMaker::add(const Statement& statement, std::int32_t dependent) {
  const auto put = [&](Statement each) {
    const std::int32_t first = antecedent(each.first);
    const std::int32_t second = antecedent(each.second);
    if (first != each.first || second != each.second) each.how = "relative clause";
    each.first = first;
    each.second = second;
    if (each.first != each.second) out_.push_back(std::move(each));
  };
  put(statement);
  // Second verbs have their own arcs; only what is said of things is said of the second one, too.
  if (text_[dependent].is("acl") || statement.relation == Relation::kClause) return;
  std::size_t conjuncts = 0;
  for (const std::int32_t each : text_[dependent].children) {
    if (!text_[each].is("conj") || conjuncts == kMostConjuncts) continue;
    const std::int32_t with = text_.child(each, "cc");
    const std::int32_t denial = text_.child(each, "advmod");
    if (with != kNobody && is_one_of(kOr, text_[with].lemma)) continue;
    if (denial != kNobody && is_one_of(kNot, text_[denial].lemma)) continue;
    Statement also = statement;
    (also.first == dependent ? also.first : also.second) = each;
    also.how = "coordination";
    put(std::move(also));
    ++conjuncts;
  }
}

bool StatementMaker::has_pronoun(std::int32_t clause) const {
  return pronouns_[static_cast<std::size_t>(clause)] != kNobody;
}

/// Of an infinitive: the object of the verb before, or its subject.
Understood StatementMaker::controller(std::int32_t word) const {
  const std::int32_t head = text_[word].head;
  const std::int32_t object = text_.child(head, "obj");
  if (object != kNobody && !is_one_of(kSubjectControl, text_[head].lemma)) return {object, "understood subject", true};
  return {subjects_[static_cast<std::size_t>(head)].subject, "understood subject", true};
}

Understood StatementMaker::understood(std::int32_t word) const {
  const ReadWord& self = text_[word];
  if (const std::int32_t own = text_.child(word, "nsubj"); own != kNobody) return {own, "subject", false};
  if (self.head == kNobody || text_.has(word, "csubj") || text_.has(word, "expl")) return {};
  const bool is_participle = self.is_past_participle() || self.is_present_participle();
  const Understood& before = subjects_[static_cast<std::size_t>(self.head)];
  if (self.is("acl:relcl")) return has_pronoun(word) ? Understood{} : Understood{self.head, "relative clause", true};
  if (self.is("acl")) return is_participle ? Understood{self.head, "participle", false} : Understood{};
  if (self.is("conj") && before.subject != kNobody) return {before.subject, "coordination", true};
  if (self.is("xcomp")) return controller(word);
  if (self.is("advcl") && (is_participle || text_[word].upos == "VERB")) {
    return {before.subject, "understood subject", true};
  }
  return {};
}

void StatementMaker::understand(std::int32_t word) {
  const Understood found = understood(word);
  subjects_[static_cast<std::size_t>(word)] = found;
  // A noun joined to a verb is more often a wrong tree than a second predicate.
  const std::int32_t head = text_[word].head;
  const bool is_doubtful =
      head != kNobody && text_[word].is("conj") && text_[word].upos != "VERB" && text_[head].upos == "VERB";
  if (found.subject != kNobody && found.is_new && !is_doubtful) add_subject(word, found);
  if (text_[word].is("acl:relcl") && !has_pronoun(word)) add_gap(word);
  if (head != kNobody && text_[word].is("conj")) share_object(word);
}

void StatementMaker::add_subject(std::int32_t word, const Understood& subject) {
  Statement out{.relation = Relation::kSubject,
                .first = word,
                .second = subject.subject,
                .claim = claim(word),
                .how = subject.how};
  const bool is_verb = text_[word].upos == "VERB" || text_[word].upos == "AUX";
  if (is_copula(text_, word) || !is_verb) {
    out.relation = text_.has(word, "case") ? Relation::kPreposition : Relation::kDescription;
    out.preposition = text_.preposition(word);
    std::swap(out.first, out.second);
  } else if (is_passive(text_, word)) {
    out.relation = text_.has(word, "obj") ? Relation::kRecipient : Relation::kObject;
  }
  add(out, subject.subject);
}

/// "the book Anna wrote", "the house they lived in", "the book she wanted to read": no pronoun says what the noun is.
void StatementMaker::add_gap(std::int32_t clause) {
  const std::int32_t noun = text_[clause].head;
  if (noun == kNobody || !text_.has(clause, "nsubj")) return;
  std::int32_t verb = clause;
  for (std::int32_t next = clause; next != kNobody; next = text_.child(next, "xcomp")) verb = next;
  for (const std::int32_t each : text_[verb].children) {
    if (text_[each].upos != "ADP" || !text_[each].children.empty() || text_[each].is("compound")) continue;
    add({.relation = Relation::kPreposition,
         .first = verb,
         .second = noun,
         .preposition = text_[each].lemma,
         .claim = claim(verb),
         .how = "relative clause"},
        noun);
    return;
  }
  if (text_.has(verb, "obj") || is_passive(text_, verb) || text_[verb].upos != "VERB") return;
  add({.relation = Relation::kObject, .first = verb, .second = noun, .claim = claim(verb), .how = "relative clause"},
      noun);
}

/// "bought and read the book": what stands behind the second verb but hangs on the first belongs to both.
void StatementMaker::share_object(std::int32_t word) {
  const std::int32_t head = text_[word].head;
  if (text_[word].upos != "VERB" || text_.has(word, "obj")) return;
  for (const std::int32_t each : text_[head].children) {
    if (each < word || !text_[each].is("obj")) continue;
    add({.relation = Relation::kObject, .first = word, .second = each, .claim = claim(word), .how = "coordination"},
        each);
  }
}

/// What a single word says beside its arc: that it is there; that somebody does what the passive says; that a broken
/// window was broken.
void StatementMaker::add_more(std::int32_t word) {
  const ReadWord& self = text_[word];
  const auto put = [&](Relation relation, std::int32_t first, std::int32_t second, std::string_view how) {
    out_.push_back(
        {.relation = relation, .first = first, .second = second, .claim = claim(word), .how = how, .asked = false});
  };
  if (!is_there(text_, word)) put(Relation::kExistence, word, kNobody, "mentioned");
  const bool is_participle = self.is("amod") && self.upos == "VERB" && self.head != kNobody;
  if (is_participle && self.is_past_participle()) put(Relation::kObject, word, self.head, "participle");
  if (is_participle && self.is_present_participle()) put(Relation::kSubject, word, self.head, "participle");
  if (is_passive(text_, word)) put(Relation::kSubject, word, kNobody, "passive: it is not said who");
}

/// Verbs that say who has what. A hypothesis asks for that, and not for the verb.
void StatementMaker::add_having() {
  std::vector<std::vector<std::size_t>> of_verb(static_cast<std::size_t>(text_.size()));
  for (std::size_t i = 0; i < out_.size(); ++i) {
    const std::int32_t verb = out_[i].first;
    if (verb == kNobody || out_[i].second == kNobody) continue;
    if (is_one_of(kHaving, text_[verb].lemma) || text_[verb].lemma == kBelong) {
      of_verb[static_cast<std::size_t>(verb)].push_back(i);
    }
  }
  for (const std::vector<std::size_t>& places : of_verb) {
    for (const std::size_t subject : places) {
      if (out_[subject].relation != Relation::kSubject) continue;
      for (const std::size_t other : places) add_possession(subject, other);
    }
  }
}

void StatementMaker::add_possession(std::size_t subject, std::size_t other) {
  const std::int32_t verb = out_[subject].first;
  const bool is_having = text_[verb].lemma != kBelong;
  const bool fits = is_having ? out_[other].relation == Relation::kObject
                              : out_[other].relation == Relation::kPreposition && out_[other].preposition == "to";
  if (!fits) return;
  Statement has{.relation = Relation::kPossession,
                .first = out_[subject].second,
                .second = out_[other].second,
                .claim = claim(verb),
                .how = is_having ? "'have' and its object" : "'belong to'"};
  if (!is_having) std::swap(has.first, has.second);
  out_[subject].asked = out_[other].asked = false;
  out_.push_back(std::move(has));
}

/// Other ways to say the same.
void StatementMaker::add_equivalents() {
  const std::size_t size = out_.size();
  const auto also = [&](const Statement& like, Relation relation, bool turned, std::string_view preposition) {
    Statement out = like;
    out.relation = relation;
    out.preposition = preposition;
    out.asked = false;
    if (turned) std::swap(out.first, out.second);
    out_.push_back(std::move(out));
  };
  for (std::size_t i = 0; i < size; ++i) {
    const Statement each = out_[i];
    if (each.first == kNobody || each.second == kNobody) continue;
    const bool of_noun = text_[each.first].is_nominal();
    if (each.relation == Relation::kRecipient) {
      for (const std::string_view to : kReceiving) also(each, Relation::kPreposition, false, to);
    } else if (each.relation == Relation::kPossession) {
      also(each, Relation::kPreposition, true, kOf);
      also(each, Relation::kPreposition, false, kWith);
    } else if (each.relation == Relation::kPreposition) {
      if (!of_noun && is_one_of(kReceiving, each.preposition)) also(each, Relation::kRecipient, false, "");
      if (of_noun && each.preposition == kOf) also(each, Relation::kPossession, true, "");
      if (of_noun && each.preposition == kWith) also(each, Relation::kPossession, false, "");
    } else if (each.relation == Relation::kDescription && of_noun && text_[each.second].is_nominal()) {
      also(each, Relation::kDescription, true, "");
    }
  }
}

/// What is said of a thing is said of its other name, too.
void StatementMaker::add_appositions() {
  const std::size_t size = out_.size();
  for (std::size_t i = 0; i < size; ++i) {
    for (const bool at_first : {true, false}) {
      const std::int32_t word = at_first ? out_[i].first : out_[i].second;
      const std::int32_t name = word == kNobody ? kNobody : text_.child(word, "appos");
      if (name == kNobody || name == out_[i].first || name == out_[i].second) continue;
      Statement also = out_[i];
      (at_first ? also.first : also.second) = name;
      also.how = "apposition";
      also.asked = false;
      out_.push_back(std::move(also));
    }
  }
}

}  // namespace

std::vector<std::int32_t> from_the_roots(const ReadText& text) {
  std::vector<std::int32_t> order;
  for (std::int32_t word = 0; word < text.size(); ++word) {
    if (text[word].head == kNobody) order.push_back(word);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& children = text[order[i]].children;
    order.insert(order.end(), children.begin(), children.end());
  }
  return order;
}

bool is_passive(const ReadText& text, std::int32_t word) {
  const ReadWord& self = text[word];
  for (const std::int32_t child : self.children) {
    const std::string& relation = text[child].relation;
    if (relation == "nsubj:pass" || relation == "aux:pass" || relation == "obl:agent") return true;
  }
  if (!self.is_past_participle() || self.upos != "VERB") return false;
  if (self.is("acl") && !text.has(word, "nsubj")) return true;
  const bool has_none = !text.has(word, "nsubj") && !text.has(word, "aux");
  if (self.is("conj") && has_none && self.head != kNobody) {
    for (const std::int32_t child : text[self.head].children) {
      if (text[child].relation == "aux:pass" || text[child].relation == "nsubj:pass") return true;
    }
    return text[self.head].is("acl") && !text.has(self.head, "nsubj");
  }
  if (self.is("advcl") && has_none) return true;
  // Treebanks without subtypes: "was seen" has a form of "be" before the participle, "has seen" has not.
  for (const std::int32_t child : self.children) {
    if (text[child].is("aux") && text[child].lemma == "be") return true;
  }
  return false;
}

std::string in_words(const Statement& statement, const ReadText& text) {
  const auto quoted = [&](std::int32_t word) {
    return word == kNobody ? std::string("somebody") : fmt::format("'{}'", text[word].form);
  };
  const std::string first = quoted(statement.first);
  const std::string second = quoted(statement.second);
  switch (statement.relation) {
    case Relation::kSubject:
      return fmt::format("{} has the subject {}", first, second);
    case Relation::kObject:
      return fmt::format("{} has the object {}", first, second);
    case Relation::kRecipient:
      return fmt::format("{} has the recipient {}", first, second);
    case Relation::kDescription:
      return fmt::format("{} is described by {}", first, second);
    case Relation::kPossession:
      return fmt::format("{} has {}", first, second);
    case Relation::kPreposition:
      if (statement.preposition.empty()) return fmt::format("{} goes with {}", first, second);
      return fmt::format("{} goes with '{}' {}", first, statement.preposition, second);
    case Relation::kClause:
      return fmt::format("{} has the clause of {}", first, second);
    case Relation::kExistence:
      return fmt::format("there is {}", first);
    case Relation::kNone:
    case Relation::kLink:
      break;
  }
  return fmt::format("{} and {} are linked", first, second);
}

std::vector<Statement> statements_of(const ReadText& text, bool by_is_agent) {
  return StatementMaker(text, by_is_agent).make();
}

}  // namespace espalier::curation
