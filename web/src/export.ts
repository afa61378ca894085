// Files made in the browser: drawings and treebanks.
import style from './drawing.css?inline';
import { s } from './dom';

/** The light page's colours, which suit paper. The same as in page.css. */
const COLOURS: Record<string, string> = {
  '--paper': '#ffffff',
  '--ink': '#20241f',
  '--muted': '#5a6157',
  '--faint': '#a9aea4',
  '--arc': '#4b5a52',
  '--fair': '#8a5a00',
  '--doubtful': '#b02a1a',
  '--only-a': '#1a5aa6',
  '--only-b': '#a3410c',
};

/** Other programs know no variables in SVG. */
export const plainStyle = (css: string): string => css.replace(/var\((--[a-z-]+)\)/g, (_, name: string) => COLOURS[name] ?? 'black');

/** Characters that words may have and XML may not. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The drawing as a file of its own. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.querySelectorAll('.hit, .back').forEach((each) => each.remove());
  copy.querySelectorAll('[role], [tabindex]').forEach((each) => {
    for (const name of ['role', 'tabindex', 'aria-label', 'aria-pressed']) each.removeAttribute(name);
  });
  copy.setAttribute('role', 'img');
  const background = s('rect', { width: '100%', height: '100%', fill: COLOURS['--paper'] });
  const title = s('title', {}, svg.getAttribute('aria-label') ?? 'Tree');
  copy.prepend(title, s('style', {}, plainStyle(style)), background);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy).replace(NOT_XML, '\uFFFD')}\n`;
}

/** Browsers draw nothing on canvases that are wider or higher. */
const LARGEST = 16000;

export async function pngBlob(svg: SVGSVGElement): Promise<Blob> {
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
  const scale = Math.min(2, LARGEST / width, LARGEST / height);
  const url = URL.createObjectURL(new Blob([svgText(svg)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The browser could not make the image.');
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function save(content: Blob | string, name: string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the address only after the click is done.
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
