// What every answer is made with.
import type { Library } from '../../index/index.ts';
import type { ImageDocument } from '../../model/image.ts';
import type { SearchIndex } from '../../model/index-query.ts';
import type { ImageReader } from '../../pipeline/read-image.ts';
import type { CollectionScope } from '../access/collection-scope.ts';
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
  /** The index, without the names of collections that the client may not see. */
  readonly searched: SearchIndex;
  /** Keeps archives open from one image to the next. */
  readonly images: ImageReader;
  readonly links: ArchiveLinks;
  /** Names of archive files as the client may see them. */
  readonly showFile: ShowFile;
  readonly stopwatch: Stopwatch;
  /** The collections that the client may see, where these are not all. */
  readonly scope: CollectionScope | undefined;
}

/** A value to be printed as JSON, or an answer of another kind. */
export type Answered =
  | { readonly value: unknown; readonly next?: string | null }
  | Exclude<QueryAnswer, { kind: 'found' }>;

/** What is answered for an image that is not there, or must not be shown yet. */
export const MISSING: Answered = { kind: 'missing' };

/** The digest of an image by its id; `undefined` when there is none or it is under embargo. */
export async function findDigest(embargoed: Embargoed, id: string): Promise<string | undefined> {
  const { library, embargoMs, scope } = embargoed;
  const [document] = await library.index.documents([id]);
  if (document === undefined || !isShown(document.oldest.time, embargoMs)) return undefined;
  const isFound =
    scope?.isWhole(document.collections) !== false ||
    toShownDocument(document, embargoed) !== undefined;
  return isFound ? document.digest : undefined;
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
