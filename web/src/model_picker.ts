// One list of models to parse with, and more to compare it with.
import type { ModelList } from './api';
import { button, byId, h } from './dom';
import { GIVEN } from './parsing';

const MOST = 6;

export function modelTitle(list: ModelList, name: string): string {
  if (name === GIVEN) return 'the trees given';
  const { title, language } = list.details?.[name] ?? {};
  if (title && title !== name) return `${title} (${name})`;
  return language && !name.startsWith(language) ? `${name} (${language})` : name;
}

export class ModelPicker {
  private chosen: string[] = [];
  private withGiven = false;

  constructor(
    private readonly list: ModelList,
    private readonly onChange: () => void,
  ) {
    byId('add-model').addEventListener('click', () => this.add());
  }

  get models(): string[] {
    return [...this.chosen];
  }

  /** Names that there are not are left out; the default is taken where none is left. */
  set(models: readonly string[], withGiven: boolean): void {
    this.withGiven = withGiven;
    const known = models.filter((name) => name in this.list.models || (name === GIVEN && withGiven));
    this.chosen = known.length > 0 ? [...new Set(known)] : [this.list.default_model];
    this.render();
  }

  /** Whether the text has trees of its own, which can then be chosen too. */
  allowGiven(withGiven: boolean): void {
    if (withGiven !== this.withGiven) this.set(this.chosen, withGiven);
  }

  private names(): string[] {
    return [...(this.withGiven ? [GIVEN] : []), ...Object.keys(this.list.models)];
  }

  private add(): void {
    const next = this.names().find((name) => !this.chosen.includes(name));
    if (next === undefined) return;
    this.chosen.push(next);
    this.render();
    byId('models').querySelector<HTMLElement>('.model:last-child select')?.focus();
    this.onChange();
  }

  private remove(at: number): void {
    this.chosen.splice(at, 1);
    this.render();
    byId('models').querySelector<HTMLElement>('.model:last-child select')?.focus();
    this.onChange();
  }

  private row(model: string, at: number): HTMLElement {
    const select = h('select', { 'aria-label': at === 0 ? 'Model' : `Compared with, ${at}` });
    for (const name of this.names()) {
      const option = h('option', { value: name, disabled: name !== model && this.chosen.includes(name) }, modelTitle(this.list, name));
      option.selected = name === model;
      select.append(option);
    }
    select.addEventListener('change', () => {
      this.chosen[at] = select.value;
      this.render();
      byId('models').querySelectorAll<HTMLElement>('select')[at]?.focus();
      this.onChange();
    });
    const letter = h('span', { class: 'letter', 'aria-hidden': 'true' }, this.chosen.length > 1 ? String.fromCharCode(65 + at) : '');
    return h('div', { class: 'model' }, letter, select, at > 0 && button('Remove', { class: 'quiet', 'aria-label': `Remove ${modelTitle(this.list, model)}` }, () => this.remove(at)));
  }

  private render(): void {
    byId('models').replaceChildren(...this.chosen.map((model, at) => this.row(model, at)));
    byId('add-model').hidden = this.chosen.length >= Math.min(MOST, this.names().length);
  }
}
