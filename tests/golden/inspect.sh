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
echo "--- usefulness"
espalier inspect "$model" --usefulness samples/de.conllu -j 1 > "$T/one"
espalier inspect "$model" samples/de.conllu --usefulness -j 3 | cmp - "$T/one" && echo the same on three threads
sed -n 1,4p "$T/one" | masked
grep -c . "$T/one"
espalier inspect "$model" --usefulness samples/de.conllu --json > "$T/usefulness.json"
if command -v python3 > /dev/null; then  # says something where it is wrong
  python3 - "$T/usefulness.json" <<'END'
import json, sys
model = json.load(open(sys.argv[1]))
templates = model["templates"]
for each in templates:
    if round(each["loss"] * model["words"] / 100) != each["lost"] - each["won"] or abs(model["score"] - each["loss"] - each["score"]) > 1e-9:
        print(each)
if templates != sorted(templates, key=lambda each: -each["loss"]):
    print("not in order")
END
fi
status espalier inspect "$model" --usefulness
status espalier inspect "$model" samples/de.conllu
status espalier inspect "$model" --usefulness samples/none.conllu
status espalier inspect "$model" --usefulness samples/de.conllu --check
echo "--- moves"
for recipe in transition mdparser; do
  espalier train samples/en.conllu --recipe $recipe --only parser -q -o "$T/moves.model"
  espalier inspect "$T/moves.model" --heaviest 1 --label left-arc | masked | head -5
  espalier inspect "$T/moves.model" --heaviest 1 --label det | masked
done
status espalier inspect "$T/moves.model" --label left-ark
echo "--- support vectors: no feature has a weight of its own"
espalier train samples/en.conllu --recipe mdparser --learner libsvm --split-least 40 --only parser -q -o "$T/kernel.model"
espalier inspect "$T/kernel.model" | sed -n '/^Options/,/^$/ {/^\(kernel\|cost\|degree\|gamma\|coef0\) /p}; /^local\/kernel/p; /^Counts/,/^$/p' | masked
status espalier inspect "$T/kernel.model" --check | sed "s|$T|T|"
status espalier inspect "$T/kernel.model" --heaviest 3 | sed "s|$T|T|"
echo "--- templates are a file that train takes, and give the same templates again"
espalier inspect "$model" --features -o "$T/en.features"
espalier train samples/en.conllu --recipe mst1 --only parser --epochs 1 --features "$T/en.features" -q -o "$T/again.model"
espalier inspect "$T/again.model" --features | cmp - "$T/en.features" && echo same
