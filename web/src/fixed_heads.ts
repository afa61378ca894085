// Heads that the user fixed: the list of them, where labels can be given and heads be freed.
import type { Constraint } from './conllu';
import { button, byId, h, plural } from './dom';
import type { Sentence } from './sentence';

export class FixedHeads {
  private constraints: Constraint[] = [];

  constructor(private readonly onChange: () => void) {}

  get all(): Constraint[] {
    return [...this.constraints];
  }

  set(constraints: readonly Constraint[]): void {
    this.constraints = [...constraints];
  }

  add(constraint: Constraint): void {
    this.constraints = this.constraints.filter((each) => each.sentence !== constraint.sentence || each.word !== constraint.word);
    this.constraints.push(constraint);
    this.constraints.sort((a, b) => a.sentence - b.sentence || a.word - b.word);
    this.onChange();
  }

  remove(sentence: number, word: number): void {
    const rest = this.constraints.filter((each) => each.sentence !== sentence || each.word !== word);
    if (rest.length === this.constraints.length) return;
    this.constraints = rest;
    this.onChange();
  }

  private row(each: Constraint, sentences: readonly Sentence[]): HTMLElement {
    const tokens = sentences[each.sentence]?.tokens ?? [];
    const word = tokens[each.word - 1]?.form ?? String(each.word);
    const head = each.head === 0 ? 'the root' : (tokens[each.head - 1]?.form ?? String(each.head));
    const label = h('input', { type: 'text', value: each.deprel, placeholder: 'any label', 'aria-label': `Label of ${word}`, maxlength: 60, spellcheck: 'false' });
    label.addEventListener('change', () => {
      each.deprel = label.value.trim().replace(/\s+/g, '');
      this.onChange();
    });
    return h(
      'li',
      {},
      h('span', {}, '◆ ', sentences.length > 1 && `sentence ${each.sentence + 1}: `, h('b', {}, word), ' hangs from ', h('b', {}, head)),
      label,
      button('Remove', { class: 'quiet', 'aria-label': `Remove the fixed head of ${word}` }, () => this.remove(each.sentence, each.word)),
    );
  }

  render(sentences: readonly Sentence[]): void {
    const box = byId('fixed');
    box.hidden = this.constraints.length === 0;
    if (box.hidden) return box.replaceChildren();
    const clear = button('Remove all', { class: 'quiet' }, () => {
      this.set([]);
      this.onChange();
    });
    box.replaceChildren(h('h2', {}, plural(this.constraints.length, 'fixed head'), ' ', clear), h('ul', {}, ...this.constraints.map((each) => this.row(each, sentences))));
  }
}
