// What the page knows of a sentence, whether a server or a file told it.

export interface Token {
  id: number;
  form: string;
  lemma?: string | undefined;
  upos?: string | undefined;
  xpos?: string | undefined;
  feats?: string | undefined;
  /** 0: hangs from the root; undefined: nothing is known. */
  head?: number | undefined;
  deprel?: string | undefined;
  misc?: string | undefined;
  confidence?: number | undefined;
}

export interface Multiword {
  first: number;
  last: number;
  form: string;
}

export interface Sentence {
  text: string;
  tokens: Token[];
  multiword: Multiword[];
  /** In Penn brackets. */
  constituents?: string | undefined;
  score?: number | undefined;
}

export function hasArcs(sentence: Sentence): boolean {
  return sentence.tokens.some((token) => token.head !== undefined);
}

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;
const LETTER = /\p{L}/gu;

/** Whether most letters are of such a script. */
export function isRightToLeft(text: string): boolean {
  const right = text.match(RIGHT_TO_LEFT)?.length ?? 0;
  return right > 0 && right * 2 > (text.match(LETTER)?.length ?? 0);
}

export function textOf(sentence: Sentence): string {
  return sentence.text || sentence.tokens.map((token) => token.form).join(' ');
}

/** How a tree is wrong: words that reach no root, or null where all do. */
export function treeFault(heads: readonly number[]): { word: number } | null {
  // heads[0] is not used. Each walk upwards ends at the root, at a word seen before, or in a cycle.
  const state = new Uint8Array(heads.length);
  for (let word = 1; word < heads.length; ++word) {
    const path: number[] = [];
    let at = word;
    while (at !== 0 && state[at] === 0) {
      state[at] = 1;
      path.push(at);
      at = heads[at] ?? -1;
      if (at < 0 || at >= heads.length) return { word };
    }
    if (at !== 0 && state[at] === 1) return { word };
    for (const each of path) state[each] = 2;
  }
  return null;
}
