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

echo "--- what it cannot do"
for option in --confidence --constraints "--nbest 2"; do status espalier parse samples/en.mrg -m "$T/en.model" $option; done
status espalier train samples/en.conllu --parser constituency --only parser -q -o "$T/no.model"
status espalier train samples/de.discbracket --parser constituency --only parser -q -o "$T/no.model"
status espalier train samples/en.mrg --dev samples/en.conllu --parser constituency --only parser -q -o "$T/no.model"
status espalier train samples/en.mrg --parser constituency --only parser --lift yes -q -o "$T/no.model"
status espalier train samples/en.mrg --parser constituency --only parser --heads nobody -q -o "$T/no.model"
ls "$T" | grep no.model
