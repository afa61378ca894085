# What a tree is made of never depends on the tree, the enhanced graph or MISC that the input holds.
cat samples/{en,de,fr,cs}.conllu > "$T/train.conllu"
tree() { grep -P '^[0-9]+\t' | cut -f1,7,8; }
blanked() { awk -F'\t' -v OFS='\t' '/^[0-9]/ {if ($1 !~ /[-.]/) $7 = $8 = "_"; $9 = $10 = "_"} 1' "$1"; }
# Another tree, a chain, with labels that the model has not seen.
scrambled() {
  awk -F'\t' -v OFS='\t' '/^[0-9]+\t/ {$7 = $1 - 1; $8 = $7 == 0 ? "root" : "wrong"; $9 = $7 ":" $8; $10 = "Head=" $1 + 1 "|Conf=1"} 1' "$1"
}
for recipe in $(espalier train --list-recipes | cut -d' ' -f1); do
  grep -qE 'parser = "(local|token)"' "recipes/$recipe.toml" && few=() || few=(--epochs 2)
  is_constituency=$(grep -c 'parser = "constituency"' "recipes/$recipe.toml")
  [ "$is_constituency" = 1 ] && data=samples/en.mrg || data=$T/train.conllu
  espalier train "$data" --recipe "$recipe" --only parser "${few[@]}" -q -o "$T/model" || echo "$recipe does not train"
  for language in en de fr pt ar; do
    espalier parse samples/$language.conllu -m "$T/model" --to conllu | tree > "$T/tree"
    [ -s "$T/tree" ] || echo "no tree"
    for change in blanked scrambled; do
      $change samples/$language.conllu > "$T/changed.conllu"
      espalier parse "$T/changed.conllu" -m "$T/model" --to conllu | tree | cmp -s - "$T/tree" || echo "$recipe $language: $change is not the same"
      [ "$is_constituency" = 1 ] && continue  # it has no second best
      espalier parse "$T/changed.conllu" -m "$T/model" --nbest 1 | tree | cmp -s - "$T/tree" || echo "$recipe $language: $change, --nbest"
    done
  done
done
echo "--- nor do tags, and with --retag not on tags either"
espalier train "$T/train.conllu" --epochs 2 -q -o "$T/model"
untagged() { awk -F'\t' -v OFS='\t' '/^[0-9]/ {$3 = $4 = $5 = $6 = "_"} 1' "$1"; }
for language in en de fr pt ar; do
  untagged samples/$language.conllu > "$T/words.conllu"
  espalier parse "$T/words.conllu" -m "$T/model" | grep -P '^[0-9]+\t' | cut -f1-8 > "$T/tree"
  for change in blanked scrambled; do
    $change "$T/words.conllu" | espalier parse -m "$T/model" | grep -P '^[0-9]+\t' | cut -f1-8 | cmp - "$T/tree"
  done
  espalier parse --retag samples/$language.conllu -m "$T/model" | grep -P '^[0-9]+\t' | cut -f1-8 | cmp - "$T/tree"
done
echo "--- nor on brackets"
sed -E 's/\((S|NP|VP)/(X/g' samples/en.mrg > "$T/changed.mrg"
espalier parse samples/en.mrg -m "$T/model" | cmp - <(espalier parse "$T/changed.mrg" -m "$T/model") && echo same
espalier train samples/en.mrg --recipe constituency-best --only parser --epochs 2 -q -o "$T/model"
espalier parse samples/en.mrg -m "$T/model" | cmp - <(espalier parse "$T/changed.mrg" -m "$T/model") && echo same
