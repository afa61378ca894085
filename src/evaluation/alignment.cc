// Word alignment of the CoNLL 2018 shared task (Zeman et al. 2018, section 4).
//
// Idea: both texts are the same once spaces are taken out, so a word outside multiword tokens is known by the
// characters it covers, and matches the word that covers the same. Words of a multiword token have no characters of
// their own: where a multiword token stands on either side, the stretch of text that it covers, widened by every
// multiword token that reaches out of it, is taken as a whole, and the words inside are matched along a longest common
// subsequence of lower-cased forms. Invariant: both cursors only go forward, and pairs are made in order; a word is in
// at most one pair. Cost: O(words) plus, for stretches with multiword tokens that differ, the product of their words.
#include "evaluation/alignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/unicode.h"

namespace espalier::evaluation {
namespace {

// Cells of the table for one stretch. Real stretches have a few dozen; a token made to stand for thousands of words
// must not cost gigabytes.
constexpr std::size_t kMaxTable = std::size_t{1} << 26;

/// Words first..last-1 on one side.
struct Stretch {
  std::size_t first;
  std::size_t last;

  std::size_t size() const { return last - first; }
};

class Aligner {
 public:
  Aligner(const Document& gold, const Document& system, const Vocabulary& vocabulary)
      : gold_(gold), system_(system), vocabulary_(vocabulary) {
    alignment_.to_system.assign(gold.words(), Alignment::kNone);
    alignment_.to_gold.assign(system.words(), Alignment::kNone);
  }

  Alignment run() {
    while (g_ < gold_.words() && s_ < system_.words()) {
      if (gold_.is_multiword(g_) || system_.is_multiword(s_)) {
        align_stretch();
      } else {
        align_plain();
      }
    }
    return std::move(alignment_);
  }

 private:
  void align_plain() {
    const std::size_t gold_begin = gold_.begin(g_);
    const std::size_t system_begin = system_.begin(s_);
    if (gold_begin == system_begin && gold_.end(g_) == system_.end(s_)) {
      alignment_.match(g_++, s_++);
    } else if (gold_begin <= system_begin) {
      ++g_;
    } else {
      ++s_;
    }
  }

  void align_stretch() {
    std::size_t end = 0;
    if (gold_.is_multiword(g_)) {
      end = gold_.end(g_);
      if (!system_.is_multiword(s_) && system_.begin(s_) < gold_.begin(g_)) ++s_;
    } else {
      end = system_.end(s_);
      if (gold_.begin(g_) < system_.begin(s_)) ++g_;
    }
    Stretch gold{g_, g_};
    Stretch system{s_, s_};
    while (reaches_into(gold_, g_, end) || reaches_into(system_, s_, end)) {
      const bool take_gold = g_ < gold_.words() && (s_ >= system_.words() || gold_.begin(g_) <= system_.begin(s_));
      const Document& side = take_gold ? gold_ : system_;
      std::size_t& word = take_gold ? g_ : s_;
      if (side.is_multiword(word)) end = std::max(end, side.end(word));
      ++word;
    }
    gold.last = g_;
    system.last = s_;
    if (!match_equal(gold, system)) match_subsequence(gold, system);
  }

  /// A word of a multiword token belongs to the stretch when it starts there, any other when it ends there.
  static bool reaches_into(const Document& side, std::size_t word, std::size_t end) {
    if (word >= side.words()) return false;
    return side.is_multiword(word) ? side.begin(word) < end : side.end(word) <= end;
  }

  /// The usual case, one multiword token split alike on both sides, needs no table.
  bool match_equal(Stretch gold, Stretch system) {
    if (gold.size() != system.size()) return false;
    for (std::size_t i = 0; i < gold.size(); ++i) {
      const std::size_t g = gold.first + i;
      const std::size_t s = system.first + i;
      if (!gold_.is_multiword(g) || !system_.is_multiword(s)) return false;
      if (gold_.id(Field::kForm, g) != system_.id(Field::kForm, s)) return false;
    }
    for (std::size_t i = 0; i < gold.size(); ++i) alignment_.match(gold.first + i, system.first + i);
    return true;
  }

  std::vector<std::string> forms(const Document& side, Stretch stretch) const {
    std::vector<std::string> result;
    for (std::size_t w = stretch.first; w < stretch.last; ++w) {
      if (side.is_multiword(w)) {
        result.emplace_back(vocabulary_.text(Field::kForm, side.id(Field::kForm, w)));
      } else {
        result.push_back(base::to_lower(side.characters().substr(side.begin(w), side.end(w) - side.begin(w))));
      }
    }
    return result;
  }

