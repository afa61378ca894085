// What is kept in the address, behind the hash, which no server sees.
import type { Constraint } from './conllu';

export interface Options {
  lines: 'free' | 'sentence' | 'token';
  confidence: boolean;
  projective: boolean;
  lemmas: boolean;
  beam: number;
}

export interface Shared {
  tab: 'parse' | 'curate';
  text: string;
  models: string[];
  options: Options;
  constraints: Constraint[];
}

export const DEFAULT_OPTIONS: Options = { lines: 'free', confidence: true, projective: false, lemmas: false, beam: 0 };

/** Longer texts make links that many programs cut. */
export const LONGEST_SHARED = 20000;

export function toHash(shared: Shared): string {
  const out = new URLSearchParams();
  if (shared.tab !== 'parse') out.set('tab', shared.tab);
  if (shared.text && shared.text.length <= LONGEST_SHARED) out.set('text', shared.text);
  for (const model of shared.models) out.append('model', model);
  const { options } = shared;
  if (options.lines !== 'free') out.set('lines', options.lines);
  if (!options.confidence) out.set('confidence', '0');
  if (options.projective) out.set('projective', '1');
  if (options.lemmas) out.set('lemmas', '1');
  if (options.beam > 0) out.set('beam', String(options.beam));
  for (const each of shared.constraints) {
    out.append('head', [each.sentence + 1, each.word, each.head, ...(each.deprel ? [each.deprel] : [])].join('.'));
  }
  const text = out.toString();
  return text ? `#${text}` : '';
}

function constraintOf(text: string): Constraint | null {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:\.(\S{1,60}))?$/.exec(text);
  if (!match || match[1] === '0' || match[2] === '0') return null;
  return { sentence: Number(match[1]) - 1, word: Number(match[2]), head: Number(match[3]), deprel: match[4] ?? '' };
}

/** What cannot be understood is left out. */
export function fromHash(hash: string): Shared {
  const told = new URLSearchParams(hash.replace(/^#/, ''));
  const lines = told.get('lines');
  const beam = Number(told.get('beam') ?? 0);
  return {
    tab: told.get('tab') === 'curate' ? 'curate' : 'parse',
    text: told.get('text') ?? '',
    models: [...new Set(told.getAll('model'))].slice(0, 8),
    options: {
      lines: lines === 'sentence' || lines === 'token' ? lines : 'free',
      confidence: told.get('confidence') !== '0',
      projective: told.get('projective') === '1',
      lemmas: told.get('lemmas') === '1',
      beam: Number.isInteger(beam) && beam > 0 && beam <= 1000 ? beam : 0,
    },
    constraints: told.getAll('head').map(constraintOf).filter((each) => each !== null),
  };
}
