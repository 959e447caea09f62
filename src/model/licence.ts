// Licences of pictures: what pages and files state about them, and which statement counts.

/** Names of licences, the freest first, in the order of their bits in the packed column; new ones come behind. */
export const LICENCES = [
  'cc0',
  'pd',
  'by',
  'by-sa',
  'by-nd',
  'by-nc',
  'by-nc-sa',
  'by-nc-nd',
  'other',
  'reserved',
] as const;

/** Name of a licence. `pd`: marked as public domain; `reserved`: all rights reserved; `other`: of another family. */
export type LicenceName = (typeof LICENCES)[number];

/** Licences of Creative Commons, the dedication CC0 among them. */
export const CC_LICENCES: readonly LicenceName[] = LICENCES.slice(0, 8).filter(
  (name) => name !== 'pd',
);

/** What told a licence, the most telling first: the file, markup about this image, a link beside it, a link of the page. */
export const LICENCE_SOURCES = ['xmp', 'iptc', 'exif', 'jsonld', 'near', 'page'] as const;

/** Name of a source. */
export type LicenceSource = (typeof LICENCE_SOURCES)[number];

/** A licence as it was stated. */
export interface StatedLicence {
  readonly name: LicenceName;
  /** Address of the licence; `''` where only words name it. */
  readonly url: string;
  /** Who is to be named; `''` where nobody is. */
  readonly credit: string;
  readonly source: LicenceSource;
}

const MAX_URL = 300;
const MAX_CREDIT = 200;
const LINE = /^(xmp|iptc|exif|jsonld|near|page) ([a-z0-9-]{2,10}) (\S{1,300})(?: (.*))?$/;
const CC_URL =
  /^https?:\/\/(?:[a-z]{1,10}\.)?creativecommons\.org\/(licenses|publicdomain)\/([a-z+-]{1,20})(?=[/?#]|$)/i;
const CC_URL_INSIDE =
  /https?:\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\/[\w+./-]{1,60}/i;
const CC_WORDS = /\bCC(?:[ -]?(0)|[ -](BY(?:-(?:NC|ND|SA)){0,2}))\b/i;
const RESERVED = /\ball rights reserved\b/i;

/** The licence that an address names; `undefined` where it is none of Creative Commons. */
export function licenceOfUrl(url: string): LicenceName | undefined {
  const [, part = '', code = ''] = CC_URL.exec(url.slice(0, MAX_URL)) ?? [];
  if (code === '') return undefined;
  if (part.toLowerCase() === 'publicdomain') return code.toLowerCase() === 'zero' ? 'cc0' : 'pd';
  return toName(code) ?? (/^(?:publicdomain|pd)$/i.test(code) ? 'pd' : 'other');
}

/** The licence that a statement of rights names, with its address where there is one; `undefined` where it names none. */
export function licenceOfWords(words: string): Pick<StatedLicence, 'name' | 'url'> | undefined {
  const url = CC_URL_INSIDE.exec(words)?.[0] ?? '';
  const byUrl = licenceOfUrl(url);
  if (byUrl !== undefined) return { name: byUrl, url };
  const [, zero, code = ''] = CC_WORDS.exec(words) ?? [];
  const named = zero === undefined ? toName(code) : 'cc0';
  if (named !== undefined) return { name: named, url: '' };
  return RESERVED.test(words) ? { name: 'reserved', url: '' } : undefined;
}

/** A statement as a line that rows can keep: `jsonld by-sa https://… Ann Author`; `-` stands for no address. */
export function printLicence({ source, name, url, credit }: StatedLicence): string {
  const address = url === '' || url.length > MAX_URL || /\s/.test(url) ? '-' : url;
  const who = credit.replace(/\s+/g, ' ').trim().slice(0, MAX_CREDIT);
  return `${source} ${name} ${address}${who === '' ? '' : ` ${who}`}`;
}

/** The statement of a line; `undefined` where it is none. */
export function parseLicence(line: string): StatedLicence | undefined {
  const [, source, name, url = '', credit = ''] = LINE.exec(line) ?? [];
  const from = LICENCE_SOURCES.find((one) => one === source);
  const known = LICENCES.find((one) => one === name);
  if (from === undefined || known === undefined) return undefined;
  return { name: known, url: url === '-' ? '' : url, credit, source: from };
}

/**
 * The licence that counts, of lines in any order: what the most telling source says, and of several statements of one source
 * the strictest; among equal ones that with somebody to credit. Who is credited nowhere in that source may be credited in another.
 */
export function chooseLicence(lines: Iterable<string>): StatedLicence | undefined {
  const stated = [...lines].flatMap((line) => parseLicence(line) ?? []).sort(compare);
  const [first] = stated;
  if (first === undefined) return undefined;
  const credit =
    first.credit || stated.find((one) => one.name === first.name && one.credit)?.credit;
  return { ...first, credit: credit ?? '' };
}

function compare(a: StatedLicence, b: StatedLicence): number {
  return (
    LICENCE_SOURCES.indexOf(a.source) - LICENCE_SOURCES.indexOf(b.source) ||
    LICENCES.indexOf(b.name) - LICENCES.indexOf(a.name) ||
    Number(a.credit === '') - Number(b.credit === '') ||
    compareText(a.url, b.url) ||
    compareText(a.credit, b.credit)
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `by-nd-nc`, as version 1.0 has it, is `by-nc-nd`. */
function toName(code: string): LicenceName | undefined {
  const parts = code.toLowerCase().split('-');
  const ordered = ['by', 'nc', 'nd', 'sa'].filter((part) => parts.includes(part)).join('-');
  const isWhole = ordered.length === code.length;
  return isWhole ? LICENCES.slice(2, 8).find((name) => name === ordered) : undefined;
}
