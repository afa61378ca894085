// What the page says: quietly to all, aloud to screen readers; and what went wrong, with a way out of it.
import { ServiceError } from './api';
import { button, byId } from './dom';

export function say(text: string): void {
  byId('status').textContent = text;
}

const SLOWEST = 30;

/** The message about an error. It tries again by itself where that may help, more and more slowly. */
export class Trouble {
  private timer: ReturnType<typeof setInterval> | undefined;
  private attempts = 0;

  constructor(private readonly retry: () => void) {}

  show(error: unknown): void {
    this.stop();
    const box = byId('trouble');
    const message = error instanceof Error ? error.message : String(error);
    box.replaceChildren(message);
    box.hidden = false;
    const wait = error instanceof ServiceError ? error.retryAfter : null;
    if (wait === null) return;
    const seconds = Math.min(SLOWEST, wait * 2 ** this.attempts);
    ++this.attempts;
    const countdown = document.createElement('span');
    countdown.setAttribute('aria-hidden', 'true'); // a screen reader would hear every second
    box.append(' ', countdown, ' ', button('Try again', {}, () => this.again()));
    this.count(countdown, Math.round(seconds));
  }

  clear(): void {
    this.stop();
    this.attempts = 0;
    const box = byId('trouble');
    box.hidden = true;
    box.replaceChildren();
  }

  private count(element: HTMLElement, seconds: number): void {
    let left = seconds;
    const tell = (): void => {
      element.textContent = `Trying again in ${left} s.`;
    };
    tell();
    this.timer = setInterval(() => {
      --left;
      if (left <= 0) this.again();
      else tell();
    }, 1000);
  }

  private again(): void {
    this.stop();
    this.retry();
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
