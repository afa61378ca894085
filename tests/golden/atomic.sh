# A file is written whole or not at all: a full disk, a size limit and an interrupt leave the old one and nothing else.
cd "$T"
samples=$OLDPWD/samples
for i in $(seq 200); do cat "$samples/en.conllu"; done > big.conllu
echo old > out.conllu
(ulimit -f 64; status espalier convert big.conllu -o out.conllu)
cat out.conllu
status espalier convert big.conllu -o /dev/full
(espalier convert big.conllu > /dev/full) 2>&1; echo "[exit $?]"
status espalier convert big.conllu -o no/such/folder/out.conllu
# An interrupt while input is awaited.
mkfifo pipe
for signal in INT TERM; do
  "$program" convert pipe --from conllu -o out.conllu 2>message &
  child=$!
  { head -c 100000 big.conllu; sleep 0.3; kill -$signal $child; sleep 5 & wait $child; echo "[exit $?]" > code; kill $! 2>/dev/null; } > pipe
  cat message code out.conllu
done
# Under nohup the end of the terminal is none of the work.
(trap '' HUP; exec "$program" convert pipe --from conllu -o out.conllu) &
child=$!
{ head -c 100000 big.conllu; sleep 0.3; kill -HUP $child; tail -c +100001 big.conllu; } > pipe
wait $child; echo "[exit $?]"
cmp big.conllu out.conllu && echo old > out.conllu
ls -A
espalier convert big.conllu -o out.conllu && cmp big.conllu out.conllu && ls -A
