import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FOLDER, PROGRAM, ROOT } from '../service.js';
import { link, picture, saved, stopAll, violations, withPage } from './setup.js';

after(stopAll);

const TREEBANK = join(ROOT, 'samples', 'en.conllu');
const BRACKETS = join(ROOT, 'samples', 'en.mrg');
const file = (name) => join(FOLDER, name);
const errors = (...args) => execFileSync(PROGRAM, ['curate', 'errors', ...args, '--folds', '3', '-j', '2', '-q']);

errors(TREEBANK, '--to', 'conllu', '-o', file('suggested.conllu'));
errors(TREEBANK, '-o', file('list.tsv'));
writeFileSync(file('list.json'), errors(TREEBANK, '--json'));
errors(BRACKETS, '--heads', 'english', '-o', file('brackets.tsv'));
errors(TREEBANK, '--most', '1', '--apply', '-o', file('applied.conllu'));
errors(BRACKETS, '--heads', 'english', '--most', '1', '--apply', '-o', file('applied.mrg'));
const ORIGINAL = readFileSync(TREEBANK, 'utf8');
const SUGGESTED = readFileSync(file('suggested.conllu'), 'utf8');
const COUNT = SUGGESTED.match(/Suggest=/g).length;
const CURATE = link(['tab', 'curate']);

const open = async (page, ...names) => {
  await page.setInputFiles('#treebank-file', names);
  await page.waitForSelector('.suspect');
};
const claim = (page) => page.locator('.claim .form').textContent();
const progress = (page) => page.locator('.progress-text').textContent();

test('suggestions are decided on by keys, and the treebank is saved', () =>
  withPage(CURATE, {}, async (page) => {
    assert.deepEqual(await violations(page), []);
    await open(page, file('suggested.conllu'));
    assert.equal(await progress(page), `0 of ${COUNT} decided`);
    const lines = SUGGESTED.split('\n');
    const suspects = lines.flatMap((line, i) => (line.includes('Suggest=') ? [i] : []));
    const first = lines[suspects[0]].split('\t');
    assert.equal(await claim(page), first[1]);
    await picture(page, 'curate');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('a');
    assert.match(await page.locator('#status').textContent(), /^Accepted\. 2 of/);
    await page.keyboard.press('r');
    await page.keyboard.press('s');
    await page.keyboard.press('a');
    await page.keyboard.press('u');
    assert.match(await page.locator('#status').textContent(), /^Undone\. 4 of/);
    assert.equal(await progress(page), `2 of ${COUNT} decided`);
    await page.keyboard.press('ArrowLeft');
    assert.match(await page.locator('.state').textContent(), /skipped/);
    const { name, bytes } = await saved(page, () => page.locator('#save-treebank').click());
    assert.equal(name, 'suggested.curated.conllu');
    const [head, deprel] = /Suggest=(\d+):([^|]+)/.exec(first[9]).slice(1);
    const original = ORIGINAL.split('\n');
    const wanted = [...lines];
    wanted[suspects[0]] = original[suspects[0]].split('\t').map((field, i) => (i === 6 ? head : i === 7 ? deprel : field)).join('\t');
    wanted[suspects[1]] = original[suspects[1]];
    assert.equal(bytes.toString(), wanted.join('\n'));
  }));

test('rejecting everything gives the treebank back byte for byte', () =>
  withPage(CURATE, {}, async (page) => {
    await open(page, file('suggested.conllu'));
    for (let i = 0; i < COUNT; ++i) await page.keyboard.press('r');
    assert.equal(await progress(page), `${COUNT} of ${COUNT} decided`);
    const { bytes } = await saved(page, () => page.locator('#save-treebank').click());
    assert.equal(bytes.toString(), ORIGINAL);
  }));

test('a reload loses nothing', () =>
  withPage(CURATE, {}, async (page) => {
    await open(page, file('suggested.conllu'));
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    const now = await claim(page);
    const before = await saved(page, () => page.locator('#save-treebank').click());
    await page.reload();
    await page.waitForSelector('.suspect');
    assert.equal(await progress(page), `2 of ${COUNT} decided`);
    assert.equal(await claim(page), now);
    const again = await saved(page, () => page.locator('#save-treebank').click());
    assert.equal(again.bytes.toString(), before.bytes.toString());
    await page.keyboard.press('u');
    assert.equal(await progress(page), `1 of ${COUNT} decided`);
  }));

test('the two trees differ in the arc in question alone', () =>
  withPage(CURATE, {}, async (page) => {
    await open(page, file('suggested.conllu'));
    const marked = (name) => page.locator(`.suspect .arc.${name}`).evaluateAll((all) => all.map((each) => each.dataset.word));
    assert.equal(await page.locator('.suspect svg.arcs').count(), 2);
    assert.deepEqual(await marked('only-a'), await marked('only-b'));
    assert.equal((await marked('only-a')).length, 1);
    const visible = await page.locator('.suspect .scroller').evaluateAll((all) => all.map((each) => {
      const [outer, inner] = [each.getBoundingClientRect(), each.querySelector('.label.only-a, .label.only-b').getBoundingClientRect()];
      return inner.left >= outer.left && inner.right <= outer.right;
    }));
    assert.deepEqual(visible, [true, true]);
  }));

