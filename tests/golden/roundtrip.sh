# What is read is written back to the byte: plainly, through every compression, on one thread and on eight.
for file in samples/*.conllu samples/*.mrg samples/*.discbracket; do
  case $file in *.conllu) to=conllu ;; *.mrg) to=penn ;; *) to=discbracket ;; esac
  for threads in 1 8; do
    espalier convert -j $threads --to $to "$file" | cmp - "$file"
  done
  for suffix in gz xz zst; do
    espalier convert --to $to "$file" -o "$T/x.$suffix" && espalier convert --from $to --to $to "$T/x.$suffix" | cmp - "$file"
  done
  espalier convert --to json "$file" | espalier convert --from json --to $to | cmp - "$file"
done
cat samples/*.conllu | espalier convert -j 8 | cmp - <(cat samples/*.conllu)
espalier convert -j 8 samples/*.conllu | cmp - <(cat samples/*.conllu)
for file in samples/*.mrg; do
  espalier convert --to native "$file" | espalier convert --from native --to penn | cmp - "$file"
  for order in 0 1 all; do
    espalier convert --binarize $order --to penn "$file" | espalier convert --from penn --unbinarize --to penn | cmp - "$file"
  done
done
echo done
