# Installed models: by name, by language, by the language of the text.
espalier() { alone "$@"; }
mkdir "$T/a" "$T/b"
for language in en pt; do
  espalier train samples/$language.conllu --epochs 2 --language $language -q -o "$T/a/${language}_small.model"
done
espalier train samples/de.conllu --epochs 2 -q -o "$T/b/de_small.model"
cp "$T/a/en_small.model" "$T/b/"
espalier train samples/fr.conllu --epochs 2 --only parser -q -o "$T/b/fr_parser.model"
export ESPALIER_MODELS=$T/a:$T/none:$T/b
echo "--- listed"
espalier models | grep -F "$T" | sed "s|$T|T|; s/[0-9.]* kB/N kB/" | tr -s ' '
espalier models --json | grep -c '"name"'
echo "--- by name and language"
words() { grep -P '^[0-9]+\t' | cut -f2 | tr '\n' ' '; echo; }
espalier tokenize -m en_small 'Gardeners train pear trees.' | words
espalier tokenize -m pt 'O muro quente.' | words
espalier inspect de --check | sed "s|$T|T|"
espalier bench samples/de.conllu -m de --seconds 0.01 -j 1 -q | grep -cE '^(load|parse) '
status espalier parse -m enn 'Some text.'
status espalier parse -m "$T/none.model" 'Some text.' | sed "s|$T|T|"
echo "--- by the text"
said() { grep -o 'model [a-z_]*:' ; }
espalier tokenize 'Gardeners train pear trees against warm walls.' 2>&1 >/dev/null | said
espalier convert samples/pt.conllu --to text -o "$T/pt.txt"
espalier tokenize "$T/pt.txt" 2>&1 >/dev/null | said
espalier tokenize "$T/pt.txt" -q | cmp - <(espalier tokenize -m pt "$T/pt.txt")
espalier tokenize < "$T/pt.txt" -q | cmp - <(espalier tokenize -m pt "$T/pt.txt") && echo same
gzip -k "$T/pt.txt"
espalier tokenize "$T/pt.txt.gz" -q | cmp - <(espalier tokenize -m pt "$T/pt.txt") && echo same
espalier parse samples/de.conllu 2>&1 >/dev/null | said
