# Chunks and clauses: learned from a file beside the treebank, written into MISC, nested; what does not fit is told with its place.
words() { grep -P '^[0-9]+\t' "$@"; }
# Nouns and what stands before them are a chunk, verbs another; a sentence is a clause, and so is what follows `that` and `who`.
columns() {
  awk -F'\t' -v OFS='\t' '
    function close_all() { text[n] = text[n] (open ? "S)" : "") "S)"; open = 0 }
    /^[0-9]+\t/ {
      n = $1; form[n] = $2; tag[n] = $5
      np = $4 ~ /NOUN|PROPN|PRON|DET|ADJ|NUM/
      chunk[n] = np ? (was ? "I-NP" : "B-NP") : $4 ~ /VERB|AUX/ ? "B-VP" : $4 == "ADP" ? "B-PP" : "O"
      was = np
      text[n] = (n == 1 ? "(S" : "")
      if (!open && n > 1 && $3 ~ /^(that|who|which)$/) { text[n] = text[n] "(S"; open = 1 }
      text[n] = text[n] "*"
    }
    /^$/ && n {
      close_all()
      for (i = 1; i <= n; i++) print i, form[i], tag[i], chunk[i], text[i] ~ /\(/ ? "S" : "X", text[i] ~ /\)/ ? "E" : "X", text[i]
      print ""; n = 0; was = 0
    }' "$1"
}
columns samples/en.conllu > "$T/en.clauses.tsv"
cp samples/en.conllu "$T/en.conllu"
masked() { sed -E "s|$T|T|g; s/ *[0-9]+(\.[0-9]+)? ([kM]?B|s$)/ N \2/g; s/[0-9]+\.[0-9]+/N/g" | sed -E 's/ +/ /g'; }
status espalier train "$T/en.conllu" --dev "$T/en.conllu" --only tagger --tags gold --columns "$T/en.clauses.tsv" --progress never -o "$T/en.model" | masked
espalier inspect "$T/en.model" --check | sed "s|$T|T|"
espalier tag samples/en.conllu -m "$T/en.model" > "$T/tagged.conllu"
words "$T/tagged.conllu" | head -4 | cut -f1,2,10
words "$T/tagged.conllu" | grep -cP '\tChunk=[^|]*\|ClauseStart=[SX]\|ClauseEnd=[EX]\|Clause=|\|Chunk=[^|]*\|ClauseStart=[SX]\|ClauseEnd=[EX]\|Clause='
words samples/en.conllu | wc -l
words "$T/tagged.conllu" | grep -oP 'Clause=\K.*' | awk '{d += gsub(/\(/, "") - gsub(/\)/, "")} END {print d}'

echo "--- again, and from words alone"
espalier tag "$T/tagged.conllu" -m "$T/en.model" | cmp - "$T/tagged.conllu" && echo same
for threads in 1 4; do espalier tag samples/en.conllu -m "$T/en.model" -j $threads | cmp - "$T/tagged.conllu"; done
espalier convert samples/en.conllu -o "$T/en.conllx"
espalier tag "$T/en.conllx" -m "$T/en.model" | words | head -1 | cut -f10
espalier tag "$T/en.conllx" -m "$T/en.model" --to conllx | words | head -1 | cut -f10

echo "--- with a parser, which takes them along"
status espalier train "$T/en.conllu" --only parser --recipe transition-fast --epochs 1 --base "$T/en.model" -q -o "$T/both.model"
espalier parse samples/en.conllu -m "$T/both.model" | grep -c Chunk=
espalier parse samples/en.conllu -m "$T/both.model" --columns | words | cut -f10 | cmp - <(words "$T/tagged.conllu" | cut -f10) && echo same

echo "--- what does not fit"
bad() { status espalier train "$T/en.conllu" --only tagger --columns "$1" "${@:2}" -q -o "$T/no.model" | sed "s|$T|T|g"; }
sed '3s/\t[^\t]*/\tpeach/' "$T/en.clauses.tsv" > "$T/bad.tsv"; bad "$T/bad.tsv"
head -n 8 "$T/en.clauses.tsv" > "$T/bad.tsv"; bad "$T/bad.tsv"
sed '2s/\t\*$/\t*S)/' "$T/en.clauses.tsv" > "$T/bad.tsv"; bad "$T/bad.tsv"
sed '2s/\t\*$//' "$T/en.clauses.tsv" > "$T/bad.tsv"; bad "$T/bad.tsv"
bad "$T/none.tsv"
bad "$T/en.clauses.tsv,$T/en.clauses.tsv"
bad "$T/en.clauses.tsv" --dev-columns "$T/en.clauses.tsv"
status espalier train "$T/en.conllu" --only tokenizer --columns "$T/en.clauses.tsv" -q -o "$T/no.model"
ls "$T" | grep no.model
