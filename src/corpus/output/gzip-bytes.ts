// Gzip members that are the same on every system that has the same zlib.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Level of compression; the bytes of outputs depend on it. */
export const GZIP_LEVEL = 6;

/** Byte 9 of a member names the system it was made on (RFC 1952 section 2.3.1); 255 stands for "unknown". */
const SYSTEM = { at: 9, unknown: 255 } as const;

const compress = promisify(gzip);

/** One member with all the bytes. Its time is 0, as Node always writes it. */
export async function compressMember(bytes: Uint8Array): Promise<Uint8Array> {
  const member = await compress(bytes, { level: GZIP_LEVEL });
  member[SYSTEM.at] = SYSTEM.unknown;
  return member;
}

/** A member that comes in pieces, without the name of the system. */
export async function* withoutSystem(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let passed = 0;
  for await (const piece of pieces) {
    const at = SYSTEM.at - passed;
    if (at >= 0 && at < piece.length) piece[at] = SYSTEM.unknown;
    passed += piece.length;
    yield piece;
  }
}
