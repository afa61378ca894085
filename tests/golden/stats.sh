espalier stats samples/en.conllu samples/de.conllu --top 5 -j 2
espalier stats samples/de.discbracket --to tsv --top 3
espalier stats samples/pt.conllu --against samples/fr.conllu --to markdown --top 1
espalier stats samples/en.mrg --json | head -8
espalier stats samples/cs.conllu --report "$T/cs.html" -o "$T/cs.txt" && grep -c '<svg xmlns' "$T/cs.html" && head -4 "$T/cs.txt"
status espalier stats samples/none.conllu
status espalier stats samples/en.conllu --to xls
