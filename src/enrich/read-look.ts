// What an image is known by that somebody holds in hands: the digest of its bytes and its look.
import { createHash } from 'node:crypto';
import type { PictureLook } from '../model/alike.ts';
import { memberOf } from '../model/document-facts.ts';
import { printVector } from '../model/vector.ts';
import type { FactMaker } from './fact-maker.ts';
import { LOOK, VECTOR } from './pixel-producers.ts';

/** An image as search by image takes it. */
export interface ImageLook extends PictureLook {
  /** SHA-256 of the bytes in hexadecimal. */
  readonly digest: string;
}

/** Looks at an image; nothing of it is kept. */
export async function readLook(maker: FactMaker, bytes: Uint8Array): Promise<ImageLook> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const { facts } = await maker.make(bytes, [LOOK.name, VECTOR.name]);
  const [hash, vector] = [facts.get(LOOK.name), facts.get(VECTOR.name)];
  const look = hash?.kind === 'json' ? memberOf(hash.value, 'hash') : undefined;
  return {
    digest,
    ...(typeof look === 'string' && { look }),
    ...(vector?.kind === 'bytes' && { vector: printVector(vector.bytes) }),
  };
}
