import { expect, it } from 'vitest';
import { backOffMs, parseRetryAfter } from './retry-after.ts';

const NOW = new Date('2026-01-01T00:00:00Z');

it('reads seconds and dates, and caps both', () => {
  expect(parseRetryAfter('3', NOW)).toBe(3000);
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', NOW)).toBe(60_000);
  expect(parseRetryAfter('Thu, 01 Jan 2025 00:01:00 GMT', NOW)).toBe(0);
  expect(parseRetryAfter('999999', NOW)).toBe(3_600_000);
  expect(parseRetryAfter('', NOW)).toBeUndefined();
  expect(parseRetryAfter('soon', NOW)).toBeUndefined();
});

it('doubles the wait after each failure', () => {
  expect([1, 2, 3].map((failures) => backOffMs(failures, () => 0))).toEqual([5000, 10_000, 20_000]);
  expect(backOffMs(1, () => 0.5)).toBe(5500);
  expect(backOffMs(50, () => 1)).toBe(3_600_000);
});
