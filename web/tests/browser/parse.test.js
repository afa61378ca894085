import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT, startService } from '../service.js';
import { arcs, ask, link, parsed, picture, saved, service, stopAll, until, violations, withPage } from './setup.js';

after(stopAll);

const TEXT = 'The cat that I saw yesterday was sleeping on the roof. Gardeners train pear trees.';
const sample = (name) => readFileSync(join(ROOT, 'samples', name), 'utf8');

test('an example is parsed at once, and nothing is out of reach of assistive technology', () =>
  withPage(service.url, {}, async (page) => {
    await parsed(page);
    assert.match(await page.locator('#status').textContent(), /^1 sentence, 17 words/);
    await picture(page, 'desktop');
    assert.deepEqual(await violations(page), []);
  }));

test('what is typed is parsed, as the server has it', () =>
  withPage(service.url, {}, async (page) => {
    await parsed(page);
    await page.fill('#text', TEXT);
    await page.waitForSelector('#sentence-2');
    await parsed(page);
    const { sentences } = await ask({ text: TEXT, model: 'en_ewt' });
    assert.deepEqual(await arcs(page), sentences[0].tokens.map((token) => `${token.id} ${token.deprel}`));
    await page.locator('article summary').first().click();
    const rows = await page.locator('article').first().locator('tbody tr').evaluateAll((all) => all.map((row) => row.cells[1].textContent));
    assert.deepEqual(rows, sentences[0].tokens.map((token) => token.form));
    assert.deepEqual(await violations(page), []);
  }));

test('how sure arcs are is told by line, legend, number and table', () =>
  withPage(link(['text', TEXT]), {}, async (page) => {
    await parsed(page);
    const { sentences } = await ask({ text: TEXT, model: 'en_ewt', confidence: true });
    const doubtful = sentences[0].tokens.filter((token) => token.confidence < 0.6).map((token) => String(token.id));
    const drawn = await page.locator('article').first().locator('.arc.doubtful').evaluateAll((all) => all.map((each) => each.dataset.word));
    assert.deepEqual(drawn.sort(), doubtful.sort());
    await page.locator('.word').first().hover();
    assert.match(await page.locator('#tooltip').textContent(), new RegExp(`${Math.round(sentences[0].tokens[0].confidence * 100)} % sure`));
    assert.equal(await page.locator('.legend .key').count(), 3);
    await page.locator('.options summary').click();
    await page.locator('#confidence').uncheck();
    await page.waitForSelector('.legend', { state: 'detached' });
  }));

test('files: CoNLL-U is the server’s, SVG stands alone, PNG has the size of the drawing', () =>
  withPage(link(['text', TEXT], ['confidence', '0']), {}, async (page) => {
    await parsed(page);
    const { conllu } = await ask({ text: TEXT, model: 'en_ewt' });
    const treebank = await saved(page, () => page.locator('#files button').click());
    assert.equal(treebank.name, 'en_ewt.conllu');
    assert.equal(treebank.bytes.toString(), conllu);
    const svg = await saved(page, () => page.locator('article button', { hasText: 'SVG' }).first().click());
    const drawing = svg.bytes.toString();
    assert.match(drawing, /^<\?xml[^>]*>\n<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.ok(drawing.includes('>sleeping</text>') && drawing.includes('>nsubj</text>') && !drawing.includes('var('));
    const png = await saved(page, () => page.locator('article button', { hasText: 'PNG' }).first().click());
    const size = await page.locator('svg.arcs').first().evaluate((each) => [each.width.baseVal.value, each.height.baseVal.value]);
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], size.map((each) => 2 * each));
  }));

test('a head is fixed by two clicks, listed, and freed again', () =>
  withPage(link(['text', 'Gardeners train pear trees.'], ['confidence', '0']), {}, async (page) => {
    await parsed(page);
    const before = await arcs(page);
    const requests = [];
    page.on('request', (request) => request.url().endsWith('/parse') && requests.push(request.postDataJSON()));
    await page.locator('.word[data-word="3"]').click();
    assert.match(await page.locator('.hint').first().textContent(), /choose the head of pear/);
    await page.locator('.word[data-word="2"]').click();
    await page.waitForSelector('.label.fixed');
    assert.equal(requests.length, 1);
    assert.equal(requests[0].constraints, true);
    const rows = requests[0].conllu.split('\n').filter((line) => /^\d/.test(line)).map((line) => line.split('\t').slice(6, 8).join());
    assert.deepEqual(rows, ['_,_', '_,_', '2,_', '_,_', '_,_']);
    await page.locator('article summary').click();
    assert.equal(await page.locator('article tbody tr').nth(2).locator('td').nth(-2).textContent(), '2 train');
    await page.locator('#fixed input').fill('obj');
    await page.locator('#fixed input').press('Enter');
    await until(page, () => document.querySelector('.label.fixed')?.textContent === '◆ obj');
    await picture(page, 'constrained');
    assert.deepEqual(await violations(page), []);
    await page.locator('#fixed button', { hasText: /^Remove$/ }).click();
    await page.waitForSelector('.label.fixed', { state: 'detached' });
    assert.deepEqual(await arcs(page), before);
  }));

