# From plain text to trees: stages, what is kept, and the text that comes back.
words() { grep -P '^[0-9]+\t' "$@"; }
cat samples/{en,de,fr,pt,es}.conllu > "$T/train.conllu"
model=$T/all.model
status espalier train "$T/train.conllu" --dev samples/en.conllu --epochs 4 -q -o "$model"
parse() { espalier parse -m "$model" "$@"; }
espalier inspect "$model" --check | sed "s|$T|T|"

echo "--- an argument is text; so is --text, a file, standard input"
parse 'Gardeners train pear trees against warm walls.' > "$T/one.conllu"
words "$T/one.conllu" | cut -f1,2
words "$T/one.conllu" | awk -F'\t' '$3 == "_" || $4 == "_" || $7 == "_" || $8 == "_"' | wc -l
parse --text 'Gardeners train pear trees against warm walls.' | cmp - "$T/one.conllu"
printf 'Gardeners train pear trees against warm walls.' > "$T/one.txt"
parse "$T/one.txt" | cmp - "$T/one.conllu"
parse < "$T/one.txt" | cmp - "$T/one.conllu"
parse --to tree 'Gardeners train.' | grep -c Gardeners

echo "--- the text comes back"
for language in en de fr pt es ar zh ja; do
  [ -e samples/$language.conllu ] || continue
  espalier convert samples/$language.conllu --to text -o "$T/in.txt"
  parse "$T/in.txt" | espalier convert --to text | cmp - "$T/in.txt"
done
printf '\r\n  A\ttree\302\240grows .\r\n\r\n\r\nIt\342\200\213 does\n\nno\nmore' > "$T/odd.txt"
parse "$T/odd.txt" | espalier convert --to text | cmp - "$T/odd.txt" && echo same
: > "$T/none.txt"
parse "$T/none.txt" | wc -c
parse "$T/none.txt" | espalier convert --from conllu --to text | wc -c
printf ' \n\n\t\n' > "$T/blank.txt"
parse "$T/blank.txt" | espalier convert --from conllu --to text | wc -c
parse "$T/odd.txt" | espalier check --level 1 -q && echo sound

echo "--- lines"
printf 'A tree. It grows.\nIt does not.\n' > "$T/lines.txt"
parse --lines sentence "$T/lines.txt" | grep -c '^# text'
parse --presegmented "$T/lines.txt" | grep -c '^# text'
printf 'A\ntree\n\nIt\ngrows\n' | parse --lines token | words | cut -f1,2
parse --offsets "$T/lines.txt" | words | head -3 | cut -f2,10

echo "--- sentences of text are numbered through all inputs, those of treebanks keep their names"
ids() { grep '^# sent_id' "$@"; }
parse "$T/lines.txt" samples/en.conllu "$T/one.txt" | ids | sed -n '1p;3,5p;$p'
parse --presegmented "$T/lines.txt" | ids
printf 'A\ntree\n\nIt\ngrows\n' | parse --lines token | ids
for copy in 1 2 3 4 5 6 7 8 9 10; do espalier convert samples/{en,fr}.conllu --to text; echo; done > "$T/long.txt"
for copy in 1 2 3 4 5; do cat "$T/long.txt"; done > "$T/longer.txt"
espalier tokenize "$T/longer.txt" "$T/odd.txt" -m "$model" -j 1 > "$T/longer.conllu"
espalier tokenize "$T/longer.txt" "$T/odd.txt" -m "$model" -j 2 | cmp - "$T/longer.conllu" && echo same
cmp <(ids "$T/longer.conllu" | cut -d' ' -f4) <(seq "$(ids "$T/longer.conllu" | wc -l)") && echo "1 to the last"
espalier check --level 1 -q "$T/longer.conllu" && echo sound

echo "--- stages one by one"
espalier tokenize "$T/one.txt" -m "$model" | words | cut -f1-4,7
espalier tokenize "$T/one.txt" -m "$model" | espalier tag -m "$model" | parse | cmp - "$T/one.conllu" && echo same

echo "--- what is there is kept"
parse samples/pt.conllu > "$T/kept.conllu"
diff <(cut -f1-6 samples/pt.conllu) <(cut -f1-6 "$T/kept.conllu") && echo same
printf '1\tTrees\t_\tX\t_\t_\t_\t_\t_\t_\n2\tgrow\tgrowing\t_\t_\t_\t_\t_\t_\t_\n\n' > "$T/some.conllu"
parse "$T/some.conllu" | words | awk -F'\t' '{print $1, $3 == "_" ? "no lemma" : $3, $4 == "X" ? "X" : $4 == "_" ? "no tag" : "a tag"}'
parse --retag "$T/some.conllu" | words | awk -F'\t' '{print $1, $3 == "_" ? "no lemma" : "a lemma", $4 == "_" ? "no tag" : "a tag"}'

echo "--- stages of other models"
status espalier train "$T/train.conllu" --only parser --recipe transition-fast --base "$model" --epochs 2 -q -o "$T/mixed.model"
espalier tokenize "$T/one.txt" -m "$T/mixed.model" | cmp - <(espalier tokenize "$T/one.txt" -m "$model") && echo same
status espalier train "$T/train.conllu" --only tagger -q -o "$T/tagger.model"
status espalier parse "$T/one.conllu" -m "$T/tagger.model"
status espalier tag "$T/one.txt" -m "$T/tagger.model" | sed "s|$T|T|"
espalier tag "$T/one.conllu" --retag -m "$T/tagger.model" | words | cut -f2 | wc -l
status espalier train "$T/train.conllu" --only parsers -o "$T/none.model"

echo "--- a paragraph is written before the next has come"
coproc PARSE { parse; }
out=${PARSE[0]} in=${PARSE[1]}
printf 'A tree grows.\n\nIt' >&"$in"
read -r -t 60 line <&"$out" && echo "$line"
exec {in}>&-
grep -c '^# text' <&"$out"

echo "--- bad bytes"
printf 'A tree.\n\377\n' > "$T/bad.txt"
status parse "$T/bad.txt" | sed "s|$T|T|"
printf 'A tree.\n\0\n' > "$T/bad.txt"
status parse "$T/bad.txt" | sed "s|$T|T|"
