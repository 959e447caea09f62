// When a server wants to be asked again.

/** The longest wait that a server is granted: an hour. */
export const MAX_WAIT_MS = 3_600_000;

/** Milliseconds to wait by a `Retry-After` header, in seconds or as a date; `undefined` when it says nothing. */
export function parseRetryAfter(value: string, now: Date): number | undefined {
  const text = value.trim();
  if (text === '') return undefined;
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_WAIT_MS);
}

/** Wait before a try after `failures` failed ones: 5 s, 10 s, 20 s ... with up to a fifth more at random, an hour at most. */
export function backOffMs(failures: number, random: () => number, firstMs = 5000): number {
  const wait = firstMs * 2 ** Math.min(failures - 1, 20);
  return Math.min(wait * (1 + random() / 5), MAX_WAIT_MS);
}