  void match_subsequence(Stretch gold, Stretch system) {
    const std::vector<std::string> a = forms(gold_, gold);
    const std::vector<std::string> b = forms(system_, system);
    if (a.size() * b.size() > kMaxTable) refuse(system, a.size(), b.size());
    // longest[i][j]: of the common subsequences of a[i..] and b[j..].
    const std::size_t width = b.size() + 1;
    std::vector<std::uint32_t> longest((a.size() + 1) * width, 0);
    for (std::size_t i = a.size(); i-- > 0;) {
      for (std::size_t j = b.size(); j-- > 0;) {
        longest[i * width + j] = a[i] == b[j] ? longest[(i + 1) * width + j + 1] + 1
                                              : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
      }
    }
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i] == b[j]) {
        alignment_.match(gold.first + i++, system.first + j++);
      } else if (longest[i * width + j] == longest[(i + 1) * width + j]) {
        ++i;
      } else {
        ++j;
      }
    }
  }

  [[noreturn]] void refuse(Stretch system, std::size_t gold_words, std::size_t system_words) const {
    throw Error(
        ErrorKind::kInput, {system_.file(), system_.line(system_.token_of(system.first)), 0},
        fmt::format("a stretch of multiword tokens is too long to align: {} words here, {} in the gold standard",
                    system_words, gold_words));
  }

  const Document& gold_;
  const Document& system_;
  const Vocabulary& vocabulary_;
  Alignment alignment_;
  std::size_t g_ = 0;
  std::size_t s_ = 0;
};

std::string place_of(const Document& document, std::size_t line) { return fmt::format("{}:{}", document.file(), line); }

/// The token that covers the byte at `offset`; the last one when the text ends before it.
std::size_t token_at(const Document& document, std::size_t offset) {
  std::size_t low = 0;
  std::size_t high = document.tokens() - 1;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (document.token_end(middle) <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

[[noreturn]] void report_difference(const Document& gold, const Document& system, std::size_t offset) {
  const auto describe = [offset](const Document& side) -> std::pair<std::size_t, std::string> {
    if (side.tokens() == 0) return {0, "no text"};
    const std::size_t token = token_at(side, offset);
    if (offset >= side.characters().size()) return {side.line(token), "the end of the text"};
    const std::size_t begin = side.token_begin(token);
    return {side.line(token), fmt::format("'{}'", side.characters().substr(begin, side.token_end(token) - begin))};
  };
  const auto [gold_line, gold_text] = describe(gold);
  const auto [system_line, system_text] = describe(system);
  throw Error(ErrorKind::kInput, {system.file(), system_line, 0},
              fmt::format("the text differs from the gold standard: {} here, {} at {}", system_text, gold_text,
                          place_of(gold, gold_line)));
}

[[noreturn]] void report_end(const Document& longer, const Document& shorter, std::size_t sentence) {
  const std::size_t line = shorter.sentences() == 0 ? 0 : shorter.sentence_line(shorter.sentences() - 1);
  throw Error(ErrorKind::kInput, {shorter.file(), line, 0},
              fmt::format("the file ends after {} sentences, but {} goes on with another", shorter.sentences(),
                          place_of(longer, longer.sentence_line(sentence))));
}

void require_equal_sentence(const Document& gold, const Document& system, const Vocabulary& vocabulary, std::size_t s) {
  std::size_t g = gold.sentence_begin(s);
  std::size_t w = system.sentence_begin(s);
  const std::size_t gold_end = gold.sentence_end(s);
  const std::size_t system_end = system.sentence_end(s);
  for (; g < gold_end && w < system_end; ++g, ++w) {
    if (gold.id(Field::kForm, g) == system.id(Field::kForm, w)) continue;
    throw Error(
        ErrorKind::kInput, {system.file(), system.line(w), 0},
        fmt::format("the word is '{}', but '{}' at {}", vocabulary.text(Field::kForm, system.id(Field::kForm, w)),
                    vocabulary.text(Field::kForm, gold.id(Field::kForm, g)), place_of(gold, gold.line(g))));
  }
  if (gold_end - gold.sentence_begin(s) == system_end - system.sentence_begin(s)) return;
  const std::size_t system_line = w < system_end ? system.line(w) : system.sentence_line(s);
  const std::size_t gold_line = g < gold_end ? gold.line(g) : gold.sentence_line(s);
  throw Error(ErrorKind::kInput, {system.file(), system_line, 0},
              fmt::format("the sentence has {} words, but {} at {}", system_end - system.sentence_begin(s),
                          gold_end - gold.sentence_begin(s), place_of(gold, gold_line)));
}

}  // namespace

Alignment align_by_characters(const Document& gold, const Document& system, const Vocabulary& vocabulary) {
  const std::string_view a = gold.characters();
  const std::string_view b = system.characters();
  if (a != b) {
    const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    report_difference(gold, system, static_cast<std::size_t>(at - a.begin()));
  }
  return Aligner(gold, system, vocabulary).run();
}

Alignment align_equal(const Document& gold, const Document& system, const Vocabulary& vocabulary) {
  const std::size_t shared = std::min(gold.sentences(), system.sentences());
  for (std::size_t s = 0; s < shared; ++s) require_equal_sentence(gold, system, vocabulary, s);
  if (gold.sentences() > shared) report_end(gold, system, shared);
  if (system.sentences() > shared) report_end(system, gold, shared);
  Alignment alignment;
  alignment.to_system.resize(gold.words());
  alignment.to_gold.resize(gold.words());
  for (std::size_t w = 0; w < gold.words(); ++w) alignment.match(w, w);
  return alignment;
}

}  // namespace espalier::evaluation
