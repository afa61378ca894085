// Dependencies as arcs over words; a second tree's arcs may stand below them.
import { layoutArcs, type ArcLayout, type ArcSpan, type PlacedArc } from './arc_layout';
import { FONTS, percent, s, widthOf, type Child } from './dom';
import { isRightToLeft, textOf, type Sentence, type Token } from './sentence';

export interface DrawnArc extends ArcSpan {
  /** Classes of the arc: how sure it is, which tree has it, whether it was given. */
  classes: string;
  confidence?: number | undefined;
}

export interface ArcDrawing {
  sentence: Sentence;
  arcs: DrawnArc[];
  lemmas?: boolean;
  /** Words that can be focused and chosen. */
  interactive?: boolean;
  title: string;
}

/** From these on arcs are drawn as sure, or as fair. Parsers are calibrated, and few arcs are above 90 percent. */
export const SURE = 0.8;
export const FAIR = 0.6;

/** More words than this are shown as a table alone: the drawing would be of no use, and slow. */
export const MOST_WORDS = 2000;

export function sureness(confidence: number | undefined): string {
  if (confidence === undefined) return '';
  if (confidence >= SURE) return 'sure';
  return confidence >= FAIR ? 'fair' : 'doubtful';
}

/** The arcs of one tree. */
export function arcsOf(sentence: Sentence, below: boolean, classes: (token: Token) => string): DrawnArc[] {
  return sentence.tokens
    .filter((token) => token.head !== undefined)
    .map((token) => ({
      head: token.head!,
      dependent: token.id,
      label: token.deprel ?? '',
      below,
      classes: classes(token),
      confidence: token.confidence,
    }));
}

/** What a word hangs from, in words. */
function arcText(token: Token, sentence: Sentence): string {
  const head = token.head === 0 ? 'root of the sentence' : token.head === undefined ? '' : `${token.deprel ?? 'depends'} of ${token.head} ${sentence.tokens[token.head - 1]?.form ?? ''}`;
  const sure = token.confidence === undefined ? '' : `${percent(token.confidence)} sure`;
  return [head, sure].filter(Boolean).join(', ');
}

export function describe(token: Token, sentence: Sentence): string {
  return [`${token.id} ${token.form}`, token.upos ?? token.xpos, arcText(token, sentence)].filter(Boolean).join(', ');
}

const LONG_ARC = 700; // pixels

const isFixed = (arc: DrawnArc): boolean => / fixed/.test(` ${arc.classes}`);
const labelText = (arc: DrawnArc): string => (isFixed(arc) ? `◆ ${arc.label}` : arc.label);

function pathOf(arc: PlacedArc): string {
  const direction = Math.sign(arc.dependentX - arc.headX);
  const up = arc.below ? -1 : 1; // towards the words
  const end = arc.endY - up * 4;
  if (direction === 0) return `M${arc.headX} ${arc.y}V${end}`;
  const radius = Math.min(9, Math.abs(arc.dependentX - arc.headX) / 2);
  const turn = arc.y + up * radius;
  return (
    `M${arc.headX} ${arc.endY - up * 1}V${turn}Q${arc.headX} ${arc.y} ${arc.headX + direction * radius} ${arc.y}` +
    `H${arc.dependentX - direction * radius}Q${arc.dependentX} ${arc.y} ${arc.dependentX} ${turn}V${end}`
  );
}

function tipOf(arc: PlacedArc): string {
  const up = arc.below ? -1 : 1;
  const y = arc.endY;
  return `M${arc.dependentX} ${y}l-3.6 ${-up * 7}h7.2z`;
}

function arcElement(arc: PlacedArc, drawn: DrawnArc): SVGElement {
  const d = pathOf(arc);
  return s(
    'g',
    { class: `arc ${drawn.classes}`, 'data-word': arc.dependent, 'data-below': arc.below || undefined },
    s('path', { class: 'halo', d }),
    s('path', { class: 'line', d }),
    s('path', { class: 'tip', d: tipOf(arc) }),
    s('path', { class: 'hit', d }),
  );
}

/** Where labels stand: in the middle; at both ends, too, of arcs whose middle may be out of sight. */
function labelPlaces(arc: PlacedArc, width: number): number[] {
  const length = Math.abs(arc.dependentX - arc.headX);
  const middle = (arc.headX + arc.dependentX) / 2;
  if (length < LONG_ARC) return [middle];
  const inset = Math.sign(arc.dependentX - arc.headX) * (width / 2 + 28);
  const ends = [arc.headX + inset, arc.dependentX - inset];
  return length < 3 * LONG_ARC ? ends : [...ends, middle];
}

function labelElements(arc: PlacedArc, drawn: DrawnArc): SVGElement[] {
  const root = arc.headX === arc.dependentX;
  const y = root ? arc.y + (arc.below ? 12 : -3) : arc.y + 4;
  const text = labelText(drawn);
  return labelPlaces(arc, widthOf(text, FONTS.label)).map((x) => s('text', { class: `label ${drawn.classes}`, x, y, 'data-word': arc.dependent, 'data-below': arc.below || undefined }, text));
}

