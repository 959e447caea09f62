// The page lists of a WACZ: one JSON object per line, after a header line.

import type { Timestamp } from '../../model/capture.ts';
import { parseTimestamp, toTimestamp } from '../../model/timestamp.ts';
import { messageOf } from '../../support/errors.ts';

/** A page as its crawler or curator listed it. Absent text is `''`. */
export interface WaczPage {
  readonly kind: 'page';
  readonly id: string;
  readonly url: string;
  /** When it was captured; `undefined` where the list does not say. */
  readonly ts: Timestamp | undefined;
  readonly title: string;
  /** Text of the page, where the crawler extracted it. */
  readonly text?: string;
}

/** A line that is no page, or the end of a list that cannot be read on. */
export interface RejectedPage {
  readonly kind: 'rejected';
  readonly file: string;
  /** Number of the line, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** Reads a page list; `file` is its name in rejections. Holds one line in memory at a time. */
export async function* readPages(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<WaczPage | RejectedPage> {
  let line = 0;
  try {
    for await (const text of readLines(chunks)) {
      line += 1;
      const page = toPage(text, line);
      if (typeof page === 'string') yield { kind: 'rejected', file, line, reason: page };
      else if (page !== undefined) yield page;
    }
  } catch (thrown) {
    yield { kind: 'rejected', file, line: line + 1, reason: messageOf(thrown) };
  }
}

/** Lists with the text of pages have long lines; this is for ones that never end. */
const MAX_LINE_BYTES = 16 << 20;
const NEWLINE = 10;

/** The lines of a text; `undefined` for one that is too long. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const keep = (piece: Uint8Array) => {
    length += piece.length;
    if (length > MAX_LINE_BYTES) pieces = [];
    else pieces.push(piece);
  };
  const take = () => {
    const isWhole = length <= MAX_LINE_BYTES;
    const text = isWhole ? Buffer.concat(pieces).toString('utf8') : undefined;
    pieces = [];
    length = 0;
    return text;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield take();
}

/** A page, the reason why it is none, or nothing for lines that are not meant to be one. */
function toPage(text: string | undefined, line: number): WaczPage | string | undefined {
  if (text === undefined) return 'the line is too long';
  if (text.trim() === '') return undefined;
  const fields = parseObject(text);
  if (fields === undefined) return 'not a JSON object';
  const { id, url, ts, title, text: words } = fields;
  if (typeof url !== 'string' || url === '') {
    return line === 1 && typeof fields.format === 'string' ? undefined : 'no url';
  }
  return {
    kind: 'page',
    id: typeof id === 'string' ? id : '',
    url,
    ts: toTime(ts),
    title: typeof title === 'string' ? title : '',
    ...(typeof words === 'string' && { text: words }),
  };
}

/** The fields of a line that are looked at; each may hold anything. */
type PageFields = Readonly<
  Partial<Record<'id' | 'url' | 'ts' | 'title' | 'text' | 'format', unknown>>
>;

function parseObject(text: string): PageFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const END_OF_YEAR_9999 = 253_402_300_800_000;

/** Times are ISO 8601, 14 digits, or milliseconds since 1970 as a number. */
function toTime(value: unknown): Timestamp | undefined {
  if (typeof value === 'string') return parseTimestamp(value);
  const isTime = typeof value === 'number' && value >= 0 && value < END_OF_YEAR_9999;
  return isTime ? toTimestamp(new Date(value)) : undefined;
}
