# curve: what is wrong with a command line is said before any work; tables for people, files and programs; a cut run.
status espalier curve
status espalier curve samples/fr.conllu
status espalier curve samples/fr.conllu --dev samples/en.conllu --sizes some
status espalier curve samples/fr.conllu --dev samples/en.conllu --sizes 0
status espalier curve samples/fr.conllu --dev samples/en.conllu --sizes 10,5000
status espalier curve samples/fr.conllu --dev samples/en.conllu --repeats 0
status espalier curve samples/fr.conllu --dev samples/en.conllu --tokens --sentences
status espalier curve samples/fr.conllu --dev samples/en.conllu --recipe best
status espalier curve samples/fr.conllu --dev samples/en.conllu --recipe mst1 --recipe mst1
status espalier curve samples/fr.conllu --dev samples/en.conllu --recipe mst1,constituency-best
status espalier curve samples/fr.conllu --dev samples/en.conllu --resume
status espalier curve samples/fr.conllu --dev samples/en.conllu -o no/such/folder/curve.tsv
status espalier curve samples/fr.conllu --dev none.conllu
ls "$T"
espalier help curve | sed -n '/^Usage/p; /^Examples/,$p'
espalier completion bash | grep -c ' curve) words='

both="--recipe transition --recipe graph-fast --tags gold --epochs 1"
masked() { sed -E 's/-?[0-9]+\.[0-9]+/N/g; s/[0-9]+ %/N %/g; s/ +/ /g; s/─+/──/; s/(about|with|N) [0-9]+( \([^)]*\))?/\1 N/g; s/out of reach( \([^)]*\))?/N/g'; }
echo "--- a table"
status espalier curve samples/fr.conllu samples/pt.conllu --dev samples/en.conllu $both --sizes 4,8,16,all --repeats 2 -j 1 -o "$T/curve.tsv" --plot "$T/curve.svg" > "$T/all"
sed -n '1,/^$/p' "$T/all" | masked
cut -f 1-4 "$T/curve.tsv"
head -c 38 "$T/curve.svg"; echo
ls "$T"
echo "--- the same on two threads, and in words"
espalier curve samples/fr.conllu samples/pt.conllu --dev samples/en.conllu $both --sizes 4,8,16,all --repeats 2 -j 2 -q -o "$T/two.tsv" --plot "$T/two.svg" > /dev/null
cmp "$T/curve.svg" "$T/two.svg" && cmp <(cut -f 1-9 "$T/curve.tsv") <(cut -f 1-9 "$T/two.tsv") && echo the same
espalier curve samples/fr.conllu --dev samples/en.conllu --recipe mst1 --tags gold --epochs 1 --tokens --sizes 40,80 --repeats 1 -q | masked
echo "--- brackets, for programs"
espalier curve samples/fr.mrg --dev samples/pt.mrg --recipe constituency-best --epochs 1 --sizes 4,all --repeats 2 --json -q | sed -E 's/-?[0-9]+\.[0-9]+(e-?[0-9]+)?/N/' | head -20
echo "--- gone on with"
status espalier curve samples/fr.conllu --dev samples/en.conllu --recipe mst1 --tags gold --epochs 1 --sizes 4,8 --repeats 1 --resume -o "$T/new.tsv" | grep -c 'there is no'
ls "$T" | grep state
