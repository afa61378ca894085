// Where words and arcs of a dependency drawing stand.
//
// Arcs are flat: two short verticals and a horizontal at a level. An arc lies above all that it encloses, and arcs that
// cross never share a level, so that lines meet at right angles only. Shorter arcs are placed first, each as low as
// possible. Ends at one word are spread so that arcs of the same word do not cross: to the left the shortest is
// outermost, to the right as well.

export interface ArcSpan {
  /** 0: the root. */
  head: number;
  dependent: number;
  label: string;
  below: boolean;
}

export interface PlacedArc extends ArcSpan {
  level: number;
  /** x of the head's and the dependent's end; the same, of an arc from the root. */
  headX: number;
  dependentX: number;
  /** y of the horizontal, and of the ends. */
  y: number;
  endY: number;
}

export interface ArcLayout {
  width: number;
  height: number;
  /** Centres of the words. */
  x: number[];
  columnWidths: number[];
  /** The top of the band of words, and its bottom. */
  wordsTop: number;
  wordsBottom: number;
  arcs: PlacedArc[];
  levels: number;
}

export interface LayoutRequest {
  /** Of each word: what its texts take. */
  widths: number[];
  arcs: ArcSpan[];
  labelWidth: (label: string) => number;
  wordsHeight: number;
  rightToLeft: boolean;
}

const GAP = 16; // between words
const PORT = 7; // between arcs' ends at a word
const FIRST = 30; // from the words to the lowest horizontal, where its label needs room
const MARGIN = 14;
const LABEL_PAD = 16;

const left = (arc: ArcSpan): number => (arc.head === 0 ? arc.dependent : Math.min(arc.head, arc.dependent));
const right = (arc: ArcSpan): number => Math.max(arc.head, arc.dependent);

/** The level of each arc, from 1, in the order given. All arcs are on one side. */
export function levelsOf(arcs: readonly ArcSpan[]): number[] {
  const levels = new Array<number>(arcs.length).fill(0);
  const order = arcs.map((_, i) => i).filter((i) => arcs[i]!.head !== 0);
  const span = (i: number): number => right(arcs[i]!) - left(arcs[i]!);
  order.sort((a, b) => span(a) - span(b) || left(arcs[a]!) - left(arcs[b]!) || a - b);
  order.forEach((i, rank) => {
    let least = 1;
    const taken = new Set<number>();
    for (let k = 0; k < rank; ++k) {
      const other = order[k]!;
      const [l, r] = [left(arcs[i]!), right(arcs[i]!)];
      const [ol, or] = [left(arcs[other]!), right(arcs[other]!)];
      if (Math.max(l, ol) >= Math.min(r, or)) continue;
      if (l <= ol && or <= r) least = Math.max(least, levels[other]! + 1);
      else taken.add(levels[other]!);
    }
    while (taken.has(least)) ++least;
    levels[i] = least;
  });
  arcs.forEach((arc, i) => {
    if (arc.head !== 0) return;
    const over = order.filter((k) => left(arcs[k]!) <= arc.dependent && arc.dependent <= right(arcs[k]!));
    levels[i] = 1 + Math.max(0, ...over.map((k) => levels[k]!));
  });
  return levels;
}

/** Of each word and side, arcs that end there, from left to right. */
function portsOf(arcs: readonly ArcSpan[], words: number): Map<number, number[]> {
  const ports = new Map<number, number[]>();
  const add = (word: number, arc: number): void => {
    const key = word * 2 + (arcs[arc]!.below ? 1 : 0);
    ports.set(key, [...(ports.get(key) ?? []), arc]);
  };
  arcs.forEach((arc, i) => {
    if (arc.dependent > words || arc.head > words) return;
    add(arc.dependent, i);
    if (arc.head > 0) add(arc.head, i);
  });
  for (const [key, list] of ports) {
    const word = key >> 1;
    // From left to right: short to long on the left side, the root, long to short on the right side.
    const rank = (i: number): number => {
      const arc = arcs[i]!;
      if (arc.head === 0) return 0;
      const other = arc.head === word ? arc.dependent : arc.head;
      return 1 / (other - word);
    };
    list.sort((a, b) => rank(a) - rank(b));
  }
  return ports;
}

