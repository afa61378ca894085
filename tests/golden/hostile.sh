# Bad bytes of all kinds: a message with file and line, exit code 2, nothing written.
word() { printf '%s\tw\t_\t_\t_\t_\t%s\tdep\t_\t_\n' "$1" "$2"; }
cd "$T"
bad() { status espalier convert "$@" -o out.conllu; ls out.conllu* .out* 2>/dev/null; }
{ word 1 0; echo; printf '1\tw\t_\t_'; } > truncated.conllu; bad truncated.conllu
{ word 1 0; echo; printf '1\t'; head -c 10000000 /dev/zero | tr '\0' x; } > line.conllu; bad line.conllu
{ word 1 0; echo; printf '1\ta\0b\t_\t_\t_\t_\t0\tdep\t_\t_\n\n'; } > nul.conllu; bad nul.conllu
{ word 1 0; echo; printf '1\t\377\t_\t_\t_\t_\t0\tdep\t_\t_\n\n'; } > utf8.conllu; bad utf8.conllu
{ printf '1\t\355\240\200\t_\t_\t_\t_\t0\tdep\t_\t_\n\n'; } > surrogate.conllu; bad surrogate.conllu
{ word 1 2; word 2 1; echo; } > cycle.conllu; bad cycle.conllu
{ word 1 0; word 2 5; echo; } > range.conllu; bad range.conllu
{ word 1 0; word 99999999999999999999 1; echo; } > id.conllu; bad id.conllu
{ word 1 0; word 2 99999999999999999999; echo; } > head.conllu; bad head.conllu
seq 100000 | awk '{print $1 "\tw\t_\t_\t_\t_\t" $1 - 1 "\tdep\t_\t_"} END {print ""}' > long.conllu; bad long.conllu
espalier convert --max-words 100000 long.conllu | cmp - long.conllu
{ head -c 200000 /dev/zero | tr '\0' '('; } > deep.mrg; bad deep.mrg
{ head -c 5000 /dev/zero | tr '\0' '(' | sed 's/(/(X /g'; echo '(N w)'; head -c 5000 /dev/zero | tr '\0' ')'; } > nested.mrg; bad nested.mrg
echo '(S (NP (N a)) (VP' > open.mrg; bad open.mrg
echo '(S (N a)))' > close.mrg; bad close.mrg
echo '(S (N 0=a) (N 0=b))' > twice.discbracket; bad twice.discbracket
echo '{"words": [{"form": ' > cut.json; bad cut.json
head -c 300000000 /dev/zero | gzip -9 > bomb.conllu.gz; bad bomb.conllu.gz
head -c 300000000 /dev/zero | tr '\0' x | gzip -9 > bomb2.conllu.gz; bad bomb2.conllu.gz
{ word 1 0; echo; } | gzip > good.gz
head -c 20 good.gz > cut.conllu.gz; bad cut.conllu.gz
{ head -c 12 good.gz; printf 'garbage that is no deflate'; } > damaged.conllu.gz; bad damaged.conllu.gz
{ word 1 0; echo; word 2 0; echo; word 1 1; echo; word 1 0; echo; } > some.conllu
status espalier convert --skip-invalid some.conllu
head -c 100000 /dev/urandom > random.bin
for format in conllu conllx penn native discbracket json; do
  espalier convert --from $format random.bin -o out.conllu >/dev/null 2>message
  echo "$format: exit $?, $(sed -E 's/^espalier: random.bin:[0-9]+: .*/a message with file and line/' message)"
done
ls out* 2>/dev/null
true
