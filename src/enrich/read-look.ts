// What an image is known by that somebody holds in hands: the digest of its bytes and its look.
import { createHash } from 'node:crypto';
import { memberOf } from '../model/document-facts.ts';
import type { FactMaker } from './fact-maker.ts';
import { LOOK } from './pixel-producers.ts';

/** An image as search by image takes it. */
export interface ImageLook {
  /** SHA-256 of the bytes in hexadecimal. */
  readonly digest: string;
  /** In hexadecimal; absent for an image that is tiny or flat, or cannot be decoded. */
  readonly look?: string;
}

/** Looks at an image; nothing of it is kept. */
export async function readLook(maker: FactMaker, bytes: Uint8Array): Promise<ImageLook> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const { facts } = await maker.make(bytes, [LOOK.name]);
  const fact = facts.get(LOOK.name);
  const look = fact?.kind === 'json' ? memberOf(fact.value, 'hash') : undefined;
  return { digest, ...(typeof look === 'string' && { look }) };
}
