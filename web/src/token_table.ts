// The words of a sentence as a table: the drawing told in text.
import { h, percent, type Child } from './dom';
import { sureness } from './draw_arcs';
import { isRightToLeft, textOf, type Sentence, type Token } from './sentence';

export interface NamedSentence {
  name: string;
  sentence: Sentence;
}

/** Rows beyond these are not shown. */
const MOST_ROWS = 5000;

const headText = (token: Token, sentence: Sentence): string => {
  if (token.head === undefined) return '';
  return token.head === 0 ? '0' : `${token.head} ${sentence.tokens[token.head - 1]?.form ?? ''}`;
};

function arcCells(token: Token | undefined, sentence: Sentence, first: Token): Child[] {
  if (!token) return [h('td'), h('td'), h('td')];
  const otherHead = token.head !== first.head;
  const other = otherHead || token.deprel !== first.deprel;
  const mark = (differs: boolean): Child => differs && h('span', { class: 'differs', title: 'differs from the first' }, '≠ ');
  const sure = token.confidence === undefined ? '' : percent(token.confidence);
  return [
    h('td', { class: otherHead ? 'other' : '' }, mark(otherHead), headText(token, sentence)),
    h('td', { class: other ? 'other' : '' }, mark(other && !otherHead), token.deprel ?? ''),
    h('td', { class: `number ${sureness(token.confidence)}` }, sure),
  ];
}

function rowOf(i: number, trees: readonly NamedSentence[]): HTMLTableRowElement {
  const first = trees[0]!.sentence.tokens[i]!;
  const features = (first.feats ?? '').split('|').filter(Boolean);
  return h(
    'tr',
    {},
    h('th', { scope: 'row', class: 'number' }, String(first.id)),
    h('td', { class: 'form' }, first.form),
    h('td', { class: 'lemma' }, first.lemma ?? ''),
    h('td', {}, first.upos ?? ''),
    h('td', {}, first.xpos ?? ''),
    h('td', { class: 'features' }, ...features.map((each) => h('span', {}, each))),
    ...trees.flatMap(({ sentence }) => arcCells(sentence.tokens[i], sentence, first)),
  );
}

export function tokenTable(trees: readonly NamedSentence[]): HTMLElement {
  const { sentence } = trees[0]!;
  const several = trees.length > 1;
  const heading = (text: string, name: string): HTMLElement => h('th', { scope: 'col' }, several ? `${text}, ${name}` : text);
  const shown = sentence.tokens.slice(0, MOST_ROWS);
  return h(
    'div',
    { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'Table of words' },
    h(
      'table',
      { class: 'words', dir: isRightToLeft(textOf(sentence)) ? 'rtl' : undefined },
      h('caption', { class: 'hidden' }, `Words of: ${textOf(sentence)}`),
      h(
        'thead',
        {},
        h('tr', {}, ...['#', 'Word', 'Lemma', 'Tag', 'Fine tag', 'Features'].map((each) => h('th', { scope: 'col' }, each)), ...trees.flatMap(({ name }) => [heading('Head', name), heading('Relation', name), heading('Sure', name)])),
      ),
      h('tbody', {}, ...shown.map((_, i) => rowOf(i, trees))),
    ),
    shown.length < sentence.tokens.length && h('p', {}, `The first ${MOST_ROWS} words are shown.`),
  );
}
