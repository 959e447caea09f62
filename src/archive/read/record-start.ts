// Where a record may start: told from its first bytes, and found again after damage.
import { parseArcHeader } from './record-header.ts';

/** Longest ARC line that is looked at. */
export const MAX_ARC_LINE = 1 << 16;

const WARC_MAGIC = Buffer.from('WARC/');
/** The standard takes field names in any case; some tools wrote the version line so too. */
const LOWER_MAGIC = Buffer.from('warc/');
const CR = 13;
const LF = 10;

/** Whether a WARC record starts at `at`: its version line, as far as it lies before `end`. */
export function isWarcStart(buffer: Buffer, at: number, end: number): boolean {
  if (end - at < 6) return false;
  if (((buffer[at] ?? 0) | 32) !== LOWER_MAGIC[0]) return false;
  for (let i = 1; i < LOWER_MAGIC.length; i++) {
    if (((buffer[at + i] ?? 0) | 32) !== LOWER_MAGIC[i]) return false;
  }
  return isDigit(buffer[at + 5]);
}

/** Whether what starts at `at` can be the line of an ARC record: it begins with a URL scheme. */
export function isArcStart(buffer: Buffer, at: number, end: number): boolean {
  const limit = Math.min(end, at + 16);
  for (let i = at; i < limit; i++) {
    const code = buffer[i] ?? 0;
    if (code === 58) return i > at + 1;
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    const isOther = isDigit(code) || code === 43 || code === 45 || code === 46; // + - .
    if (!isLetter && (i === at || !isOther)) return false;
  }
  return false;
}

/**
 * Whether a decompressed sample begins with a record: a WARC version line or an ARC line, as far as
 * the sample goes.
 */
export function isRecordSample(sample: Buffer): boolean {
  const at = skipLineEnds(sample, 0, sample.length);
  if (isWarcStart(sample, at, sample.length)) return true;
  if (!isArcStart(sample, at, sample.length)) return false;
  const feed = sample.indexOf(LF, at);
  if (feed >= 0) return parseArcHeader(sample.subarray(at, feed)) !== undefined;
  return /^(?:https?|ftp|dns|filedesc|whois|warcinfo):/i.test(
    sample.toString('latin1', at, at + 16),
  );
}

/** Whether the bytes of `magic` stand at `at`. */
export function startsWith(buffer: Buffer, at: number, end: number, magic: Buffer): boolean {
  if (end - at < magic.length) return false;
  for (let i = 0; i < magic.length; i++) if (buffer[at + i] !== magic[i]) return false;
  return true;
}

/** Index of the first byte from `at` on that is no line end. */
export function skipLineEnds(buffer: Buffer, at: number, end: number): number {
  let index = at;
  while (index < end && (buffer[index] === LF || buffer[index] === CR)) index++;
  return index;
}

/**
 * Index of the next record start in `from..end`, or -1. A WARC record is known by its whole version
 * line, wherever it stands (damage may have eaten the line end before it); an ARC record by a line
 * that reads as one.
 */
export function findRecordStart(
  buffer: Buffer,
  from: number,
  end: number,
  format: 'warc' | 'arc' | 'any',
): number {
  const warc = format === 'arc' ? -1 : findVersionLine(buffer, from, end);
  if (format === 'warc') return warc;
  const arc = findArcLine(buffer, from, warc < 0 ? end : warc);
  return arc < 0 ? warc : arc;
}

/** Index of the next `WARC/1.0` line in `from..end`, or -1. */
export function findVersionLine(buffer: Buffer, from: number, end: number): number {
  const upper = findMagicLine(buffer, WARC_MAGIC, from, end);
  const lower = findMagicLine(buffer, LOWER_MAGIC, from, upper < 0 ? end : upper);
  return lower < 0 ? upper : lower;
}

function findMagicLine(whole: Buffer, magic: Buffer, from: number, end: number): number {
  const buffer = whole.subarray(0, end);
  let at = from;
  for (;;) {
    at = buffer.indexOf(magic, at);
    if (at < 0) return -1;
    if (endsVersionLine(buffer, at + magic.length, end)) return at;
    at++;
  }
}

function endsVersionLine(buffer: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && at < start + 8 && (isDigit(buffer[at]) || buffer[at] === 46)) at++;
  if (at === start || at >= end) return false;
  while (at < end && buffer[at] === CR) at++;
  return at < end && buffer[at] === LF;
}

function findArcLine(buffer: Buffer, from: number, end: number): number {
  let lineStart = from;
  while (lineStart < end) {
    const feed = buffer.indexOf(LF, lineStart);
    if (feed < 0 || feed >= end) return -1;
    if (feed - lineStart <= MAX_ARC_LINE) {
      const at = arcStartInLine(buffer, lineStart, feed);
      if (at >= 0) return at;
    }
    lineStart = feed + 1;
  }
  return -1;
}

/** Where an ARC header starts in a line: at its start, or behind the torn end of what was there. */
function arcStartInLine(buffer: Buffer, start: number, end: number): number {
  if (end - start < 20 || !isDigit(lastByte(buffer, start, end))) return -1;
  const line = buffer.subarray(start, end);
  if (isArcStart(buffer, start, end) && parseArcHeader(line) !== undefined) return start;
  const words = line.toString('latin1').split(' ');
  for (const fromEnd of [5, 10]) {
    const before = words.slice(0, -fromEnd).join(' ').length;
    const scheme = words.at(-fromEnd)?.search(/(?:https?|ftp|dns|filedesc|whois):/i) ?? -1;
    const at = scheme + (before === 0 ? 0 : before + 1);
    if (scheme >= 0 && parseArcHeader(line.subarray(at)) !== undefined) return start + at;
  }
  return -1;
}

function lastByte(buffer: Buffer, start: number, end: number): number | undefined {
  const last = buffer[end - 1];
  return last === CR && end - 1 > start ? buffer[end - 2] : last;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57;
}
