// What every answer is made with.
import type { Library } from '../../index/index.ts';
import type { ImageDocument } from '../../model/image.ts';
import { toMillis } from '../../model/timestamp.ts';
import type { ImageReader } from '../../pipeline/read-image.ts';
import type { ArchiveLinks } from '../links.ts';
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
  readonly stopwatch: Stopwatch;
}

/** A value to be printed as JSON, or an answer of another kind. */
export type Answered =
  | { readonly value: unknown; readonly next?: string | null }
  | Exclude<QueryAnswer, { kind: 'found' }>;

/** What is answered for an image that is not there, or must not be shown yet. */
export const MISSING: Answered = { kind: 'missing' };

/** An image by id; `undefined` when there is none or it is under embargo. */
export function findDocument(
  { library, embargoMs }: Pick<AnswerContext, 'library' | 'embargoMs'>,
  id: string,
): ImageDocument | undefined {
  const [document] = library.index.documents([id]);
  return document !== undefined && isShown(document.oldest.time, embargoMs) ? document : undefined;
}

/** Whether something captured at a time may be shown. */
export function isShown(time: ImageDocument['oldest']['time'], embargoMs: number): boolean {
  return embargoMs <= 0 || toMillis(time) <= Date.now() - embargoMs;
}
