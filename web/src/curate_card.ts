// One suspect: what the treebank has and what is proposed, told and drawn side by side.
import { spansOf, writeBracket, type Bracket } from './brackets';
import { BracketTreebank } from './curate_brackets';
import { WordTreebank } from './curate_words';
import type { Decision, Suspect, Treebank } from './curation';
import { h } from './dom';
import { arcsOf, describe, drawArcs, MOST_WORDS } from './draw_arcs';
import { drawConstituents } from './draw_constituents';
import { isRightToLeft, type Sentence } from './sentence';
import { figure } from './sentence_view';
import { attachTooltip } from './tooltip';

type Decided = ReadonlyMap<string, Decision>;

const TITLES = { gold: 'Treebank', proposed: 'Proposed' } as const;
type Side = keyof typeof TITLES;

function caption(side: Side): (Node | string)[] {
  return [h('b', { class: side === 'gold' ? 'name-a' : 'name-b' }, TITLES[side])];
}

function wordFigure(side: Side, sentence: Sentence, suspect: Suspect, accepted: ReadonlySet<number>): HTMLElement {
  const mark = side === 'gold' ? 'only-a' : 'only-b';
  const arcs = arcsOf(sentence, false, (token) => (token.id === suspect.first ? mark : accepted.has(token.id) ? 'common fixed' : 'common'));
  const token = sentence.tokens[suspect.first - 1]!;
  const svg = drawArcs({ sentence, arcs, title: `${TITLES[side]}: ${describe(token, sentence)}` });
  attachTooltip(svg, (word) => describe(sentence.tokens[word - 1]!, sentence));
  return figure(svg, caption(side), `${side}-${suspect.sentence + 1}`, sentence.text);
}

function wordFigures(treebank: WordTreebank, suspect: Suspect, decisions: Decided): HTMLElement[] {
  const others = new Map([...decisions].filter(([key]) => key !== suspect.key));
  const accepted = new Set(treebank.suspects.filter((each) => each.sentence === suspect.sentence && others.get(each.key) === 'accept').map((each) => each.first));
  return [
    wordFigure('gold', treebank.sentenceWith(suspect.sentence, others), suspect, accepted),
    wordFigure('proposed', treebank.sentenceWith(suspect.sentence, others, suspect), suspect, accepted),
  ];
}

function bracketFigure(side: Side, tree: Bracket, other: Bracket, text: string, sentence: number): HTMLElement {
  const spans = spansOf(other);
  const mark = side === 'gold' ? 'only-a' : 'only-b';
  const svg = drawConstituents(tree, `${TITLES[side]}: ${writeBracket(tree)}`, isRightToLeft(text), (key) => (spans.has(key) ? '' : mark));
  return figure(svg, caption(side), `${side}-${sentence + 1}`, text);
}

function bracketFigures(treebank: BracketTreebank, suspect: Suspect, decisions: Decided): HTMLElement[] {
  const others = new Map([...decisions].filter(([key]) => key !== suspect.key));
  const gold = treebank.treeWith(suspect.sentence, others);
  const proposed = treebank.treeWith(suspect.sentence, others, suspect);
  if (!gold || !proposed) return [h('p', {}, 'With what was accepted so far, this cannot be drawn: brackets would cross.')];
  const text = treebank.textOf(suspect.sentence);
  return [bracketFigure('gold', gold, proposed, text, suspect.sentence), bracketFigure('proposed', proposed, gold, text, suspect.sentence)];
}

function figures(treebank: Treebank, suspect: Suspect, decisions: Decided): HTMLElement[] {
  if (treebank instanceof BracketTreebank) return bracketFigures(treebank, suspect, decisions);
  if (!(treebank instanceof WordTreebank)) return [];
  if (treebank.blocks[suspect.sentence]!.sentence.tokens.length > MOST_WORDS) return [h('p', {}, 'The sentence is too long to be drawn.')];
  return wordFigures(treebank, suspect, decisions);
}

/** Some proposals make a tree only together, so they can be accepted one by one, with a warning on the way. */
function warning(treebank: Treebank, suspect: Suspect, decisions: Decided): HTMLElement | null {
  const others = new Map([...decisions].filter(([key]) => key !== suspect.key));
  const before = treebank.fault(suspect.sentence, others);
  const after = treebank.fault(suspect.sentence, others, suspect);
  if (after && !before) return h('p', { class: 'warning' }, `Accepting this alone gives no proper tree: ${after}. Other suspects of the sentence may go with it.`);
  if (before && after) return h('p', { class: 'warning' }, `What was accepted in this sentence so far gives no proper tree: ${before}.`);
  if (before) return h('p', { class: 'warning' }, 'What was accepted in this sentence so far gives no proper tree; with this it does.');
  return null;
}

const STATES: Record<Decision, string> = { accept: '✓ accepted', reject: '✗ rejected', skip: '… skipped' };

export function card(treebank: Treebank, suspect: Suspect, decisions: Decided): HTMLElement {
  const state = decisions.get(suspect.key);
  const text = treebank.textOf(suspect.sentence);
  return h(
    'article',
    { class: `suspect ${state ?? 'open'}`, 'aria-label': 'Suspect', 'data-key': suspect.key },
    h('h3', { dir: isRightToLeft(text) ? 'rtl' : 'auto' }, text),
    h(
      'p',
      { class: 'claim' },
      h('b', { class: 'form' }, suspect.words),
      ': ',
      h('span', { class: 'name-a' }, suspect.gold),
      ' → ',
      h('span', { class: 'name-b' }, suspect.proposed),
      suspect.score !== null && h('span', { class: 'score' }, ` score ${suspect.score.toFixed(2)}`),
      state && h('span', { class: `state ${state}` }, STATES[state]),
    ),
    warning(treebank, suspect, decisions),
    h('div', { class: 'pair' }, ...figures(treebank, suspect, decisions)),
    suspect.said && h('p', { class: 'said' }, `Parsers say: ${suspect.said}`),
  );
}

/** Brings the word in question into sight, in both drawings. */
export function scrollToSuspect(box: HTMLElement, suspect: Suspect): void {
  for (const scroller of box.querySelectorAll<HTMLElement>('.scroller')) {
    const word = scroller.querySelector(`.word[data-word="${suspect.first}"], text.form[data-word="${suspect.first}"]`);
    if (!word) continue;
    const [inner, outer] = [word.getBoundingClientRect(), scroller.getBoundingClientRect()];
    scroller.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }
}
