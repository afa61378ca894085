// What all browser tests share: the service, a browser, pages that complain of errors, and pictures.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startService } from '../service.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PICTURES = process.env.SCREENSHOTS;
if (PICTURES) mkdirSync(PICTURES, { recursive: true });

export const service = await startService();
export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

export async function stopAll() {
  await browser.close();
  await service.stop();
}

/** A link into the page: pairs of names and values. */
export const link = (...pairs) => `${service.url}#${new URLSearchParams(pairs)}`;

/** Messages that tests cause on purpose. */
const EXPECTED = /Failed to load resource|ERR_CONNECTION_REFUSED/;

/** Runs `what` with a fresh page, and fails for scripts that fail or break the page's policy. */
export async function withPage(address, options, what) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && !EXPECTED.test(message.text()) && errors.push(message.text()));
  try {
    await page.goto(address);
    await what(page, context);
    if (errors.length > 0) throw new Error(`the page complained: ${errors.join('; ')}`);
  } finally {
    await context.close();
  }
}

export async function picture(page, name) {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

/** Waits until trees are there and nothing is under way. */
export async function parsed(page) {
  await page.waitForSelector('#results:not([aria-busy]) article');
}

/** Waits until the page says yes. (The page's policy forbids what Playwright's own waitForFunction does.) */
export async function until(page, what) {
  for (const end = Date.now() + 15000; Date.now() < end; ) {
    if (await page.evaluate(what)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`never: ${what}`);
}

/** What axe finds against WCAG 2.2 A and AA and its own best practices. */
export async function violations(page) {
  // The page's policy forbids inline scripts, so the file is evaluated by the debugger.
  const { readFileSync } = await import('node:fs');
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

/** The bytes that a click saves, and the name. */
export async function saved(page, click) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const stream = await download.createReadStream();
  const parts = [];
  for await (const part of stream) parts.push(part);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}

/** Asks the service itself. */
export async function ask(request) {
  const answer = await fetch(`${service.url}parse`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).documents[0];
}

/** The arcs as drawn: `dependent label` of each, in order of words. */
export const arcs = (page, selector = 'article svg.arcs') =>
  page.locator(selector).first().evaluate((svg) => [...svg.querySelectorAll('text.label')].map((each) => `${each.dataset.word} ${each.textContent}`).filter((each, i, all) => all.indexOf(each) === i).sort((a, b) => parseInt(a) - parseInt(b)));
