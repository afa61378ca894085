# parse: what is kept, what is found afresh, and the options; the model is learnt here.
status alone parse samples/en.conllu
status espalier parse samples/en.conllu -m none.model
status espalier parse samples/en.conllu -m none.model --nbest 3 --confidence
status espalier parse samples/en.conllu -m none.model --nbest 0
status espalier parse samples/en.conllu -m none.model --nbst 3
model=$T/en.model
status espalier train samples/en.conllu samples/de.conllu --recipe graph-best --only parser --tags gold --epochs 4 -q -o "$model"
echo "--- a model without a tokenizer refuses plain text"
status espalier parse 'Gardeners train pear trees.' -m "$model"
status espalier parse --text Gardeners -m "$model"
status espalier parse samples/en.conllu --from text -m "$model"
echo 'Gardeners train pear trees.' > "$T/en.txt"
status espalier parse "$T/en.txt" -m "$model" | sed "s|$T|T|"
status espalier tag samples/en.conllu -m "$model"
parse() { espalier parse -m "$model" "$@"; }
words() { grep -P '^[0-9]+\t' "$@"; }

echo "--- other columns, comments, ranges and empty nodes are kept; DEPS is cleared"
parse samples/en.conllu > "$T/en.conllu"
diff <(cut -f1-6,10 samples/en.conllu) <(cut -f1-6,10 "$T/en.conllu") && echo same
words "$T/en.conllu" | cut -f9 | sort -u
printf '1\tTrees\ttree\tNOUN\tNNS\t_\t0\troot\t1.1:nsubj\t_\n1.1\tgrow\t_\tVERB\t_\t_\t_\t_\t0:root\tA=b\n\n' > "$T/empty.conllu"
parse "$T/empty.conllu" | cut -f1,2,9,10
parse "$T/empty.conllu" --nbest 1 | grep -v "^#" | cut -f1,2,9,10
sound() { espalier check --level 2 -q "$@" | grep -v ': root-label: '; }
sound "$T/en.conllu"
parse < samples/en.conllu | cmp - "$T/en.conllu"
gzip -c samples/en.conllu > "$T/en.gz" && parse "$T/en.gz" -o "$T/out.conllu.gz" && zcat "$T/out.conllu.gz" | cmp - "$T/en.conllu"

echo "--- formats"
espalier convert samples/en.conllu -o "$T/in.conllx"
parse "$T/in.conllx" | head -1 | tr '\t' ' ' | cut -d' ' -f1-5
parse "$T/in.conllx" | cmp - <(parse "$T/in.conllx" --to conllx) && echo conllx
parse samples/en.mrg | head -2 | cut -f1-5
parse samples/en.conllu --to tree | grep -q '▼' && echo drawn

echo "--- constraints: all heads given; none; some"
parse samples/en.conllu --constraints | diff <(cut -f1-8 samples/en.conllu) <(cut -f1-8 -) && echo same
awk -F'\t' -v OFS='\t' '/^[0-9]+\t/ {$7 = "_"; $8 = "_"} 1' samples/en.conllu > "$T/none.conllu"
parse "$T/none.conllu" --constraints | cmp - "$T/en.conllu"
awk -F'\t' -v OFS='\t' '/^[0-9]+\t/ && $1 % 3 {$7 = "_"; $8 = "_"} 1' samples/en.conllu > "$T/some.conllu"
parse "$T/some.conllu" --constraints | words | awk -F'\t' '!($1 % 3)' | cut -f1-8 |
  cmp - <(words samples/en.conllu | awk -F'\t' '!($1 % 3)' | cut -f1-8) && echo same
parse "$T/some.conllu" --constraints | sound -

echo "--- confidence"
parse samples/en.conllu --confidence | words | grep -oP 'Conf=\K[^|]*$' | awk '$1 >= 0 && $1 <= 1' | wc -l
parse samples/en.conllu --confidence | sed -E '/^#/! {s/\|?Conf=[0-9.]+$//; s/\t$/\t_/}' | cmp - "$T/en.conllu" && echo same
words "$T/en.conllu" | wc -l

echo "--- the best three"
parse samples/en.conllu --nbest 3 > "$T/best.conllu"
grep -c '^# nbest = 1' "$T/best.conllu"
awk '/^# nbest = / {rank = $4} /^# score = / {if (rank > 1 && $4 > last) print "not in order"; last = $4}' "$T/best.conllu"
awk '/^# sent_id/ {id = $4} /^# nbest/ {keep = $4 == 1; next} /^# score/ {next} keep && /^[0-9]+\t/' "$T/best.conllu" |
  cmp - <(words "$T/en.conllu") && echo 'the first is what parse gives'
# No tree comes twice.
awk -F'\t' '/^[0-9]+\t/ {tree = tree " " $2 ":" $7} /^$/ {if (tree in seen) print "twice:" tree; seen[tree] = 1; tree = ""}' "$T/best.conllu"

echo "--- projective"
parse samples/de.conllu --projective | espalier stats --from conllu - | grep '^non-projective arcs'

echo "--- stats"
parse samples/en.conllu --stats -o "$T/out.conllu" 2>&1 | sed -E 's/[0-9]+(\.[0-9]+)? (arcs|other|tokens)/N \2/g'
parse /dev/null --from conllu --stats 2>&1 | sed -E 's/[0-9]+(\.[0-9]+)? (arcs|other|tokens)/N \2/g'

echo "--- a local parser"
espalier train samples/en.conllu --recipe malt-eager --only parser -q -o "$T/local.model"
espalier parse samples/en.conllu -m "$T/local.model" --stats -o "$T/out.conllu" 2>&1 | sed -E 's/[0-9]+\.[0-9]+/N/g; s/[0-9]+ tokens/N tokens/'
status espalier parse samples/en.conllu -m "$T/local.model" --constraints
espalier inspect "$T/local.model" | grep -E 'classifiers|templates'

echo "--- bad input"
printf '1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n' > "$T/cycle.conllu"
(cd "$T" && status parse cycle.conllu --constraints -o out2.conllu; ls out2.conllu)
