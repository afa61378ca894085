// A CoNLL-U treebank with suggestions, in MISC (`Suggest=head:deprel`) or in a list beside it.
import { DEPREL, DEPS, fieldsOf, HEAD, MISC, readConllu, withoutFeature, type Block } from './conllu';
import { rowsFor, type Decision, type ListRow, type Suspect, type Treebank } from './curation';
import { textOf, treeFault, type Sentence } from './sentence';

export interface WordSuspect extends Suspect {
  line: number;
  goldHead: number;
  head: number;
  deprel: string;
}

const SUGGESTION = /(?:^|\|)Suggest=(\d+):([^|]+)/;

interface Proposal {
  head: number;
  deprel: string;
  score: number | null;
  said: string;
}

export class WordTreebank implements Treebank {
  readonly suspects: WordSuspect[] = [];
  unmatched = 0;
  private readonly lines: string[];
  readonly blocks: Block[];

  /** Throws ConlluError, naming the line, for what is no CoNLL-U. */
  constructor(text: string, list: ListRow[] | null, name: string) {
    this.lines = text.split('\n');
    this.blocks = readConllu(text);
    const listed = this.matched(list ? rowsFor(list, name) : []);
    this.blocks.forEach((block, sentence) => {
      block.lines.forEach((line, i) => {
        const proposal = listed.get(line) ?? this.suggested(block.sentence, i);
        if (proposal) this.add(block.sentence, sentence, i, line, proposal);
      });
    });
    if (list) this.suspects.sort((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity) || a.line - b.line);
  }

  get sentences(): number {
    return this.blocks.length;
  }

  textOf(sentence: number): string {
    return textOf(this.blocks[sentence]!.sentence);
  }

  /** Rows by the line that they are about, if that is the word they name. */
  private matched(rows: ListRow[]): Map<number, Proposal> {
    const out = new Map<number, Proposal>();
    for (const row of rows) {
      const fields = fieldsOf(this.lines[row.line - 1] ?? '');
      if (fields && fields[0] === String(row.first) && fields[1] === row.form) {
        out.set(row.line - 1, { head: row.proposed.head, deprel: row.proposed.label, score: row.score, said: row.said });
      } else ++this.unmatched;
    }
    return out;
  }

  private suggested(sentence: Sentence, i: number): Proposal | null {
    const match = SUGGESTION.exec(sentence.tokens[i]!.misc ?? '');
    return match ? { head: Number(match[1]), deprel: match[2]!, score: null, said: '' } : null;
  }

  private add(sentence: Sentence, index: number, i: number, line: number, proposal: Proposal): void {
    const token = sentence.tokens[i]!;
    if (proposal.head > sentence.tokens.length) {
      ++this.unmatched;
      return;
    }
    const tell = (head: number, label: string): string => (head === 0 ? label || 'root' : `${label} of ${head} ${sentence.tokens[head - 1]?.form ?? ''}`);
    const otherHead = token.head !== proposal.head;
    const otherLabel = token.deprel !== proposal.deprel;
    this.suspects.push({
      key: `${line}`,
      sentence: index,
      first: token.id,
      last: token.id,
      words: token.form,
      gold: token.head === undefined ? 'nothing' : tell(token.head, token.deprel ?? ''),
      proposed: tell(proposal.head, proposal.deprel),
      relations: [...new Set([token.deprel ?? '_', proposal.deprel])],
      kind: otherHead && otherLabel ? 'head and label' : otherHead ? 'head' : 'label',
      score: proposal.score,
      said: proposal.said,
      line,
      goldHead: token.head ?? 0,
      head: proposal.head,
      deprel: proposal.deprel,
    });
  }

  /** The sentence with what was accepted, and `also`. */
  sentenceWith(index: number, decisions: ReadonlyMap<string, Decision>, also?: Suspect): Sentence {
    const { sentence } = this.blocks[index]!;
    const tokens = sentence.tokens.map((token) => ({ ...token }));
    for (const each of this.suspects) {
      if (each.sentence !== index || (decisions.get(each.key) !== 'accept' && each.key !== also?.key)) continue;
      tokens[each.first - 1]!.head = each.head;
      tokens[each.first - 1]!.deprel = each.deprel;
    }
    return { ...sentence, tokens };
  }

  fault(index: number, decisions: ReadonlyMap<string, Decision>, also?: Suspect): string | null {
    const before = this.blocks[index]!.sentence.tokens;
    const { tokens } = this.sentenceWith(index, decisions, also);
    const roots = (list: typeof tokens): number => list.filter((token) => token.head === 0).length;
    if (roots(tokens) !== roots(before)) return `${roots(tokens)} words would hang from the root instead of ${roots(before)}`;
    return treeFault([0, ...tokens.map((token) => token.head ?? 0)]) ? 'there would be a cycle' : null;
  }

  result(decisions: ReadonlyMap<string, Decision>): string {
    const lines = [...this.lines];
    for (const each of this.suspects) {
      const decision = decisions.get(each.key);
      if (decision === 'accept' || decision === 'reject') lines[each.line] = decided(lines[each.line]!, each, decision);
    }
    return lines.join('\n');
  }
}

function decided(line: string, suspect: WordSuspect, decision: 'accept' | 'reject'): string {
  const fields = fieldsOf(line)!;
  fields[MISC] = withoutFeature(fields[MISC]!, 'Suggest');
  if (decision === 'accept') {
    // DEPS that only repeat the tree are changed with it, as the program does.
    if (fields[DEPS] === `${fields[HEAD]}:${fields[DEPREL]}`) fields[DEPS] = `${suspect.head}:${suspect.deprel}`;
    fields[HEAD] = String(suspect.head);
    fields[DEPREL] = suspect.deprel;
  }
  return fields.join('\t') + (line.endsWith('\r') ? '\r' : '');
}
