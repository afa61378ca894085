// node examples/node/parse.js ADDON MODEL TEXT: each word with its head, by the addon that espalier.c makes.
'use strict';

const [addon, model, text] = process.argv.slice(2);
const { load } = require(require('path').resolve(addon));

try {
  const parse = load(model);
  for (const words of parse(text)) {
    for (const word of words) {
      const head = word.head > 0 ? words[word.head - 1].form : '-';
      console.log([word.form, word.upos, word.deprel, head].join('\t'));
    }
    console.log();
  }
} catch (error) {
  console.error(`parse.js: ${error.code}: ${error.message}`);
  process.exitCode = 2;
}
