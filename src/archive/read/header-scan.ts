// One pass over the bytes of a header: where it ends, and where its lines and colons are.

/** A header with more fields than this is cut: no real one comes near. */
export const MAX_FIELDS = 2000;

/** What a pass over a header found. */
export interface HeaderScan {
  /** Length with the blank line that ends the header; -1 when that is not in sight. */
  length: number;
  /** Whether the version line of another record comes before the end: damage ate what lay between. */
  isTorn: boolean;
  /** Whether no byte is above 127. */
  isAscii: boolean;
  /** Length of the first line, which is a version or status line and no field, with its line end. */
  firstLineLength: number;
  /** Whether some line continues the one before. */
  hasFolds: boolean;
  /** Numbers of `marks` that are in use: three a field. */
  markCount: number;
  /** Of each field: where its name starts, its colon, and where its last line ends. */
  readonly marks: number[];
}

/**
 * Looks through the header at `start`. LF, CRLF and the CR CR LF of twice converted files may end
 * its lines. The answer is always the same object, valid until the next call: this runs twice for
 * every record.
 */
export function scanHeader(
  buffer: Buffer,
  start: number,
  end: number,
  kind: 'record' | 'http',
): HeaderScan {
  const scan = lastScan;
  const { marks } = scan;
  const isRecord = kind === 'record';
  let markCount = 0;
  let bits = 0;
  scan.length = -1;
  scan.isTorn = false;
  scan.hasFolds = false;
  scan.firstLineLength = 0;
  for (let lineStart = start; scan.length < 0; ) {
    // The only loop over bytes: it has no calls, so that the compiler keeps all in registers.
    let at = lineStart;
    let colon = -1;
    for (; at < end; at++) {
      const code = buffer[at] ?? 0;
      bits |= code;
      if (code === LF) break;
      if (code === COLON && colon < 0) colon = at;
    }
    if (at >= end) break;
    const first = buffer[lineStart];
    if (lineStart === start) {
      scan.firstLineLength = at + 1 - start;
    } else if (markCount === marks.length) {
      // what goes beyond is cut
    } else if ((first === SPACE || first === TAB) && markCount > 0) {
      scan.hasFolds = true;
      marks[markCount - 1] = at - start;
    } else if (colon > lineStart) {
      marks[markCount] = lineStart - start;
      marks[markCount + 1] = colon - start;
      marks[markCount + 2] = at - start;
      markCount += 3;
    }
    scan.isTorn = isRecord && endsVersionLine(buffer, start + VERSION_WORD.length, at);
    if (scan.isTorn) break;
    lineStart = at + 1;
    scan.length = lengthWithBlankLine(buffer, start, lineStart, end);
  }
  scan.isAscii = bits < 128;
  scan.markCount = markCount;
  return scan;
}

/** Length of the header when the line at `at` is blank, else -1. */
function lengthWithBlankLine(buffer: Buffer, start: number, at: number, end: number): number {
  let next = at;
  if (buffer[next] === CR) next++;
  if (buffer[next] === CR) next++;
  return next < end && buffer[next] === LF ? next + 1 - start : -1;
}

/** Whether a version line, not before `from`, ends at the LF at `feed`. */
function endsVersionLine(buffer: Buffer, from: number, feed: number): boolean {
  let at = feed - 1;
  while (at > from && buffer[at] === CR) at--;
  const last = at;
  while (at > from && last - at < MAX_VERSION_DIGITS && isVersionDigit(buffer[at])) at--;
  if (at === last || buffer[at] !== SLASH) return false;
  const word = at + 1 - VERSION_WORD.length;
  if (word < from) return false;
  const text = buffer.toString('latin1', word, at + 1);
  return text === VERSION_WORD || text === VERSION_WORD.toLowerCase();
}

function isVersionDigit(code: number | undefined): boolean {
  return code !== undefined && ((code >= 48 && code <= 57) || code === DOT);
}

const VERSION_WORD = 'WARC/';
/** Of the number in a version line that is looked for in the midst of other bytes. */
const MAX_VERSION_DIGITS = 8;
const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const DOT = 46;
const SLASH = 47;
const COLON = 58;

/** What the last call of `scanHeader` found. */
export const lastScan: HeaderScan = {
  length: -1,
  isTorn: false,
  isAscii: true,
  firstLineLength: 0,
  hasFolds: false,
  markCount: 0,
  // Filled, so that it never has holes: copies of it are plain and small.
  marks: Array.from({ length: 3 * MAX_FIELDS }, () => 0),
};
