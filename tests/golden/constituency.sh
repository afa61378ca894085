# Constituents: learned from brackets, given back as brackets, as dependencies, and from files that have none.
masked() { sed -E "s|$T|T|g; s/ *[0-9]+(\.[0-9]+)? ([kM]?B|s$)/ N \2/g; s/[0-9]+\.[0-9]+/N/g" | sed -E 's/ +/ /g'; }
status espalier train samples/en.mrg --dev samples/en.mrg --parser constituency --only parser --heads english --epochs 4 --greedy-epochs 2 --min-updates 0 --batch 1 --progress never -o "$T/en.model" | masked
espalier inspect "$T/en.model" --check | sed "s|$T|T|"

echo "--- brackets, by its own name and by that of the file"
espalier parse samples/en.mrg -m "$T/en.model" > "$T/beam.mrg"
head -n 2 "$T/beam.mrg"
espalier parse samples/en.mrg -m "$T/en.model" -o "$T/file.mrg" && cmp "$T/file.mrg" "$T/beam.mrg" && echo same
espalier eval samples/en.mrg "$T/beam.mrg" | sed -n "3,5p"
for threads in 1 2 8; do espalier parse samples/en.mrg -m "$T/en.model" -j $threads | cmp - "$T/beam.mrg"; done
espalier parse samples/en.mrg -m "$T/en.model" --beam 1 | espalier check --from penn - && echo "greedy trees are sound"

echo "--- dependencies, and words without brackets"
head -n 1 samples/en.mrg | espalier parse --from penn -m "$T/en.model" --to conllu
espalier convert samples/en.mrg --heads english --to conllu | espalier parse -m "$T/en.model" | cmp - "$T/beam.mrg" && echo same

echo "--- with a tagger, and a column of its own"
espalier convert samples/en.mrg --to conllu | awk -F'\t' -v OFS='\t' '
  BEGIN { print "ID", "FORM", "number" }
  /^[0-9]/ { print $1, $2, $5 ~ /S$/ ? "plur" : $5 ~ /^N/ ? "sing" : "na" } /^$/ { print "" }' > "$T/en.tsv"
{ echo "[reduce]"; echo "column.number(s0) & column.number(s1) & cat(s0) & cat(s1)"; espalier inspect "$T/en.model" --features | grep -v reduce; } > "$T/number.features"
status espalier train samples/en.mrg --dev samples/en.mrg --parser constituency --only tagger,parser --tags jackknife --folds 3 --heads english --epochs 4 \
  --columns "$T/en.tsv" --dev-columns "$T/en.tsv" --features "$T/number.features" --progress never -o "$T/tags.model" | masked
espalier inspect "$T/tags.model" --check | sed "s|$T|T|"
espalier inspect "$T/tags.model" --features | sed -n "1,3p"
sed -E 's/\([^ ()]+ ([^ ()]+)\)/(X \1)/g' samples/en.mrg > "$T/untagged.mrg"
espalier parse samples/en.mrg -m "$T/tags.model" --retag > "$T/retagged.mrg"
espalier parse "$T/untagged.mrg" -m "$T/tags.model" --retag | cmp - "$T/retagged.mrg" && echo "tags of the input are not looked at"
espalier convert samples/en.mrg --heads english --to conllu | awk -F'\t' -v OFS='\t' 'NF > 1 { print $1, $2, "_", "_", "_", "_", "_", "_", "_", "_"; next } { print }' > "$T/words.conllu"
espalier parse "$T/words.conllu" -m "$T/tags.model" | cmp - "$T/retagged.mrg" && echo "nor needed"
espalier parse samples/en.mrg -m "$T/tags.model" | espalier eval samples/en.mrg - | grep Tag

if command -v python3 > /dev/null; then  # says something where it is wrong
  ESPALIER=$program tools/make-columns samples/en.mrg samples/en.conllu 2>&1 > "$T/twin.tsv" | grep -v "10 of 10 sentences and 128 of 128 words"
  espalier train samples/en.mrg --only tagger --tags gold --columns "$T/twin.tsv" -q -o "$T/twin.model"
  espalier tag samples/en.mrg -m "$T/twin.model" --to conllu | grep -q "number=plur|gender=na|mood=ind|multiword=o" || echo "there is no plural verb"
fi

echo "--- several trees, and merged states"
espalier parse samples/en.mrg -m "$T/en.model" --nbest 3 > "$T/best.mrg"
espalier parse samples/en.mrg -m "$T/en.model" --nbest 1 | cmp - "$T/beam.mrg" && echo same
wc -l < "$T/best.mrg"
head -n 1 samples/en.mrg | espalier parse --from penn -m "$T/en.model" --nbest 2 --to conllu | grep -E '^# (nbest|score)' | masked
espalier parse samples/en.mrg -m "$T/en.model" --nbest 3 --to json | espalier convert --from json --to penn - | cmp - "$T/best.mrg" && echo same
espalier parse samples/en.mrg -m "$T/en.model" --merge-states > "$T/merged.mrg"
espalier check --from penn - < "$T/merged.mrg" && echo "merged trees are sound"
for threads in 2 8; do espalier parse samples/en.mrg -m "$T/en.model" --merge-states --nbest 3 -j $threads | md5sum; done | sort -u | wc -l
espalier inspect "$T/en.model" --heaviest 1 --label shift | masked

echo "--- what it cannot do"
for option in --confidence --constraints; do status espalier parse samples/en.mrg -m "$T/en.model" $option; done
status espalier train samples/en.conllu --parser constituency --only parser -q -o "$T/no.model"
status espalier train samples/de.discbracket --parser constituency --only parser -q -o "$T/no.model"
status espalier train samples/en.mrg --dev samples/en.conllu --parser constituency --only parser -q -o "$T/no.model"
status espalier train samples/en.mrg --parser constituency --only parser --lift yes -q -o "$T/no.model"
status espalier train samples/en.mrg --parser constituency --only parser --heads nobody -q -o "$T/no.model"
ls "$T" | grep no.model
