#include "features/attribute.h"

namespace espalier::features {
namespace {

using Kind = AttributeKind;
using Id = AttributeId;

constexpr AttributeInfo kCatalogue[] = {
    {"form", Id::kForm, Kind::kToken, 1, 0, 0, "", "the word as written"},
    {"lower", Id::kLower, Kind::kToken, 1, 0, 0, "", "the word in lower case"},
    {"lemma", Id::kLemma, Kind::kToken, 1, 0, 0, "", "the lemma; the word in lower case where there is none"},
    {"upos", Id::kUpos, Kind::kToken, 1, 0, 0, "", "the universal (CoNLL-X: coarse) tag"},
    {"xpos", Id::kXpos, Kind::kToken, 1, 0, 0, "", "the treebank's own (CoNLL-X: fine) tag"},
    {"tag", Id::kTag, Kind::kToken, 1, 0, 0, "", "xpos where there is one, else upos"},
    {"feats", Id::kFeats, Kind::kToken, 1, 0, 0, "", "the whole of FEATS"},
    {"feat", Id::kFeat, Kind::kToken, 1, 1, 1, ".Name", "the value of one feature of FEATS, as in feat.Case(m)"},
    {"prefix", Id::kPrefix, Kind::kToken, 1, 1, 1, ".N", "the first N characters of the word, in lower case"},
    {"suffix", Id::kSuffix, Kind::kToken, 1, 1, 1, ".N", "the last N characters of the word, in lower case"},
    {"shape", Id::kShape, Kind::kToken, 1, 0, 0, "",
     "capitals X, small letters x, digits 9, other letters o; runs shortened to two"},
    {"traits", Id::kTraits, Kind::kToken, 1, 0, 0, "",
     "which of these the word has: A a capital first, C a capital after it, l a small letter, 9 a digit, - a hyphen"},
    {"length", Id::kLength, Kind::kToken, 1, 0, 0, "", "how many characters the word has, up to 12"},
    {"column", Id::kColumn, Kind::kToken, 1, 1, 1, ".Name", "an extra column of the treebank, such as chunk or clause"},
    {"dict", Id::kDict, Kind::kToken, 1, 1, 1, ".Name",
     "what a frequent word had in a column (upos, feats, xpos) in training, all of it together; dict.kin: which tags "
     "words had that begin alike; known to taggers alone"},
    {"left-count", Id::kLeftCount, Kind::kToken, 1, 2, 3, ".attribute[.Name].A|B",
     "how many words before this one have one of the values, in bins; left-count.upos.*(m) counts all words"},
    {"right-count", Id::kRightCount, Kind::kToken, 1, 2, 3, ".attribute[.Name].A|B", "the same after this one"},
    {"left-nearest", Id::kLeftNearest, Kind::kToken, 1, 3, 3, ".attribute.condition.A|B",
     "an attribute of the nearest word before this one whose condition has one of the values, as in "
     "left-nearest.lemma.upos.VERB(m)"},
    {"right-nearest", Id::kRightNearest, Kind::kToken, 1, 3, 3, ".attribute.condition.A|B", "the same after this one"},
    {"morph", Id::kMorph, Kind::kBag, 1, 0, 0, "", "each item of FEATS, one feature for each"},
    {"dir", Id::kDir, Kind::kDelta, 2, 0, 0, "", "on which side of the first the second stands"},
    {"dist", Id::kDist, Kind::kDelta, 2, 0, 12, ".A.B.C",
     "how far apart, in bins; the lowest distance of each bin may be given"},
    {"near", Id::kNear, Kind::kDelta, 2, 1, 1, ".N", "the distance itself, with its side, up to N"},
    {"same", Id::kSame, Kind::kPair, 2, 1, 2, ".attribute[.Name]",
     "whether both words have the same value, as in same.feat.Number(h,m)"},
    {"count", Id::kCount, Kind::kPair, 2, 2, 3, ".attribute[.Name].A|B",
     "how many words between have one of the values, in bins; count.upos.*(h,m) counts all words"},
    {"between", Id::kBetween, Kind::kPairBag, 2, 1, 2, ".attribute[.Name]",
     "each value that a word between has, one feature for each"},
};

}  // namespace

std::span<const AttributeInfo> attribute_catalogue() noexcept { return kCatalogue; }

const AttributeInfo* find_attribute(std::string_view name) noexcept {
  for (const AttributeInfo& info : kCatalogue) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

}  // namespace espalier::features
