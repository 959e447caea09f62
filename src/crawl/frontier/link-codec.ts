// Links as the log of a frontier keeps them: those that came together, packed into one row.
import { KEY_BYTES } from './known-urls.ts';

/** What a link leads to, as far as is known before it is fetched. */
export const LINK_KINDS = ['page', 'image', 'listing'] as const;

/** One of the kinds. */
export type LinkKind = (typeof LINK_KINDS)[number];

/** A link on its way into the log. */
export interface PackedLink {
  readonly key: string;
  readonly kind: LinkKind;
  /** Row of its host. */
  readonly host: number;
  readonly priority: number;
  /** Group of links that a strategy values together, below 65,536. */
  readonly group: number;
  /** Links from a seed to here. */
  readonly depth: number;
  /** Links to here since the scope was left; 0 inside. */
  readonly hops: number;
  /** Seed it comes from. */
  readonly seed: number;
  readonly url: string;
  /** Whatever is needed when it is fetched, as JSON; `''` for nothing. */
  readonly note: string;
}

/** What is needed of a link to queue it. */
export interface QueuedLink {
  readonly kind: LinkKind;
  readonly host: number;
  readonly priority: number;
  readonly group: number;
}

// key, kind, hops, group, host, priority, depth, seed, length of URL, length of note
const HEAD = KEY_BYTES + 1 + 1 + 2 + 4 + 4 + 2 + 2 + 2 + 2;
const MAX_TEXT = 65_535;

/** Packs links; those whose texts are too long are the caller's fault. */
export function packLinks(links: readonly PackedLink[]): Buffer {
  let size = 0;
  for (const { url, note } of links) size += HEAD + lengthOf(url) + lengthOf(note);
  const packed = Buffer.allocUnsafe(size);
  let at = 0;
  for (const link of links) {
    at += packed.write(link.key, at, KEY_BYTES, 'latin1');
    at = packed.writeUInt8(LINK_KINDS.indexOf(link.kind), at);
    at = packed.writeUInt8(Math.min(link.hops, 255), at);
    at = packed.writeUInt16LE(link.group & 0xffff, at);
    at = packed.writeUInt32LE(link.host, at);
    at = packed.writeFloatLE(link.priority, at);
    at = packed.writeUInt16LE(Math.min(link.depth, 65_535), at);
    at = packed.writeUInt16LE(Math.min(link.seed, 65_535), at);
    const lengths = at;
    at += 4;
    const urlBytes = packed.write(link.url, at);
    const noteBytes = link.note === '' ? 0 : packed.write(link.note, at + urlBytes);
    packed.writeUInt16LE(urlBytes, lengths);
    packed.writeUInt16LE(noteBytes, lengths + 2);
    at += urlBytes + noteBytes;
  }
  return packed;
}

/** Reads what is needed to queue the links of a row, one after the other, without their texts. */
export function scanLinks(packed: Buffer, visit: (keyAt: number, link: QueuedLink) => void): void {
  for (let at = 0; at < packed.length; at = endOf(packed, at)) visit(at, queuedAt(packed, at));
}

/** One link of a row. */
export function unpackLink(packed: Buffer, index: number): PackedLink | undefined {
  let at = 0;
  for (let skipped = 0; skipped < index && at < packed.length; skipped += 1) at = endOf(packed, at);
  if (at >= packed.length) return undefined;
  const urlAt = at + HEAD;
  const noteAt = urlAt + packed.readUInt16LE(at + HEAD - 4);
  // `assign`: a spread that further properties follow takes V8 some 50 times as long.
  return Object.assign(queuedAt(packed, at), {
    key: packed.toString('latin1', at, at + KEY_BYTES),
    hops: packed.readUInt8(at + KEY_BYTES + 1),
    depth: packed.readUInt16LE(at + KEY_BYTES + 12),
    seed: packed.readUInt16LE(at + KEY_BYTES + 14),
    url: packed.toString('utf8', urlAt, noteAt),
    note: packed.toString('utf8', noteAt, endOf(packed, at)),
  });
}

function queuedAt(packed: Buffer, at: number): QueuedLink {
  return {
    kind: LINK_KINDS[packed.readUInt8(at + KEY_BYTES)] ?? 'page',
    group: packed.readUInt16LE(at + KEY_BYTES + 2),
    host: packed.readUInt32LE(at + KEY_BYTES + 4),
    priority: packed.readFloatLE(at + KEY_BYTES + 8),
  };
}

function endOf(packed: Buffer, at: number): number {
  return at + HEAD + packed.readUInt16LE(at + HEAD - 4) + packed.readUInt16LE(at + HEAD - 2);
}

function lengthOf(text: string): number {
  const length = Buffer.byteLength(text);
  if (length > MAX_TEXT) throw new RangeError('pinakes: the texts of a link are too long');
  return length;
}
