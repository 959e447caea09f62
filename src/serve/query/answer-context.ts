// What every answer is made with.
import type { Library } from '../../index/index.ts';
import type { ImageDocument } from '../../model/image.ts';
import type { ImageReader } from '../../pipeline/read-image.ts';
import type { ShowFile } from '../file-name.ts';
import type { ArchiveLinks } from '../links.ts';
import { type Embargoed, isShown, toShownDocument } from './embargo.ts';
import type { QueryAnswer, QueryThreadOptions } from './query-requests.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { ThumbnailReader } from './thumbnail-reader.ts';

/** The library and all that goes with it. */
export interface AnswerContext extends QueryThreadOptions {
  readonly library: Library;
  readonly thumbnails: ThumbnailReader;
  /** Keeps archives open from one image to the next. */
  readonly images: ImageReader;
  readonly links: ArchiveLinks;
  /** Names of archive files as the client may see them. */
  readonly showFile: ShowFile;
  readonly stopwatch: Stopwatch;
}

/** A value to be printed as JSON, or an answer of another kind. */
export type Answered =
  | { readonly value: unknown; readonly next?: string | null }
  | Exclude<QueryAnswer, { kind: 'found' }>;

/** What is answered for an image that is not there, or must not be shown yet. */
export const MISSING: Answered = { kind: 'missing' };

/** The digest of an image by its id; `undefined` when there is none or it is under embargo. */
export async function findDigest(
  { library, embargoMs }: Embargoed,
  id: string,
): Promise<string | undefined> {
  const [document] = await library.index.documents([id]);
  return document && isShown(document.oldest.time, embargoMs) ? document.digest : undefined;
}

/** An image by id, with what may be shown of it; `undefined` when there is none or it is under embargo. */
export async function findDocument(
  embargoed: Embargoed,
  id: string,
): Promise<ImageDocument | undefined> {
  const [document] = await embargoed.library.index.documents([id]);
  if (document === undefined || !isShown(document.oldest.time, embargoed.embargoMs)) {
    return undefined;
  }
  return toShownDocument(document, embargoed);
}
