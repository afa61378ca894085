// The built-in tables of head rules, in the text form that users write (espalier/constituency.h describes it).
#include <array>
#include <utility>

#include "treebank/head_rules.h"

namespace espalier::treebank {
namespace {

// After Collins (1999), appendix A, for the Penn Treebank's categories and those that later treebanks added.
constexpr std::string_view kEnglish = R"(
@skip      , . : `` '' -LRB- -RRB- HYPH NFP
@relation  punct  , . : `` '' -LRB- -RRB- HYPH NFP

NP      right NN NNP NNPS NNS NX POS JJR GW | left NP | right $ ADJP PRN | right CD | right JJ JJS RB QP | right
NX      right NN NNP NNPS NNS NX POS JJR GW | left NP | right $ ADJP PRN | right CD | right JJ JJS RB QP | right
NML     right NN NNP NNPS NNS NX POS JJR GW | left NP NML | right $ ADJP PRN | right CD | right JJ JJS RB QP | right
VP      left TO > VBD > VBN > MD > VBZ > VB > VBG > VBP > VP > ADJP > NN > NNS > NP | left
S       left TO > IN > VP > S > SBAR > ADJP > UCP > NP | left
SBAR    left WHNP > WHPP > WHADVP > WHADJP > IN > DT > S > SQ > SINV > SBAR > FRAG | left
SBARQ   left SQ > S > SINV > SBARQ > FRAG | left
SINV    left VBZ > VBD > VBP > VB > MD > VP > S > SINV > ADJP > NP | left
SQ      left VBZ > VBD > VBP > VB > MD > VP > SQ | left
PP      right IN > TO > VBG > VBN > RP > FW | right
ADJP    left NNS > QP > NN > $ > ADVP > JJ > VBN > VBG > ADJP > JJR > NP > JJS > DT > FW > RBR > RBS > SBAR > RB | left
ADVP    right RB > RBR > RBS > FW > ADVP > TO > CD > JJR > JJ > IN > NP > JJS > NN | right
QP      left $ > IN > NNS > NN > JJ > RB > DT > CD > NCD > QP > JJR > JJS | left
CONJP   right CC > RB > IN | right
PRT     right RP | right
NAC     left NN > NNS > NNP > NNPS > NP > NAC > EX > $ > CD > QP > PRP > VBG > JJ > JJS > JJR > ADJP > FW | left
RRC     right VP > NP > ADVP > ADJP > PP | right
LST     right LS > : | right
WHNP    left WDT > WP > WP$ > WHADJP > WHPP > WHNP | left
WHPP    right IN > TO > FW | right
WHADVP  right CC > WRB | right
WHADJP  left CC > WRB > JJ > ADJP | left
INTJ    left
PRN     left
X       right
UCP     right
FRAG    right
*       left
)";

// French Treebank and Sequoia. The last verb of a verbal nucleus heads it, prepositions and conjunctions head their
// phrases, a coordination is headed by its conjunction and depends on the first conjunct.
constexpr std::string_view kFrench = R"(
@skip      PONCT
@relation  punct  PONCT

SENT    left VN > VPinf > Sint > VPpart > NP > AP > AdP > PP > Ssub > Srel > COORD | left
Sint    left VN > VPinf > Sint > VPpart > NP > AP > AdP > PP > Ssub > Srel > COORD | left
Srel    left VN > VPinf > Sint > VPpart > NP > AP > AdP > PP > Ssub > COORD | left
Ssub    left CS > P P+D > ADVWH > VN > Sint > VPinf > VPpart > NP > AP > PP | left
VN      right V VS VIMP VINF VPP VPR > VN > CLS CLO CLR | right
VPinf   left VN > VINF > VPinf > V | left
VPpart  left VN > VPP VPR > VPpart > V | left
NP      left NC NPP > PRO PROREL PROWH CLS CLO CLR > NP > ET > ADJ AP > DET > VPinf VPpart > P P+D > ADV AdP | left
PP      left P P+D P+PRO > PP > ADV AdP > CS > NP | left
AP      left ADJ ADJWH > AP > VPP VPpart > ET > NC NPP > ADV | left
AdP     left ADV ADVWH > AdP > P P+D > CS > NC | left
COORD   left CC > ADV > NP PP VPinf Sint AP | left
*       left
)";

// Floresta: by function where labels carry it, else by category. The finite verb, or the first auxiliary, heads a
// clause; the first conjunct a coordination.
constexpr std::string_view kPortuguese = R"(
@skip      punc
@compound  v-fin v-inf v-pcp v-ger pron-pers pron-det pron-indp conj-c conj-s
@relation  PUNC  punc

