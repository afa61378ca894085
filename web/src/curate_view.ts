// The tab `Curate`: suspects of a treebank, one after the other, to accept or reject. Files never leave the browser.
import { looksLikeBrackets } from './brackets';
import { BracketTreebank } from './curate_brackets';
import { card, scrollToSuspect } from './curate_card';
import { WordTreebank } from './curate_words';
import { Decisions, fingerprint, looksLikeList, readList, type Decision, type Suspect, type Treebank } from './curation';
import { button, byId, h, plural } from './dom';
import { save } from './export';
import { keepFiles, keptFiles, type KeptFile } from './kept_files';
import { say } from './status';
import { keep, recall } from './theme';

const KEYS: Record<string, Decision> = { a: 'accept', r: 'reject', s: 'skip' };
const DONE: Record<Decision, string> = { accept: 'Accepted', reject: 'Rejected', skip: 'Skipped' };

function select(label: string, onChange: () => void): HTMLSelectElement {
  const element = h('select', { 'aria-label': label });
  element.addEventListener('change', onChange);
  return element;
}

function setOptions(element: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  const before = element.value;
  element.replaceChildren(...options.map(([value, text]) => h('option', { value }, text)));
  element.value = options.some(([value]) => value === before) ? before : (options[0]?.[0] ?? '');
}

export class CurateView {
  private active = false;
  private files: { treebank: KeptFile | null; list: KeptFile | null } = { treebank: null, list: null };
  private treebank: Treebank | null = null;
  private decisions = new Decisions();
  private storeKey = '';
  private shown: Suspect[] = [];
  private at = 0;

  private readonly chooser = h('input', { type: 'file', id: 'treebank-file', multiple: true, accept: '.conllu,.mrg,.tsv,.json,.txt' });
  private readonly problem = h('p', { class: 'trouble', role: 'alert', hidden: true });
  private readonly drop = h('div', { class: 'drop' });
  private readonly work = h('div', { hidden: true });
  private readonly relation = select('Relation', () => this.refilter());
  private readonly kind = select('Kind', () => this.refilter());
  private readonly state = select('Decision', () => this.refilter());
  private readonly progress = h('progress', { 'aria-label': 'Decided', max: 1, value: 0 });
  private readonly count = h('span', { class: 'progress-text' });
  private readonly place = h('span', { class: 'place' });
  private readonly box = h('div', { class: 'card-box' });

  constructor() {
    this.build();
    document.addEventListener('keydown', (event) => this.onKey(event));
    void keptFiles().then((files) => files.length > 0 && !this.treebank && this.take(files, true));
  }

  setActive(active: boolean): void {
    this.active = active;
    const suspect = this.shown[this.at];
    if (active && suspect) scrollToSuspect(this.box, suspect);
  }

  private build(): void {
    const panel = byId('panel-curate');
    setOptions(this.state, [['all', 'all'], ['open', 'undecided'], ['accept', 'accepted'], ['reject', 'rejected'], ['skip', 'skipped']]);
    this.chooser.addEventListener('change', () => void this.open([...(this.chooser.files ?? [])]));
    const { drop } = this;
    drop.append(
      h('label', { for: 'treebank-file' }, 'Open a treebank with suggestions'),
      this.chooser,
      h('p', {}, 'CoNLL-U that ', h('code', {}, 'espalier curate errors --to conllu'), ' wrote; or a treebank (CoNLL-U or brackets) together with the list, TSV or JSON. Files can also be dropped here. They stay in this browser.'),
    );
    panel.addEventListener('dragover', (event) => {
      event.preventDefault();
      drop.classList.add('over');
    });
    panel.addEventListener('dragleave', () => drop.classList.remove('over'));
    panel.addEventListener('drop', (event) => {
      event.preventDefault();
      drop.classList.remove('over');
      void this.open([...(event.dataTransfer?.files ?? [])]);
    });
    this.work.append(this.toolbar(), this.decisionBar(), this.box);
    panel.append(h('h2', { class: 'hidden' }, 'Curate a treebank'), drop, this.problem, this.work);
  }

  private toolbar(): HTMLElement {
    const field = (text: string, element: HTMLElement): HTMLElement => h('label', {}, text, element);
    return h(
      'div',
      { class: 'toolbar' },
      field('Relation', this.relation),
      field('Kind', this.kind),
      field('Show', this.state),
      h('span', { class: 'progress' }, this.progress, this.count),
      button('Save treebank', { class: 'main', id: 'save-treebank' }, () => this.saveResult()),
    );
  }

