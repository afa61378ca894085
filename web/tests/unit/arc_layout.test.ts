import { describe, expect, it } from 'vitest';
import { layoutArcs, levelsOf, type ArcSpan } from '../../src/arc_layout';

const arc = (head: number, dependent: number, label = 'x', below = false): ArcSpan => ({ head, dependent, label, below });

/** All functions from words to heads that are trees, over so many words. */
function* trees(words: number): Generator<number[]> {
  const heads = new Array<number>(words + 1).fill(0);
  const isTree = (): boolean => {
    for (let word = 1; word <= words; ++word) {
      let at = word;
      for (let i = 0; at !== 0 && i <= words; ++i) at = heads[at]!;
      if (at !== 0) return false;
    }
    return true;
  };
  for (let code = 0; code < (words + 1) ** words; ++code) {
    let rest = code;
    for (let word = 1; word <= words; ++word) {
      heads[word] = rest % (words + 1);
      rest = Math.floor(rest / (words + 1));
    }
    if (isTree()) yield heads.slice();
  }
}

describe('levels of arcs', () => {
  it('are as few as nesting asks for', () => {
    expect(levelsOf([arc(2, 1), arc(4, 3), arc(4, 2), arc(0, 4)])).toEqual([1, 1, 2, 3]);
    expect(levelsOf([arc(1, 3), arc(2, 4)])).toEqual([1, 2]); // they cross
    expect(levelsOf([arc(1, 2), arc(2, 3), arc(3, 4)])).toEqual([1, 1, 1]);
  });

  it('never have arcs overlap, and put the longer one above, in all trees of up to five words', () => {
    let seen = 0;
    for (let words = 1; words <= 5; ++words) {
      for (const heads of trees(words)) {
        ++seen;
        const arcs = heads.slice(1).map((head, i) => arc(head, i + 1)).filter((each) => each.head > 0);
        const levels = levelsOf(arcs);
        const ends = arcs.map((each) => [Math.min(each.head, each.dependent), Math.max(each.head, each.dependent)] as const);
        for (let i = 0; i < arcs.length; ++i) {
          for (let k = 0; k < i; ++k) {
            const [[a, b], [c, d]] = [ends[i]!, ends[k]!];
            if (Math.max(a, c) >= Math.min(b, d)) continue;
            expect(levels[i]).not.toBe(levels[k]);
            if (a <= c && d <= b && (a !== c || b !== d)) expect(levels[i]).toBeGreaterThan(levels[k]!);
          }
        }
      }
    }
    expect(seen).toBe(1 + 3 + 16 + 125 + 1296); // Cayley: (n + 1) to the power of n - 1
  });
});

describe('the layout', () => {
  const request = { widths: [30, 30, 30], arcs: [arc(0, 2, 'root'), arc(2, 1, 'nsubj'), arc(2, 3, 'obl:unmarked')], labelWidth: (label: string) => label.length * 6, wordsHeight: 40, rightToLeft: false };

  it('gives labels room', () => {
    for (const each of layoutArcs(request).arcs) {
      if (each.head > 0) expect(Math.abs(each.headX - each.dependentX)).toBeGreaterThanOrEqual(each.label.length * 6 + 16);
    }
  });

  it('spreads ends at a word from left to right, so that arcs do not cross', () => {
    const [root, left, right] = layoutArcs(request).arcs;
    expect(left!.headX).toBeLessThan(root!.dependentX);
    expect(root!.dependentX).toBeLessThan(right!.headX);
  });

  it('is the mirror image from right to left', () => {
    const [plain, turned] = [layoutArcs(request), layoutArcs({ ...request, rightToLeft: true })];
    expect(turned.width).toBe(plain.width);
    expect(turned.x).toEqual(plain.x.map((x) => plain.width - x));
    expect(turned.arcs.map((each) => each.headX)).toEqual(plain.arcs.map((each) => plain.width - each.headX));
  });

  it('puts a second tree below the words', () => {
    const layout = layoutArcs({ ...request, arcs: [...request.arcs, arc(1, 2, 'y', true)] });
    const below = layout.arcs[3]!;
    expect(below.endY).toBe(layout.wordsBottom);
    expect(below.y).toBeGreaterThan(layout.wordsBottom);
    expect(below.y).toBeLessThan(layout.height);
    expect(layout.arcs[1]!.y).toBeLessThan(layout.wordsTop);
  });

  it('lays out three hundred words of a chain on one level and of a fan on as many', () => {
    const widths = new Array<number>(300).fill(30);
    const chain = widths.map((_, i) => arc(i, i + 1));
    const fan = widths.map((_, i) => arc(i === 0 ? 0 : 1, i + 1));
    expect(layoutArcs({ ...request, widths, arcs: chain.slice(1) }).levels).toBe(1);
    expect(layoutArcs({ ...request, widths, arcs: fan.slice(1) }).levels).toBe(299);
  });
});
