// One sentence: its drawings, what differs between parsers, and its table.
import { readBrackets, spansOf, type Bracket } from './brackets';
import { differenceOf, sameWords, type Difference } from './compare';
import type { Constraint } from './conllu';
import { button, h, plural } from './dom';
import { arcsOf, describe, drawArcs, MOST_WORDS, sureness, type DrawnArc } from './draw_arcs';
import { drawConstituents } from './draw_constituents';
import { pngBlob, save, svgText } from './export';
import { HeadChooser, type ChooserHandlers } from './head_chooser';
import { hasArcs, isRightToLeft, textOf, type Sentence, type Token } from './sentence';
import { say } from './status';
import { tokenTable, type NamedSentence } from './token_table';
import { attachTooltip } from './tooltip';

export interface ShownSentence {
  /** Counted from 0. */
  index: number;
  trees: NamedSentence[];
  constraints: Constraint[];
  lemmas: boolean;
  handlers: ChooserHandlers;
}

export function differenceText(difference: Difference): string {
  const { heads, labels } = difference;
  if (heads + labels === 0) return 'no differences';
  const parts = [heads > 0 && plural(heads, 'other head'), labels > 0 && plural(labels, 'other label')].filter(Boolean);
  return `${plural(heads + labels, 'word')} of ${difference.words} ${heads + labels === 1 ? 'differs' : 'differ'}: ${parts.join(', ')}`;
}