  private decisionBar(): HTMLElement {
    const act = (text: string, key: string, action: () => void): HTMLElement => {
      const element = button('', { 'aria-keyshortcuts': key, class: text === 'Accept' ? 'main' : '' }, action);
      element.append(text, ' ', h('kbd', { 'aria-hidden': 'true' }, { ArrowLeft: '←', ArrowRight: '→' }[key] ?? key));
      return element;
    };
    return h(
      'div',
      { class: 'decide', role: 'toolbar', 'aria-label': 'Decide' },
      act('Accept', 'a', () => this.decide('accept')),
      act('Reject', 'r', () => this.decide('reject')),
      act('Skip', 's', () => this.decide('skip')),
      act('Undo', 'u', () => this.undo()),
      act('Previous', 'ArrowLeft', () => this.move(-1)),
      act('Next', 'ArrowRight', () => this.move(1)),
      this.place,
    );
  }

  private fail(message: string): void {
    this.problem.textContent = message;
    this.problem.hidden = message === '';
  }

  private async open(files: File[]): Promise<void> {
    const read: KeptFile[] = [];
    for (const file of files) {
      try {
        // Fatal, as other bytes would not be written as they were read; the mark at the beginning is kept.
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
        read.push({ name: file.name, text });
      } catch {
        return this.fail(`${file.name} is not in UTF-8${/\.(gz|xz|zst)$/.test(file.name) ? ': unpack it first' : ''}.`);
      }
    }
    this.take(read, false);
  }

