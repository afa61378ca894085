// A word and then its head, chosen in a drawing by mouse, finger or keys.
//
// Arrows go from word to word in the order of the drawing, up to the head and down to the first dependent. Enter chooses
// the word, then its head; 0 the root; Delete gives the arc free again; Escape leaves all as it was.
import { button, h } from './dom';
import { isRightToLeft, textOf, type Sentence } from './sentence';
import { say } from './status';

export interface ChooserHandlers {
  fix: (word: number, head: number) => void;
  free: (word: number) => void;
}

export class HeadChooser {
  private chosen = 0;
  readonly hint = h('p', { class: 'hint' });

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly sentence: Sentence,
    private readonly handlers: ChooserHandlers,
  ) {
    svg.addEventListener('click', (event) => this.onClick(event));
    svg.addEventListener('keydown', (event) => this.onKey(event));
    this.tell();
  }

  private wordElement(word: number): SVGElement | null {
    return this.svg.querySelector<SVGElement>(`.word[data-word="${word}"]`);
  }

  private form(word: number): string {
    return this.sentence.tokens[word - 1]?.form ?? '';
  }

  private onClick(event: MouseEvent): void {
    const element = (event.target as Element).closest('[data-word]');
    if (!element) return;
    const word = Number(element.getAttribute('data-word'));
    const isWord = element.classList.contains('word');
    if (isWord) this.focus(word);
    if (this.chosen === 0 || !isWord) this.choose(word);
    else this.take(word);
  }

  private choose(word: number): void {
    this.chosen = word;
    this.tell();
    if (word > 0) say(`Word ${word}, ${this.form(word)}, is chosen. Now choose its head, or press 0 for the root, Escape to leave it.`);
  }

  private take(head: number): void {
    const word = this.chosen;
    this.choose(0);
    if (head === word) say('Nothing is changed.');
    else this.handlers.fix(word, head);
  }

  private cancel(): void {
    this.choose(0);
    say('Nothing is changed.');
  }

  private focus(word: number): void {
    const next = this.wordElement(word);
    if (!next) return;
    this.svg.querySelectorAll('.word').forEach((each) => each.setAttribute('tabindex', '-1'));
    next.setAttribute('tabindex', '0');
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private target(key: string, word: number): number {
    const step = isRightToLeft(textOf(this.sentence)) ? -1 : 1;
    const token = this.sentence.tokens[word - 1];
    switch (key) {
      case 'ArrowRight': return word + step;
      case 'ArrowLeft': return word - step;
      case 'Home': return 1;
      case 'End': return this.sentence.tokens.length;
      case 'ArrowUp': return token?.head ?? 0;
      case 'ArrowDown': return this.sentence.tokens.find((each) => each.head === word)?.id ?? 0;
      default: return 0;
    }
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const word = Number((event.target as Element).closest('.word')?.getAttribute('data-word') ?? 0);
    if (word === 0) return;
    const { key } = event;
    if (/^(Arrow|Home|End)/.test(key)) this.focus(this.target(key, word));
    else if (key === 'Enter' || key === ' ') {
      if (this.chosen === 0) this.choose(word);
      else this.take(word);
    } else if (key === '0' && this.chosen > 0) this.take(0);
    else if (key === 'Escape' && this.chosen > 0) this.cancel();
    else if (key === 'Delete' || key === 'Backspace') this.handlers.free(word);
    else return;
    event.preventDefault();
  }

  /** Shows what is chosen, and what can be done. */
  private tell(): void {
    this.svg.querySelectorAll('.word').forEach((each) => {
      const is = Number(each.getAttribute('data-word')) === this.chosen;
      each.classList.toggle('chosen', is);
      each.setAttribute('aria-pressed', String(is));
    });
    this.svg.classList.toggle('choosing', this.chosen > 0);
    this.hint.classList.toggle('idle', this.chosen === 0);
    if (this.chosen === 0) {
      this.hint.replaceChildren('Choose a word, then its head, to fix that arc and parse again.');
      return;
    }
    this.hint.replaceChildren(
      h('span', {}, 'Now choose the head of ', h('b', {}, this.form(this.chosen)), ', or '),
      button('the root', { class: 'small' }, () => this.take(0)),
      ' ',
      button('Cancel', { class: 'small' }, () => this.cancel()),
    );
  }
}
