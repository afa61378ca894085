// A treebank of Penn brackets with a list of suspected brackets beside it, for brackets have no room for suggestions.
//
// Constituents over the same words are one bracket, `S+VP`, as in the list. A sentence that is changed is written on one
// line; all others are as they were.
import { leavesOf, readBrackets, unescapeWord, writeBracket, type Bracket, type PlacedTree } from './brackets';
import { rowsFor, type Decision, type ListRow, type Suspect, type Treebank } from './curation';

interface BracketSuspect extends Suspect {
  label: string;
}

/** Labels by span, outermost first. */
type Chains = Map<string, string[]>;

const spanOf = (first: number, last: number): string => `${first}-${last}`;

function chainsOf(tree: Bracket): Chains {
  const out: Chains = new Map();
  const visit = (each: Bracket): void => {
    if (each.children.length === 0) return;
    const key = spanOf(each.first, each.last);
    out.set(key, [...(out.get(key) ?? []), each.label]);
    each.children.forEach(visit);
  };
  visit(tree);
  return out;
}

/** The tree of these brackets over the leaves; null where they cross, or none is around all. */
export function treeOf(chains: Chains, leaves: Bracket[]): Bracket | null {
  const spans = [...chains].map(([key, labels]) => {
    const [first = 0, last = 0] = key.split('-').map(Number);
    return { first, last, labels };
  });
  spans.sort((a, b) => a.first - b.first || b.last - a.last);
  const top: Bracket = { label: '', children: [], first: 1, last: leaves.length };
  const open: Bracket[] = [top];
  let next = 0;
  for (const leaf of leaves) {
    for (; spans[next]?.first === leaf.first; ++next) {
      const { first, last, labels } = spans[next]!;
      if (last > open[open.length - 1]!.last) return null;
      let parent = open[open.length - 1]!;
      for (const label of labels) {
        const child: Bracket = { label, children: [], first, last };
        parent.children.push(child);
        parent = child;
      }
      open.push(parent);
    }
    open[open.length - 1]!.children.push({ ...leaf, children: [] });
    while (open.length > 1 && open[open.length - 1]!.last === leaf.last) open.pop();
  }
  return top.children.length === 1 ? top.children[0]! : null;
}

export class BracketTreebank implements Treebank {
  readonly suspects: BracketSuspect[] = [];
  unmatched = 0;
  private readonly trees: PlacedTree[];

  /** Throws BracketError for what is no such treebank. */
  constructor(private readonly text: string, list: ListRow[], name: string) {
    this.trees = readBrackets(text);
    const byLine = this.sentencesByLine();
    for (const row of rowsFor(list, name)) this.add(row, byLine.get(row.line) ?? -1);
    this.suspects.sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  }

  private sentencesByLine(): Map<number, number> {
    const out = new Map<number, number>();
    let [line, at] = [1, 0];
    this.trees.forEach(({ from }, i) => {
      for (; at < from; ++at) if (this.text[at] === '\n') ++line;
      out.set(line, i);
    });
    return out;
  }

  private add(row: ListRow, sentence: number): void {
    const tree = this.trees[sentence]?.tree;
    const leaves = tree ? leavesOf(tree) : [];
    const have = tree ? (chainsOf(tree).get(spanOf(row.first, row.last))?.join('+') ?? '') : null;
    if (have !== row.gold.label || row.last > leaves.length || row.first < 1) {
      ++this.unmatched;
      return;
    }
    const words = leaves.slice(row.first - 1, row.last).map((leaf) => unescapeWord(leaf.word ?? ''));
    this.suspects.push({
      key: `${sentence}:${row.first}-${row.last}`,
      sentence,
      first: row.first,
      last: row.last,
      words: words.join(' '),
      gold: row.gold.label || 'no bracket',
      proposed: row.proposed.label || 'no bracket',
      relations: [...new Set([row.gold.label, row.proposed.label].filter(Boolean))],
      kind: row.gold.label === '' ? 'bracket added' : row.proposed.label === '' ? 'bracket removed' : 'label',
      score: row.score,
      said: row.said,
      label: row.proposed.label,
    });
  }

  get sentences(): number {
    return this.trees.length;
  }

  textOf(sentence: number): string {
    return leavesOf(this.trees[sentence]!.tree).map((leaf) => unescapeWord(leaf.word ?? '')).join(' ');
  }

  /** Null where the brackets cross. */
  treeWith(sentence: number, decisions: ReadonlyMap<string, Decision>, also?: Suspect): Bracket | null {
    const { tree } = this.trees[sentence]!;
    const accepted = this.suspects.filter((each) => each.sentence === sentence && (decisions.get(each.key) === 'accept' || each.key === also?.key));
    if (accepted.length === 0) return tree;
    const chains = chainsOf(tree);
    for (const each of accepted) {
      if (each.label === '') chains.delete(spanOf(each.first, each.last));
      else chains.set(spanOf(each.first, each.last), each.label.split('+'));
    }
    return treeOf(chains, leavesOf(tree));
  }

  fault(sentence: number, decisions: ReadonlyMap<string, Decision>, also?: Suspect): string | null {
    return this.treeWith(sentence, decisions, also) ? null : 'brackets would cross, or none be around the sentence';
  }

  /** Sentences whose brackets would cross are left as they were. */
  result(decisions: ReadonlyMap<string, Decision>): string {
    let out = '';
    let at = 0;
    this.trees.forEach(({ tree, from, to }, i) => {
      const changed = this.treeWith(i, decisions);
      out += this.text.slice(at, from) + (changed && changed !== tree ? writeBracket(changed) : this.text.slice(from, to));
      at = to;
    });
    return out + this.text.slice(at);
  }
}
