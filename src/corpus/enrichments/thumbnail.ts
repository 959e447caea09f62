// Small pictures of images as text, for outputs that have no bytes.
import { thumbnail } from '../../enrich/enrich.ts';
import { defineEnrichment } from '../../model/enrichment.ts';

export { thumbnail };

/** The ThumbHash of an image, base64: about 25 bytes that draw a blurred picture. */
export const thumbHash = defineEnrichment({
  name: 'image.thumbHash',
  version: '1',
  needs: thumbnail,
  gives: 'thumbHash',
  from: import.meta,
  derive: ({ thumbhash }) => base64(thumbhash),
});

/** The thumbnail of an image as WebP in a `data:` URL. */
export const thumbnailUrl = defineEnrichment({
  name: 'image.thumbnailUrl',
  version: '1',
  needs: thumbnail,
  gives: 'dataUrl',
  from: import.meta,
  derive: ({ bytes }) => `data:image/webp;base64,${base64(bytes)}`,
});

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
