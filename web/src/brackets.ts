// Penn brackets: `(S (NP (NN tree)) (VP …))`.
import type { Sentence } from './sentence';

export interface Bracket {
  label: string;
  children: Bracket[];
  /** Of a leaf: its word. */
  word?: string | undefined;
  /** The words it covers, counted from 1. */
  first: number;
  last: number;
}

export class BracketError extends Error {}

/** Deeper trees than the program itself reads by default are not drawn. */
const DEEPEST = 1000;

export function looksLikeBrackets(text: string): boolean {
  return /^\s*\(\s*[^\s()]*\s*\(/.test(text) && /\([^\s()]+ [^\s()]+\)/.test(text);
}

const TOKEN = /\(|\)|[^\s()]+/g;

/** A tree and where it stands in the text. */
export interface PlacedTree {
  tree: Bracket;
  from: number;
  to: number;
}

class Reader {
  readonly trees: PlacedTree[] = [];
  private open: Bracket[] = [];
  private words = 0;
  private from = 0;

  constructor(private readonly text: string) {}

  read(): PlacedTree[] {
    let fresh = false; // right behind an opening bracket, where a label stands
    for (const match of this.text.matchAll(TOKEN)) {
      const [piece] = match;
      if (piece === '(') this.begin(match.index);
      else if (piece === ')') this.end(match.index + 1);
      else if (fresh) this.open[this.open.length - 1]!.label = piece;
      else this.addWord(piece);
      fresh = piece === '(';
    }
    if (this.open.length > 0) throw new BracketError('a bracket is not closed');
    return this.trees;
  }

  private begin(at: number): void {
    if (this.open.length === 0) {
      this.from = at;
      this.words = 0;
    }
    if (this.open.length >= DEEPEST) throw new BracketError(`constituents are nested more than ${DEEPEST} deep`);
    const bracket: Bracket = { label: '', children: [], first: this.words + 1, last: this.words };
    this.open[this.open.length - 1]?.children.push(bracket);
    this.open.push(bracket);
  }

  private end(at: number): void {
    const bracket = this.open.pop();
    if (!bracket) throw new BracketError('a bracket is closed that was not open');
    bracket.last = this.words;
    if (this.open.length === 0) this.trees.push({ tree: bracket, from: this.from, to: at });
  }

  private addWord(word: string): void {
    const bracket = this.open[this.open.length - 1];
    if (!bracket) throw new BracketError(`“${word.slice(0, 40)}” is outside of all brackets`);
    ++this.words;
    if (bracket.children.length === 0 && bracket.word === undefined) bracket.word = word;
    else bracket.children.push({ label: '', children: [], word, first: this.words, last: this.words });
  }
}

/** Throws BracketError for what is no such tree. */
export function readBrackets(text: string): PlacedTree[] {
  return new Reader(text).read();
}

export function leavesOf(tree: Bracket): Bracket[] {
  return tree.word !== undefined && tree.children.length === 0 ? [tree] : tree.children.flatMap(leavesOf);
}

const ESCAPES: Record<string, string> = { '-LRB-': '(', '-RRB-': ')', '-LSB-': '[', '-RSB-': ']', '-LCB-': '{', '-RCB-': '}' };
export const unescapeWord = (word: string): string => ESCAPES[word] ?? word;

export function sentenceOfBrackets(tree: Bracket, source: string): Sentence {
  const tokens = leavesOf(tree).map((leaf, i) => ({
    id: i + 1,
    form: unescapeWord(leaf.word ?? ''),
    xpos: leaf.label || undefined,
  }));
  return { text: tokens.map((each) => each.form).join(' '), tokens, multiword: [], constituents: source };
}

/** Constituents, not tags, as `first:last:label`: what trees are compared by. */
export function spansOf(tree: Bracket): Set<string> {
  const out = new Set<string>();
  const visit = (each: Bracket): void => {
    if (each.children.length > 0) out.add(spanKey(each));
    each.children.forEach(visit);
  };
  visit(tree);
  return out;
}

export const spanKey = (each: Bracket): string => `${each.first}:${each.last}:${each.label}`;

export function writeBracket(tree: Bracket): string {
  if (tree.word !== undefined && tree.children.length === 0) return tree.label ? `(${tree.label} ${tree.word})` : tree.word;
  return `(${tree.label} ${tree.children.map(writeBracket).join(' ')})`;
}
