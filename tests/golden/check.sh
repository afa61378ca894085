# Findings, their exit code, and repairs.
status espalier check samples/*.conllu samples/*.mrg samples/*.discbracket
word() { printf '%s\tw\t_\tX\t_\t%s\t%s\tdep\t_\t_\n' "$1" "$2" "$3"; }
{ word 1 'B=1|A=2' 2; word 2 _ 1; echo; echo; word 1 _ 7; word 3 _ 0; } > "$T/bad.conllu"
(cd "$T" && status espalier check bad.conllu --level 2)
(cd "$T" && status espalier check bad.conllu --level 2 --fix -o fixed.conllu && cat fixed.conllu)
(cd "$T" && status espalier check fixed.conllu --level 2 --max 1)
echo '(S (N a)' > "$T/bad.mrg"
(cd "$T" && status espalier check bad.mrg)
(cd "$T" && head -c 3000000 /dev/zero > zero.conllu && status espalier check zero.conllu --max 3)
