// Pictures that a person collects: their ids are kept in this browser, and leave it in a link or a download.
import { effect, signal } from '@preact/signals';
import { isId, MOST_IN_BASKET } from './packed-ids.ts';

const KEY = 'pinakes.basket';

/** Ids of the pictures, in the order in which they were chosen. */
export const basket = signal<readonly string[]>(readKept(load()));

/** Keeps the basket, and follows what other tabs do to theirs. */
export function keepBasket(): void {
  let kept = JSON.stringify(basket.peek());
  effect(() => {
    const text = JSON.stringify(basket.value);
    if (text === kept) return;
    kept = text;
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Private windows may forbid it: the basket then holds until the page is closed.
    }
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY) return;
    kept = newValue ?? '[]';
    basket.value = readKept(kept);
  });
}

/** Puts pictures into the basket, behind those that are there; what does not fit is left out. */
export function addToBasket(...ids: readonly string[]): void {
  basket.value = [...new Set([...basket.peek(), ...ids])].slice(0, MOST_IN_BASKET);
}

/** Takes one picture out. */
export function removeFromBasket(id: string): void {
  basket.value = basket.peek().filter((each) => each !== id);
}

/** Takes all pictures out. */
export function emptyBasket(): void {
  basket.value = [];
}

/** Ids from what was kept, in which anything may stand. */
function readKept(text: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter(isId).slice(0, MOST_IN_BASKET);
  } catch {
    return []; // damaged
  }
}

function load(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // no storage
  }
}
