# Texts through a pipe, each with an answer of its own: lines of JSON, and texts that end with NUL.
run() { espalier "$@" -m pt -q; }
short() { sed -E 's/"conllu":"# newdoc[^"]*"/"conllu":"…"/g; s/"words":\[[^]]*\]/"words":[…]/g'; }

echo "--- the object comes back with the answer, a string becomes one, an empty line stays one"
printf '{"id": 7, "text": "Chove.", "n": 12345678901234567890.10}\n"Neva \\u00e9."\n\n{"text":""}\r\n' > "$T/in.jsonl"
run parse --from jsonl "$T/in.jsonl" | tee "$T/out.jsonl" | short
wc -l < "$T/out.jsonl"
run parse --from jsonl --to conllu "$T/in.jsonl" | short
run tokenize --from jsonl --to conllu < "$T/in.jsonl" | sed -n 1p
run parse --from jsonl --to penn '{"text": "Chove muito."}' | cut -c1-36
run tag --from jsonl --to jsonl '{"text": "Chove muito."}' | cut -c1-60

echo "--- each answer is that of the text alone"
/usr/bin/python3 - "$T" <<'P'
import json, sys
folder = sys.argv[1]
texts = [f"Chove no dia {i}. O jardineiro poda as macieiras,\n\ne \"nós\" comemo-las.\t" * (i % 4) for i in range(300)]
with open(folder + "/many.jsonl", "w") as lines, open(folder + "/many.nul", "w") as nul, open(folder + "/some.txt", "w") as some:
    for i, text in enumerate(texts):
        lines.write(json.dumps({"text": text, "i": i}) + "\n")
        nul.write(text + "\0")
    some.write(texts[7])
P
run parse "$T/some.txt" > "$T/some.conllu"
run parse --from jsonl --to conllu "$T/many.jsonl" -j 1 > "$T/many.out"
run parse -0 "$T/many.nul" -j 1 > "$T/many.nul.out"
/usr/bin/python3 - "$T" <<'P'
import json, sys
folder = sys.argv[1]
lines = [json.loads(line) for line in open(folder + "/many.out")]
nul = open(folder + "/many.nul.out", newline="").read().split("\0")
print(len(lines), [line["i"] for line in lines] == list(range(300)), nul.pop() == "", nul == [line["conllu"] for line in lines])
print(nul[7] == open(folder + "/some.conllu").read(), nul[0] == "")
P
for j in 2 5; do
  run parse --from jsonl --to conllu "$T/many.jsonl" -j $j | cmp - "$T/many.out"
  run parse -0 -j $j < "$T/many.nul" | cmp - "$T/many.nul.out"
done
xz -k "$T/many.jsonl"
run parse --from jsonl --to conllu "$T/many.jsonl.xz" "$T/many.jsonl" -o "$T/twice.gz" && zcat "$T/twice.gz" | cmp - <(cat "$T/many.out" "$T/many.out") && echo same
printf 'Chove.\0\0Neva.' | run tokenize -0 --to text | tr '\0' '|'
echo

echo "--- an answer comes before the next line is sent, however short the first is"
for how in "--from jsonl --to triples" "-0 --to triples"; do
  coproc PIPE { run parse $how -j 2; }
  out=${PIPE[0]} in=${PIPE[1]}
  for text in A Chove. Neva.; do
    if [ "$how" = "-0 --to triples" ]; then
      printf '%s\0' "$text" >&"$in"; IFS= read -r -d '' -t 60 line <&"$out" && printf '%s\n' "$line" | grep -c '^root('
    else
      printf '"%s"\n' "$text" >&"$in"; read -r -t 60 line <&"$out" && printf '%s\n' "$line" | grep -o '"text":"[^"]*"'
    fi
  done
  exec {in}>&-
  wait "$PIPE_PID"; echo "[exit $?]"
done 2> /dev/null

echo "--- a bad line ends it: what was before is written"
printf '"Chove."\n{"id":1}\n"Neva."\n' > "$T/bad.jsonl"
status run parse --from jsonl --to conllu "$T/bad.jsonl" | short | sed "s|$T|T|"
status run parse --from jsonl "$T/bad.jsonl" -o "$T/never.jsonl" | sed "s|$T|T|"
ls "$T/never.jsonl" 2>&1 | sed "s|$T|T|"
printf 'Chove.\n\0um\ndois \377\n\0Neva.' > "$T/bad.nul"
status run tokenize -0 --to text "$T/bad.nul" | tr '\0' '|' | sed "s|$T|T|"

echo "--- or its answer says what was wrong"
printf '"Chove."\n{"id":1}\nno\n{"id":2,"text":"a\\u0000b"}\n["x"]\n"%04000d"\n"Neva."\n' 0 > "$T/bad.jsonl"
status espalier parse -m pt --from jsonl --to conllu --skip-invalid --max-line 2000 "$T/bad.jsonl" | short | sed "s|$T|T|"
status espalier tokenize -m pt -0 --to text --skip-invalid "$T/bad.nul" | tr '\0' '|' | sed "s|$T|T|"

echo "--- what does not go together"
status run parse -0 --from conllu samples/pt.conllu
status run parse --from jsonl --to jsonline "$T/in.jsonl"
status espalier parse -m pt "$T/in.jsonl" | sed "s|$T|T|"
status espalier convert --from jsonl "$T/in.jsonl"