test('all of it is done by keys alone', () =>
  withPage(link(['text', 'Gardeners train pear trees.']), {}, async (page) => {
    await parsed(page);
    await page.focus('#share');
    for (let i = 0; i < 12; ++i) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.classList.contains('word'))) break;
    }
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    assert.match(await focused(), /^Gardeners NOUN, word 1, nsubj of 2 train/);
    await page.keyboard.press('ArrowUp');
    assert.match(await focused(), /^train VERB, word 2, root/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('#status').textContent(), /pear, is chosen/);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.word.chosen').count(), 0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.label.fixed');
    assert.equal(await page.locator('.label.fixed').getAttribute('data-word'), '3');
    assert.match(await focused(), /^train VERB/, 'focus stays where it was');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    await page.waitForSelector('.label.fixed', { state: 'detached' });
    await page.keyboard.press('Enter');
    await page.keyboard.press('0');
    await page.waitForSelector('.label.fixed');
    assert.match(await page.locator('#fixed').textContent(), /pear hangs from the root/);
    await page.focus('#tab-parse');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('#panel-curate').isVisible(), true);
  }));

test('parsers are compared arc by arc', () =>
  withPage(link(['text', TEXT], ['model', 'en_ewt'], ['model', 'en_small']), {}, async (page) => {
    await parsed(page);
    const first = await ask({ text: TEXT, model: 'en_ewt', confidence: true });
    const second = await ask({ conllu: first.conllu, model: 'en_small', retag: true, confidence: true });
    const pairs = first.sentences.flatMap((sentence, i) => sentence.tokens.map((token, k) => [token, second.sentences[i].tokens[k]]));
    const heads = pairs.filter(([a, b]) => a.head !== b.head).length;
    const labels = pairs.filter(([a, b]) => a.head === b.head && a.deprel !== b.deprel).length;
    const told = await page.locator('.counts').textContent();
    assert.ok(heads + labels > 0, 'the small parser errs');
    assert.ok(told.includes(`${heads + labels} words of ${pairs.length} differ: ${heads} other head`), told);
    const drawn = (name) => page.locator(`.arc.${name}`).count();
    assert.deepEqual([await drawn('only-a'), await drawn('only-b'), await drawn('common')], [heads + labels, heads + labels, pairs.length - heads - labels]);
    assert.equal(await page.locator('#files button').count(), 2);
    await picture(page, 'compared');
    assert.deepEqual(await violations(page), []);
    await page.locator('#add-model').click();
    await until(page, () => document.querySelectorAll('.counts li').length === 2);
    await page.locator('.model button').last().click();
    await until(page, () => document.querySelectorAll('.counts li').length === 1);
  }));

test('a parser is compared with the trees that were pasted', () =>
  withPage(link(['text', sample('en.conllu')], ['model', '=given'], ['model', 'en_ewt']), {}, async (page) => {
    await parsed(page);
    assert.match(await page.locator('.counts').textContent(), /given and ▼ en_ewt: \d+ words? of 291 differ/);
    assert.equal(await page.locator('article').count(), 10);
    await page.locator('.pager button', { hasText: 'Later' }).click();
    assert.equal(await page.locator('article').count(), 6);
    assert.match(await page.locator('.pager').textContent(), /11 to 16 of 16/);
  }));

