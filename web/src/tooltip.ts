// Tells about the word or arc under the pointer, or in focus, beside it.
import { byId } from './dom';

function place(box: HTMLElement, at: DOMRect, under: boolean): void {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), document.documentElement.clientWidth - width - 8);
  const above = at.top - height - 6;
  box.style.left = `${Math.max(4, left)}px`;
  box.style.top = `${under || above < 4 ? at.bottom + 6 : above}px`;
}

export function hideTooltip(): void {
  byId('tooltip').hidden = true;
}

/** `textOf` is asked about words, `below`: in the tree that stands below them. */
export function attachTooltip(svg: SVGSVGElement, textOf: (word: number, below: boolean) => string): void {
  const box = byId('tooltip');
  const light = (word: string | null): void => {
    svg.querySelectorAll('.active').forEach((each) => each.classList.remove('active'));
    if (word !== null) svg.querySelectorAll(`[data-word="${word}"]`).forEach((each) => each.classList.add('active'));
  };
  const show = (event: Event): void => {
    const element = (event.target as Element).closest('[data-word]');
    const word = element?.getAttribute('data-word') ?? null;
    light(word);
    if (!element || word === null) return hideTooltip();
    box.textContent = textOf(Number(word), element.hasAttribute('data-below'));
    box.hidden = false;
    // Under words, whose arcs are above them; above arcs, beside the pointer, as they may be long.
    const isWord = element.classList.contains('word');
    const at = isWord || !(event instanceof MouseEvent) ? element.getBoundingClientRect() : new DOMRect(event.clientX, event.clientY - 8, 0, 16);
    place(box, at, isWord);
  };
  const hide = (): void => {
    light(null);
    hideTooltip();
  };
  svg.addEventListener('mouseover', show);
  svg.addEventListener('focusin', show);
  svg.addEventListener('mouseleave', hide);
  svg.addEventListener('focusout', hide);
}
