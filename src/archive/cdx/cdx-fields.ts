// Index lines of separated fields, each named by a letter of the legend.
import { toAsciiUrl } from '../../model/surt-escapes.ts';
import { type CdxEntry, type CdxLine, type CdxTexts, toCdxLine, toSafeText } from './cdx-entry.ts';

/** The fields of a file's lines, in their order. */
export interface CdxLegend {
  readonly delimiter: string;
  /** As in the header: `N` key, `b` time, `a` URL and so on. */
  readonly letters: readonly string[];
  /** Place of each text in a line, -1 where the lines lack it. */
  readonly columns: Readonly<Record<keyof CdxTexts, number>>;
}

/** Letters of each text, the better one first: S and V measure compressed files, n and v plain ones. */
const LETTERS: Readonly<Record<keyof CdxTexts, readonly string[]>> = {
  key: ['N'],
  time: ['b'],
  url: ['a'],
  mime: ['m'],
  status: ['s'],
  digest: ['k'],
  length: ['S', 'n'],
  offset: ['V', 'v'],
  file: ['g'],
  redirect: ['r'],
  meta: ['M'],
};

/** What servers add to the 11 fields of a revisit: where the original lies. */
const ORIGINAL = ['orig.length', 'orig.offset', 'orig.filename'] as const;

/** Makes a legend of a header's letters. */
export function toLegend(delimiter: string, letters: readonly string[]): CdxLegend {
  const columnOf = (text: keyof CdxTexts) =>
    LETTERS[text].map((letter) => letters.indexOf(letter)).find((column) => column >= 0) ?? -1;
  return {
    delimiter,
    letters,
    columns: {
      key: columnOf('key'),
      time: columnOf('time'),
      url: columnOf('url'),
      mime: columnOf('mime'),
      status: columnOf('status'),
      digest: columnOf('digest'),
      length: columnOf('length'),
      offset: columnOf('offset'),
      file: columnOf('file'),
      redirect: columnOf('redirect'),
      meta: columnOf('meta'),
    },
  };
}

/** Reads a line by its legend. Fields may be missing at its end; three more are the original's place. */
export function parseFields(line: string, legend: CdxLegend): CdxLine {
  const { delimiter, letters, columns } = legend;
  const fields = line.split(delimiter);
  const surplus = fields.length - letters.length;
  const hasOriginal = surplus === ORIGINAL.length;
  if (fields.length < 2 || (surplus > 0 && !hasOriginal)) {
    return { kind: 'rejected', reason: 'fields' };
  }
  const textAt = (column: number) => {
    const text = fields[column];
    return text === undefined || text === '-' ? '' : text;
  };
  const texts: CdxTexts = {
    key: textAt(columns.key),
    time: textAt(columns.time),
    url: textAt(columns.url),
    mime: textAt(columns.mime),
    status: textAt(columns.status),
    digest: textAt(columns.digest),
    length: textAt(columns.length),
    offset: textAt(columns.offset),
    file: textAt(columns.file),
    redirect: textAt(columns.redirect),
    meta: textAt(columns.meta),
  };
  return toCdxLine(texts, hasOriginal ? originalOf(fields.slice(letters.length)) : undefined);
}

/** Writes an entry by a legend of the letters `NbamskrMSVg`. */
export function formatFields(entry: CdxEntry, legend: CdxLegend): string {
  const texts: Readonly<Record<string, string>> = {
    N: toAsciiUrl(entry.surt),
    b: entry.time,
    a: toAsciiUrl(entry.url),
    m: entry.mime,
    s: entry.status === 0 ? '' : String(entry.status),
    k: entry.digest,
    r: toAsciiUrl(entry.redirect ?? ''),
    M: entry.meta ?? '',
    S: entry.length === 0 ? '' : String(entry.length),
    V: entry.file === '' ? '' : String(entry.offset),
    g: entry.file,
  };
  const fields = legend.letters.map((letter) => toSafeText(texts[letter] || '-'));
  return fields.join(legend.delimiter);
}

function originalOf(fields: readonly string[]): CdxEntry['extra'] {
  const known = ORIGINAL.map((name, index) => [name, fields[index] ?? '-'] as const);
  const present = known.filter(([, value]) => value !== '-');
  return present.length === 0 ? undefined : Object.fromEntries(present);
}
