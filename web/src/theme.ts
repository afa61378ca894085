// Light or dark: as the system has it, unless a choice was made.
import { byId } from './dom';

const KEY = 'espalier.theme';
const CHOICES = ['system', 'light', 'dark'] as const;
type Choice = (typeof CHOICES)[number];

/** Null where the browser keeps nothing, as in some private windows. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function apply(choice: Choice): void {
  if (choice === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', choice);
  byId('theme').textContent = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' }[choice];
}

export function startTheme(): void {
  const kept = recall(KEY);
  let choice: Choice = CHOICES.find((each) => each === kept) ?? 'system';
  apply(choice);
  byId('theme').addEventListener('click', () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length]!;
    keep(KEY, choice);
    apply(choice);
  });
}
