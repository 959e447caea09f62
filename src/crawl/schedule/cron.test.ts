import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCron } from './cron.ts';

const at = (text: string) => new Date(text).getTime(); // of this machine's time zone
const next = (schedule: string, after: string) => parseCron(schedule).next(at(after));

describe('parseCron', () => {
  it.each([
    ['30 2 * * *', '2026-03-10T01:00', '2026-03-10T02:30'],
    ['30 2 * * *', '2026-03-10T02:30', '2026-03-11T02:30'],
    ['*/15 * * * *', '2026-03-10T10:16', '2026-03-10T10:30'],
    ['5/20 9-10 * * *', '2026-03-10T09:46', '2026-03-10T10:05'],
    ['0 0 1 * *', '2026-12-02T00:00', '2027-01-01T00:00'],
    ['0 6 * * mon-fri', '2026-03-13T07:00', '2026-03-16T06:00'], // a Friday
    ['0 6 * * 7', '2026-03-13T07:00', '2026-03-15T06:00'],
    ['0 6 20 * fri', '2026-03-09T00:00', '2026-03-13T06:00'], // either day is enough
    ['0 0 29 feb *', '2026-03-01T00:00', '2028-02-29T00:00'],
    ['@hourly', '2026-03-10T10:59', '2026-03-10T11:00'],
    ['@weekly', '2026-03-10T10:59', '2026-03-15T00:00'],
  ])('%s after %s is %s', (schedule, after, moment) => {
    expect(next(schedule, after)).toBe(at(moment));
  });

  it.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '5-1 * * * *',
    '*/0 * * * *',
    'a * * * *',
    '@often',
    '* * * * * *',
  ])('refuses %j', (schedule) => {
    expect(() => parseCron(schedule)).toThrow(/is no schedule/);
  });

  it('has no moment for a day that never comes', () => {
    expect(next('0 0 31 feb *', '2026-01-01T00:00')).toBeUndefined();
  });

  it('always gives a later moment that fits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: 0, max: 4e12 }),
        (minute, after) => {
          const moment = parseCron(`${minute} * * * *`).next(after) ?? 0;
          expect(moment).toBeGreaterThan(after);
          expect(moment - after).toBeLessThanOrEqual(3 * 3_600_000);
          expect(new Date(moment).getMinutes()).toBe(minute);
        },
      ),
    );
  });
});
