# curate usefulness: what is wrong with a command line is said before any work; lists by su and by rules; an experiment.
status espalier curate usefullness samples/en.conllu
status espalier curate usefulness --cots words samples/en.conllu
status espalier curate usefulness samples/en.conllu --by best
status espalier curate usefulness samples/en.conllu --by longest
status espalier curate usefulness samples/en.conllu --by su --unannotated samples/de.conllu
status espalier curate usefulness samples/en.conllu --experiment --by su
status espalier curate usefulness samples/en.conllu --runs 3
status espalier curate usefulness samples/en.conllu --experiment --runs 0
status espalier curate usefulness samples/en.conllu --experiment --sizes 0
status espalier curate usefulness samples/en.conllu --experiment --sizes 3
status espalier curate usefulness samples/en.conllu --recipe malt-standart
status espalier curate usefulness samples/en.conllu --recipe constituency-best
status espalier curate usefulness samples/en.mrg
status espalier curate usefulness none.conllu
status espalier curate usefulness samples/en.conllu -o no/such/folder/list.tsv
status espalier curate usefulness samples/en.conllu --resume
sed "/^\$/q" samples/en.conllu > "$T/few.conllu"
status espalier curate usefulness "$T/few.conllu" | sed "s:$T/::"
printf '1\tno\t_\t_\t_\t_\t_\t_\t_\t_\n\n' > "$T/untagged.conllu"
status espalier curate usefulness samples/en.conllu --unannotated "$T/untagged.conllu" | sed "s:$T/::"
rm "$T"/*
ls "$T"
espalier help curate usefulness | sed -n '/^Usage/p; /^Examples/,$p'
espalier completion bash | grep ' curate) words=' | grep -o -e --unannotated

echo "--- a treebank in which prepositional phrases hang on verbs or nouns"
cd "$T"
for s in cat dog bird child; do for v in sees likes finds; do for o in tree house; do for p in at of after with; do
  n=$((${n:-0} + 1)); case $p in at | after) head=3; label=obl ;; *) head=5; label=nmod ;; esac
  printf '# sent_id = %s\n1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\t%s\t%s\tNOUN\t_\t_\t3\tnsubj\t_\t_\n3\t%s\t%s\tVERB\t_\t_\t0\troot\t_\t_\n' $n $s $s $v $v
  printf '4\ta\ta\tDET\t_\t_\t5\tdet\t_\t_\n5\t%s\t%s\tNOUN\t_\t_\t3\tobj\t_\t_\n' $o $o
  [ $((n % 3)) -eq 0 ] || { printf '6\t%s\t%s\tADP\t_\t_\t7\tcase\t_\t_\n7\thome\thome\tNOUN\t_\t_\t%s\t%s\t_\t_\n' $p $p $head $label; }
  echo
done; done; done; done > all.conllu
small='--train-size 8 --test-size 8 --candidates 6'
espalier curate usefulness all.conllu $small -o su.tsv | sed -E 's/-?[0-9]+\.[0-9]+/N/' | sed -E 's/ +/ /g'
head -1 su.tsv; wc -l < su.tsv
sorted() { cut -f 2 "$1" | tail -n +2 | sort -g -r -c && echo the best first; }
sorted su.tsv
espalier curate usefulness all.conllu $small -q --cost words > words.tsv; sorted words.tsv
awk -F '\t' 'NR > 1 && ($2 - $3 / $4) ^ 2 > 1e-9 { print "not the gain for each word:", $0 }' words.tsv
echo "--- sentences that are not annotated"
head -400 all.conllu | cut -f 1-6 | sed -E 's/^([0-9].*)$/\1\t_\t_\t_\t_/' > pool.conllu
for by in predicted voted longest least-confident random; do
  for j in 1 2; do espalier curate usefulness all.conllu $small --unannotated pool.conllu --by $by -j $j -o $by.$j.tsv > /dev/null; done
  cmp $by.1.tsv $by.2.tsv && echo "$by: $(head -1 $by.1.tsv | tr '\t' ' '), $(tail -n +2 $by.1.tsv | wc -l) of $(grep -c sent_id pool.conllu)"
done
for by in predicted longest least-confident; do sorted $by.1.tsv; done
espalier curate usefulness all.conllu $small --unannotated pool.conllu --by voted --json | grep -cE '"(class|votes)"'
echo "--- an experiment"
espalier curate usefulness all.conllu $small --experiment --runs 2 --sizes 2,4 --draws 2 -o points.tsv > summary.txt
grep -c . points.tsv; cut -f 1-3 points.tsv | head -8; grep -E 'runs|Gains' summary.txt | sed -E 's/[0-9]+\.[0-9]+/N/'
echo "--- cut and resumed"
espalier curate usefulness all.conllu $small --resume -q -o new.tsv > /dev/null; cmp su.tsv new.tsv && echo the same
espalier curate usefulness all.conllu --train-size 20 --test-size 8 --candidates 19 -j 1 -q -o whole.tsv > /dev/null
"$program" curate usefulness all.conllu --train-size 20 --test-size 8 --candidates 19 -j 1 -q -o cut.tsv > /dev/null 2>&1 & run=$!
sleep 0.2; kill -INT $run 2> /dev/null; wait $run  # on a fast machine it may be over: then there is nothing to go on from, and all must be the same too
espalier curate usefulness all.conllu --train-size 20 --test-size 8 --candidates 19 -j 2 -q --resume -o cut.tsv > /dev/null; cmp whole.tsv cut.tsv && echo the same
echo damaged > cut.tsv.state; status espalier curate usefulness all.conllu $small --resume -q -o cut.tsv; rm cut.tsv.state
ls
