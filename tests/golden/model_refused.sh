# Files that are no model, or no longer one: a reason, exit code 2, and nothing is written.
espalier train samples/en.conllu --recipe mst1 --epochs 1 -q -o "$T/good.model"
samples=$PWD/samples
cd "$T"
bytes=$(stat -c %s good.model)
refused() { status espalier parse "$samples/en.conllu" -m "$1" -o out.conllu | sed -E 's/[0-9]{2,}/N/g'; ls out.conllu 2>/dev/null; }
refused none.model
refused "$samples" | sed "s|$samples|samples|"
: > empty.model; refused empty.model
refused "$samples/en.conllu" | sed "s|$samples|samples|"
printf 'ESP' > short.model; refused short.model
for share in 1 50 99; do head -c $((bytes * share / 100)) good.model > cut.model; refused cut.model; done
{ cat good.model; echo more; } > long.model; refused long.model
gzip -c good.model > packed.model; refused packed.model
# A byte changed anywhere is seen.
damaged() { cp good.model damaged.model; printf '\252' | dd of=damaged.model bs=1 seek="$1" conv=notrunc status=none; ! cmp -s good.model damaged.model; }
unseen=0
for at in $(seq 0 $((bytes / 40)) $((bytes - 1))); do
  damaged "$at" || continue
  "$program" inspect damaged.model > message 2>&1; code=$?
  [ $code -eq 2 ] || { unseen=$((unseen + 1)); echo "byte at $at of $bytes: exit $code: $(cat message)"; }
done
echo "$unseen changes unseen"
damaged 0; refused damaged.model
