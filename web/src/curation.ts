// Suspects of a treebank and what was decided on them. Nothing here knows of the page.

export type Decision = 'accept' | 'reject' | 'skip';

export interface Suspect {
  /** Names it among those of its treebank, whatever their order. */
  key: string;
  sentence: number;
  /** A word, or the first and last word of a span. */
  first: number;
  last: number;
  words: string;
  /** What the treebank has and what is proposed, in words. */
  gold: string;
  proposed: string;
  /** Relations or labels on either side: what is filtered by. */
  relations: string[];
  kind: string;
  score: number | null;
  said: string;
}

/** A row of the list that `espalier curate errors` writes, of words or of brackets. */
export interface ListRow {
  file: string;
  /** Counted from 1. */
  line: number;
  score: number;
  first: number;
  last: number;
  form: string;
  gold: { head: number; label: string };
  proposed: { head: number; label: string };
  said: string;
}

export interface Treebank {
  readonly suspects: Suspect[];
  readonly sentences: number;
  /** Rows of the list that do not fit the treebank. */
  readonly unmatched: number;
  textOf(sentence: number): string;
  /** The treebank with what was decided; lines that nothing was decided on are as they were. */
  result(decisions: ReadonlyMap<string, Decision>): string;
  /** What is wrong with the sentence's tree if `also` is accepted too, or null. */
  fault(sentence: number, decisions: ReadonlyMap<string, Decision>, also?: Suspect): string | null;
}

export class ListError extends Error {}

const FIRST_PARSER = 12; // of the columns

function tsvRow(fields: string[], header: string[]): ListRow {
  const at = (name: string): string => fields[header.indexOf(name)] ?? '';
  const brackets = header.includes('first');
  const label = (name: string): string => (at(name) === 'none' ? '' : at(name));
  const said = header.slice(brackets ? FIRST_PARSER - 1 : FIRST_PARSER).map((name) => `${name} ${at(name)}`).join(', ');
  const first = Number(at(brackets ? 'first' : 'id'));
  return {
    file: at('file'),
    line: Number(at('line')),
    score: Number(at('score')),
    first,
    last: brackets ? Number(at('last')) : first,
    form: at(brackets ? 'words' : 'form'),
    gold: { head: Number(at('head')), label: brackets ? label('bracket') : at('deprel') },
    proposed: { head: Number(at('to head')), label: brackets ? label('to bracket') : at('to deprel') },
    said,
  };
}

function readTsv(text: string): ListRow[] {
  const [head = '', ...rows] = text.split(/\r?\n/);
  const header = head.split('\t');
  if (!header.includes('line') || !(header.includes('to head') || header.includes('to bracket'))) {
    throw new ListError('this is no list of espalier curate errors');
  }
  return rows.filter((row) => row !== '').map((row) => tsvRow(row.split('\t'), header));
}

type JsonSide = { head: number; deprel: string } | string | null;
interface JsonSuspect {
  score: number;
  file: string;
  line: number;
  id?: number;
  form?: string;
  first?: number;
  last?: number;
  treebank: JsonSide;
  proposed: JsonSide;
  parsers?: Record<string, JsonSide>;
}

const sideOf = (side: JsonSide): { head: number; label: string } =>
  side === null || typeof side === 'string' ? { head: 0, label: side ?? '' } : { head: side.head, label: side.deprel };
const sideText = (side: JsonSide): string => (side === null ? 'none' : typeof side === 'string' ? side : `${side.head}:${side.deprel}`);

function readJson(text: string): ListRow[] {
  let parsed: { suspects?: JsonSuspect[] };
  try {
    parsed = JSON.parse(text) as typeof parsed;
  } catch {
    throw new ListError('this JSON cannot be read');
  }
  if (!Array.isArray(parsed.suspects)) throw new ListError('this JSON has no suspects');
  return parsed.suspects.map((each) => ({
    file: each.file,
    line: each.line,
    score: each.score,
    first: each.id ?? each.first ?? 0,
    last: each.id ?? each.last ?? 0,
    form: each.form ?? '',
    gold: sideOf(each.treebank),
    proposed: sideOf(each.proposed),
    said: Object.entries(each.parsers ?? {}).map(([name, side]) => `${name} ${sideText(side)}`).join(', '),
  }));
}

/** The list of `espalier curate errors`, as TSV or JSON. Throws ListError for what is none. */
export function readList(text: string): ListRow[] {
  return text.trimStart().startsWith('{') ? readJson(text) : readTsv(text);
}

export function looksLikeList(name: string, text: string): boolean {
  return /\.(tsv|json)$/i.test(name) || /^\s*\{/.test(text) || /^rank\tscore\t/.test(text);
}

const baseName = (path: string): string => path.replace(/^.*[\\/]/, '');

/** Of lists that are of several treebanks, the rows of this one. */
export function rowsFor(rows: ListRow[], name: string): ListRow[] {
  const own = rows.filter((row) => baseName(row.file) === baseName(name));
  return own.length > 0 ? own : rows;
}

interface Step {
  key: string;
  before: Decision | null;
}

/** Decisions with a way back. */
export class Decisions {
  readonly map = new Map<string, Decision>();
  private steps: Step[] = [];

  decide(key: string, decision: Decision): void {
    this.steps.push({ key, before: this.map.get(key) ?? null });
    this.map.set(key, decision);
  }

  /** The key whose decision was taken back; null where there was none. */
  undo(): string | null {
    const step = this.steps.pop();
    if (!step) return null;
    if (step.before === null) this.map.delete(step.key);
    else this.map.set(step.key, step.before);
    return step.key;
  }

  write(): string {
    return JSON.stringify({ decisions: [...this.map], steps: this.steps });
  }

  static read(text: string | null): Decisions {
    const out = new Decisions();
    try {
      const kept = JSON.parse(text ?? '{}') as { decisions?: [string, Decision][]; steps?: Step[] };
      for (const [key, decision] of kept.decisions ?? []) out.map.set(key, decision);
      out.steps = kept.steps ?? [];
    } catch {
      // kept by something else, or cut: begin anew
    }
    return out;
  }
}

/** Short name of a text, to find again what was decided on it (53 bits, as of cyrb53). */
export function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; ++i) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