test('a link brings everything back', () =>
  withPage(link(['text', TEXT]), { permissions: ['clipboard-read', 'clipboard-write'] }, async (page, context) => {
    await parsed(page);
    await page.locator('#models select').selectOption('en_small');
    await page.locator('.options summary').click();
    await page.locator('#lemmas').check();
    await page.locator('#lines').selectOption('sentence');
    await parsed(page);
    await page.locator('.word[data-word="4"]').first().click();
    await page.locator('.word[data-word="2"]').first().click();
    await page.waitForSelector('.label.fixed');
    await page.locator('#share').click();
    await until(page, () => document.querySelector('#status').textContent === 'The link is copied.');
    const [there, conllu] = [await arcs(page), await saved(page, () => page.locator('#files button').click())];
    const other = await context.newPage();
    await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await other.waitForSelector('.label.fixed');
    assert.deepEqual(await arcs(other), there);
    assert.equal(await other.inputValue('#text'), TEXT);
    assert.deepEqual([await other.inputValue('#models select'), await other.inputValue('#lines'), await other.isChecked('#lemmas')], ['en_small', 'sentence', true]);
    assert.equal((await saved(other, () => other.locator('#files button').click())).bytes.toString(), conllu.bytes.toString());
  }));

test('scripts from right to left are drawn from right to left', () =>
  withPage(link(['text', sample('ar.conllu')], ['model', '=given']), {}, async (page) => {
    await parsed(page);
    const places = await page.locator('article').first().locator('.word').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
    assert.deepEqual(places, [...places].sort((a, b) => b - a));
    await picture(page, 'right-to-left');
    await page.locator('.word[data-word="1"]').first().focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.word), '2');
    assert.deepEqual(await violations(page), []);
  }));

test('a sentence of three hundred words is drawn whole, in few levels', () =>
  withPage(service.url, {}, async (page) => {
    await parsed(page);
    const clause = 'the gardener who planted the old pear tree against the wall has pruned it every winter and';
    const text = `${Array.from({ length: 18 }, () => clause).join(' ')} the cat slept.`.split(' ').slice(-300).join(' ');
    await page.locator('.options summary').click();
    await page.locator('#lines').selectOption('sentence');
    await page.fill('#text', text);
    await until(page, () => document.querySelectorAll('.word').length >= 300);
    const drawing = await page.locator('svg.arcs').evaluate((svg) => ({ levels: Number(svg.dataset.levels), width: svg.clientWidth, height: svg.clientHeight, labels: [...svg.querySelectorAll('.word')].map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]) }));
    const { sentences } = await ask({ text, model: 'en_ewt', lines: 'sentence' });
    assert.equal(sentences.length, 1);
    assert.ok(drawing.levels <= 40 && drawing.height < 800, JSON.stringify([drawing.levels, drawing.height]));
    for (let i = 1; i < drawing.labels.length; ++i) assert.ok(drawing.labels[i][0] > drawing.labels[i - 1][1] - 1, `words ${i} and ${i + 1} overlap`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page itself does not scroll sideways');
    await page.locator('.word').first().focus();
    await page.keyboard.press('End');
    await until(page, () => document.activeElement.getBoundingClientRect().right <= innerWidth);
    await picture(page, 'long');
  }));

