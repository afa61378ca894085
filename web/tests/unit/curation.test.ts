import { describe, expect, it } from 'vitest';
import { readBrackets, writeBracket } from '../../src/brackets';
import { BracketTreebank } from '../../src/curate_brackets';
import { WordTreebank } from '../../src/curate_words';
import { Decisions, readList, type Decision } from '../../src/curation';

const row = (id: string, form: string, head: string, deprel: string, deps = '_', misc = '_'): string => [id, form, '_', 'X', '_', '_', head, deprel, deps, misc].join('\t');
const decided = (...pairs: [string, Decision][]): Map<string, Decision> => new Map(pairs);

// A mark at the beginning, carriage returns, strange spaces, and no line break at the end: all of it must stay.
const LINES = [
  '\uFEFF# sent_id = 1\r',
  `${row('1', 'the', '3', 'det', '3:det', 'Suggest=2:det')}\r`,
  `${row('2', 'old', '3', 'amod', '3:amod|2:x', 'A=b|Suggest=0:root|C=d')}\r`,
  `${row('3', 'tree ', '0', 'root')}\r`,
  '\r',
  '#   odd',
  row('1', 'x', '0', 'root'),
  row('2', 'y', '1', 'dep', '_', 'Suggest=1:obj'),
];
const TEXT = LINES.join('\n');

describe('a treebank with suggestions', () => {
  const treebank = new WordTreebank(TEXT, null, 'x.conllu');

  it('lists them', () => {
    expect(treebank.suspects.map((each) => [each.key, each.words, each.gold, each.proposed, each.kind])).toEqual([
      ['1', 'the', 'det of 3 tree ', 'det of 2 old', 'head'],
      ['2', 'old', 'amod of 3 tree ', 'root', 'head and label'],
      ['7', 'y', 'dep of 1 x', 'obj of 1 x', 'label'],
    ]);
  });

  it('is the same byte for byte where nothing is decided', () => {
    expect(treebank.result(new Map())).toBe(TEXT);
    expect(treebank.result(decided(['1', 'skip'], ['7', 'skip']))).toBe(TEXT);
  });

  it('has the lines changed that were decided on, and no other', () => {
    const lines = [...LINES];
    lines[1] = `${row('1', 'the', '2', 'det', '2:det')}\r`; // DEPS said what the tree said
    lines[2] = `${row('2', 'old', '3', 'amod', '3:amod|2:x', 'A=b|C=d')}\r`;
    lines[7] = row('2', 'y', '1', 'obj');
    expect(treebank.result(decided(['1', 'accept'], ['2', 'reject'], ['7', 'accept']))).toBe(lines.join('\n'));
  });

  it('keeps DEPS that say more than the tree', () => {
    expect(treebank.result(decided(['2', 'accept'])).split('\n')[2]).toBe(`${row('2', 'old', '0', 'root', '3:amod|2:x', 'A=b|C=d')}\r`);
  });

  it('knows what gives no tree', () => {
    expect(treebank.fault(0, new Map())).toBeNull();
    expect(treebank.fault(0, new Map(), treebank.suspects[1])).toBe('2 words would hang from the root instead of 1');
    expect(treebank.fault(0, decided(['1', 'accept']))).toBeNull();
    const cycle = new WordTreebank(`${row('1', 'a', '2', 'x')}\n${row('2', 'b', '3', 'x', '_', 'Suggest=1:x')}\n${row('3', 'c', '0', 'root')}\n`, null, '');
    expect(cycle.fault(0, new Map(), cycle.suspects[0])).toBe('there would be a cycle');
  });
});

