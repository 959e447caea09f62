// The fields of index lines under the names that clients know them by.
import type { CdxEntry } from '../../archive/archive.ts';
import { toAsciiUrl } from '../../model/surt-escapes.ts';

/** A field, whatever it was called. */
export type FieldName =
  | 'urlkey'
  | 'timestamp'
  | 'url'
  | 'mime'
  | 'status'
  | 'digest'
  | 'length'
  | 'offset'
  | 'filename'
  | 'orig.length'
  | 'orig.offset'
  | 'orig.filename';

/** A field as a client asked for it. */
export interface Field {
  readonly name: FieldName;
  /** The name to answer with. */
  readonly label: string;
}

/** Names of the Internet Archive's server that differ from pywb's. */
const OTHER_NAMES: ReadonlyMap<string, FieldName> = new Map([
  ['original', 'url'],
  ['mimetype', 'mime'],
  ['statuscode', 'status'],
]);

const NAMES: ReadonlySet<string> = new Set<FieldName>([
  ...(['urlkey', 'timestamp', 'url', 'mime', 'status', 'digest', 'length', 'offset'] as const),
  ...(['filename', 'orig.length', 'orig.offset', 'orig.filename'] as const),
]);

/** What lines of `output=text` and `output=json` hold unless told otherwise. */
export const DEFAULT_FIELDS: readonly Field[] = [
  ...['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'],
].flatMap((label) => toField(label) ?? []);

/** What `resolveRevisits` adds to a line. */
export const ORIGINAL_FIELDS: readonly Field[] = [
  ...['orig.length', 'orig.offset', 'orig.filename'],
].flatMap((label) => toField(label) ?? []);

/** The field of a name in either family; `undefined` when there is none. */
export function toField(label: string): Field | undefined {
  const name = OTHER_NAMES.get(label) ?? (isFieldName(label) ? label : undefined);
  return name && { name, label };
}

/** Which server's clients call the field so: the names in common belong to both. */
export function familyOf(label: string): 'ia' | 'pywb' | 'both' {
  if (OTHER_NAMES.has(label)) return 'ia';
  return [...OTHER_NAMES.values()].some((name) => name === label) ? 'pywb' : 'both';
}

/** The text of a field; `''` where the capture has none. */
export function fieldText(entry: CdxEntry, name: FieldName): string {
  switch (name) {
    case 'urlkey':
      return entry.surt;
    case 'timestamp':
      return entry.time;
    case 'url':
      return entry.url;
    case 'mime':
      return entry.mime;
    case 'status':
      return entry.status === 0 ? '' : String(entry.status);
    case 'digest':
      return entry.digest;
    case 'length':
      return entry.length === 0 ? '' : String(entry.length);
    case 'offset':
      return String(entry.offset);
    case 'filename':
      return entry.file;
    default:
      return String(entry.extra?.[name] ?? '');
  }
}

/** The text of a field as it is printed, and as filters see it: URLs in ASCII, `-` where the capture has none. */
export function printedText(entry: CdxEntry, name: FieldName): string {
  const text = fieldText(entry, name);
  if (name === 'url' || name === 'urlkey') return toAsciiUrl(text);
  return text === '' ? '-' : text;
}

function isFieldName(label: string): label is FieldName {
  return NAMES.has(label);
}
