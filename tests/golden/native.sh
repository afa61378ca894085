# Extra lexical columns come from the first sentence, or as asked for; they survive other formats in MISC.
printf 'word\ttag\tsword\tnum\n<ROOT-head>\n   <NP-head>\n      Le\tDET\tLe\ts\n      loyer\tNC-head\t$UNK$\ts\n   </NP>\n</ROOT>\n' > "$T/a.native"
espalier convert "$T/a.native" --to native | cmp - "$T/a.native" && echo same
espalier convert "$T/a.native" --to conllu
espalier convert "$T/a.native" --to conllu | espalier convert --to native --heads french 2>&1 | head -3
espalier convert "$T/a.native" --to json | espalier convert --from json --to native --columns num