interface Row {
  class: string;
  font: string;
  height: number;
  text: (token: Token) => string;
}

function rowsOf(drawing: ArcDrawing): Row[] {
  const rows: Row[] = [{ class: 'form', font: FONTS.word, height: 24, text: (token) => token.form }];
  const { tokens } = drawing.sentence;
  if (drawing.lemmas && tokens.some((each) => each.lemma)) {
    rows.push({ class: 'lemma', font: FONTS.tag, height: 15, text: (token) => token.lemma ?? '' });
  }
  if (tokens.some((each) => each.upos ?? each.xpos)) {
    rows.push({ class: 'tag', font: FONTS.tag, height: 15, text: (token) => token.upos ?? token.xpos ?? '' });
  }
  return rows;
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function wordElement(token: Token, drawing: ArcDrawing, layout: ArcLayout, rows: Row[]): SVGElement {
  const x = layout.x[token.id - 1]!;
  const width = layout.columnWidths[token.id - 1]! + 8;
  let y = layout.wordsTop + 4;
  const texts: Child[] = rows.flatMap((row) => {
    y += row.height;
    return [s('text', { class: row.class, x, y: y - 6 }, shorten(row.text(token))), ' '];
  });
  // The name begins with what is seen, so that it can be called by voice.
  const seen = rows.map((row) => shorten(row.text(token))).filter(Boolean).join(' ');
  const role = drawing.interactive ? { role: 'button', tabindex: token.id === 1 ? 0 : -1, 'aria-label': `${seen}, word ${token.id}, ${arcText(token, drawing.sentence)}` } : {};
  return s(
    'g',
    { class: 'word', 'data-word': token.id, ...role },
    s('rect', { class: 'back', x: x - width / 2, y: layout.wordsTop + 3, width, height: y - layout.wordsTop, rx: 4 }),
    ...texts,
  );
}

const MULTIWORD_HEIGHT = 24;

function multiwordElements(sentence: Sentence, layout: ArcLayout, y: number): SVGElement[] {
  return sentence.multiword.map((range) => {
    const ends = [range.first, range.last].map((id) => layout.x[id - 1] ?? 0);
    const half = [range.first, range.last].map((id) => (layout.columnWidths[id - 1] ?? 0) / 2);
    const from = Math.min(ends[0]! - half[0]!, ends[1]! - half[1]!);
    const to = Math.max(ends[0]! + half[0]!, ends[1]! + half[1]!);
    return s('g', {}, s('path', { class: 'mwt', d: `M${from} ${y}v4H${to}v-4` }), s('text', { class: 'surface', x: (from + to) / 2, y: y + 17 }, range.form));
  });
}

export function drawArcs(drawing: ArcDrawing): SVGSVGElement {
  const { sentence } = drawing;
  const rows = rowsOf(drawing);
  const rowsHeight = rows.reduce((total, row) => total + row.height, 8);
  const drawn = drawing.arcs.filter((arc) => arc.dependent <= sentence.tokens.length && arc.head <= sentence.tokens.length);
  const layout = layoutArcs({
    widths: sentence.tokens.map((token) => Math.max(...rows.map((row) => widthOf(shorten(row.text(token)), row.font)))),
    arcs: drawn.map((arc) => ({ head: arc.head, dependent: arc.dependent, label: labelText(arc), below: arc.below })),
    labelWidth: (label) => widthOf(label, `600 ${FONTS.label}`), // some are bold
    wordsHeight: rowsHeight + (sentence.multiword.length > 0 ? MULTIWORD_HEIGHT : 0),
    rightToLeft: isRightToLeft(textOf(sentence)),
  });
  // Long arcs first: short ones are then drawn over them, whole.
  const order = layout.arcs.map((_, i) => i).sort((a, b) => layout.arcs[b]!.level - layout.arcs[a]!.level);
  const width = Math.ceil(layout.width);
  const height = Math.ceil(layout.height);
  return s(
    'svg',
    { class: 'drawing arcs', width, height, viewBox: `0 0 ${width} ${height}`, role: drawing.interactive ? 'group' : 'img', 'aria-label': drawing.title, 'data-levels': layout.levels },
    // Words tell all that arcs do.
    s('g', { 'aria-hidden': 'true' }, ...order.map((i) => arcElement(layout.arcs[i]!, drawn[i]!))),
    s('g', { 'aria-hidden': 'true' }, ...order.flatMap((i) => labelElements(layout.arcs[i]!, drawn[i]!))),
    s('g', {}, ...sentence.tokens.map((token) => wordElement(token, drawing, layout, rows))),
    s('g', { 'aria-hidden': 'true' }, ...multiwordElements(sentence, layout, layout.wordsTop + rowsHeight)),
  );
}
