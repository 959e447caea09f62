// An image capture: what its bytes say, told without decoding its pixels.
import { type InspectedImage, inspectImage } from '../../extract/image/image.ts';
import { type DeriveContext, defineEnrichment } from '../../model/enrichment.ts';
import type { EmbeddedMetadata } from '../../model/observation.ts';
import { response } from '../../model/response.ts';
import { nameOfType } from './declared.ts';
import { type FileRow, toFileRow } from './file.ts';

/** What the bytes of an image say. */
export interface ImageValues {
  /** MIME type told by the bytes. */
  readonly type: string;
  /** Pixels as stored; 0 where the header cannot be read. */
  readonly width: number;
  readonly height: number;
  /** Frames of an animation; 1 for still images, 0 where the header cannot be read. */
  readonly frames: number;
  /** EXIF orientation 1 to 8; from 5 on width and height are swapped on display. */
  readonly orientation: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Whether the bytes end too early. */
  readonly isTruncated: boolean;
  /** What cameras and people wrote into the file: place, time, title and description alone. */
  readonly metadata?: EmbeddedMetadata;
}

/** Where an image was taken. */
export type ImagePlace = NonNullable<EmbeddedMetadata['place']>;

/** A row of the table of images, in the columns of the Archives Unleashed Toolkit. */
export interface ImageRow extends Omit<FileRow, 'domain'> {
  readonly width: number;
  readonly height: number;
  /** The image itself, base64. */
  readonly bytes: string;
}

/** Type, size, frames, digest and embedded metadata of an image. Payloads that are no image fail. */
export const image = defineEnrichment({
  name: 'image.facts',
  version: '1',
  needs: response.fields.payload,
  gives: 'image',
  from: import.meta,
  derive: (payload, context): ImageValues => {
    const { mime, width, height, frames, orientation, bytes, digest, truncated, metadata } =
      inspect(payload, context);
    return {
      type: mime,
      width,
      height,
      frames,
      orientation: orientation ?? 1,
      bytes,
      sha256: digest,
      isTruncated: truncated,
      ...(metadata && { metadata }),
    };
  },
});

/** Width and height of an image in pixels, as stored; 0 where the header cannot be read. */
export const imageSize = defineEnrichment({
  name: 'image.size',
  version: '1',
  needs: image,
  gives: 'size',
  from: import.meta,
  derive: ({ width, height }) => ({ width, height }),
});

/** Where an image was taken, by its EXIF or XMP; `null` where nothing tells. */
export const exifPlace = defineEnrichment({
  name: 'image.place',
  version: '1',
  needs: image,
  gives: 'exifPlace',
  from: import.meta,
  derive: ({ metadata }): ImagePlace | null => metadata?.place ?? null,
});

/** When an image was taken, ISO 8601, local time where no zone is given; `''` where nothing tells. */
export const exifTime = defineEnrichment({
  name: 'image.time',
  version: '1',
  needs: image,
  gives: 'exifTime',
  from: import.meta,
  derive: ({ metadata }): string => metadata?.taken ?? '',
});

/** A row of the Archives Unleashed Toolkit's table of images, the bytes included. */
export const imageRow = defineEnrichment({
  name: 'image.row',
  version: '1',
  needs: response.fields.payload,
  gives: 'imageRow',
  from: import.meta,
  derive: (payload, context): ImageRow => {
    const { mime, width, height } = inspect(payload, context);
    const { domain: _domain, md5, sha1, ...row } = toFileRow(payload, mime, context);
    const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
    return { ...row, width, height, md5, sha1, bytes: bytes.toString('base64') };
  },
});

/** Small images count too: what to leave out is for the user to say. */
function inspect(payload: Uint8Array, context: DeriveContext): InspectedImage {
  const found = inspectImage(payload, { minSide: 1, maxArea: Number.POSITIVE_INFINITY });
  if (found.kind === 'image') return found;
  const what = found.reason === 'empty' ? 'empty' : nameOfType(context);
  throw new Error(`no image: the payload is ${what}`);
}
