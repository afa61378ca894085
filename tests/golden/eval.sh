# eval: scores, demands, messages.
sed '/^3\t/s/\tobj\t/\tiobj\t/' samples/en.conllu > $T/system.conllu
espalier eval samples/en.conllu samples/en.conllu | tail -n +3
espalier eval samples/en.mrg samples/en.mrg | sed -n "3,12p"
status espalier eval --metrics conllx samples/en.conllu $T/system.conllu --min LAS=100 -q -o /dev/null
status espalier eval samples/en.conllu samples/de.conllu
status espalier eval samples/en.conllu
status espalier eval samples/en.conllu samples/en.conllu --metrics bleu
status espalier eval samples/en.conllu samples/en.conllu --by colour
