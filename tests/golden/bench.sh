# bench: what the tables say; the figures, which are those of the machine, are replaced by N.
status espalier bench samples/en.conllu
status espalier bench samples/en.conllu -m none.model
model=$T/en.model
status espalier train samples/en.conllu --recipe transition-fast --epochs 2 -q -o "$model"
bench() { espalier bench -m "$model" --seconds 0.01 "$@"; }
status bench none.conllu
status bench samples/en.conllu --from text
status bench /dev/null --from conllu
status bench samples/en.conllu --seconds 0
status bench samples/en.conllu --beam -1
# Widths go with the figures, and a build with a sanitizer does not count allocations.
masked() {
  sed -E "/^busy /d; s|$T|T|; s/─+/─/g; s/[0-9]+\.[0-9]+/N/g; s/\bnan\b|\binf\b/BAD/g; /^(load|read|tokenize|tag|parse|write|whole|annotate) /! b; s/(-j 2)/J/; s/[0-9]+/N/g; s/J/-j 2/" |
    sed -E 's/ +/ /g; s/^(read|tokenize|write|whole|annotate) N N N N N N N N$/\1 N N N N N N N/; s/^(tag|parse) N N N N N N N$/\1 N N N N N N/; s/ N a sentence in.*| not counted/ …/'
}

echo "--- table"
bench samples/en.conllu -j 2 | masked
echo "--- one thread, two files, other formats, no heads"
espalier convert samples/en.conllu --to conllx -o "$T/en.conllx"
bench samples/en.mrg -j 1 | masked | grep -E '^(data|scores|parse|threads)'
bench samples/en.conllu "$T/en.conllx" -j 1 | masked | grep -E '^(data|scores)'
bench samples/en.conllu samples/en.mrg -j 1 --beam 4 | masked | grep -E '^(model|data|scores)'
bench - -j 1 < samples/en.conllu | masked | grep '^data'

echo "--- the scores are those of eval"
espalier parse samples/en.conllu -m "$model" -o "$T/parsed.conllu"
espalier eval samples/en.conllu "$T/parsed.conllu" > "$T/eval.txt"
bench samples/en.conllu -j 1 > "$T/bench.txt"
for score in LAS UAS; do
  cmp <(awk -v score=$score '$1 == score {print $4}' "$T/eval.txt") <(grep -oP "^scores .*$score \K[0-9.]*[0-9]" "$T/bench.txt") && echo same
done

echo "--- json"
bench samples/en.conllu --json -j 2 -o "$T/bench.json"
sed -E '/"file"/d; /allocations_per_sentence/d; s/,$//; s/ [0-9.e+-]+$/ N/' "$T/bench.json" | grep -vE '"(median|min|max)"'
# The least is not above the median, nor that above the most, and nothing takes no time.
grep -E '"(median|min|max)"' "$T/bench.json" | grep -oP '[0-9.e+-]+(?=,?$)' |
  awk '{value[NR % 3] = $1} NR % 3 == 0 {++spreads; if (!(0 < value[2] && value[2] <= value[1] && value[1] <= value[0])) print "wrong:", value[2], value[1], value[0]} END {print spreads, "spreads"}'