test('constituents are drawn, of models that need words given, too', () =>
  withPage(link(['text', 'Gardeners train pear trees against warm walls.'], ['model', 'en_brackets']), {}, async (page) => {
    await parsed(page);
    const words = await ask({ text: 'Gardeners train pear trees against warm walls.', model: 'en_ewt', last: 'tags' });
    const { sentences } = await ask({ conllu: words.conllu, model: 'en_brackets' });
    const labels = [...sentences[0].constituents.matchAll(/\(([^\s()]+) (?=\()/g)].map((each) => each[1]).sort();
    const drawn = await page.locator('svg.constituents text.node:not(.preterminal)').evaluateAll((all) => all.map((each) => each.textContent));
    assert.deepEqual(drawn.sort(), labels);
    assert.deepEqual(await page.locator('svg.constituents text.form').evaluateAll((all) => all.map((each) => each.textContent)), sentences[0].tokens.map((token) => token.form));
    await picture(page, 'constituents');
    assert.deepEqual(await violations(page), []);
  }));

test('words are shown as they are, whatever they look like', () =>
  withPage(service.url, {}, async (page) => {
    await parsed(page);
    const odd = '<img src=x onerror=alert(1)>&amp;\u0001';
    await page.fill('#text', `1\t${odd}\t_\tX\t_\t_\t0\troot\t_\t_\n2\t</svg>\t_\tX\t_\t_\t1\t"dep"\t_\t_\n\n`);
    await page.locator('#models select').selectOption('=given');
    await page.waitForSelector('.word[data-word="2"]');
    assert.deepEqual(await page.locator('svg.arcs text.form').evaluateAll((all) => all.map((each) => each.textContent)), [odd, '</svg>']);
    assert.equal(await page.locator('#results img').count(), 0);
    const svg = await saved(page, () => page.locator('article button', { hasText: 'SVG' }).click());
    const words = await page.evaluate((text) => {
      const file = new window.DOMParser().parseFromString(text, 'image/svg+xml');
      return [...file.querySelectorAll('text.form, parsererror')].map((each) => each.textContent);
    }, svg.bytes.toString());
    assert.deepEqual(words, [odd.replace('\u0001', '\uFFFD'), '</svg>']);
    await page.locator('.word[data-word="2"]').click();
    await page.locator('.hint button', { hasText: 'the root' }).click();
    assert.match(await page.locator('#status').textContent(), /were given/);
  }));

test('pasted brackets are drawn as they are', () =>
  withPage(link(['text', sample('en.mrg')], ['model', '=given']), {}, async (page) => {
    await parsed(page);
    assert.equal(await page.locator('svg.constituents').count(), 10);
  }));

test('it is dark where the system is, or where that was chosen', () =>
  withPage(link(['text', TEXT], ['model', 'en_ewt'], ['model', 'en_small']), { colorScheme: 'dark' }, async (page) => {
    await parsed(page);
    const brightness = () => page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)[0]));
    assert.ok((await brightness()) < 60);
    await picture(page, 'dark');
    assert.deepEqual(await violations(page), []);
    await page.locator('#theme').click();
    assert.ok((await brightness()) > 200);
    await page.reload();
    assert.equal(await page.locator('#theme').textContent(), 'Theme: light');
    assert.ok((await brightness()) > 200, 'the choice is kept');
    await page.locator('#theme').click();
    assert.ok((await brightness()) < 60);
  }));

test('it fits a phone', () =>
  withPage(link(['text', TEXT], ['model', 'en_ewt'], ['model', 'en_small']), { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
    await parsed(page);
    await page.locator('.options summary').tap();
    await page.locator('article summary').first().tap();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
    const small = await page.locator('form button:visible, .tabs button').evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().height < 36).map((each) => each.textContent));
    assert.deepEqual(small, []);
    await page.locator('.word[data-word="1"]').first().tap();
    await page.locator('.hint button', { hasText: 'the root' }).tap();
    await page.waitForSelector('.label.fixed');
    await picture(page, 'phone');
    assert.deepEqual(await violations(page), []);
  }));

test('what the server refuses is told', () =>
  withPage(link(['text', TEXT]), {}, async (page) => {
    await parsed(page);
    const answer = (status, headers, body) => page.route('**/parse', (route) => route.fulfill({ status, headers, body }));
    const trouble = page.locator('#trouble');
    await answer(413, {}, '{"error": {"status": 413, "message": "at most 1000 bytes"}}');
    await page.fill('#text', 'long');
    await until(page, () => /too long for this server. at most 1000 bytes/.test(document.querySelector('#trouble').textContent));
    assert.equal(await page.locator('#results').evaluate((each) => each.classList.contains('stale')), true);
    await page.unroute('**/parse');
    await answer(400, {}, '{"error": {"status": 400, "message": "odd beam"}}');
    await page.fill('#text', 'odd');
    await until(page, () => /refused this \(400\): odd beam/.test(document.querySelector('#trouble').textContent));
    assert.equal(await trouble.locator('button').count(), 0);
    await page.unroute('**/parse');
    await answer(503, { 'Retry-After': '1' }, '');
    await page.fill('#text', 'busy');
    await until(page, () => /busy/.test(document.querySelector('#trouble').textContent));
    assert.deepEqual(await violations(page), []);
    await page.unroute('**/parse');
    await until(page, () => document.querySelector('#trouble').hidden);
    assert.match(await page.locator('#sentence-1').textContent(), /busy/);
  }));

test('a server that is gone is told, and found again', async () => {
  const other = await startService();
  await withPage(other.url, {}, async (page) => {
    await parsed(page);
    await other.stop();
    await page.fill('#text', 'Is anybody there?');
    await until(page, () => /does not answer/.test(document.querySelector('#trouble').textContent));
    await picture(page, 'gone');
    const again = await startService(Number(new URL(other.url).port));
    try {
      await page.locator('#trouble button').click();
      await until(page, () => document.querySelector('#trouble').hidden && /anybody/.test(document.querySelector('#sentence-1').textContent));
    } finally {
      await again.stop();
    }
  });
});
