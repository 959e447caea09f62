// What screen readers are told besides what they read.
import { signal } from '@preact/signals';

/** The last announcement. */
export const announcement = signal('');

/** Tells something; the same twice is told twice. */
export function announce(text: string): void {
  announcement.value = announcement.peek() === text ? `${text}\u00a0` : text;
}