describe('the list beside a treebank', () => {
  const plain = `${row('1', 'a', '2', 'det')}\n${row('2', 'b', '0', 'root')}\n${row('3', 'c', '1', 'dep')}\n\n`;
  const tsv = 'rank\tscore\tfile\tline\tsent_id\tid\tform\thead\tdeprel\tto head\tto deprel\tevidence\tA\tB\n1\t7.5\tdir/x.conllu\t3\ts\t3\tc\t1\tdep\t2\tobj\t0.1\t2:obj\t2:dep\n2\t1.5\tdir/x.conllu\t1\ts\t1\ta\t2\tdet\t3\tdet\t0.1\t3:det\t3:det\n3\t1\tdir/x.conllu\t1\ts\t1\tzz\t2\tdet\t3\tdet\t0\t\t\n';

  it('is read as TSV, the likeliest first, and what does not fit is counted', () => {
    const treebank = new WordTreebank(plain, readList(tsv), 'x.conllu');
    expect(treebank.suspects.map((each) => [each.words, each.proposed, each.score, each.said])).toEqual([
      ['c', 'obj of 2 b', 7.5, 'A 2:obj, B 2:dep'],
      ['a', 'det of 3 c', 1.5, 'A 3:det, B 3:det'],
    ]);
    expect(treebank.unmatched).toBe(1);
    expect(treebank.result(decided(['2', 'accept'], ['0', 'reject']))).toBe(plain.replace(row('3', 'c', '1', 'dep'), row('3', 'c', '2', 'obj')));
  });

  it('is read as JSON', () => {
    const json = { suspects: [{ score: 2, evidence: 0, file: 'x.conllu', line: 3, sent_id: '', treebank: { head: 1, deprel: 'dep' }, proposed: { head: 2, deprel: 'obj' }, id: 3, form: 'c', parsers: { A: { head: 2, deprel: 'obj' } } }] };
    expect(new WordTreebank(plain, readList(JSON.stringify(json)), 'x.conllu').suspects[0]).toMatchObject({ head: 2, deprel: 'obj', score: 2, said: 'A 2:obj' });
  });

  it('is refused where it is something else', () => {
    expect(() => readList('a\tb\n')).toThrow('no list');
    expect(() => readList('{"x": 1}')).toThrow('no suspects');
    expect(() => readList('{')).toThrow('cannot be read');
  });
});

describe('brackets with a list', () => {
  const text = '(S (NP (DT the) (NN tree)) (VP (VBZ grows)))\n\n( (S\n   (NP (PRP it))\n   (VP (VBZ is) (ADJP (JJ old)))))\n';
  const list = 'rank\tscore\tfile\tline\tsent_id\tfirst\tlast\twords\tbracket\tto bracket\tevidence\tA\n1\t3\tx.mrg\t3\t\t3\t3\told\tADJP\tnone\t0\tnone\n2\t2\tx.mrg\t1\t\t1\t2\tthe tree\tNP\tNX\t0\tNX\n3\t1\tx.mrg\t1\t\t2\t3\ttree grows\tnone\tX\t0\tX\n4\t1\tx.mrg\t1\t\t1\t3\t\tVP\tX\t0\tX\n';
  const treebank = new BracketTreebank(text, readList(list), 'x.mrg');

  it('are found by the line of the sentence', () => {
    expect(treebank.suspects.map((each) => [each.key, each.words, each.gold, each.proposed, each.kind])).toEqual([
      ['1:3-3', 'old', 'ADJP', 'no bracket', 'bracket removed'],
      ['0:1-2', 'the tree', 'NP', 'NX', 'label'],
      ['0:2-3', 'tree grows', 'no bracket', 'X', 'bracket added'],
    ]);
    expect(treebank.unmatched).toBe(1);
  });

  it('are written with the changed sentences anew and the others as they were', () => {
    expect(treebank.result(new Map())).toBe(text);
    expect(treebank.result(decided(['0:1-2', 'accept'], ['1:3-3', 'reject']))).toBe(text.replace('(NP (DT', '(NX (DT'));
    expect(treebank.result(decided(['1:3-3', 'accept']))).toBe(`${text.slice(0, text.indexOf('( (S'))}( (S (NP (PRP it)) (VP (VBZ is) (JJ old))))\n`);
  });

  it('do not cross', () => {
    expect(treebank.fault(0, new Map(), treebank.suspects[2])).toMatch('cross');
    expect(treebank.result(decided(['0:2-3', 'accept']))).toBe(text);
  });

  it('with several labels over the same words are one', () => {
    const chain = new BracketTreebank('(S (VP (VB go)))\n', readList('rank\tscore\tfile\tline\tsent_id\tfirst\tlast\twords\tbracket\tto bracket\tevidence\n1\t3\tx\t1\t\t1\t1\tgo\tS+VP\tS+X+VP\t0\n'), 'x');
    expect(chain.result(decided(['0:1-1', 'accept']))).toBe('(S (X (VP (VB go))))\n');
    expect(writeBracket(readBrackets('(A (B x) (C y))')[0]!.tree)).toBe('(A (B x) (C y))');
  });
});

describe('decisions', () => {
  it('are taken back in order, and kept', () => {
    const decisions = new Decisions();
    decisions.decide('a', 'accept');
    decisions.decide('b', 'reject');
    decisions.decide('a', 'skip');
    const again = Decisions.read(decisions.write());
    expect([...again.map]).toEqual([['a', 'skip'], ['b', 'reject']]);
    expect([again.undo(), again.map.get('a')]).toEqual(['a', 'accept']);
    expect([again.undo(), again.map.get('b')]).toEqual(['b', undefined]);
    expect([again.undo(), again.map.size, again.undo()]).toEqual(['a', 0, null]);
    expect(Decisions.read('nonsense').map.size).toBe(0);
  });
});
