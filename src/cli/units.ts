// Time spans and amounts of bytes as people write them, both ways.

const DURATION_MS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 7 * 86_400_000],
  ['y', 365 * 86_400_000],
]);

// Decimal as on disk labels; KiB, MiB, GiB and TiB are the binary ones. A bare letter is decimal.
const SIZE_BYTES = new Map([
  ['', 1],
  ['b', 1],
  ...['k', 'm', 'g', 't'].flatMap((letter, index): [string, number][] => [
    [letter, 1000 ** (index + 1)],
    [`${letter}b`, 1000 ** (index + 1)],
    [`${letter}ib`, 1024 ** (index + 1)],
  ]),
]);

/** Milliseconds of `30s`, `1h30m`, `1.5d` or `2y` (of 365 days); `undefined` when it is none. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d{1,12}(?:\.\d{1,6})?(?:ms|[smhdwy]))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/([\d.]+)([a-z]+)/g)) {
    total += Number(amount) * (DURATION_MS.get(unit ?? '') ?? Number.NaN);
  }
  return wholeOrNothing(total);
}

/** Bytes of `4096`, `10MB`, `1.5 GiB`; `undefined` when it is none. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,16}(?:\.\d{1,6})?) ?([a-z]{0,3})$/i.exec(text);
  const unit = SIZE_BYTES.get(match?.[2]?.toLowerCase() ?? '');
  if (match === null || unit === undefined) return undefined;
  return wholeOrNothing(Number(match[1]) * unit);
}

/** `1.2 GB`: decimal units, three digits or so, for people. */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 99.95 ? value.toFixed(1) : value.toFixed(0)} ${units[unit]}`;
}

/** `45s`, `3m 20s`, `2h 05m`, `4d 03h`: two units at most, for people. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds}s`;
  const pair = (size: number, units: readonly [string, string], step: number) => {
    const rest = Math.floor((seconds % size) / step);
    return `${Math.floor(seconds / size)}${units[0]} ${String(rest).padStart(2, '0')}${units[1]}`;
  };
  if (seconds < 3600) return pair(60, ['m', 's'], 1);
  if (seconds < 86_400) return pair(3600, ['h', 'm'], 60);
  return pair(86_400, ['d', 'h'], 3600);
}

function wholeOrNothing(value: number): number | undefined {
  const whole = Math.round(value);
  return Number.isSafeInteger(whole) ? whole : undefined;
}
