// Small CoNLL-U documents for the tests of check: one without fault, and one for each fault.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace espalier::testing {

/// Word lines are written with blanks for tabs; `·` is a blank that stays one.
inline std::string conll(std::string_view text) {
  std::string out;
  bool is_comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 0 || text[i - 1] == '\n') is_comment = text[i] == '#' || text.substr(i).starts_with("\xEF\xBB\xBF#");
    if (text.substr(i).starts_with("·")) {
      out += ' ';
      i += std::string_view("·").size() - 1;
    } else {
      out += text[i] == ' ' && !is_comment ? '\t' : text[i];
    }
  }
  return out;
}

inline std::string good_document() {
  return conll(
      "# sent_id = a\n"
      "# text = He doesn't know it.\n"
      "1 He he PRON _ Case=Nom|Gender=Masc 4 nsubj 4:nsubj _\n"
      "2-3 doesn't _ _ _ _ _ _ _ _\n"
      "2 does do AUX _ _ 4 aux 4:aux _\n"
      "3 n't not PART _ _ 4 advmod 4:advmod _\n"
      "4 know know VERB _ _ 0 root 0:root _\n"
      "4.1 which which PRON _ _ _ _ 4:obj _\n"
      "5 it it PRON _ _ 4 obj 4:obj|4.1:ref SpaceAfter=No\n"
      "6 . . PUNCT _ _ 4 punct 4:punct _\n"
      "\n"
      "# sent_id = b\n"
      "# text = Yes\n"
      "1 Yes yes INTJ _ _ 0 root _ _\n"
      "\n");
}

struct FaultyDocument {
  std::string code;
  std::string document;
};

/// `from` must occur; the first one is replaced.
inline std::string changed(std::string document, std::string_view from, std::string_view to) {
  const std::string old = conll(from);
  return document.replace(document.find(old), old.size(), conll(to));
}

/// Each breaks one rule, and no other, of all that CoNLL-U documents can break at the default limits.
inline std::vector<FaultyDocument> faulty_documents() {
  const std::string good = good_document();
  const auto with = [&](std::string_view from, std::string_view to) { return changed(good, from, to); };
  return {
      {"utf8", with("know know", "know kn\xFFow")},
      {"control-character", with("know know", "know kn\x01ow")},
      {"control-character", with("know know", "know kn\xC2\x85ow")},
      {"byte-order-mark", "\xEF\xBB\xBF" + good},
      {"carriage-return", with("# sent_id = b\n", "# sent_id = b\r\n")},
      {"not-nfc", with("know know", "know cafe\xCC\x81")},
      {"trailing-space", with("SpaceAfter=No\n", "SpaceAfter=No·\n")},
      {"trailing-space", with("# sent_id = b\n", "# sent_id = b \t\n")},
      {"trailing-space", with("\n\n# sent_id = b", "\n·\n# sent_id = b")},
      {"extra-blank-line", with("\n\n# sent_id = b", "\n\n\n# sent_id = b")},
      {"extra-blank-line", "\n" + good},
      {"extra-blank-line", good + "\n"},
      {"missing-final-blank-line", good.substr(0, good.size() - 1)},
      {"missing-final-blank-line", good.substr(0, good.size() - 2)},
      {"column-count", with("4 obj 4:obj|4.1:ref SpaceAfter=No", "4 obj SpaceAfter=No")},
      {"empty-column", with("know know VERB", "know  VERB")},
      {"space-in-column", with("INTJ _", "INTJ a·b")},
      {"space-in-column", with("know know VERB", "know know··on VERB")},
      {"comment-inside", with("4 know know", "# why\n4 know know")},
      {"no-words", good + "# a comment\n\n"},
      {"id-syntax", with("6 . .", "6x . .")},
      {"id-syntax", with("6 . .", "06 . .")},
      {"id-sequence", with("6 . .", "7 . .")},
      {"range-order", with("2-3 doesn't", "3-2 doesn't")},
      {"range-overlap", with("3 n't", "3-4 x _ _ _ _ _ _ _ _\n3 n't")},
      {"range-place", with("2 does", "5-6 x _ _ _ _ _ _ _ _\n2 does")},
      {"range-end", with("6 . .", "6-7 . _ _ _ _ _ _ _ _\n6 . .")},
      {"range-columns", with("2-3 doesn't _ _", "2-3 doesn't do _")},
      {"empty-node-sequence", changed(with("4.1 which", "4.2 which"), "4.1:ref", "4.2:ref")},
      {"empty-node-columns", with("4.1 which which PRON _ _ _ _", "4.1 which which PRON _ _ 4 _")},
      {"feats-syntax", with("Case=Nom|", "case=Nom|")},
      {"feats-syntax", with("Case=Nom|", "Case=Nom||")},
      {"feats-order", with("Case=Nom|Gender=Masc", "Gender=Masc|Case=Nom")},
      {"feats-order", with("Gender=Masc", "Gender=Masc,Fem")},
      {"feats-duplicate", with("Case=Nom|", "Case=Acc|Case=Nom|")},
      {"deps-syntax", with("4:aux", "4aux")},
      {"deps-syntax", with("4:aux", "4:")},
      {"deps-order", with("4:obj|4.1:ref", "4.1:ref|4:obj")},
      {"deps-order", with("4:aux", "4:b|4:a")},
      {"deps-duplicate", with("4:aux", "4:aux|4:aux")},
      {"deps-head", with("4:aux", "7:aux")},
      {"deps-head", with("4:aux", "4.2:aux")},
      {"deps-head", with("4:aux", "2:aux")},
      {"misc-syntax", with("SpaceAfter=No", "SpaceAfter=No|")},
      {"misc-duplicate", with("SpaceAfter=No", "SpaceAfter=No|X=1|X=2")},
      {"space-after-in-range", with("4:aux _", "4:aux SpaceAfter=No")},
      {"sent-id-missing", with("# sent_id = b\n", "")},
      {"sent-id-duplicate", with("# sent_id = b\n", "# sent_id = a\n")},
      {"text-missing", with("# text = Yes\n", "")},
      {"text-mismatch", with("# text = Yes", "# text = No")},
      {"text-mismatch", with("SpaceAfter=No", "_")},
      {"head-missing", with("4 aux", "_ aux")},
      {"head-syntax", with("4 aux", "x aux")},
      {"head-range", with("4 aux", "7 aux")},
      {"head-self", with("4 aux", "2 aux")},
      {"cycle", changed(with("4 aux", "3 dep"), "4 advmod", "2 advmod")},
      {"no-root", with("0 root 0:root", "5 ccomp 0:root")},
      {"several-roots", with("4 advmod", "0 root")},
      {"root-label", with("0 root 0:root", "0 dep 0:root")},
      {"root-label", with("4 advmod", "4 root")},
      {"deprel-missing", with("4 advmod", "4 _")},
      {"upos-unknown", with("PART", "Q")},
      {"deprel-unknown", with("4 advmod", "4 neg")},
      {"right-to-left", with("4 advmod", "4 conj")},
      {"leaf-function", with("4 advmod", "2 advmod")},
      {"several-subjects", with("4 obj 4:obj", "4 csubj 4:obj")},
  };
}

}  // namespace espalier::testing
