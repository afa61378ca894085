// Constituents as a tree over words, which all stand on one line. A constituent stands above the middle of its
// children, as high as the longest way down from it asks for.
import type { Bracket } from './brackets';
import { leavesOf, spanKey, unescapeWord } from './brackets';
import { FONTS, s, widthOf } from './dom';

const LEVEL = 40;
const GAP = 14;
const MARGIN = 14;

interface Placed {
  bracket: Bracket;
  x: number;
  /** Steps above the words. */
  level: number;
  children: Placed[];
}

const isPreterminal = (each: Bracket): boolean => each.word !== undefined && each.children.length === 0;

/** Widths that labels ask for are given to the words below them, in equal shares. */
function columnWidths(tree: Bracket, leaves: Bracket[]): number[] {
  const widths = leaves.map((leaf) => Math.max(widthOf(unescapeWord(leaf.word ?? ''), FONTS.word), widthOf(leaf.label, FONTS.label)) + GAP);
  const visit = (each: Bracket): void => {
    each.children.forEach(visit);
    if (isPreterminal(each) || each.last < each.first) return;
    const have = widths.slice(each.first - 1, each.last).reduce((total, width) => total + width, 0);
    const need = widthOf(each.label, `600 ${FONTS.label}`) + GAP;
    for (let i = each.first - 1; need > have && i < each.last; ++i) widths[i]! += (need - have) / (each.last - each.first + 1);
  };
  visit(tree);
  return widths;
}

function place(bracket: Bracket, centres: number[]): Placed {
  if (isPreterminal(bracket)) return { bracket, x: centres[bracket.first - 1] ?? 0, level: 1, children: [] };
  const children = bracket.children.map((child) => place(child, centres));
  const xs = children.map((child) => child.x);
  return {
    bracket,
    x: xs.length > 0 ? (Math.min(...xs) + Math.max(...xs)) / 2 : 0,
    level: 1 + Math.max(0, ...children.map((child) => child.level)),
    children,
  };
}

function nodeElements(placed: Placed, height: number, marks: (key: string) => string, out: { edges: SVGElement[]; nodes: SVGElement[] }): void {
  const y = (level: number): number => height - 34 - level * LEVEL + 14;
  const top = y(placed.level);
  const leaf = placed.children.length === 0;
  if (leaf) out.edges.push(s('path', { class: 'edge leaf', d: `M${placed.x} ${top + 5}V${height - 30}` }));
  for (const child of placed.children) {
    const below = y(child.level);
    const bend = top + LEVEL / 2 - 4;
    out.edges.push(s('path', { class: 'edge', d: `M${placed.x} ${top + 5}L${child.x} ${bend + 6}V${below - 12}` }));
    nodeElements(child, height, marks, out);
  }
  const mark = leaf ? 'preterminal' : marks(spanKey(placed.bracket));
  const label = placed.bracket.label;
  const width = widthOf(label, `600 ${FONTS.label}`) + 6;
  if (label) {
    out.nodes.push(s('rect', { class: 'plate', x: placed.x - width / 2, y: top - 11, width, height: 15 }));
    out.nodes.push(s('text', { class: `node ${mark}`, x: placed.x, y: top }, label));
  }
  if (leaf) out.nodes.push(s('text', { class: 'form', x: placed.x, y: height - 12, 'data-word': placed.bracket.first }, unescapeWord(placed.bracket.word ?? '')));
}

/** `marks` gives the class of a constituent, by its span and label. */
export function drawConstituents(tree: Bracket, title: string, rightToLeft: boolean, marks: (key: string) => string = () => ''): SVGSVGElement {
  // A bracket without a label around the whole tree, as in the Penn Treebank, is not drawn.
  const root = tree.label === '' && tree.children.length === 1 ? tree.children[0]! : tree;
  const widths = columnWidths(root, leavesOf(root));
  const width = Math.ceil(widths.reduce((total, each) => total + each, 2 * MARGIN));
  let at = MARGIN;
  const centres = widths.map((each) => {
    at += each;
    const centre = at - each / 2;
    return rightToLeft ? width - centre : centre;
  });
  const placed = place(root, centres);
  const height = placed.level * LEVEL + 40;
  const out = { edges: [] as SVGElement[], nodes: [] as SVGElement[] };
  nodeElements(placed, height, marks, out);
  return s(
    'svg',
    { class: 'drawing constituents', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title },
    s('g', {}, ...out.edges),
    s('g', {}, ...out.nodes),
  );
}
