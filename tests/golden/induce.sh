# induce: what is wrong with a command line is said before any work; a table of cycles; a cut run that goes on.
status espalier induce
status espalier induce samples/en.conllu
status espalier induce samples/en.conllu -o no/such/folder/en.features
status espalier induce samples/en.conllu -o "$T/en.features" --log no/such/folder/log.tsv
status espalier induce samples/en.conllu --patience 2 -o "$T/en.features"
status espalier induce samples/en.conllu --dev-columns x.tsv -o "$T/en.features"
status espalier induce samples/en.conllu --template-length 4:2 -o "$T/en.features"
status espalier induce samples/en.conllu --template-length long -o "$T/en.features"
status espalier induce samples/en.conllu --cycles some -o "$T/en.features"
status espalier induce samples/en.conllu --cycle 2 -o "$T/en.features"
status espalier induce samples/en.conllu --recipe mdparser -o "$T/en.features"
status espalier induce samples/en.conllu --parser transition --filter no -o "$T/en.features"
status espalier induce samples/en.conllu --recipe mst2 -o "$T/en.features"
status espalier induce samples/en.conllu --features none.features -o "$T/en.features"
status espalier induce none.conllu -o "$T/en.features"
ls "$T"
espalier help induce | sed -n '/^Usage/p; /^Examples/,$p'
espalier completion bash | grep -c ' induce) words='

printf '[arc]\nupos(h)\nupos(m)\nlower(m)\nnear.6(h,m)\nupos(m+1)\n[label]\nupos(h) & upos(m)\n' > "$T/basic.features"
small="--features $T/basic.features --filter no --cycles 2 --min-updates 2 --select-epochs 2 --most-templates 2 --epochs 2"
masked() { sed -E "s|$T|T|g; s/ *[0-9]+\.[0-9]+/ N/g; s/ +/ /g"; }
echo "--- a table"
status espalier induce samples/en.conllu $small --dev samples/de.conllu --log "$T/log.tsv" --plot "$T/plot.svg" -o "$T/en.features" |
  masked | grep -v '^ [1-9]' | sed -E 's/^ 0 .*/ 0 …/; s/; .*//; s/[0-9]+ templates, those of cycle [0-9]/N templates, those of cycle N/'
head -1 "$T/log.tsv"; cut -f 1-2 "$T/log.tsv" | sed -n 2p
head -c 38 "$T/plot.svg"; echo
ls "$T"
espalier train samples/en.conllu --only parser --recipe s-ifis --filter no --cycles 0 --epochs 1 -q --features "$T/en.features" -o "$T/en.model" && echo learned
echo "--- moves"
moves="--parser transition --tags gold --trees 3 --most-templates 3 --select-epochs 2 --epochs 2"
status espalier induce samples/en.conllu $moves --dev samples/de.conllu --log "$T/moves.tsv" -o "$T/moves.features" |
  masked | sed -E 's/^ ([01]) .*/ \1 …/; s/[0-9]+ templates, those of cycle [0-9]/N templates, those of cycle N/'
cut -f 1-3 "$T/moves.tsv"
espalier train samples/en.conllu --only parser --epochs 1 -q --features "$T/moves.features" -o "$T/moves.model" && echo learned
espalier induce samples/en.conllu $moves --learn-from mistakes -q -j 1 -o "$T/one.features"
espalier induce samples/en.conllu $moves --learn-from mistakes -q -j 2 -o "$T/two.features"
cmp "$T/one.features" "$T/two.features" && echo the same
rm "$T/moves"* "$T/one.features" "$T/two.features"
echo "--- for programs"
espalier induce samples/en.conllu $small --json -q -o "$T/json.features" | sed -E "s|$T|T|; s/:[0-9]+(\.[0-9]+)?/:N/g" | uniq
echo "--- cut, and gone on with"
for i in $(seq 60); do cat samples/*.conllu; done > "$T/big.conllu"
big="--features $T/basic.features --filter no --cycles 3 --min-updates 2 --most-templates 2"
"$program" induce "$T/big.conllu" $big -o "$T/big.features" 2> "$T/messages" & child=$!
for i in $(seq 600); do [ -e "$T/big.features.state" ] && break; sleep 0.1; done
kill -INT $child; wait $child; echo "[exit $?]"
grep '^espalier' "$T/messages" | masked
ls "$T" | grep '^big.features'
status espalier induce "$T/big.conllu" $big --margin 5 --resume -q -o "$T/big.features" | masked
status espalier induce "$T/big.conllu" $big --resume -q -o "$T/big.features"
status espalier induce "$T/big.conllu" $big -q -o "$T/once.features"
ls "$T" | grep 'features'
cmp "$T/big.features" "$T/once.features" && echo the same
