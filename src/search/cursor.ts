// Cursors: where an answer ended, as a text that a client hands back to go on.

/** Where an answer ended. */
export interface CursorPlace {
  /** Generation of the index the answer came from. */
  readonly generation: number;
  /** Number of answers up to and including the last one. */
  readonly offset: number;
  /** Fingerprint of query, order and profile: a cursor goes on with the same search only. */
  readonly search: string;
  /** Number of the part of the answer it ended in: 0 where all words match, 1 where some do. */
  readonly part: number;
  /** Score, time of the oldest capture and id of the last answer. */
  readonly score: number;
  readonly time: string;
  readonly id: string;
}

/** Longer texts are no cursors: ids have at most 81 characters. */
const MAX_LENGTH = 400;

/** The place as a text of letters, digits, `-` and `_`. */
export function printCursor(place: CursorPlace): string {
  const { generation, offset, search, part, score, time, id } = place;
  const payload = JSON.stringify([generation, offset, search, part, score, time, id]);
  return btoa(fingerprint(payload) + payload)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * The place a cursor names; `undefined` when the text is no cursor, or not as `printCursor` wrote it. The
 * check finds damage, not forgery: whoever forges one only reaches answers that `offset` reaches too.
 */
export function parseCursor(text: string): CursorPlace | undefined {
  if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) return undefined;
  const values = readValues(text);
  if (values?.length !== 7) return undefined;
  const [generation, offset, search, part, score, time, id] = values;
  if (!isCount(generation) || !isCount(offset) || !isCount(part)) return undefined;
  if (!Number.isFinite(score)) return undefined;
  if (typeof search !== 'string' || typeof time !== 'string' || typeof id !== 'string') {
    return undefined;
  }
  const place = { generation, offset, search, part, score: Number(score), time, id };
  return printCursor(place) === text ? place : undefined;
}

/** 16 hexadecimal digits that tell texts apart: two FNV-1a hashes of 32 bits. Not for secrets. */
export function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + at), 0x01000193);
  }
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
  return hex(low) + hex(high);
}

function readValues(text: string): unknown[] | undefined {
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const payload = decoded.slice(16);
    if (fingerprint(payload) !== decoded.slice(0, 16)) return undefined;
    const values: unknown = JSON.parse(payload);
    return Array.isArray(values) ? values : undefined;
  } catch {
    // Not base64, or no JSON inside: no cursor of ours.
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
