// Small pictures of images: decoded in another process, so these run in the main thread.
import {
  openThumbnailMaker,
  THUMBNAIL_PROBLEMS,
  type ThumbnailMaker,
} from '../../enrich/enrich.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import { response } from './response.ts';

/** A small picture of an image. */
export interface ThumbnailValues {
  /** Pixels, both at most 200. */
  readonly width: number;
  readonly height: number;
  /** The picture as WebP in a `data:` URL. */
  readonly dataUrl: string;
  /** ThumbHash, base64: about 25 bytes that draw a blurred picture. */
  readonly hash: string;
}

let maker: ThumbnailMaker | undefined;

/** A thumbnail of at most 200 by 200 pixels. Payloads of which none can be made fail. */
export const thumbnail = defineEnrichment({
  name: 'thumbnail',
  needs: response.fields.payload,
  gives: 'thumbnail',
  derive: async (payload): Promise<ThumbnailValues> => {
    maker ??= openThumbnailMaker(); // its process does not keep this one alive and ends with it
    const made = await maker.make(payload);
    if ('problem' in made) throw new Error(`no thumbnail: ${THUMBNAIL_PROBLEMS[made.problem]}`);
    const { bytes, width, height, thumbhash } = made;
    return {
      width,
      height,
      dataUrl: `data:image/webp;base64,${base64(bytes)}`,
      hash: base64(thumbhash),
    };
  },
});

/** The ThumbHash of an image, base64. */
export const thumbHash = defineEnrichment({
  name: 'thumbHash',
  needs: thumbnail,
  gives: 'thumbHash',
  derive: ({ hash }) => hash,
});

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
