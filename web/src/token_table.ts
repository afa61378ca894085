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

const mark = (differs: boolean): Child => differs && h('span', { class: 'differs', title: 'differs from the first' }, '≠ ');

/** A column is left out where it says nothing of any word. */
interface Column {
  title: string;
  says: (token: Token) => unknown;
  cell: (token: Token, i: number) => HTMLElement;
}

const FEATURE = /[^|]+/g;

const WORD_COLUMNS: Column[] = [
  { title: 'Word', says: () => true, cell: (token) => h('td', { class: 'form' }, token.form) },
  { title: 'Lemma', says: (token) => token.lemma, cell: (token) => h('td', { class: 'lemma' }, token.lemma ?? '') },
  { title: 'Tag', says: (token) => token.upos, cell: (token) => h('td', {}, token.upos ?? '') },
  { title: 'Fine tag', says: (token) => token.xpos, cell: (token) => h('td', {}, token.xpos ?? '') },
  { title: 'Features', says: (token) => token.feats, cell: (token) => h('td', { class: 'features' }, ...((token.feats ?? '').match(FEATURE) ?? []).map((each) => h('span', {}, each))) },
];

/** What a tree says of its words; `first` is the tree that others are compared with. */
function arcColumns({ name, sentence }: NamedSentence, first: Sentence, several: boolean): Column[] {
  const own = (i: number): Token | undefined => sentence.tokens[i];
  const otherHead = (i: number): boolean => own(i)?.head !== first.tokens[i]?.head;
  const otherLabel = (i: number): boolean => own(i)?.deprel !== first.tokens[i]?.deprel;
  const title = (text: string): string => (several ? `${text}, ${name}` : text);
  const some = (says: (token: Token) => unknown) => () => sentence.tokens.some((token) => says(token) !== undefined);
  return [
    { title: title('Head'), says: some((token) => token.head), cell: (_, i) => h('td', { class: otherHead(i) ? 'other' : '' }, mark(otherHead(i)), own(i) ? headText(own(i)!, sentence) : '') },
    { title: title('Relation'), says: some((token) => token.deprel), cell: (_, i) => h('td', { class: otherHead(i) || otherLabel(i) ? 'other' : '' }, mark(otherLabel(i) && !otherHead(i)), own(i)?.deprel ?? '') },
    {
      title: title('Sure'),
      says: some((token) => token.confidence),
      cell: (_, i) => h('td', { class: `number ${sureness(own(i)?.confidence)}` }, own(i)?.confidence === undefined ? '' : percent(own(i)!.confidence!)),
    },
  ];
}

export function tokenTable(trees: readonly NamedSentence[]): HTMLElement {
  const { sentence } = trees[0]!;
  const all = [...WORD_COLUMNS, ...trees.flatMap((tree) => arcColumns(tree, sentence, trees.length > 1))];
  const columns = all.filter((column) => sentence.tokens.some((token) => Boolean(column.says(token))));
  const shown = sentence.tokens.slice(0, MOST_ROWS);
  const row = (token: Token, i: number): HTMLElement => h('tr', {}, h('th', { scope: 'row', class: 'number' }, String(token.id)), ...columns.map((column) => column.cell(token, i)));
  return h(
    'div',
    { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'Table of words' },
    h(
      'table',
      { class: 'words', dir: isRightToLeft(textOf(sentence)) ? 'rtl' : undefined },
      h('caption', { class: 'hidden' }, `Words of: ${textOf(sentence)}`),
      h('thead', {}, h('tr', {}, ...['#', ...columns.map((column) => column.title)].map((each) => h('th', { scope: 'col' }, each)))),
      h('tbody', {}, ...shown.map(row)),
    ),
    shown.length < sentence.tokens.length && h('p', {}, `The first ${MOST_ROWS} words are shown.`),
  );
}
