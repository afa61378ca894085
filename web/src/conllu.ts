// CoNLL-U as it is written: lines are kept, so that what is not changed comes out byte for byte.
import type { Multiword, Sentence, Token } from './sentence';

const COLUMNS = 10;
export const HEAD = 6;
export const DEPREL = 7;
export const DEPS = 8;
export const MISC = 9;

export interface Block {
  sentence: Sentence;
  comments: string[];
  /** Of each token, in order: its line in the file, counted from 0. */
  lines: number[];
}

export class ConlluError extends Error {}

export function looksLikeConllu(text: string): boolean {
  return /^(\d+(?:[-.]\d+)?\t[^\t\n]+(?:\t[^\t\n]*){8})\r?$/m.test(text);
}

const known = (value: string | undefined): string | undefined =>
  value === undefined || value === '_' ? undefined : value;

function numberOf(text: string, line: number, what: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new ConlluError(`line ${line + 1}: ${what} is no number: ${text.slice(0, 40)}`);
  return Number(text);
}

function tokenOf(fields: string[], line: number): Token {
  const head = known(fields[HEAD]);
  const confidence = /(?:^|\|)Conf=([\d.]+)/.exec(fields[MISC] ?? '')?.[1];
  return {
    id: numberOf(fields[0]!, line, 'the ID'),
    form: fields[1]!,
    lemma: fields[2] === '_' && fields[1] !== '_' ? undefined : fields[2],
    upos: known(fields[3]),
    xpos: known(fields[4]),
    feats: known(fields[5]),
    head: head === undefined ? undefined : numberOf(head, line, 'HEAD'),
    deprel: known(fields[DEPREL]),
    misc: known(fields[MISC]),
    confidence: confidence === undefined ? undefined : Number(confidence),
  };
}

/** The fields of a line, or null for comments, blank lines and what has other columns. */
export function fieldsOf(line: string): string[] | null {
  if (line === '' || line.startsWith('#')) return null;
  const fields = (line.endsWith('\r') ? line.slice(0, -1) : line).split('\t');
  return fields.length === COLUMNS ? fields : null;
}

const emptyBlock = (): Block => ({ sentence: { text: '', tokens: [], multiword: [] }, comments: [], lines: [] });

function addRow(block: Block, fields: string[], line: number): void {
  const id = fields[0]!;
  const { tokens, multiword } = block.sentence;
  const range = /^(\d+)-(\d+)$/.exec(id);
  if (range) {
    multiword.push({ first: Number(range[1]), last: Number(range[2]), form: fields[1]! });
    return;
  }
  if (/^\d+\.\d+$/.test(id)) return; // empty nodes are not drawn
  const token = tokenOf(fields, line);
  if (token.id !== tokens.length + 1) throw new ConlluError(`line ${line + 1}: word ${token.id} is out of order`);
  tokens.push(token);
  block.lines.push(line);
}

function check(block: Block): void {
  const size = block.sentence.tokens.length;
  block.sentence.tokens.forEach((token, i) => {
    if ((token.head ?? 0) > size) throw new ConlluError(`line ${block.lines[i]! + 1}: there is no word ${token.head}`);
  });
}

/** Throws ConlluError, naming the line, for what cannot be understood. */
export function readConllu(text: string): Block[] {
  const blocks: Block[] = [];
  let block = emptyBlock();
  const close = (): void => {
    if (block.sentence.tokens.length > 0) {
      check(block);
      block.sentence.text ||= textFromTokens(block.sentence);
      blocks.push(block);
    }
    block = emptyBlock();
  };
  text.replace(/^\uFEFF/, '').split('\n').forEach((raw, number) => {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line.trim() === '') return close();
    if (line.startsWith('#')) {
      block.comments.push(line);
      const told = /^#\s*text\s*=\s*(.*)$/.exec(line);
      if (told) block.sentence.text = told[1]!;
      return;
    }
    const fields = fieldsOf(line);
    if (!fields) throw new ConlluError(`line ${number + 1}: a word has ten columns between tabs`);
    addRow(block, fields, number);
  });
  close();
  return blocks;
}

function textFromTokens(sentence: Sentence): string {
  let out = '';
  for (let i = 0; i < sentence.tokens.length; ++i) {
    const token = sentence.tokens[i]!;
    const range = sentence.multiword.find((each) => each.first === token.id);
    out += range ? range.form : token.form;
    if (range) i += range.last - range.first;
    if (!/(?:^|\|)SpaceAfter=No/.test(sentence.tokens[i]?.misc ?? '')) out += ' ';
  }
  return out.trimEnd();
}

export interface Constraint {
  /** Counted from 0. */
  sentence: number;
  word: number;
  head: number;
  /** Any, where empty. */
  deprel: string;
}

/** The same words with no heads but the given ones, as a parser with constraints wants them. */
export function withConstraints(conllu: string, constraints: readonly Constraint[]): string {
  const blocks = readConllu(conllu);
  const given = new Map<number, Constraint>();
  for (const each of constraints) {
    const line = blocks[each.sentence]?.lines[each.word - 1];
    if (line !== undefined) given.set(line, each);
  }
  return conllu
    .split('\n')
    .map((line, number) => {
      const fields = fieldsOf(line);
      if (!fields || !/^\d+$/.test(fields[0]!)) return line;
      const constraint = given.get(number);
      fields[HEAD] = constraint ? String(constraint.head) : '_';
      fields[DEPREL] = constraint?.deprel || '_';
      fields[DEPS] = '_';
      fields[MISC] = withoutFeature(fields[MISC]!, 'Conf');
      return fields.join('\t');
    })
    .join('\n');
}

/** MISC without one of its features. */
export function withoutFeature(misc: string, name: string): string {
  const rest = misc.split('|').filter((each) => !each.startsWith(`${name}=`));
  return rest.join('|') || '_';
}

/** Words with their tags, for parsers to add trees. */
export function writeWords(sentences: readonly { tokens: Token[]; multiword?: Multiword[] }[]): string {
  return sentences
    .map(({ tokens }) =>
      tokens.map((t) => [t.id, t.form, t.lemma ?? '_', t.upos ?? '_', t.xpos ?? '_', t.feats ?? '_', '_', '_', '_', '_'].join('\t') + '\n').join(''),
    )
    .map((each) => each + '\n')
    .join('');
}
