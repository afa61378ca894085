// The tab `Parse`: text in, trees out, as one types.
import type { ModelList } from './api';
import { differenceOf, sameWords, sum } from './compare';
import { button, byId, h, percent, plural } from './dom';
import { FAIR, SURE } from './draw_arcs';
import { save } from './export';
import { FixedHeads } from './fixed_heads';
import { ModelPicker } from './model_picker';
import { GIVEN, kindOf, Parser, type Result } from './parsing';
import { differenceText, sentenceArticle } from './sentence_view';
import { DEFAULT_OPTIONS, LONGEST_SHARED, toHash, type Options, type Shared } from './share';
import { say, Trouble } from './status';
import { hideTooltip } from './tooltip';

const PAGE = 10; // sentences shown at once
const EXAMPLE = 'The gardener who planted the old pear tree against the wall has pruned it every winter.';

export class ParseView {
  private readonly picker: ModelPicker;
  private readonly parser: Parser;
  private readonly trouble = new Trouble(() => void this.parse());
  private readonly fixed: FixedHeads;
  private results: Result[] = [];
  private page = 0;
  private running: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private parsedText = '';

  constructor(
    private readonly list: ModelList,
    private readonly onShare: () => void,
  ) {
    this.parser = new Parser(list);
    this.picker = new ModelPicker(list, () => this.soon(0));
    this.fixed = new FixedHeads(() => this.soon(0));
    this.listen();
  }

  private get text(): HTMLTextAreaElement {
    return byId<HTMLTextAreaElement>('text');
  }

