# curate: what is wrong with a command line is said before any work; lists, suggestions, corrections, a page; variation.
status espalier curate
status espalier curate eror samples/en.conllu
status espalier curate errors --foldss 3 samples/en.conllu
status espalier curate errors samples/en.mrg --parsers transition,graph-fast,token
status espalier curate errors samples/en.mrg --to conllu
status espalier curate errors samples/en.mrg --to penn
status espalier curate errors samples/en.mrg --parsers constituency-fast,constituency-best
status espalier curate errors samples/en.mrg --inject 0.1 --injected trees
status espalier curate errors samples/en.mrg --heads klingon
status espalier curate errors samples/en.conllu --heads english
status espalier curate errors samples/en.conllu --apply -o "$T/right.mrg"
status espalier curate errors samples/de.discbracket
printf '(S (NP (D a) (N b))\n' > "$T/open.mrg"; status espalier curate errors "$T/open.mrg" | sed "s:$T/::"; rm "$T/open.mrg"
status espalier curate errors none.conllu
status espalier curate errors samples/en.conllu --parsers transition,transition-fast,token
status espalier curate errors samples/en.conllu --parsers transition,token
status espalier curate errors samples/en.conllu --folds 17
status espalier curate errors samples/en.conllu --inject 2
status espalier curate errors samples/en.conllu --inject 0.1 --injected trees,heads
status espalier curate errors samples/en.conllu --apply --to tsv
status espalier curate errors samples/en.conllu -o no/such/folder/list.tsv
status espalier curate variation samples/en.mrg
status espalier curate variation samples/en.conllu --against samples/en.conllu
ls "$T"
espalier help curate | sed -n '/^Usage/p; /^Examples/,$p'
espalier help curate errors | sed -n '/^Usage/p; /^Examples/,$p'
espalier completion bash | grep -c ' curate) words='

echo "--- a treebank of one pattern with two errors in it"
for s in cat dog bird child; do for v in sees likes finds; do for a in old small red; do for o in tree house; do
  n=$((${n:-0} + 1)); case $n in 20) adjective=3; subject=nsubj ;; 50) adjective=6; subject=obj ;; *) adjective=6; subject=nsubj ;; esac
  printf '# sent_id = %s\n1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\t%s\t%s\tNOUN\t_\t_\t3\t%s\t_\t_\n3\t%s\t%s\tVERB\t_\t_\t0\troot\t_\t_\n' $n $s $s $subject $v $v
  printf '4\ta\ta\tDET\t_\t_\t6\tdet\t_\t_\n5\t%s\t%s\tADJ\t_\t_\t%s\tamod\t_\t_\n6\t%s\t%s\tNOUN\t_\t_\t3\tobj\t_\t_\n7\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_\n\n' $a $a $adjective $o $o
done; done; done; done > "$T/wrong.conllu"
cd "$T"
espalier curate errors wrong.conllu --folds 3 -q | cut -f 3-11,13-15 | sort
echo "--- corrected"
espalier curate errors wrong.conllu --folds 3 --apply -o right.conllu --report page.html
diff wrong.conllu right.conllu
grep -c '<svg' page.html
echo "--- suggested"
espalier curate errors wrong.conllu --folds 3 --to conllu -q | grep Suggest
echo "--- for programs"
espalier curate errors wrong.conllu --folds 3 --most 1 --json | sed -E 's/-?[0-9]+\.[0-9]+/N/' | grep -E '"(words|candidates|left_off|UAS|score)"'
echo "--- the same on two threads, with errors put in"
for j in 1 2; do espalier curate errors wrong.conllu --folds 2 --inject 0.05 -j $j --json > $j.json; done
cmp 1.json 2.json && echo the same
echo "--- variation"
espalier curate variation wrong.conllu --longest 2 -q | cut -f 2-
espalier curate errors wrong.conllu --folds 3 -q -o list.tsv > /dev/null
espalier curate variation wrong.conllu --longest 2 --against list.tsv -o variation.tsv
ls

echo "--- brackets of one pattern with three errors among them"
for s in cat dog bird child; do for v in sees likes finds; do for a in old small red; do for o in tree house; do
  k=$((${k:-0} + 1)); subject="(NP (DT the) (NN $s))"; object="(NP (DT a) (JJ $a) (NN $o))"; phrase="(VP (VB $v) $object)"
  case $k in 20) subject="(PP (DT the) (NN $s))" ;; 40) phrase="(VP (VB $v) (DT a) (JJ $a) (NN $o))" ;; 60) phrase="(VP (VB $v)) $object" ;; esac
  echo "(ROOT (S $subject $phrase (. .)))"
done; done; done; done > wrong.mrg
espalier curate errors wrong.mrg --heads english --folds 3 -q | cut -f 3-10,12-14 | sort
espalier curate errors wrong.mrg --heads english --folds 3 --apply -o right.mrg --report brackets.html
diff wrong.mrg right.mrg
grep -c 'category marked' brackets.html
espalier curate errors wrong.mrg --heads english --folds 3 --most 1 --json | sed -E 's/-?[0-9]+\.[0-9]+/N/' | grep -E '"(brackets|candidates|left_off|UF1|LF1|score|first)"'
for j in 1 2; do espalier curate errors wrong.mrg --heads english --folds 2 --inject 0.05 -j $j --json > $j.json; done
cmp 1.json 2.json && echo the same
espalier curate errors wrong.mrg --heads english --folds 3 -q -o brackets.tsv > /dev/null
status espalier curate variation wrong.conllu --against brackets.tsv
