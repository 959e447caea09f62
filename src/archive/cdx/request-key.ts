// Keys of responses to requests with a body: the request is part of the key, so that two answers of one form are told apart.
import { toSurt } from '../../model/surt.ts';
import { mediaType } from '../read/http-head.ts';
import type { ArchiveRecord } from '../read/record.ts';

/** Bodies of requests are read up to this size. Bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/** Values of a JSON body beyond this many are not told apart. */
const MAX_VALUES = 1000;

/** A request that may belong to the record before or after it. */
export interface ArchivedRequest {
  readonly url: string;
  /** Names of records: its own and those it was captured with. */
  readonly id: string;
  readonly concurrentTo: string;
  /** What the key of its response has behind the URL: `__wb_method=POST&...`; `''` for plain requests. */
  readonly query: string;
}

/** The request of a record; `undefined` when it is none. */
export function requestOf(record: ArchiveRecord): ArchivedRequest | undefined {
  if (record.type !== 'request') return undefined;
  const { url, fields } = record;
  return {
    url,
    id: fields.get('warc-record-id'),
    concurrentTo: fields.get('warc-concurrent-to'),
    query: queryOf(record),
  };
}

/** The key of a response with what its request sent, where the two belong together; else `undefined`. */
export function keyWithRequest(
  response: Pick<ArchiveRecord, 'url' | 'fields'>,
  request: ArchivedRequest,
): string | undefined {
  if (request.query === '' || request.url !== response.url) return undefined;
  const id = response.fields.get('warc-record-id');
  const concurrentTo = response.fields.get('warc-concurrent-to');
  // Where the names say that each belongs to another record, they do.
  if (request.concurrentTo !== '' && request.concurrentTo !== id && concurrentTo !== request.id) {
    return undefined;
  }
  const separator = response.url.includes('?') ? '&' : '?';
  return toSurt(`${response.url}${separator}${request.query}`);
}

function queryOf(record: ArchiveRecord): string {
  const { http } = record;
  const method = /^([A-Z]{1,20}) /i.exec(http?.startLine ?? '')?.[1]?.toUpperCase() ?? 'GET';
  if (http === undefined || method === 'GET' || method === 'HEAD') return '';
  const body = record.payload.subarray(0, MAX_BODY_BYTES);
  const sent = body.length === 0 ? '' : bodyQuery(body, mediaType(http.fields.get('content-type')));
  return sent === '' ? `__wb_method=${method}` : `__wb_method=${method}&${sent}`;
}

/** Forms as they are, values of JSON by their names, everything else in base64. */
function bodyQuery(body: Buffer, type: string): string {
  if (type === 'application/x-www-form-urlencoded')
    return body.toString('utf8').replace(/\+/g, ' ');
  const values = type === 'application/json' ? jsonValues(body.toString('utf8')) : undefined;
  return values ?? `__wb_post_data=${body.toString('base64')}`;
}

function jsonValues(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // declared wrongly: it is told as bytes
  }
  const found = new Map<string, string>();
  const counts = new Map<string, number>();
  const waiting: { readonly name: string; readonly value: unknown }[] = [{ name: '', value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.size === MAX_VALUES) break;
    const inner = membersOf(next.name, next.value);
    if (inner !== undefined) for (const one of inner.reverse()) waiting.push(one);
    else if (next.name !== '') {
      const count = (counts.get(next.name) ?? 0) + 1;
      counts.set(next.name, count);
      const name = count === 1 ? next.name : `${next.name}.${count}_`;
      found.set(name, printed(next.value));
    }
  }
  return [...found]
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join('&');
}

/** What an object or list holds, items of a list under its own name; `undefined` for other values. */
function membersOf(name: string, value: unknown): { name: string; value: unknown }[] | undefined {
  if (Array.isArray(value)) return value.map((item: unknown) => ({ name, value: item }));
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).map(([key, item]) => ({ name: key, value: item }));
}

/** As pywb, which is written in Python, prints values. */
function printed(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}
