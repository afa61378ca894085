import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leavesOf, looksLikeBrackets, readBrackets, sentenceOfBrackets, spansOf, writeBracket } from '../../src/brackets';
import { differenceOf } from '../../src/compare';
import { looksLikeConllu, readConllu, withConstraints } from '../../src/conllu';
import { isRightToLeft, treeFault } from '../../src/sentence';

const SAMPLES = join(__dirname, '..', '..', '..', 'samples');
const sample = (name: string): string => readFileSync(join(SAMPLES, name), 'utf8');
const row = (id: string, form: string, head: string, deprel: string, deps = '_', misc = '_'): string => [id, form, '_', '_', '_', '_', head, deprel, deps, misc].join('\t');

describe('CoNLL-U', () => {
  it('is read, with ranges and without empty nodes', () => {
    const blocks = readConllu(sample('en.conllu'));
    expect(blocks).toHaveLength(16);
    expect(blocks.reduce((total, each) => total + each.sentence.tokens.length, 0)).toBe(291);
    expect(blocks.reduce((total, each) => total + each.sentence.multiword.length, 0)).toBe(3);
    const lines = sample('en.conllu').split('\n');
    for (const block of blocks) block.lines.forEach((line, i) => expect(lines[line]!.split('\t')[1]).toBe(block.sentence.tokens[i]!.form));
  });

  it('has a text where none is told', () => {
    const text = `1-2\tdo\t_\t_\t_\t_\t_\t_\t_\t_\n${row('1', 'de', '3', 'case')}\n${row('2', 'o', '3', 'det')}\n${row('3', 'mar', '0', 'root', '_', 'SpaceAfter=No')}\n${row('4', '.', '3', 'punct')}\n`;
    expect(readConllu(text)[0]!.sentence.text).toBe('do mar.');
  });

  it('is recognised', () => {
    expect(looksLikeConllu(sample('ar.conllu'))).toBe(true);
    expect(looksLikeConllu('1\tis a list\n2\tof things')).toBe(false);
    expect(looksLikeConllu('Just a text.')).toBe(false);
  });

  it('tells the line of what is wrong', () => {
    expect(() => readConllu(`${row('1', 'a', '0', 'root')}\n2\tb\n`)).toThrow('line 2: a word has ten columns');
    expect(() => readConllu(`# x\n${row('1', 'a', 'two', 'root')}\n`)).toThrow('line 2: HEAD is no number');
    expect(() => readConllu(`${row('1', 'a', '7', 'root')}\n`)).toThrow('line 1: there is no word 7');
    expect(() => readConllu(`${row('2', 'a', '0', 'root')}\n`)).toThrow('line 1: word 2 is out of order');
  });

  it('is freed of all heads but those that are fixed', () => {
    const text = `# text = a b\n${row('1', 'a', '2', 'det', '2:det', 'Conf=0.5|X=y')}\n${row('2', 'b', '0', 'root')}\n\n${row('1', 'c', '0', 'root')}\n\n`;
    const freed = withConstraints(text, [{ sentence: 0, word: 2, head: 1, deprel: '' }, { sentence: 1, word: 1, head: 0, deprel: 'root' }]);
    expect(freed).toBe(`# text = a b\n${row('1', 'a', '_', '_', '_', 'X=y')}\n${row('2', 'b', '1', '_')}\n\n${row('1', 'c', '0', 'root')}\n\n`);
  });
});

describe('brackets', () => {
  it('come out as they went in', () => {
    for (const name of readdirSync(SAMPLES).filter((each) => each.endsWith('.mrg'))) {
      const trees = readBrackets(sample(name));
      expect(trees.map(({ tree }) => `${writeBracket(tree)}\n`).join('')).toBe(sample(name));
    }
  });

  it('know their words and spans', () => {
    const { tree } = readBrackets('(S (NP (DT the) (NN tree)) (VP (VBZ grows)))')[0]!;
    expect(leavesOf(tree).map((leaf) => leaf.word)).toEqual(['the', 'tree', 'grows']);
    expect([...spansOf(tree)]).toEqual(['1:3:S', '1:2:NP', '3:3:VP']);
    expect(sentenceOfBrackets(tree, '').tokens.map((token) => token.xpos)).toEqual(['DT', 'NN', 'VBZ']);
  });

  it('are refused where they do not close', () => {
    expect(() => readBrackets('(S (NP x)')).toThrow('not closed');
    expect(() => readBrackets('(S x))')).toThrow('was not open');
    expect(() => readBrackets('('.repeat(5000))).toThrow('nested');
    expect(looksLikeBrackets('(a remark) and a text')).toBe(false);
    expect(looksLikeBrackets(sample('fr.mrg'))).toBe(true);
  });
});

describe('sentences', () => {
  it('know their direction', () => {
    expect(isRightToLeft('وكتب الولد اسمه')).toBe(true);
    expect(isRightToLeft('הילדה נתנה')).toBe(true);
    expect(isRightToLeft('the word كتب is Arabic, this text is not')).toBe(false);
    expect(isRightToLeft('123.')).toBe(false);
  });

  it('know what is no tree', () => {
    expect(treeFault([0, 2, 0, 2])).toBeNull();
    expect(treeFault([0, 2, 1, 0])).toEqual({ word: 1 });
    expect(treeFault([0, 1])).toEqual({ word: 1 });
    expect(treeFault([0, 9])).toEqual({ word: 1 });
  });

  it('are compared arc by arc', () => {
    const [a, b] = [0, 1].map((other) => ({
      text: '', multiword: [],
      tokens: [{ id: 1, form: 'a', head: 2, deprel: 'det' }, { id: 2, form: 'b', head: 0, deprel: 'root' }, { id: 3, form: 'c', head: other ? 1 : 2, deprel: 'x' }, { id: 4, form: 'd', head: 2, deprel: other ? 'y' : 'z' }],
    }));
    expect(differenceOf(a!, b!)).toEqual({ words: 4, heads: 1, labels: 1, differing: new Set([3, 4]) });
  });
});