  private listen(): void {
    byId('form').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.parse();
    });
    this.text.addEventListener('input', () => {
      this.picker.allowGiven(kindOf(this.text.value) !== 'text');
      this.soon(this.text.value.length > 5000 ? 900 : 350);
    });
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.parse();
    });
    for (const id of ['lines', 'beam', 'confidence', 'projective']) byId(id).addEventListener('change', () => this.soon(0));
    byId('lemmas').addEventListener('change', () => {
      this.render();
      this.onShare();
    });
  }

  start(shared: Shared): void {
    this.text.value = shared.text || (shared.models.length > 0 ? '' : EXAMPLE);
    const { options } = shared;
    byId<HTMLSelectElement>('lines').value = options.lines;
    byId<HTMLInputElement>('beam').value = String(options.beam);
    byId<HTMLInputElement>('confidence').checked = options.confidence;
    byId<HTMLInputElement>('projective').checked = options.projective;
    byId<HTMLInputElement>('lemmas').checked = options.lemmas;
    this.picker.set(shared.models, kindOf(this.text.value) !== 'text');
    this.fixed.set(shared.constraints);
    this.parsedText = this.text.value;
    void this.parse();
  }

  get options(): Options {
    const beam = Number(byId<HTMLInputElement>('beam').value);
    return {
      ...DEFAULT_OPTIONS,
      lines: byId<HTMLSelectElement>('lines').value as Options['lines'],
      beam: Number.isInteger(beam) && beam > 0 ? beam : 0,
      confidence: byId<HTMLInputElement>('confidence').checked,
      projective: byId<HTMLInputElement>('projective').checked,
      lemmas: byId<HTMLInputElement>('lemmas').checked,
    };
  }

  shared(): Shared {
    return { tab: 'parse', text: this.text.value, models: this.picker.models, options: this.options, constraints: this.fixed.all };
  }

  async share(): Promise<void> {
    this.onShare();
    if (this.text.value.length > LONGEST_SHARED) return say('The text is too long for a link; save the CoNLL-U instead.');
    const link = location.href.replace(/#.*$/, '') + toHash(this.shared());
    try {
      await navigator.clipboard.writeText(link);
      say('The link is copied.');
    } catch {
      // Only pages from this machine or by HTTPS may use the clipboard.
      say('The link is in the address line of the browser.');
    }
  }

  private soon(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.parse(), delay);
  }

  async parse(): Promise<void> {
    clearTimeout(this.timer);
    this.running?.abort();
    const text = this.text.value;
    if (text !== this.parsedText) this.fixed.set([]);
    this.parsedText = text;
    this.onShare();
    if (text.trim() === '') return this.show([], 'There is no text yet.');
    const running = new AbortController();
    this.running = running;
    byId('results').setAttribute('aria-busy', 'true');
    try {
      const results = await this.parser.parse({ text, models: this.picker.models, options: this.options, constraints: this.fixed.all }, running.signal);
      if (running.signal.aborted) return;
      this.show(results, this.summary(results));
    } catch (error) {
      if (running.signal.aborted) return;
      byId('results').classList.add('stale');
      say('');
      this.trouble.show(error);
    } finally {
      if (this.running === running) byId('results').removeAttribute('aria-busy');
    }
  }

  private show(results: Result[], message: string): void {
    this.trouble.clear();
    byId('results').classList.remove('stale');
    this.results = results;
    const count = results[0]?.sentences.length ?? 0;
    this.page = Math.min(this.page, Math.max(0, Math.ceil(count / PAGE) - 1));
    this.render();
    say(message);
  }

  private name(result: Result): string {
    return result.model === GIVEN ? 'given' : result.model;
  }

  private summary(results: Result[]): string {
    const sentences = results[0]?.sentences ?? [];
    const words = sentences.reduce((total, each) => total + each.tokens.length, 0);
    const time = results.reduce((total, each) => total + (each.milliseconds ?? 0), 0);
    const fixed = this.fixed.all.length;
    return (
      `${plural(sentences.length, 'sentence')}, ${plural(words, 'word')}` +
      (time > 0 ? `, ${time < 10 ? time.toFixed(1) : Math.round(time)} ms` : '') +
      (fixed > 0 ? `, ${plural(fixed, 'fixed head')}` : '') + '.'
    );
  }

  private render(): void {
    const box = byId('results');
    const focused = this.focusedWord();
    const open = [...box.querySelectorAll('article[data-sentence]')].filter((each) => each.querySelector('details[open]')).map((each) => each.getAttribute('data-sentence'));
    hideTooltip();
    const count = this.results[0]?.sentences.length ?? 0;
    const from = this.page * PAGE;
    const shown = Array.from({ length: Math.min(PAGE, count - from) }, (_, i) => this.article(from + i));
    for (const each of shown) if (open.includes(each.getAttribute('data-sentence'))) each.querySelector('details')?.setAttribute('open', '');
    box.replaceChildren(...(count > 0 ? [h('h2', { class: 'hidden' }, 'Trees'), ...this.remarks(), ...shown, ...this.pager(count), ...this.credits()] : []));
    this.fixed.render(this.results[0]?.sentences ?? []);
    this.renderFiles();
    if (focused) this.refocus(focused);
  }

  private article(index: number): HTMLElement {
    const trees = this.results.filter((each) => each.sentences[index]).map((each) => ({ name: this.name(each), sentence: each.sentences[index]! }));
    return sentenceArticle({
      index,
      trees,
      constraints: this.fixed.all.filter((each) => each.sentence === index),
      lemmas: this.options.lemmas,
      handlers: { fix: (word, head) => this.fix(index, word, head), free: (word) => this.fixed.remove(index, word) },
    });
  }

  private fix(sentence: number, word: number, head: number): void {
    if (this.picker.models.every((model) => model === GIVEN)) return say('These trees were given, not found by a parser. Choose a model first.');
    this.fixed.add({ sentence, word, head, deprel: '' });
  }

  /** The legend of one tree's colours; the counts of several. */
  private remarks(): HTMLElement[] {
    if (this.results.length < 2) {
      const sure = this.results[0]?.sentences.some((sentence) => sentence.tokens.some((token) => token.confidence !== undefined));
      return sure ? [legend()] : [];
    }
    const [first, ...others] = this.results as [Result, ...Result[]];
    const lines = others.map((other) => {
      const pairs = first.sentences.map((sentence, i) => ({ a: sentence, b: other.sentences[i] })).filter(({ a, b }) => b && sameWords(a, b));
      const total = sum(pairs.map(({ a, b }) => differenceOf(a, b!)));
      const same = total.words - total.heads - total.labels;
      const share = total.words > 0 ? ` (${((100 * same) / total.words).toFixed(1)} % the same)` : '';
      return h('li', {}, h('b', { class: 'name-a' }, `▲ ${this.name(first)}`), ' and ', h('b', { class: 'name-b' }, `▼ ${this.name(other)}`), `: ${differenceText(total)}${share}`);
    });
    return [h('ul', { class: 'counts', 'aria-label': 'Differences' }, ...lines)];
  }

  private pager(count: number): HTMLElement[] {
    if (count <= PAGE) return [];
    const turn = (step: number): void => {
      this.page += step;
      this.render();
      byId('results').scrollIntoView();
    };
    const last = Math.min(count, (this.page + 1) * PAGE);
    return [
      h(
        'nav',
        { class: 'pager', 'aria-label': 'Pages of sentences' },
        button('Earlier', { disabled: this.page === 0 }, () => turn(-1)),
        h('span', {}, `Sentences ${this.page * PAGE + 1} to ${last} of ${count}`),
        button('Later', { disabled: last === count }, () => turn(1)),
      ),
    ];
  }

  /** Whose treebanks the models learned from, as their licences ask for. */
  private credits(): HTMLElement[] {
    const lines = this.results.flatMap(({ model }) => {
      const { credit, title, licence } = this.list.details?.[model] ?? {};
      const told = [credit || title, licence].filter(Boolean).join('; ');
      return told && told !== model ? [`${model}: ${told}`] : [];
    });
    return lines.map((line) => h('p', { class: 'credit' }, line));
  }

  private renderFiles(): void {
    const parsed = this.results.filter((each) => each.conllu !== '');
    byId('files').replaceChildren(
      ...parsed.map((each) => button(parsed.length > 1 ? `CoNLL-U, ${this.name(each)}` : 'CoNLL-U', { class: 'quiet' }, () => save(each.conllu, `${this.name(each)}.conllu`))),
    );
  }

  private focusedWord(): { sentence: string; word: string } | null {
    const word = document.activeElement?.closest('#results .word');
    const sentence = word?.closest('article');
    return word && sentence ? { sentence: sentence.getAttribute('data-sentence')!, word: word.getAttribute('data-word')! } : null;
  }

  private refocus({ sentence, word }: { sentence: string; word: string }): void {
    const next = byId('results').querySelector<SVGElement>(`article[data-sentence="${sentence}"] .word[data-word="${word}"]`);
    next?.closest('svg')?.querySelectorAll('.word').forEach((each) => each.setAttribute('tabindex', '-1'));
    next?.setAttribute('tabindex', '0');
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

function legend(): HTMLElement {
  const item = (name: string, text: string): HTMLElement => h('span', { class: `key ${name}` }, h('i', {}), text);
  return h('p', { class: 'legend' }, 'How sure an arc is: ', item('sure', `${percent(SURE)} or more`), item('fair', `${percent(FAIR)} or more, dashed`), item('doubtful', 'less, dotted'));
}