test('suspects are filtered by relation, kind and decision', () =>
  withPage(CURATE, {}, async (page) => {
    await open(page, file('suggested.conllu'));
    const rows = SUGGESTED.split('\n').filter((line) => line.includes('Suggest=')).map((line) => line.split('\t'));
    const proposed = (fields) => /Suggest=(\d+):([^|]+)/.exec(fields[9]).slice(1);
    const [, relation] = proposed(rows[0]);
    const shown = async () => Number(/\/ (\d+)/.exec(await page.locator('.place').textContent())?.[1] ?? 0);
    await page.getByLabel('Relation').selectOption(relation);
    assert.equal(await shown(), rows.filter((row) => row[7] === relation || proposed(row)[1] === relation).length);
    await page.getByLabel('Relation').selectOption('');
    await page.getByLabel('Kind').selectOption('head');
    assert.equal(await shown(), rows.filter((row) => row[6] !== proposed(row)[0] && row[7] === proposed(row)[1]).length);
    await page.getByLabel('Kind').selectOption('');
    await page.getByLabel('Decision').selectOption('open');
    await page.locator('.decide button', { hasText: 'Accept' }).click();
    assert.equal(await shown(), COUNT - 1);
  }));

test('a list beside the treebank brings scores, as TSV and as JSON', async () => {
  const best = readFileSync(file('list.tsv'), 'utf8').split('\n')[1].split('\t');
  for (const list of ['list.tsv', 'list.json']) {
    await withPage(CURATE, {}, async (page) => {
      await open(page, TREEBANK, file(list));
      assert.equal(await progress(page), `0 of ${COUNT} decided`);
      assert.equal(await claim(page), best[6]);
      assert.match(await page.locator('.score').textContent(), new RegExp(`score ${Number(best[1]).toFixed(2)}`));
      assert.match(await page.locator('.said').textContent(), /Parsers say: transition /);
      await page.keyboard.press('a');
      const { bytes } = await saved(page, () => page.locator('#save-treebank').click());
      assert.equal(bytes.toString(), readFileSync(file('applied.conllu'), 'utf8'), 'as the program itself applies it');
    });
  }
});

test('brackets are curated with their list', () =>
  withPage(CURATE, {}, async (page) => {
    await page.setInputFiles('#treebank-file', [BRACKETS]);
    await page.getByText('Open the list (TSV or JSON)').waitFor();
    await open(page, BRACKETS, file('brackets.tsv'));
    assert.equal(await page.locator('.suspect svg.constituents').count(), 2);
    await picture(page, 'curate-brackets');
    assert.deepEqual(await violations(page), []);
    const suspects = Number(/of (\d+)/.exec(await progress(page))[1]);
    assert.equal(suspects, readFileSync(file('brackets.tsv'), 'utf8').trim().split('\n').length - 1);
    await page.keyboard.press('a');
    const corrected = await saved(page, () => page.locator('#save-treebank').click());
    assert.equal(corrected.bytes.toString(), readFileSync(file('applied.mrg'), 'utf8'), 'as the program itself applies it');
    await page.keyboard.press('u');
    for (let i = 0; i < suspects; ++i) await page.keyboard.press('r');
    const { name, bytes } = await saved(page, () => page.locator('#save-treebank').click());
    assert.equal(name, 'en.curated.mrg');
    assert.equal(bytes.toString(), readFileSync(BRACKETS, 'utf8'));
  }));

test('files are dropped, too', () =>
  withPage(CURATE, {}, async (page) => {
    const data = await page.evaluateHandle((text) => {
      const transfer = new window.DataTransfer();
      transfer.items.add(new window.File([text], 'dropped.conllu'));
      return transfer;
    }, SUGGESTED);
    await page.dispatchEvent('#panel-curate', 'drop', { dataTransfer: data });
    await page.waitForSelector('.suspect');
    assert.equal(await progress(page), `0 of ${COUNT} decided`);
  }));

test('what is no treebank is refused, with the reason', () =>
  withPage(CURATE, {}, async (page) => {
    const give = (name, content) => page.setInputFiles('#treebank-file', { name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    await give('x.conllu', '1\ta\n');
    await page.getByText('x.conllu: line 1: a word has ten columns').waitFor();
    await give('x.conllu', Buffer.from([0x31, 0xff, 0xfe]));
    await page.getByText('x.conllu is not in UTF-8').waitFor();
    await give('plain.conllu', ORIGINAL);
    await page.getByText('No suggestions are in this treebank').waitFor();
  }));

test('it is curated on a phone, too', () =>
  withPage(CURATE, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }, async (page) => {
    await open(page, file('suggested.conllu'));
    await page.locator('.decide button', { hasText: 'Accept' }).tap();
    assert.equal(await progress(page), `1 of ${COUNT} decided`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
    await picture(page, 'curate-phone');
    assert.deepEqual(await violations(page), []);
  }));
