# select: what is wrong with a command line is said before any work; a table of rounds; a cut run that goes on.
status espalier select
status espalier select samples/fr.mrg
status espalier select samples/fr.mrg --parser constituency -o no/such/folder/fr.features
status espalier select samples/fr.mrg --parser constituency -o "$T/fr.features" --log no/such/folder/log.tsv
status espalier select samples/fr.mrg --parser constituency --method boost-additive --groups -o "$T/fr.features"
status espalier select samples/fr.mrg --parser constituency --method best -o "$T/fr.features"
status espalier select samples/fr.mrg --parser constituency --rounds 0 -o "$T/fr.features"
status espalier select samples/fr.mrg --parser constituency --loss squared -o "$T/fr.features"
status espalier select samples/fr.mrg --parser constituency --pool none.features -o "$T/fr.features"
status espalier select samples/en.conllu --recipe mst1 -o "$T/fr.features"
status espalier select samples/fr.mrg --parser constituency --trials some -o "$T/fr.features"
status espalier select none.mrg --parser constituency -o "$T/fr.features"
ls "$T"
espalier help select | sed -n '/^Usage/p; /^Examples/,$p'
espalier completion bash | grep -c ' select) words='

printf '[reduce]\ncat(s0)\ncat(s1)\ntag(q0)\ntag(s0)\nlower(s0)\n' > "$T/conditions.features"
small="--parser constituency --pool $T/conditions.features"
masked() { sed -E "s|$T|T|g; s/ *-?[0-9]+\.[0-9]+/ N/g; s/ +/ /g"; }
echo "--- a table"
status espalier select samples/fr.mrg samples/pt.mrg $small --groups --trials 0 --rounds 3 --log "$T/log.tsv" --plot "$T/plot.svg" -o "$T/fr.features" | masked
cut -f 1-3,12 "$T/log.tsv"
head -c 38 "$T/plot.svg"; echo
cat "$T/fr.features"
ls "$T"
espalier train samples/fr.mrg --only parser --parser constituency --epochs 1 -q --features "$T/fr.features" -o "$T/fr.model" && echo learned
echo "--- template by template, and with votes"
status espalier select samples/fr.mrg samples/pt.mrg $small --method boost-additive --rounds 4 -o "$T/fr.features" | masked
status espalier select samples/fr.mrg samples/pt.mrg $small --loss exponential --rounds 2 -o "$T/fr.features" | masked
echo "--- moves"
espalier select samples/en.conllu --parser transition --tags gold --rounds 2 -q -j 1 -o "$T/one.features"
espalier select samples/en.conllu --parser transition --tags gold --rounds 2 -q -j 2 -o "$T/two.features"
cmp "$T/one.features" "$T/two.features" && echo the same
echo "--- by trials"
status espalier select samples/fr.mrg samples/pt.mrg $small --method wrapper --rounds 1 --epochs 2 --beam 1 -o "$T/fr.features" | masked
echo "--- what is there already"
printf '[reduce]\nlower(q3)\ncat(s0) & cat(s1)\ntag(q0)\n' > "$T/own.features"
status espalier select samples/fr.mrg samples/pt.mrg --parser constituency --features "$T/own.features" --method usefulness -o "$T/fr.features" | masked
cat "$T/fr.features"
echo "--- for programs"
espalier select samples/fr.mrg $small --groups --trials 0 --rounds 2 --json -q -o "$T/json.features" | sed -E "s|$T|T|; s/:-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?/:N/g"
echo "--- gone on with"
status espalier select samples/fr.mrg $small --rounds 2 --resume -o "$T/new.features" | grep -c 'there is no'
ls "$T" | grep state
