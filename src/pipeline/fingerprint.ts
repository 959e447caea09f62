// What tells whether an archive file is one that was read before.
import { createHash } from 'node:crypto';
import { type BigIntStats, statSync } from 'node:fs';
import { openInput } from '../archive/archive.ts';

const PIECE_BYTES = 1024 * 1024;
/** A remote file is known by its size and these many bytes at its start and end. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * The fingerprint of an archive: SHA-256 of all its bytes where it is local, of its size, start and end
 * where reading all of it would mean to fetch it twice.
 */
export async function fingerprintOf(location: string, signal?: AbortSignal): Promise<string> {
  const source = await openInput(location);
  try {
    const sum = createHash('sha256');
    const { readSync, size } = source;
    if (readSync === undefined) {
      const sample = Buffer.alloc(SAMPLE_BYTES);
      for (const at of [0, Math.max(0, size - SAMPLE_BYTES)]) {
        sum.update(sample.subarray(0, await source.read(sample, at)));
      }
      return `sample:${size}:${sum.digest('hex')}`;
    }
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let at = 0; at < size; ) {
      signal?.throwIfAborted();
      const count = readSync(piece, at);
      if (count === 0) break;
      sum.update(piece.subarray(0, count));
      at += count;
      // Progress and Ctrl-C get their turn every 64 MB.
      if (at % (64 * PIECE_BYTES) === 0) await new Promise(setImmediate);
    }
    return `sha256:${sum.digest('hex')}`;
  } finally {
    await source.close();
  }
}

/**
 * What changes whenever somebody writes to a local file or puts another in its place; `''` where there is none. It costs one look, not
 * a reading, so that a file can be compared before and after it is read.
 */
export function stampOf(location: string): string {
  const stat = statOf(location);
  return stat === undefined ? '' : [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
}

/** When a local file was last changed, milliseconds since 1970; 0 for remote files. */
export function modifiedTimeOf(location: string): number {
  const stat = statOf(location);
  return stat === undefined ? 0 : Math.round(Number(stat.mtimeNs) / 1e6);
}

/** Whether a local file is no longer there; of remote files it is not asked. */
export function isGone(location: string): boolean {
  return !/^[a-z][a-z0-9+.-]+:\/\//i.test(location) && statOf(location) === undefined;
}

function statOf(location: string): BigIntStats | undefined {
  // `#` may be part of a file's own name, else what follows is a member of a WACZ.
  const wholeFile = location.replace(/#.*$/s, '');
  const options = { throwIfNoEntry: false, bigint: true } as const;
  return statSync(location, options) ?? statSync(wholeFile, options);
}
