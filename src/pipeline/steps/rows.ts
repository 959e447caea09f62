// What the JSON of rows says, table by table. All of it was written by steps of the same version.
import type { PayloadMark } from '../../index/index.ts';
import type { Timestamp } from '../../model/capture.ts';
import type { ImagePage } from '../../model/image.ts';
import type { CaptureObservation } from '../../model/observation.ts';
import type { Said } from '../../model/said.ts';

/** What an image capture is known by, apart from where and when it was captured. */
export type KeptImage = Pick<
  CaptureObservation,
  'digest' | 'mime' | 'width' | 'height' | 'frames' | 'bytes' | 'metadata'
>;

/** `turn`: what an address gave. Hidden ones are of images that were taken down. */
export type GivenTurn =
  | (KeptImage & {
      readonly kind: 'image';
      readonly url: string;
      readonly time: Timestamp;
      readonly file: string;
      readonly offset: number;
      readonly collections: readonly string[];
      /** SURT of the page that holds it in itself, and goes with it. */
      readonly within?: string;
    })
  | { readonly kind: 'other'; readonly time: Timestamp; readonly target: string }
  | { readonly kind: 'hidden'; readonly time: Timestamp; readonly digest: string };

/** `reference` and `hop`: a mention. */
export interface ReferenceRow {
  /** Absent: nothing. */
  readonly said?: Said;
  readonly page: ImagePage;
  readonly imagesInPage: number;
  readonly collections: readonly string[];
  /** Redirects that it has followed; absent: none. */
  readonly hops?: number;
}

/** `original`: a record that revisits may stand for. */
export interface OriginalRow {
  /** `hashKey` of its SURT: of several addresses the one with the smallest is preferred, as in a library. */
  readonly key: number;
  readonly time: Timestamp;
  readonly file: string;
  readonly offset: number;
  readonly mark: PayloadMark;
  readonly holds:
    | { readonly kind: 'page' | 'sheet' }
    | { readonly kind: 'image'; readonly image: KeptImage }
    | { readonly kind: 'hidden'; readonly digest: string };
}

/** `revisit`: the same content again. */
export interface RevisitRow {
  readonly url: string;
  readonly time: Timestamp;
  readonly file: string;
  readonly offset: number;
  readonly collection: string;
  readonly target: { readonly key: number; readonly time: string; readonly hasDigest: boolean };
}

/** `sheet`: what a capture of a style sheet says. */
export interface SheetRow {
  readonly time: Timestamp;
  readonly images: readonly string[];
  readonly imports: readonly string[];
}

/** `link`: a page that sees a style sheet. */
export interface LinkRow {
  readonly page: ImagePage;
  readonly imagesInPage: number;
  readonly collections: readonly string[];
  /** Sheets that led there. */
  readonly way: readonly string[];
}

/** `kin`: a content under a name, or under a piece of its look. */
export interface KinRow {
  readonly digest: string;
  /** Keys of the addresses that gave this content and others. */
  readonly contested?: readonly number[];
  readonly look?: string;
  /** Whether it stands there by the mirror image of its look. */
  readonly isMirrored?: boolean;
}

/** `member` and `group`: what variants are compared by. */
export interface MemberRow {
  readonly digest: string;
  readonly area: number;
  readonly time: string;
  readonly surt: string;
}
