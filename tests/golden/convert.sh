# One sentence in every format, dependencies to constituents and back.
head -n 12 samples/en.conllu > "$T/one.conllu"
for format in conllu conllx json text triples penn native discbracket; do
  echo "--- $format"
  espalier convert --to $format "$T/one.conllu"
done
echo "--- english heads"
head -n 1 samples/en.mrg | espalier convert --heads english --to conllu
echo "--- binarised"
head -n 1 samples/en.mrg | espalier convert --heads english --binarize --to penn
echo "--- several lines"
head -n 1 samples/en.mrg | espalier convert --multi-line --to penn
echo "--- projectivised and back"
espalier convert samples/de.conllu samples/cs.conllu samples/hi.conllu --projectivize > "$T/projective.conllu"
espalier stats --json "$T/projective.conllu" | grep -i 'nonprojective' | head -3
espalier convert --deprojectivize "$T/projective.conllu" | cmp - <(cat samples/de.conllu samples/cs.conllu samples/hi.conllu)
echo "--- not projective"
status espalier convert samples/de.conllu --to penn -o "$T/x.mrg"
