// Elements made in one expression, and texts measured.

export type Attributes = Record<string, string | number | boolean | undefined>;
export type Child = Node | string | null | undefined | false;

const SVG = 'http://www.w3.org/2000/svg';

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
}

export function h<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function s<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** An element of the page itself, which is there or the page is broken. */
export function byId<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element as Type;
}

export function button(text: string, attributes: Attributes, onClick: (event: MouseEvent) => void): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', onClick);
  return element;
}

export const FONTS = {
  word: '17px Palatino, "Palatino Linotype", "Book Antiqua", Georgia, "Noto Serif", serif',
  tag: '11px system-ui, "Segoe UI", "Noto Sans", Arial, sans-serif',
  label: '11.5px system-ui, "Segoe UI", "Noto Sans", Arial, sans-serif',
} as const;

let context: CanvasRenderingContext2D | null | undefined;
const measured = new Map<string, number>();

export function widthOf(text: string, font: string): number {
  const key = `${font}\n${text}`;
  let width = measured.get(key);
  if (width === undefined) {
    context ??= document.createElement('canvas').getContext('2d');
    if (context) context.font = font;
    width = context ? context.measureText(text).width : text.length * 8;
    if (measured.size > 20000) measured.clear();
    measured.set(key, width);
  }
  return width;
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;
