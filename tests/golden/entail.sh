# entail: decisions and their reasons, scores, both formats of pairs, several models, what is refused.
cat > "$T/pairs.tsv" <<'END'
id	phenomenon	answer	text	hypothesis
1	passive	YES	John kissed Mary.	Mary was kissed.
2	object	NO	John kissed Mary.	Somebody kissed John.
3	relative	YES	The chef who burned the soup apologised to the guests.	The chef burned the soup.
4	relative	NO	The chef who burned the soup apologised to the guests.	The guests burned the soup.
5	wrong	YES	It rained.	Snow fell.
END
espalier entail "$T/pairs.tsv" -m en_ewt
echo "--- only what is wrong; a table; JSON"
espalier entail "$T/pairs.tsv" -m en --wrong | head -6
espalier entail "$T/pairs.tsv" -m en_ewt --tsv -q
espalier entail "$T/pairs.tsv" -m en_ewt --json | sed -n '1,20p'
espalier entail "$T/pairs.tsv" -m en_ewt --tsv -o "$T/answers.tsv" | head -3
wc -l < "$T/answers.tsv"
echo "--- RTE, compressed, without answers"
printf '<entailment-corpus>\n<pair id="7" task="IE"><t>Tom &amp; Anna left.</t><h>Anna left.</h></pair>\n</entailment-corpus>\n' | xz > "$T/rte.xml.xz"
espalier entail "$T/rte.xml.xz" -m en_ewt
echo "--- a share; two models and their vote; threads"
espalier entail samples/entailment.tsv -m en_ewt --share 0 --json | grep -m1 '"entailed": false'
espalier entail "$T/pairs.tsv" -m en_ewt -m en --tsv 2>&1 | sed -n '2,3p; /only right/,$p'
espalier entail "$T/pairs.tsv" -m en_ewt -m en --vote --tsv -q | cut -f 1,2
for j in 1 3; do espalier entail samples/entailment.tsv -m en_ewt -j $j --tsv -q > "$T/$j.tsv"; done
cmp "$T/1.tsv" "$T/3.tsv" && echo the same
echo "--- the pairs that come with it"
espalier entail samples/entailment.tsv -m en_ewt --wrong | sed -n '/^model/,$p'
echo "--- what is refused"
refused() { status espalier entail "$@" | sed "s|$T|T|g"; }
refused "$T/pairs.tsv"
refused "$T/pairs.tsv" -m none
refused none.tsv -m en_ewt
refused samples/en.conllu -m en_ewt
refused "$T/pairs.tsv" -m en_ewt --from xml
refused "$T/pairs.tsv" -m en_ewt --share 2
refused "$T/pairs.tsv" -m en_ewt --json --tsv
refused "$T/pairs.tsv" -m en_ewt -o no/such/folder/answers.tsv
printf 'id\ttext\thypothesis\n1\ta\n' | refused -m en_ewt
printf '<entailment-corpus>\n<pair id="1"><t>a</t><h>b & c</h></pair>\n' | refused -m en_ewt
espalier train samples/en.mrg --parser constituency --only parser --epochs 1 -q -o "$T/brackets.model"
refused "$T/pairs.tsv" -m "$T/brackets.model"
