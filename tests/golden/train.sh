# train: what is wrong with a command line is said before any work; a table of epochs; nothing left of an interrupted run.
status espalier train
status espalier train samples/en.conllu
status espalier train samples/en.conllu -o -
status espalier train samples/en.conllu -o "$T"  | sed "s|$T|T|"
status espalier train samples/en.conllu -o no/such/folder/en.model
status espalier train samples/en.conllu --tune -o "$T/en.model"
status espalier train samples/en.conllu --recipe mst -o "$T/en.model"
status espalier train samples/en.conllu --parser covingtons -o "$T/en.model"
status espalier train samples/en.conllu --epochs many -o "$T/en.model"
status espalier train samples/en.conllu --parser arc-eager --order 2 -o "$T/en.model"
status espalier train samples/en.conllu --order 2 -o "$T/en.model"
status espalier train samples/en.conllu --parser graph --beam 8 -o "$T/en.model"
status espalier train samples/en.conllu --recipe mdparser --epochs 8 -o "$T/en.model"
status espalier train samples/en.conllu --learner libsvn -o "$T/en.model"
status espalier train samples/en.conllu --learner libsvm --degree 17 --only parser -o "$T/en.model"
status espalier train samples/en.conllu --learner libsvm --epochs 3 -o "$T/en.model"
status espalier train samples/en.conllu --epoch 3 -o "$T/en.model"
status espalier train samples/en.conllu --features samples -o "$T/en.model"
status espalier train samples/en.conllu --features none.features -o "$T/en.model"
status espalier train none.conllu -o "$T/en.model"
status espalier train samples/en.conllu --dev none.conllu -o "$T/en.model"
printf 'order = 2\nordre = 1\n' > "$T/bad.toml"
status espalier train samples/en.conllu --recipe "$T/bad.toml" -o "$T/en.model" | sed "s|$T|T|g"
printf '[arc]\nform(h) & & form(m)\n' > "$T/bad.features"
status espalier train samples/en.conllu --recipe mst1 --features "$T/bad.features" -o "$T/en.model" | sed "s|$T|T|g"
ls "$T"
espalier train --list-recipes | cut -d' ' -f1
espalier help train | grep -A1 -- '--epochs N' | tr -s ' '

# Numbers may differ from machine to machine in the last place.
masked() { sed -E "s|$T|T|g; s/ *[0-9]+(\.[0-9]+)? ([kM]?B|s$)/ N \2/g; s/[0-9]+\.[0-9]+/N/g" | sed -E 's/ +/ /g'; }
echo "--- a table"
status espalier train samples/en.conllu --dev samples/en.conllu --recipe mst1 --epochs 2 --label-epochs 1 --language English --licence CC0 \
  -o "$T/en.model" | masked | sed -E 's/^((filter|trees|labels) [0-9]+ N) [0-9]+/\1 N/; s/ \*$//'
echo "--- without a development set, quietly"
status espalier train samples/en.conllu --recipe mst1 --epochs 1 --label-epochs 1 -q -o "$T/quiet.model"
echo "--- past invalid sentences"
{ cat samples/en.conllu; printf '1\ta\t_\t_\t_\t_\t2\tdep\t_\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n\n1\ta\n\n'; } > "$T/bad.conllu"
status espalier train "$T/bad.conllu" --recipe mst1 --epochs 1 -q -o "$T/skipped.model" | sed "s|$T|T|g"
status espalier train "$T/bad.conllu" --dev "$T/bad.conllu" --skip-invalid --tune --recipe mst1 --epochs 1 -o "$T/skipped.model" 2>&1 |
  grep -E 'espalier: .*(bad|skipped$)|exit' | sed "s|$T|T|g"
tail -n 4 "$T/bad.conllu" > "$T/worse.conllu"
status espalier train "$T/worse.conllu" --skip-invalid --recipe mst1 -o "$T/skipped.model" | sed "s|$T|T|g"
echo "--- for programs"
espalier train samples/en.conllu --dev samples/de.conllu --recipe mst1 --epochs 2 --label-epochs 1 --json -q -o "$T/json.model" |
  sed -E "s|$T|T|; s/:-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?/:N/g; s/(true|false)/B/"
echo "--- tuned"
espalier train samples/en.conllu --dev samples/en.conllu --recipe mst1 --epochs 1 --label-epochs 1 --tune -o "$T/tuned.model" 2>&1 |
  sed -n '1,2p' | sed 's/─*//'
echo "--- interrupted"
mkdir "$T/folder"
for i in $(seq 300); do cat samples/*.conllu; done > "$T/big.conllu"
"$program" train "$T/big.conllu" --recipe mst1 --epochs 50 -q -o "$T/folder/big.model" 2>&1 & child=$!
sleep 2; kill -INT $child; wait $child; echo "[exit $?]"
ls -A "$T/folder" | grep -v '^big\.model\.state$'  # which is there where a machine has ended a stage by then
