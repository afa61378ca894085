// Where two trees over the same words differ.
import type { Sentence } from './sentence';

export interface Difference {
  words: number;
  /** Other heads. */
  heads: number;
  /** The same head, another label. */
  labels: number;
  /** Words, counted from 1, whose arcs are not the same. */
  differing: Set<number>;
}

export function sameWords(a: Sentence, b: Sentence): boolean {
  return a.tokens.length === b.tokens.length && a.tokens.every((token, i) => token.form === b.tokens[i]!.form);
}

export function differenceOf(a: Sentence, b: Sentence): Difference {
  const out: Difference = { words: a.tokens.length, heads: 0, labels: 0, differing: new Set() };
  a.tokens.forEach((token, i) => {
    const other = b.tokens[i];
    if (!other) return;
    if (token.head !== other.head) ++out.heads;
    else if (token.deprel !== other.deprel) ++out.labels;
    else return;
    out.differing.add(token.id);
  });
  return out;
}

export function sum(differences: readonly Difference[]): Difference {
  const out: Difference = { words: 0, heads: 0, labels: 0, differing: new Set() };
  for (const each of differences) {
    out.words += each.words;
    out.heads += each.heads;
    out.labels += each.labels;
  }
  return out;
}
