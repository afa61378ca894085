# The same bytes on any number of threads: models, and what is parsed with them.
cat samples/{en,de,fr,cs,pt}.conllu > "$T/train.conllu"
for i in $(seq 20); do cat samples/*.conllu; done > "$T/many.conllu"
for recipe in $(espalier train --list-recipes | cut -d' ' -f1); do
  grep -qE 'parser = "(local|token)"' "recipes/$recipe.toml" && few=() || few=(--epochs 2)
  data=("$T/train.conllu" --dev samples/es.conllu)
  grep -q 'parser = "constituency"' "recipes/$recipe.toml" && data=(samples/en.mrg samples/fr.mrg --dev samples/pt.mrg)
  for threads in 1 2 8; do
    espalier train "${data[@]}" --recipe "$recipe" --only parser "${few[@]}" -q -j $threads -o "$T/$threads.model"
  done
  cmp "$T/1.model" "$T/2.model" && cmp "$T/1.model" "$T/8.model" || echo "$recipe: models differ"
  espalier parse "$T/many.conllu" -m "$T/1.model" -j 1 > "$T/1.conllu"
  espalier parse "$T/many.conllu" -m "$T/1.model" -j 8 | cmp - "$T/1.conllu" || echo "$recipe: trees differ"
done
for threads in 1 2 8; do
  espalier train "$T/train.conllu" --dev samples/es.conllu --epochs 2 -q -j $threads -o "$T/$threads.model"
done
cmp "$T/1.model" "$T/2.model" && cmp "$T/1.model" "$T/8.model" || echo "all stages: models differ"
espalier convert "$T/many.conllu" --to text -o "$T/many.txt"
espalier parse "$T/many.txt" -m "$T/1.model" -j 1 > "$T/1.conllu"
espalier parse "$T/many.txt" -m "$T/1.model" -j 8 | cmp - "$T/1.conllu" || echo "all stages: trees differ"
espalier train "$T/train.conllu" --recipe mst1 --only parser --epochs 2 -q -o "$T/1.model"
espalier train "$T/train.conllu" --recipe mst1 --only parser --epochs 2 --seed 2 -q -o "$T/2.model"
cmp -s "$T/1.model" "$T/2.model" || echo 'another seed, another model'
