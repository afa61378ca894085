# eval: scores, demands, messages.
sed '/^3\t/s/\tobj\t/\tiobj\t/' samples/en.conllu > $T/system.conllu
espalier eval samples/en.conllu samples/en.conllu | tail -n +3
espalier eval samples/en.mrg samples/en.mrg | sed -n "3,12p"
status espalier eval --metrics conllx samples/en.conllu $T/system.conllu --min LAS=100 -q -o /dev/null
status espalier eval samples/en.conllu samples/de.conllu
status espalier eval samples/en.conllu
status espalier eval samples/en.conllu samples/en.conllu --metrics bleu
status espalier eval samples/en.conllu samples/en.conllu --by colour
# Analyses: relevant words, confusion, errors, confidence, systems word by word.
printf 'en-001\t3-4\nen-001\t7\n# a comment\nform:The\n' > $T/words.tsv
sed '/^7\twalls/s/\t2\tobl\t_\t/\t4\tnmod\t_\tConf=0.3|/; /\tADP\t/s/_$/Conf=0.5/; /\tNOUN\t/s/_$/Conf=0.92/' samples/en.conllu > $T/other.conllu
espalier eval samples/en.conllu $T/other.conllu --relevant $T/words.tsv | grep LAS
espalier eval --metrics conllx samples/en.conllu $T/other.conllu --confusion --errors | sed -n '/^Confusion/,$p'
espalier eval --metrics conllx samples/en.conllu $T/other.conllu --confidence | sed -n '/^Confidence/,/^20/p'
espalier eval --metrics conllx samples/en.conllu $T/system.conllu $T/other.conllu --compare | sed -n '/^Words/,$p'
echo "--- suspects: two that are there, found by line and by sent_id, one of another treebank"
printf 'rank\tscore\tfile\tline\tsent_id\tid\tform\n1\t9\tsamples/en.conllu\t11\t\t7\twalls\n2\t5\told.conllu\t5\ten-001\t3\tx\n3\t1\told.conllu\t5\tnowhere\t1\tx\n' > $T/suspects.tsv
espalier eval --metrics conllx samples/en.conllu $T/system.conllu $T/other.conllu --compare --suspects $T/suspects.tsv | sed "s|$T|T|" | sed -n '/suspects of/p; /^What/,/^$/p'
espalier eval --metrics conllx samples/en.conllu $T/system.conllu $T/other.conllu --compare --suspects $T/suspects.tsv --report $T/page.html --json | sed -n '/"suspects": {/,/}/p; /"only_second": {/,/}/p' | sed "s|$T|T|"
grep -c 'What these words are like' $T/page.html
status espalier eval samples/en.conllu $T/system.conllu $T/other.conllu --suspects $T/suspects.tsv
status espalier eval samples/en.conllu $T/system.conllu $T/other.conllu --compare --suspects samples/en.conllu
sed -i '2,3d' $T/suspects.tsv
status espalier eval samples/en.conllu $T/system.conllu $T/other.conllu --compare --suspects $T/suspects.tsv 2>&1 | sed "s|$T|T|"
espalier eval --confusion upos,labels samples/en.conllu $T/other.conllu --errors --confidence --report $T/page.html --json | grep -cE '^  "(confusion|errors|confidence)"'
grep -q 'rgba(' $T/page.html && grep -q 'Reliability' $T/page.html && echo a page
espalier eval samples/en.conllu $T/system.conllu --relevant nsbj,obj | sed -n 2p
printf 'en-001\t30\n' > $T/words.tsv
status espalier eval samples/en.conllu $T/system.conllu --relevant $T/words.tsv 2>&1 | sed "s|$T|T|"
status espalier eval samples/en.conllu $T/system.conllu --relevant no/such.tsv
status espalier eval samples/en.conllu $T/system.conllu --confusion lables
status espalier eval samples/en.conllu $T/system.conllu --compare
status espalier eval samples/en.conllu $T/system.conllu --confidence 2>&1 | sed "s|$T|T|"
status espalier eval samples/en.mrg samples/en.mrg --errors
# The degree of lexicalisation: of 4 arcs "the cat sat quietly" the cat and sat are known, quietly is not.
printf '1\tThe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tcat\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n3\tsat\t_\tVERB\t_\t_\t0\troot\t_\t_\n4\tquietly\t_\tADV\t_\t_\t3\tadvmod\t_\t_\n\n' > $T/gold.conllu
sed 's/\tnsubj/\tobj/' $T/gold.conllu > $T/found.conllu
sed '/^4/d' $T/gold.conllu > $T/train.conllu
espalier eval --lexicon $T/train.conllu $T/gold.conllu $T/found.conllu | sed -n '/^Degree/,$p'
espalier eval --lexicon $T/train.conllu,$T/train.conllu --lexicon-min 2 $T/gold.conllu $T/found.conllu --json | sed -n '/"lexicalisation"/,$p' | head -8
status espalier eval --lexicon $T/train.conllu --lexicon-min 3 $T/gold.conllu $T/found.conllu 2>&1 | sed "s|$T|T|"
status espalier eval --lexicon $T/none.conllu $T/gold.conllu $T/found.conllu 2>&1 | sed "s|$T|T|"
status espalier eval samples/en.mrg samples/en.mrg --lexicon samples/en.mrg
