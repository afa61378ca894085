# parse with several models: they vote; the models are learnt here, from so little that they disagree.
learn() { espalier train samples/en.conllu --recipe "$1" --only parser --tags gold --epochs 1 -q -o "$T/$1.model"; }
learn mst1; learn transition-fast; learn transition-covington
a=$T/mst1.model b=$T/transition-fast.model c=$T/transition-covington.model
words() { grep -P '^[0-9]+\t' "$@"; }
cat samples/{en,de,pt}.conllu > "$T/in.conllu"
parse() { espalier parse "$T/in.conllu" "$@"; }
for model in a b c; do parse -m "${!model}" > "$T/$model.conllu"; done
parse -m "$a" -m "$b" -m "$c" > "$T/all.conllu"

echo "--- sound trees of arcs that somebody found, and not those of one model"
espalier check --level 2 -q "$T/all.conllu" | grep -v ': root-label: '
heads() { words "$T/$1.conllu" | cut -f7,8; }
paste <(heads all) <(heads a) <(heads b) <(heads c) |
  awk -F'\t' '!($1 == $3 && $2 == $4 || $1 == $5 && $2 == $6 || $1 == $7 && $2 == $8) {print "nobody found " $0}'
for model in a b c; do cmp -s "$T/$model.conllu" "$T/all.conllu" && echo "the same as $model"; done
# Where two agree on the heads of a whole sentence, that is the tree.
trees() { awk -F'\t' '/^[0-9]+\t/ {t = t " " $7} /^$/ {print t; t = ""}' "$T/$1.conllu"; }
paste -d, <(trees all) <(trees a) <(trees b) <(trees c) |
  awk -F, '($2 == $3 && $1 != $2) || ($3 == $4 && $1 != $3) {print "outvoted: " $0}'

echo "--- weights; ties are the first model's; threads; other columns; the order of options"
parse -m "$a" -m "$b" -m "$c" --weights 1,1,50 | cmp - "$T/c.conllu"
parse -m "$b" -m "$a" | cmp - "$T/b.conllu"
for i in $(seq 20); do cat "$T/in.conllu"; done > "$T/many.conllu"
for threads in 1 2 8; do espalier parse "$T/many.conllu" -m "$a" -m "$b" -m "$c" -j $threads -o "$T/$threads.conllu"; done
cmp "$T/1.conllu" "$T/2.conllu" && cmp "$T/1.conllu" "$T/8.conllu"
for i in $(seq 20); do cat "$T/all.conllu"; done | cmp - "$T/1.conllu"
diff <(cut -f1-6,10 "$T/in.conllu") <(cut -f1-6,10 "$T/all.conllu") && echo same
espalier parse --model "$a" -m "$b" -m "$c" "$T/in.conllu" | cmp - "$T/all.conllu"
espalier parse -m "$a" -m "$b" -m "$c" --weights 2,2,2 "$T/in.conllu" | cmp - "$T/all.conllu"

echo "--- confidence is the share of the votes"
parse -m "$a" -m "$b" -m "$c" --confidence | words | grep -oP 'Conf=\K[^|]*$' | sort -u | tr '\n' ' '; echo

echo "--- given heads and labels are kept"
awk -F'\t' -v OFS='\t' '/^[0-9]+\t/ && $1 % 3 {$7 = "_"; $8 = "_"} 1' "$T/in.conllu" > "$T/some.conllu"
espalier parse "$T/some.conllu" -m "$a" -m "$b" -m "$c" --constraints > "$T/kept.conllu"
cmp <(words "$T/kept.conllu" | awk -F'\t' '!($1 % 3)' | cut -f1-8) <(words "$T/in.conllu" | awk -F'\t' '!($1 % 3)' | cut -f1-8) && echo same
espalier check --level 2 -q "$T/kept.conllu" | grep -v ': root-label: '

echo "--- projective"
parse -m "$c" -m "$a" -m "$b" --projective | espalier stats --from conllu - | grep '^non-projective arcs'

echo "--- stats tell of all models, and of each sentence once"
parse -m "$a" -m "$b" -m "$c" --stats -o "$T/out.conllu" 2>&1 | grep -oE '[0-9]+ sentences, [0-9]+ words'

echo "--- models that come with the program go by name"
espalier parse 'Gardeners train pear trees.' -m en_ewt -m "$a" -m en | words | cut -f2 | tr '\n' ' '; echo

echo "--- what does not fit"
espalier train samples/en.mrg --parser constituency --only parser --epochs 1 -q -o "$T/brackets.model"
espalier train samples/en.conllu --only tagger -q -o "$T/tagger.model"
refused() { status espalier parse samples/en.conllu "$@" | sed "s|$T|T|g"; }
refused -m "$a" -m "$T/brackets.model"
refused -m "$T/brackets.model" -m "$a"
refused -m "$a" -m "$T/tagger.model"
refused -m "$a" -m none.model
refused -m "$a" -m "$b" --nbest 3
refused -m "$a" -m "$b" --weights 1
refused -m "$a" --weights 1,2
refused -m "$a" -m "$b" --weights 1,-2
refused -m "$a" -m "$b" --weights 1,x
refused -m "$a" -m
status espalier tag -m a.model -m b.model samples/en.conllu