np    left *-H > n prop > pron-pers pron-indp pron-det > num > np > cu > adj ap v-pcp > x > pp > adv advp | left
pp    left *-H > prp > pp > adv advp | left
ap    left *-H > adj v-pcp > ap > num pron-det > adv | left
advp  left *-H > adv > advp > prp | left
fcl   left *-P > *-PAUX > *-? > *-PMV > *-PCJT > *-AUX > *-MV > *-H > *-CJT | left v-fin vp > v-inf v-ger v-pcp > fcl icl cu x | left
icl   left *-P > *-PAUX > *-? > *-PMV > *-PCJT > *-AUX > *-MV > *-H > *-CJT | left v-inf v-ger v-pcp vp v-fin > icl fcl cu x | left
acl   left *-P > *-H > *-COM > *-PRD | left v-fin vp v-inf v-pcp v-ger > adv conj-s prp > np n prop > adj ap pp | left
vp    left *-AUX > *-MV | left v-fin > v-inf v-ger v-pcp > vp cu | left
cu    left *-CJT *-PCJT | left np n prop pp fcl icl acl ap adj advp adv vp v-fin v-inf v-pcp v-ger x num pron-pers pron-det pron-indp cu | left
x     left *-P > *-PMV *-PAUX > *-H > *-CJT | left v-fin vp v-inf v-pcp v-ger | left
sq    left
*     left *-H > *-P | left
)";

// CESS. The nominal, verbal or adjectival group heads its phrase, the preposition a prepositional one, the last verb a
// verbal group, the first conjunct a coordination (labels in .co).
constexpr std::string_view kSpanish = R"(
@skip      F* coord
@relation  punct  F*
@relation  cc     coord cc

*.co        left
S*          left grup.verb* > infinitiu* gerundi* participi* > S* > sn* > sa* s.a* sp* sadv* | left
INC         left S* | left
sn*         left grup.nom* > sn* > nc* np* > pi* pd* pp* px* pn* pr pr0* pt* pe* p0* Z* W relatiu* > s.a* sa* grup.a* aq* ao* S* > d* | left
grup.nom*   left nc* np* > grup.nom* > pi* pd* pp* px* pn* pr pr0* pt* pe* p0* > Z* W X Y > sn* > s.a* grup.a* aq* ao* S* > d* | left
grup.verb*  right infinitiu* gerundi* participi* v* > grup.verb* | right
infinitiu*  right v* > infinitiu* | right
gerundi*    right v* > gerundi* | right
participi*  right v* aq* > participi* | right
sp*         left prep* sps* spc* > sp* > conj.subord* | left
prep*       left sp* > prep* | left
s.a*        left grup.a* > s.a* > aq* ao* S* | left
sa*         left grup.a* > sa* > aq* ao* S* | left
grup.a*     left aq* ao* > S.NF.P* participi* v* > grup.a* > s.a* > pi* nc* np* Z* | left
sadv*       left grup.adv* > sadv* > rg* rn* | left
grup.adv*   left rg* rn* > grup.adv* > nc* | left
espec*      right d* Z* pi* pd* pt* > espec* | right
relatiu*    left pr pr0* p0* pt* > relatiu* | left
conj.subord*  left cs* > conj.subord* | left
coord*      left cc* > coord* | left
*           left
)";

// Where nothing is known of the treebank: the Penn style in its many dialects (IcePaHC and its family among them), and
// what to_constituents() makes.
constexpr std::string_view kDefault = R"(
@skip      , . : ; ? ! `` '' " - -- ( ) [ ] -LRB- -RRB- -LSB- -RSB- HYPH NFP PUNCT PUNC punc punct PONCT PU F*
@compound  v-fin v-inf v-pcp v-ger pron-pers pron-det pron-indp conj-c conj-s
@compound  IP-* CP-* *-N *-A *-D *-G
@relation  punct  , . : ; ? ! `` '' " - -- ( ) [ ] -LRB- -RRB- -LSB- -RSB- HYPH NFP PUNCT PUNC punc punct PONCT PU F*

NP*     right NN* NNP* NC NPP NOUN PROPN | left N NS NPR NPRS PRO* PRP* PRON | left NP* NX* | right CD NUM* Q* OTHER* ONE* D* ADJ* | left
NX*     left N* NX* | left
WNP*    left WPRO* WD* N* | left
VP*     left VBD* VBZ* VBP* MD* VERB AUX > VB* V VS VINF VPP VPR > VP* VN > V* | left
IP-*    left VBD* VBP* MDD* MDP* BED* BEP* HVD* HVP* DOD* DOP* RDD* RDP* > VB* MD* BE* HV* DO* RD* VAN* VAG* DAN* > IP-* VP* > ADJP* NP* PP* | left
CP-*    left C > IP-* CP-* | left
S       left VP* > V* > S* | left
S*      left VP* VN > V* > S* | left
PP*     left P IN ADP PREP* prp prep > PP* | left
ADVP*   right ADV* RB* > ADVP* | left
ADJP*   right ADJ* JJ* VAN* > ADJP* | left
AP*     right ADJ* A* > AP* | left
QP*     right CD NUM* Q* | left
NUMP*   right NUM* CD | left
CONJP*  left CONJ* CC* | left
*       left
)";

constexpr std::array<std::string_view, 5> kNames = {"english", "french", "portuguese", "spanish", "default"};
constexpr std::array<std::string_view, 5> kTexts = {kEnglish, kFrench, kPortuguese, kSpanish, kDefault};

}  // namespace

std::string_view built_in_table(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return kTexts[i].substr(1);  // without the line end after R"(
  }
  return {};
}

std::span<const std::string_view> built_in_tables() { return kNames; }

}  // namespace espalier::treebank
