# inspect: what a model holds.
status espalier inspect
status espalier inspect none.model
model=$T/en.model
status espalier train samples/en.conllu --dev samples/en.conllu --recipe mst1 --only parser --epochs 2 --seed 7 --language English --licence CC0 --credit 'The gardeners' \
  -q -o "$model"
masked() { sed -E "s|$T|T|g; s/[0-9a-f]{16,}/HASH/g; s/[0-9]+\.[0-9]+/N/g; s/ +[0-9]+$/ N/" | sed -E 's/ +/ /g; s/─+/─/g'; }
espalier inspect "$model" | sed -E '/^Templates/,$d; /^(Options|Sections|Counts)/,/^$/ {/^(epochs|seed|self-test|all|labels) |^[A-Z]/! d}' | masked
# No more than two rows below the header and the rule.
espalier inspect "$model" --heaviest 2 --label nsubj -q | awk 'NR > 4'
espalier inspect "$model" --heaviest 2 | masked | head -6
espalier inspect "$model" --heaviest 2 --label det | masked
status espalier inspect "$model" --label nsbj
espalier inspect "$model" --json | grep -oP '^  "\K[^"]*'
status espalier inspect "$model" --check | sed "s|$T|T|"
status espalier inspect "$model" --check --json
status espalier inspect "$model" --check --features
echo "--- moves"
for recipe in transition mdparser; do
  espalier train samples/en.conllu --recipe $recipe --only parser -q -o "$T/moves.model"
  espalier inspect "$T/moves.model" --heaviest 1 --label left-arc | masked | head -5
  espalier inspect "$T/moves.model" --heaviest 1 --label det | masked
done
status espalier inspect "$T/moves.model" --label left-ark
echo "--- templates are a file that train takes, and give the same templates again"
espalier inspect "$model" --features -o "$T/en.features"
espalier train samples/en.conllu --recipe mst1 --only parser --epochs 1 --features "$T/en.features" -q -o "$T/again.model"
espalier inspect "$T/again.model" --features | cmp - "$T/en.features" && echo same