  private take(files: KeptFile[], again: boolean): void {
    for (const file of files) {
      if (looksLikeList(file.name, file.text)) this.files.list = file;
      else {
        this.files.treebank = file;
        if (!files.some((each) => looksLikeList(each.name, each.text))) this.files.list = again ? this.files.list : null;
      }
    }
    this.fail('');
    try {
      this.load();
    } catch (error) {
      this.treebank = null;
      this.work.hidden = true;
      this.fail(`${this.files.treebank?.name ?? files[0]?.name ?? 'The file'}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private load(): void {
    const { treebank, list } = this.files;
    if (!treebank) return this.fail('The list is read. Now open the treebank that it is of.');
    const rows = list ? readList(list.text) : null;
    const brackets = looksLikeBrackets(treebank.text);
    if (brackets && !rows) return this.fail('Brackets have no suggestions in them. Open the list (TSV or JSON) of the same treebank as well.');
    this.treebank = brackets ? new BracketTreebank(treebank.text, rows ?? [], treebank.name) : new WordTreebank(treebank.text, rows, treebank.name);
    const { suspects, unmatched } = this.treebank;
    if (suspects.length === 0) {
      this.work.hidden = true;
      return this.fail(rows ? 'No row of the list fits this treebank.' : 'No suggestions are in this treebank. Open the list (TSV or JSON) as well, or write it with espalier curate errors --to conllu.');
    }
    if (unmatched > 0) this.fail(`${plural(unmatched, 'suggestion')} did not fit this treebank and ${unmatched === 1 ? 'is' : 'are'} left out.`);
    this.storeKey = `espalier.curate.${fingerprint(`${treebank.text}\u0000${list?.text ?? ''}`)}`;
    this.decisions = Decisions.read(recall(this.storeKey));
    void keepFiles([treebank, ...(list ? [list] : [])]);
    this.begin(treebank.name, suspects);
  }

  private begin(name: string, suspects: Suspect[]): void {
    const relations = [...new Set(suspects.flatMap((each) => each.relations))].sort();
    setOptions(this.relation, [['', 'all'], ...relations.map((each) => [each, each] as const)]);
    setOptions(this.kind, [['', 'all'], ...[...new Set(suspects.map((each) => each.kind))].sort().map((each) => [each, each] as const)]);
    this.work.hidden = false;
    this.drop.classList.add('loaded');
    this.filter();
    this.at = Math.max(0, this.shown.findIndex((each) => !this.decisions.map.has(each.key)));
    this.render();
    if (this.active) say(`${name}: ${plural(suspects.length, 'suspect')} in ${plural(this.treebank!.sentences, 'sentence')}.`);
  }

  private filter(): void {
    const wanted = this.state.value;
    this.shown = (this.treebank?.suspects ?? []).filter((each) => {
      const state = this.decisions.map.get(each.key) ?? 'open';
      return (
        (this.relation.value === '' || each.relations.includes(this.relation.value)) &&
        (this.kind.value === '' || each.kind === this.kind.value) &&
        (wanted === 'all' || state === wanted)
      );
    });
  }

  private refilter(): void {
    this.filter();
    this.at = 0;
    this.render();
    say(`${plural(this.shown.length, 'suspect')} shown.`);
  }

  private decide(decision: Decision): void {
    const suspect = this.shown[this.at];
    if (!suspect) return;
    this.decisions.decide(suspect.key, decision);
    this.kept();
    const before = this.shown;
    this.filter();
    // In a filter by decision the suspect itself may be gone from here, and the next one is in its place.
    if (this.shown.includes(suspect)) this.at = Math.min(this.shown.indexOf(suspect) + 1, this.shown.length - 1);
    else this.at = Math.min(before.indexOf(suspect), Math.max(0, this.shown.length - 1));
    this.render();
    this.tell(`${DONE[decision]}.`);
  }

  private kept(): void {
    if (!keep(this.storeKey, this.decisions.write())) this.fail('The browser keeps nothing: save the treebank before you leave this page.');
  }

  private undo(): void {
    const key = this.decisions.undo();
    if (key === null) return say('There is nothing to undo.');
    this.kept();
    this.filter();
    const at = this.shown.findIndex((each) => each.key === key);
    if (at >= 0) this.at = at;
    this.render();
    this.tell('Undone.');
  }

  private move(step: number): void {
    this.at = Math.min(Math.max(0, this.at + step), Math.max(0, this.shown.length - 1));
    this.render();
    this.tell('');
  }

  private tell(what: string): void {
    const suspect = this.shown[this.at];
    say(`${what} ${suspect ? `${this.at + 1} of ${this.shown.length}: ${suspect.words}, ${suspect.gold}; proposed ${suspect.proposed}.` : 'No suspects are left here.'}`.trim());
  }

  private render(): void {
    const all = this.treebank?.suspects ?? [];
    const decided = all.filter((each) => ['accept', 'reject'].includes(this.decisions.map.get(each.key) ?? '')).length;
    this.progress.max = Math.max(1, all.length);
    this.progress.value = decided;
    this.count.textContent = `${decided} of ${all.length} decided`;
    this.place.textContent = this.shown.length > 0 ? `${this.at + 1} / ${this.shown.length}` : '0';
    const suspect = this.shown[this.at];
    if (!suspect || !this.treebank) return this.box.replaceChildren(h('p', {}, 'No suspects are left here. Change the filters, or save the treebank.'));
    this.box.replaceChildren(card(this.treebank, suspect, this.decisions.map));
    scrollToSuspect(this.box, suspect);
  }

  private saveResult(): void {
    const { treebank } = this;
    if (!treebank || !this.files.treebank) return;
    const sentences = new Set(treebank.suspects.filter((each) => this.decisions.map.get(each.key) === 'accept').map((each) => each.sentence));
    const faulty = [...sentences].filter((each) => treebank.fault(each, this.decisions.map) !== null).sort((a, b) => a - b);
    const name = this.files.treebank.name.replace(/(\.[^.]*)?$/, (ending) => `.curated${ending}`);
    save(treebank.result(this.decisions.map), name);
    if (faulty.length > 0) this.fail(`${name} is saved, but look at sentence ${faulty.map((each) => each + 1).slice(0, 20).join(', ')}: what was accepted there gives no proper tree.`);
    say(`${name} is saved.`);
  }

  private onKey(event: KeyboardEvent): void {
    if (!this.active || this.work.hidden || event.altKey) return;
    const target = event.target as Element;
    if (target.closest('input, select, textarea, [role="tab"]')) return;
    const key = event.key.toLowerCase();
    const held = event.ctrlKey || event.metaKey;
    const undo = held ? key === 'z' : key === 'u';
    if (undo) this.undo();
    else if (held) return;
    else if (key in KEYS) this.decide(KEYS[key]!);
    else if (key === 'arrowright' && !target.closest('.scroller')) this.move(1);
    else if (key === 'arrowleft' && !target.closest('.scroller')) this.move(-1);
    else return;
    event.preventDefault();
  }
}
