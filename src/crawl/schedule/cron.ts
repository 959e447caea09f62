// When a saved crawl runs: cron expressions of five fields, and the moments they mean.
import { PinakesError } from '../../support/errors.ts';

/** A schedule that was read. */
export interface Cron {
  /** The first moment after another one; `undefined` where there is none in the next five years. Milliseconds since 1970. */
  next(after: number): number | undefined;
}

/** Minute, hour, day of the month, month, day of the week: lowest and highest value. */
const FIELDS = [
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day of the month', from: 1, to: 31 },
  { name: 'month', from: 1, to: 12 },
  { name: 'day of the week', from: 0, to: 7 },
] as const;

const SHORT: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
};

const NAMES: Readonly<Record<string, number>> = Object.fromEntries([
  ...'jan feb mar apr may jun jul aug sep oct nov dec'
    .split(' ')
    .map((name, at): [string, number] => [name, at + 1]),
  ...'sun mon tue wed thu fri sat'.split(' ').map((name, at): [string, number] => [name, at]),
]);

const DAY_MS = 86_400_000;
const MAX_DAYS = 5 * 366;

/**
 * Reads a cron expression: `MINUTE HOUR DAY MONTH WEEKDAY` with lists, ranges, steps and English names, or `@hourly`,
 * `@daily`, `@weekly`, `@monthly`. As in cron, where day of the month and day of the week are both restricted, either
 * is enough. Times are those of the machine's time zone: an hour that a change of clocks leaves out is made up for
 * afterwards. Throws `USAGE`.
 *
 * @example parseCron('30 2 * * mon-fri') // at half past two on working days
 */
export function parseCron(text: string): Cron {
  const words = (SHORT[text.trim().toLowerCase()] ?? text).trim().toLowerCase().split(/\s+/);
  if (words.length !== FIELDS.length) throw wrong(text, 'it needs five fields');
  const sets = FIELDS.map((field, at) => readField(words[at] ?? '', field, text));
  const [minutes, hours, days, months, weekdays] = sets as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ]; // one for each field
  if (weekdays.has(7)) weekdays.add(0);
  const isEither = words[2] !== '*' && words[4] !== '*';
  const isDay = (date: Date): boolean => {
    if (!months.has(date.getMonth() + 1)) return false;
    const [isDate, isWeekday] = [days.has(date.getDate()), weekdays.has(date.getDay())];
    return isEither ? isDate || isWeekday : isDate && isWeekday;
  };
  const [hourList, minuteList] = [[...hours].sort(byNumber), [...minutes].sort(byNumber)];
  return {
    next: (after) => {
      const start = new Date(after);
      for (let day = 0; day < MAX_DAYS; day += 1) {
        // Noon is in every day, whatever the clocks do.
        const noon = new Date(start.getFullYear(), start.getMonth(), start.getDate() + day, 12);
        if (!isDay(noon)) continue;
        const [year, month, date] = [noon.getFullYear(), noon.getMonth(), noon.getDate()];
        for (const hour of hourList) {
          for (const minute of minuteList) {
            const moment = new Date(year, month, date, hour, minute).getTime();
            if (moment > after && moment - after < (MAX_DAYS + 1) * DAY_MS) return moment;
          }
        }
      }
      return undefined;
    },
  };
}

function readField(text: string, field: (typeof FIELDS)[number], whole: string): Set<number> {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [, from = '', to, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    const first = from === '*' ? field.from : toNumber(from);
    // `5/10` counts from 5 to the end, as `*/10` does.
    const isOpen = from === '*' || (to === undefined && step !== undefined);
    const last = isOpen ? field.to : toNumber(to ?? from);
    const by = step === undefined ? 1 : Number(step);
    const isRight = first >= field.from && last <= field.to && first <= last && by > 0;
    if (!isRight) throw wrong(whole, `${JSON.stringify(part)} is no ${field.name}`);
    for (let value = first; value <= last; value += by) values.add(value);
  }
  return values;
}

function toNumber(text: string): number {
  return /^\d{1,2}$/.test(text) ? Number(text) : (NAMES[text] ?? Number.NaN);
}

function byNumber(a: number, b: number): number {
  return a - b;
}

function wrong(text: string, detail: string): PinakesError {
  return new PinakesError('USAGE', {
    command: 'crawls',
    detail: `${JSON.stringify(text)} is no schedule: ${detail}. Such as "30 2 * * *" (every night at half past two) or @hourly.`,
  });
}
