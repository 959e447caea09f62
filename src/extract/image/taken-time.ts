// Times as EXIF, XMP and IPTC write them, checked and given as ISO 8601.

/** `2008:10:22 16:28:39`, `2008-10-22T16:28:39.5+02:00`, `2008-10`: what is left out stays out. */
const TIME =
  /^(\d{4})(?:[:\-/.](\d\d)(?:[:\-/.](\d\d)(?:[T ] ?(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)? ?(\S*))?)?)?$/;
const OFFSET = /^([+-])(\d{1,2}):?(\d\d)$/;
const MAX_CHARACTERS = 40;
/** The year of the oldest photograph that survives. */
const FIRST_YEAR = 1826;
const MAX_OFFSET_HOURS = 14;
/** What clocks show that were never set. */
const UNSET_CLOCKS = new Set(['1904-01-01T00:00:00', '1970-01-01T00:00:00']);

/**
 * The time as ISO 8601 with the precision and the zone it was given in, or `''`.
 * Without a zone it is local time of an unknown place.
 *
 * @param offset zone from a field of its own, e.g. `+02:00`; one inside `text` wins
 * @example toTakenTime('2008:10:22 16:28:39', '+02:00') === '2008-10-22T16:28:39+02:00'
 */
export function toTakenTime(text: string, offset = ''): string {
  const match = text.length > MAX_CHARACTERS ? null : TIME.exec(text.trim());
  if (match === null) return '';
  const [, year = '', month, day, hour, minute, second = '00', zone = ''] = match;
  if (Number(year) < FIRST_YEAR) return '';
  if (month === undefined || day === undefined) return isDay(year, month) ? join(year, month) : '';
  if (!isDay(year, month, day)) return '';
  if (hour === undefined || minute === undefined) return join(year, month, day);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return '';
  const time = `${join(year, month, day)}T${hour}:${minute}:${second}`;
  return UNSET_CLOCKS.has(time) ? '' : time + toOffset(zone || offset);
}

function join(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('-');
}

function isDay(year: string, month = '01', day = '01'): boolean {
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  return isMonth && Number(day) >= 1 && Number(day) <= daysInMonth;
}

/** A zone that makes no sense is dropped; the local time stays. */
function toOffset(text: string): string {
  if (text === 'Z') return text;
  const [, sign, hours = '', minutes = ''] = OFFSET.exec(text.trim()) ?? [];
  if (sign === undefined || Number(hours) > MAX_OFFSET_HOURS || Number(minutes) > 59) return '';
  return `${sign}${hours.padStart(2, '0')}:${minutes}`;
}
