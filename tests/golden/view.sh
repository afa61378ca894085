# Drawings for terminals, of all kinds.
espalier view samples/en.conllu --sentence en-001 --width 100
espalier view samples/en.conllu --sentence en-001 --width 40
espalier view samples/de.conllu --sentence de-003 --width 120
espalier view samples/ar.conllu --sentence 1
espalier view samples/zh.conllu --sentence 1
espalier view samples/en.mrg --sentence 1 --width 100
espalier view samples/en.mrg --sentence 1 --width 100 --vertical
espalier view samples/de.discbracket --sentence 2
for format in svg html latex triples; do
  espalier view samples/*.conllu --to $format | wc -l
done
espalier view samples/en.conllu --sentence 3 -o "$T/x.svg" && head -c 40 "$T/x.svg" && echo
status espalier view samples/en.conllu --sentence en-099
