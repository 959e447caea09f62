// Stretches of time in words.
import { formatDay, t } from '../i18n/i18n.ts';
import { type TimeRange, toDigits } from '../state/time-range.ts';

/** `2004`, `2004 – 2008`, `since 2004`, `until 31 May 2010`. */
export function rangeText({ from, to }: TimeRange): string {
  const start = from === undefined ? undefined : timeText(from, 'from');
  const end = to === undefined ? undefined : timeText(to, 'to');
  if (start === undefined) return t('time.until', { time: end ?? '' });
  if (end === undefined) return t('time.since', { time: start });
  return start === end ? start : t('time.span', { from: start, to: end });
}

/** The year where it starts or ends with this second, else the day. */
export function timeText(seconds: number, side: 'from' | 'to'): string {
  const digits = toDigits(seconds, side);
  return digits.length === 4 ? digits : formatDay(seconds * 1000);
}
