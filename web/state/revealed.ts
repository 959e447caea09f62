// Sensitive pictures that were asked for; forgotten when the page is left.
import { signal } from '@preact/signals';

/** Their ids. */
export const revealed = signal<ReadonlySet<string>>(new Set());

/** Shows one. */
export function reveal(id: string): void {
  revealed.value = new Set([...revealed.peek(), id]);
}

/** Blurs one again. */
export function hideAgain(id: string): void {
  revealed.value = new Set([...revealed.peek()].filter((each) => each !== id));
}
