// Short keys for long texts: hashes that fit a JavaScript number and an integer column of six bytes.
import { hash } from 'node:crypto';

const HEX_DIGITS = 12;

/**
 * The first 47 bits of a SHA-256: of 17 million texts about one pair shares a key, so that whoever
 * finds something by its key compares the text as well.
 */
export function hashKey(text: string): number {
  return keyOfDigest(hash('sha256', text, 'hex'));
}

/** The key of a SHA-256 that is known already, in hexadecimal. */
export function keyOfDigest(digest: string): number {
  return Math.floor(Number.parseInt(digest.slice(0, HEX_DIGITS), 16) / 2);
}
