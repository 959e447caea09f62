// Lines of index files: CDX with 9 or 11 fields, with any fields a header names, and CDXJ.
import type { CdxEntry, CdxLine } from './cdx-entry.ts';
import { type CdxLegend, formatFields, parseFields, toLegend } from './cdx-fields.ts';
import { formatJson, parseJson } from './cdx-json.ts';

/** The formats we write. */
export type CdxFormat = 'cdx9' | 'cdx11' | 'cdxj';

const LEGENDS = {
  cdx9: toLegend(' ', ['N', 'b', 'a', 'm', 's', 'k', 'r', 'V', 'g']),
  cdx11: toLegend(' ', ['N', 'b', 'a', 'm', 's', 'k', 'r', 'M', 'S', 'V', 'g']),
} as const;

/** Files without a header: the 7 fields of the Internet Archive's server, and 10 without the size. */
const HEADERLESS: ReadonlyMap<number, CdxLegend> = new Map([
  [7, toLegend(' ', ['N', 'b', 'a', 'm', 's', 'k', 'S'])],
  [9, LEGENDS.cdx9],
  [10, toLegend(' ', ['N', 'b', 'a', 'm', 's', 'k', 'r', 'M', 'V', 'g'])],
]);

/**
 * Reads the header of a CDX file, such as ` CDX N b a m s k r V g`: its first character separates the
 * fields, its letters name them. `undefined` when the line is no header.
 */
export function parseCdxHeader(line: string): CdxLegend | undefined {
  const found = /^(.?)CDX(\W)(.+)$/u.exec(line.trimEnd());
  const [, first = '', second = '', letters = ''] = found ?? [];
  if (found === null || (first !== '' && first !== second)) return undefined;
  return toLegend(second, letters.split(second));
}

/** The first line of a file in the given format; CDXJ has none. It sorts before all others. */
export function formatCdxHeader(format: CdxFormat): string | undefined {
  return format === 'cdxj' ? undefined : ` CDX ${LEGENDS[format].letters.join(' ')}`;
}

/**
 * Reads one line, without its line end. Without a format (no header was met) the line itself tells:
 * JSON behind the time, or the number of fields. Missing values are absent text or 0.
 */
export function parseCdxLine(line: string, format?: CdxFormat | CdxLegend): CdxLine {
  if (format === 'cdxj' || (format === undefined && /^\S+ \S+ \{/.test(line))) {
    return parseJson(line);
  }
  if (format === undefined) return parseFields(line, guessLegend(line));
  return parseFields(line, typeof format === 'object' ? format : LEGENDS[format]);
}

/**
 * Writes one line, without its line end. White space and controls inside a field are percent-encoded:
 * they would break the line. In URLs so is everything outside ASCII.
 */
export function formatCdxLine(entry: CdxEntry, format: CdxFormat): string {
  return format === 'cdxj' ? formatJson(entry) : formatFields(entry, LEGENDS[format]);
}

function guessLegend(line: string): CdxLegend {
  return HEADERLESS.get(line.split(' ').length) ?? LEGENDS.cdx11;
}