const offsetOf = (list: readonly number[], arc: number): number => (list.indexOf(arc) - (list.length - 1) / 2) * PORT;

/** Centres of words, left to right, far enough apart for words, ends of arcs and labels. */
function placeWords(request: LayoutRequest, columns: number[], offset: (word: number, arc: number) => number): number[] {
  const ending = new Map<number, number[]>();
  request.arcs.forEach((arc, i) => {
    if (arc.head !== 0) ending.set(right(arc), [...(ending.get(right(arc)) ?? []), i]);
  });
  const x: number[] = [];
  columns.forEach((width, i) => {
    let at = i === 0 ? MARGIN + width / 2 : x[i - 1]! + (columns[i - 1]! + width) / 2 + GAP;
    for (const index of ending.get(i + 1) ?? []) {
      const arc = request.arcs[index]!;
      const from = x[left(arc) - 1]! + offset(left(arc), index);
      at = Math.max(at, from + request.labelWidth(arc.label) + LABEL_PAD - offset(i + 1, index));
    }
    x.push(at);
  });
  return x;
}

function sideLevels(arcs: readonly ArcSpan[]): number[] {
  const out = new Array<number>(arcs.length).fill(0);
  for (const below of [false, true]) {
    const indices = arcs.map((_, i) => i).filter((i) => arcs[i]!.below === below);
    const levels = levelsOf(indices.map((i) => arcs[i]!));
    indices.forEach((i, k) => (out[i] = levels[k]!));
  }
  return out;
}

/** Between levels: less where there are many. */
const stepOf = (levels: number): number => Math.min(25, Math.max(17, 32 - levels));
const reachOf = (level: number, levels: number): number => FIRST + (level - 1) * stepOf(levels);
const heightOf = (levels: number): number => (levels === 0 ? 4 : reachOf(levels, levels) + 16);

export function layoutArcs(request: LayoutRequest): ArcLayout {
  const { arcs, widths } = request;
  const ports = portsOf(arcs, widths.length);
  const portsAt = (word: number, below: boolean): number[] => ports.get(word * 2 + (below ? 1 : 0)) ?? [];
  const offset = (word: number, arc: number): number => offsetOf(portsAt(word, arcs[arc]!.below), arc);
  const columns = widths.map((width, i) => {
    const most = Math.max(portsAt(i + 1, false).length, portsAt(i + 1, true).length);
    return Math.max(width, (most - 1) * PORT, 12);
  });
  const x = placeWords(request, columns, offset);
  const width = x.length === 0 ? 2 * MARGIN : x[x.length - 1]! + columns[columns.length - 1]! / 2 + MARGIN;
  const levels = sideLevels(arcs);
  const most = (below: boolean): number => Math.max(0, ...arcs.map((arc, i) => (arc.below === below ? levels[i]! : 0)));
  const [above, beneath] = [most(false), most(true)];
  const wordsTop = heightOf(above);
  const wordsBottom = wordsTop + request.wordsHeight;
  const turn = (at: number): number => (request.rightToLeft ? width - at : at);
  const placed = arcs.map((arc, i): PlacedArc => {
    const reach = reachOf(levels[i]!, arc.below ? beneath : above);
    const end = arc.below ? wordsBottom : wordsTop;
    const dependentX = turn(x[arc.dependent - 1]! + offset(arc.dependent, i));
    const headX = arc.head === 0 ? dependentX : turn(x[arc.head - 1]! + offset(arc.head, i));
    return { ...arc, level: levels[i]!, headX, dependentX, endY: end, y: arc.below ? end + reach : end - reach };
  });
  return {
    width,
    height: wordsBottom + heightOf(beneath),
    x: x.map(turn),
    columnWidths: columns,
    wordsTop,
    wordsBottom,
    arcs: placed,
    levels: Math.max(0, ...levels),
  };
}
