# The models that come with the program: found without a word, sound, and right on a sentence each.
espalier models --json | grep -o '"name": "[^"]*"'
for model in models/*.model; do espalier inspect "$model" --check | sed 's|.*/||'; done
tree() { grep -P '^[0-9-]+\t' | cut -f1-4,7,8; }
espalier parse 'The cat that I saw yesterday was sleeping on the roof.' 2>&1 | grep -E '^espalier'
espalier parse 'The cat that I saw yesterday was sleeping on the roof.' -q | tree
espalier parse 'O jardineiro poda as macieiras no inverno.' -q | tree
espalier parse 'Les enfants ont mangé les pommes du jardin.' -q | tree
