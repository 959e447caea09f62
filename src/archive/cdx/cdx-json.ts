// Index lines in CDXJ: key, time and one JSON object whose values are strings.
import { toAsciiUrl } from '../../model/surt-escapes.ts';
import {
  type CdxEntry,
  type CdxLine,
  type CdxTexts,
  type JsonValue,
  toCdxLine,
  toSafeText,
} from './cdx-entry.ts';

/** JSON names of the texts we know, in the order we write them. */
const NAMES = {
  url: 'url',
  mime: 'mime',
  status: 'status',
  digest: 'digest',
  length: 'length',
  offset: 'offset',
  file: 'filename',
  redirect: 'redirect',
  meta: 'robotflags',
} as const satisfies Partial<Record<keyof CdxTexts, string>>;

const KNOWN: ReadonlySet<string> = new Set(Object.values(NAMES));

/** Reads `key time {json}`; the JSON may be missing. Values may be strings or numbers. */
export function parseJson(line: string): CdxLine {
  const keyEnd = line.indexOf(' ');
  if (keyEnd < 0) return { kind: 'rejected', reason: 'fields' };
  const timeEnd = line.indexOf(' ', keyEnd + 1);
  const value = timeEnd < 0 ? {} : parseObject(line.slice(timeEnd + 1));
  if (value === undefined) return { kind: 'rejected', reason: 'json' };
  const texts: CdxTexts = {
    key: line.slice(0, keyEnd),
    time: line.slice(keyEnd + 1, timeEnd < 0 ? undefined : timeEnd),
    url: textOf(value[NAMES.url]),
    mime: textOf(value[NAMES.mime]),
    status: textOf(value[NAMES.status]),
    digest: textOf(value[NAMES.digest]),
    length: textOf(value[NAMES.length]),
    offset: textOf(value[NAMES.offset]),
    file: textOf(value[NAMES.file]),
    redirect: textOf(value[NAMES.redirect]),
    meta: textOf(value[NAMES.meta]),
  };
  return toCdxLine(texts, extraOf(value));
}

/** Writes `key time {json}` in ASCII, spaced as pywb does; absent values are left out. */
export function formatJson(entry: CdxEntry): string {
  const known: readonly (readonly [name: string, text: string])[] = [
    [NAMES.url, entry.url],
    [NAMES.mime, entry.mime],
    [NAMES.status, entry.status === 0 ? '' : String(entry.status)],
    [NAMES.digest, entry.digest],
    [NAMES.length, entry.length === 0 ? '' : String(entry.length)],
    [NAMES.offset, entry.file === '' ? '' : String(entry.offset)],
    [NAMES.file, entry.file],
    [NAMES.redirect, entry.redirect ?? ''],
    [NAMES.meta, entry.meta ?? ''],
  ];
  const members = [
    ...known.filter(([, text]) => text !== ''),
    ...Object.entries(entry.extra ?? {}),
  ].map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const key = toSafeText(toAsciiUrl(entry.surt)) || '-';
  return `${key} ${entry.time} ${toAsciiJson(`{${members.join(', ')}}`)}`;
}

function parseObject(text: string): Readonly<Record<string, JsonValue>> | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue; // by the definition of JSON
  } catch {
    return undefined; // not JSON: said by the caller
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Readonly<Record<string, JsonValue>>; // neither array nor null is left
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '-' ? value : '';
}

function extraOf(value: Readonly<Record<string, JsonValue>>): CdxEntry['extra'] {
  const unknown = Object.entries(value).filter(([name]) => !KNOWN.has(name));
  return unknown.length === 0 ? undefined : Object.fromEntries(unknown);
}

/** Escapes everything outside visible ASCII, as most writers of CDXJ do: such lines sort the same as bytes and as text. */
function toAsciiJson(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
