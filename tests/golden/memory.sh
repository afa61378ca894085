# --max-memory from too little to enough: each run ends with 0 or 3 and a message, never by a signal, and its file is
# whole or as it was. (Programs with sanitizers have no such limit: all their runs end with 0.)
samples=$PWD/samples
cd "$T"
status espalier convert "$samples/en.conllu" --max-memory lots
status espalier convert "$samples/en.conllu" --max-memory 0
for i in $(seq 40); do cat "$samples/en.conllu"; done > big.conllu
espalier train "$samples/en.conllu" --recipe transition-fast --epochs 1 -q -o small.model
limited=$(espalier convert big.conllu --max-memory 1K -q >/dev/null 2>&1; echo $?)
# try NAME FILE STEP SIZES COMMAND…: with limits of 1, 2, … steps of KiB; what the file holds at the end must be what it
# held before, after an error, or what a run without limit writes.
try() {
  local name=$1 file=$2 step=$3 sizes=$4 fine=0 out=0; shift 4
  espalier "$@" -q -o "$file" && cp "$file" expected."$file"
  for i in $(seq "$sizes"); do
    echo old > "$file"
    "$program" "$@" -q -o "$file" --max-memory $((i * step))K 2> message; code=$?
    case $code in
      0) fine=$((fine + 1)); cmp "$file" expected."$file" ;;
      3) out=$((out + 1)); echo old | cmp - "$file" && grep -Eq '^espalier: .*([Oo]ut of memory|no memory|Cannot allocate memory|Resource temporarily unavailable)' message || cat message ;;
      *) echo "$name with $((i * step)) KiB: exit $code"; cat message ;;
    esac
  done
  [ "$limited" = 0 ] || [ "$out" -gt 0 ] || echo "$name: memory never ran out"
  [ "$fine" -gt 0 ] || echo "$name: memory was never enough"
  ls -A | grep '\.part$'
  echo "$name: done"
}
try convert out.conllu 1500 12 convert big.conllu -j 2
try compress out.conllu.xz 6000 20 convert big.conllu -j 1
try parse trees.conllu 500 24 parse -m small.model big.conllu -j 2
try train new.model 2500 20 train "$samples/en.conllu" --recipe transition-fast --epochs 1 -j 2
try liblinear linear.model 2500 16 train "$samples/en.conllu" --recipe malt-eager --only parser -j 1
try libsvm kernel.model 5000 16 train "$samples/en.conllu" --recipe malt-svm --only parser -j 1
