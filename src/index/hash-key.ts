// Short keys for long texts: hashes that fit a JavaScript number and a small integer column.
import { hash } from 'node:crypto';

/**
 * The first 52 bits of a SHA-256: of 100 million texts about one pair shares a key, so that whoever
 * finds something by its key compares the text as well.
 */
export function hashKey(text: string): number {
  return keyOfDigest(hash('sha256', text, 'hex'));
}

/** The key of a SHA-256 that is known already, in hexadecimal. */
export function keyOfDigest(digest: string): number {
  return Number.parseInt(digest.slice(0, 13), 16);
}
