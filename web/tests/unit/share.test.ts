import { describe, expect, it } from 'vitest';
import { wordFinderFor, kindOf } from '../../src/parsing';
import { DEFAULT_OPTIONS, fromHash, toHash, type Shared } from '../../src/share';

describe('links', () => {
  it('bring back what was shared', () => {
    const shared: Shared = {
      tab: 'parse',
      text: 'a & b = c # d\n“é” الولد',
      models: ['en_ewt', '=given'],
      options: { lines: 'token', confidence: false, projective: true, lemmas: true, beam: 8 },
      constraints: [{ sentence: 0, word: 3, head: 0, deprel: '' }, { sentence: 2, word: 1, head: 4, deprel: 'acl:relcl' }],
    };
    expect(fromHash(toHash(shared))).toEqual(shared);
  });

  it('are short where nothing was chosen', () => {
    expect(toHash({ tab: 'parse', text: '', models: [], options: DEFAULT_OPTIONS, constraints: [] })).toBe('');
  });

  it('are understood as far as they can be', () => {
    const shared = fromHash('#beam=-3&lines=odd&head=1.2&head=0.1.1&head=1.1.1&tab=x&model=a&model=a');
    expect(shared.options).toEqual(DEFAULT_OPTIONS);
    expect(shared.constraints).toEqual([{ sentence: 0, word: 1, head: 1, deprel: '' }]);
    expect([shared.tab, shared.models]).toEqual(['parse', ['a']]);
  });

  it('leave long texts out', () => {
    expect(toHash({ tab: 'parse', text: 'x'.repeat(20001), models: [], options: DEFAULT_OPTIONS, constraints: [] })).toBe('');
  });
});

describe('words for a model that finds none', () => {
  const list = { default_model: 'pt', models: { pt: ['tokenizer', 'tagger', 'parser'], en: ['tokenizer', 'parser'], brackets: ['parser'] }, details: { en: { language: 'en' }, brackets: { language: 'en' } } };
  it('come from one of its language, or from the default', () => {
    expect(wordFinderFor(list, 'brackets')).toBe('en');
    expect(wordFinderFor({ ...list, details: {} }, 'brackets')).toBe('pt');
    expect(wordFinderFor({ ...list, models: { brackets: ['parser'] } }, 'brackets')).toBeNull();
  });
});

describe('input', () => {
  it('is of three kinds', () => {
    expect(kindOf('A text (with brackets).')).toBe('text');
    expect(kindOf('(S (NP (NN x)))')).toBe('brackets');
    expect(kindOf(`1\tx${'\t_'.repeat(8)}`)).toBe('conllu');
  });
});
