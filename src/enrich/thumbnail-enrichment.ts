// The thumbnail as an enrichment of the bytes of an image, for corpora. Libraries ask the same producer for facts.
import { defineEnrichment } from '../model/enrichment.ts';
import { NoValue } from '../model/no-value.ts';
import { PAYLOAD } from '../model/response.ts';
import { type FactMaker, openFactMaker } from './fact-maker.ts';
import { PIXEL_PROBLEMS } from './made-facts.ts';
import { THUMBNAIL } from './pixel-producers.ts';
import type { ThumbnailValue } from './thumbnail.ts';

/** A small picture of an image. */
export interface Thumbnail {
  /** The picture as WebP. */
  readonly bytes: Uint8Array;
  /** Pixels, both at most 240. */
  readonly width: number;
  readonly height: number;
  /** ThumbHash (evanw.github.io/thumbhash): about 25 bytes that draw a blurred picture. */
  readonly thumbhash: Uint8Array;
}

/** A thumbnail of at most 240 by 240 pixels. Bytes of which none can be made fail with a reason. */
export const thumbnail = defineEnrichment({
  ...THUMBNAIL,
  needs: PAYLOAD,
  gives: 'thumbnail',
  from: import.meta,
  open: () => openFactMaker(),
  close: (maker: FactMaker) => maker.close(),
  derive: async (payload, _context, maker: FactMaker): Promise<Thumbnail> => {
    const { facts, pictures } = await maker.make(payload, [THUMBNAIL.name]);
    const fact = facts.get(THUMBNAIL.name);
    const told = fact?.kind === 'json' ? (fact.value as ThumbnailValue) : undefined; // of this producer
    const [size] = told?.sizes ?? [];
    const [smallest] = pictures;
    if (told === undefined || size === undefined || smallest === undefined) {
      const reason = fact?.kind === 'none' ? fact.reason : 'damaged';
      throw new NoValue(reason, `no thumbnail: ${explain(reason)}`);
    }
    return { ...size, bytes: smallest.bytes, thumbhash: Buffer.from(told.thumbhash, 'base64') };
  },
});

function explain(reason: string): string {
  const known: Readonly<Record<string, string>> = PIXEL_PROBLEMS;
  return known[reason] ?? reason;
}