async function savePng(svg: SVGSVGElement, name: string): Promise<void> {
  try {
    save(await pngBlob(svg), name);
    say(`${name} is saved.`);
  } catch (error) {
    say(`The image could not be made: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A drawing with its title and its files. */
export function figure(svg: SVGSVGElement, title: (Node | string)[], fileName: string, text: string): HTMLElement {
  const buttons = h(
    'span',
    { class: 'files' },
    button('SVG', { class: 'small', 'aria-label': `Save drawing ${fileName} as SVG` }, () => save(svgText(svg), `${fileName}.svg`, 'image/svg+xml')),
    button('PNG', { class: 'small', 'aria-label': `Save drawing ${fileName} as PNG` }, () => void savePng(svg, `${fileName}.png`)),
  );
  const scroller = h('div', { class: 'scroller', dir: isRightToLeft(text) ? 'rtl' : 'ltr' });
  if (svg.getAttribute('role') === 'img') {
    scroller.setAttribute('tabindex', '0');
    scroller.setAttribute('role', 'region');
    scroller.setAttribute('aria-label', `Drawing: ${svg.getAttribute('aria-label') ?? ''}`);
  }
  scroller.append(svg);
  return h('figure', {}, h('figcaption', {}, h('span', {}, ...title), buttons), scroller);
}

const fixedMark = (shown: ShownSentence, token: Token): string => (shown.constraints.some((each) => each.word === token.id) ? ' fixed' : '');

function interactive(shown: ShownSentence, svg: SVGSVGElement, above: Sentence, below?: Sentence): HTMLElement {
  attachTooltip(svg, (word, isBelow) => {
    const sentence = isBelow && below ? below : above;
    const token = sentence.tokens[word - 1];
    return token ? describe(token, sentence) : '';
  });
  return new HeadChooser(svg, above, shown.handlers).hint;
}

function arcFigure(shown: ShownSentence, arcs: DrawnArc[], title: (Node | string)[], name: string, below?: Sentence): HTMLElement[] {
  const { sentence } = shown.trees[0]!;
  const svg = drawArcs({ sentence, arcs, lemmas: shown.lemmas, interactive: true, title: `Dependencies of sentence ${shown.index + 1}. Arrow keys go from word to word.` });
  const hint = interactive(shown, svg, sentence, below);
  return [figure(svg, title, name, textOf(sentence)), hint];
}

function plainArcs(shown: ShownSentence): HTMLElement[] {
  const { sentence } = shown.trees[0]!;
  const arcs = arcsOf(sentence, false, (token) => sureness(token.confidence) + fixedMark(shown, token));
  return arcFigure(shown, arcs, ['Dependencies'], `tree-${shown.index + 1}`);
}

/** The first tree above the words, and below them what another has instead. */
function comparedArcs(shown: ShownSentence, other: NamedSentence, number: number): HTMLElement[] {
  const first = shown.trees[0]!;
  if (!sameWords(first.sentence, other.sentence)) return [h('p', {}, `${other.name} has other words; the trees cannot be compared.`)];
  const difference = differenceOf(first.sentence, other.sentence);
  const differs = (token: Token): boolean => difference.differing.has(token.id);
  const arcs = [
    ...arcsOf(first.sentence, false, (token) => (differs(token) ? 'only-a' : 'common') + fixedMark(shown, token)),
    ...arcsOf(other.sentence, true, (token) => `only-b${fixedMark(shown, token)}`).filter((arc) => difference.differing.has(arc.dependent)),
  ];
  const title = [h('b', { class: 'name-a' }, `▲ ${first.name}`), ' above, ', h('b', { class: 'name-b' }, `▼ ${other.name}`), ` below where it differs: ${differenceText(difference)}`];
  return arcFigure(shown, arcs, title, `compared-${shown.index + 1}-${number}`, other.sentence);
}

function bracketsOf(sentence: Sentence): Bracket | null {
  try {
    return readBrackets(sentence.constituents ?? '')[0]?.tree ?? null;
  } catch {
    return null;
  }
}

function constituentFigures(shown: ShownSentence): HTMLElement[] {
  const trees = shown.trees.map((each) => ({ ...each, tree: bracketsOf(each.sentence) })).filter((each) => each.tree !== null);
  const spans = trees.map((each) => spansOf(each.tree!));
  return trees.map(({ name, sentence, tree }, i) => {
    const against = spans.length > 1 ? spans[i === 0 ? 1 : 0]! : null;
    const mark = i === 0 ? 'only-a' : 'only-b';
    const only = against ? [...spans[i]!].filter((each) => !against.has(each)).length : 0;
    const note = against && (i > 0 || spans.length === 2) ? `: ${plural(only, 'constituent')} that ${trees[i === 0 ? 1 : 0]!.name} has not` : '';
    const svg = drawConstituents(tree!, `Constituents of sentence ${shown.index + 1}: ${sentence.constituents ?? ''}`, isRightToLeft(textOf(sentence)), (key) => (against && !against.has(key) ? mark : ''));
    const title = shown.trees.length > 1 ? `Constituents, ${name}${note}` : 'Constituents';
    return figure(svg, [title], `constituents-${shown.index + 1}${i > 0 ? `-${i + 1}` : ''}`, textOf(sentence));
  });
}

function drawings(shown: ShownSentence): HTMLElement[] {
  if (shown.trees[0]!.sentence.tokens.length > MOST_WORDS) return [h('p', {}, `This sentence has more than ${MOST_WORDS} words; it is not drawn.`)];
  const withArcs = shown.trees.filter((each) => hasArcs(each.sentence));
  const arcs: ShownSentence = { ...shown, trees: withArcs };
  const out: HTMLElement[] = [];
  if (withArcs.length === 1) out.push(...plainArcs(arcs));
  for (const [i, other] of withArcs.slice(1).entries()) out.push(...comparedArcs(arcs, other, i + 2));
  return [...out, ...constituentFigures(shown)];
}

export function sentenceArticle(shown: ShownSentence): HTMLElement {
  const { sentence } = shown.trees[0]!;
  const id = `sentence-${shown.index + 1}`;
  const text = textOf(sentence);
  return h(
    'article',
    { class: 'sentence', 'aria-labelledby': id, 'data-sentence': shown.index },
    h('h3', { id, dir: isRightToLeft(text) ? 'rtl' : 'auto' }, h('span', { class: 'count' }, `${shown.index + 1} `), text),
    ...drawings(shown),
    h('details', {}, h('summary', {}, 'Words, tags and features'), tokenTable(shown.trees)),
  );
}
