// A query as a tree: what people type, understood. The parser makes it, the printer writes it back.
import type { Kind } from '../kind.ts';
import type { LicenceName } from '../licence.ts';

/** A day, month, year or moment as typed: 4, 6, 8 or 14 digits. Its span is inclusive at both ends. */
export interface QueryTime {
  readonly digits: string;
}

/** From the start of one time to the end of another, or of the same. */
export interface QuerySpan {
  readonly from: QueryTime;
  readonly to: QueryTime;
}

/** What an operator says. */
export type OperatorNode =
  /** Host of the page, with its sub-domains. */
  | { readonly kind: 'operator'; readonly name: 'site'; readonly host: string }
  /** Pages that link to a URL or host. */
  | { readonly kind: 'operator'; readonly name: 'link'; readonly target: string }
  /** Pictures like one that is known, by id or URL. `related` and `similar` are one operator. */
  | { readonly kind: 'operator'; readonly name: 'similar'; readonly target: string }
  /** MIME subtype in lower case; `jpg` is `jpeg`. */
  | { readonly kind: 'operator'; readonly name: 'type'; readonly subtype: string }
  | { readonly kind: 'operator'; readonly name: 'size'; readonly size: QuerySize }
  | { readonly kind: 'operator'; readonly name: 'from'; readonly time: QueryTime }
  | { readonly kind: 'operator'; readonly name: 'to'; readonly time: QueryTime }
  /** First captured before it begins. */
  | { readonly kind: 'operator'; readonly name: 'before'; readonly time: QueryTime }
  | { readonly kind: 'operator'; readonly name: 'year'; readonly from: number; readonly to: number }
  /** Taken by a camera in that time, or between two. */
  | { readonly kind: 'operator'; readonly name: 'taken'; readonly span: QuerySpan }
  /** Captured before its end and again after its start: it was there, as far as the archive can tell. */
  | { readonly kind: 'operator'; readonly name: 'seen'; readonly span: QuerySpan }
  | { readonly kind: 'operator'; readonly name: 'collection'; readonly collection: string }
  | {
      readonly kind: 'operator';
      readonly name: 'orientation';
      readonly value: 'landscape' | 'portrait' | 'square';
    }
  /** Name of a colour, or `#rrggbb`. */
  | { readonly kind: 'operator'; readonly name: 'color'; readonly color: string }
  /** Photographs, logos and so on. */
  | { readonly kind: 'operator'; readonly name: 'kind'; readonly value: Kind }
  /** `cc`: any of Creative Commons. */
  | { readonly kind: 'operator'; readonly name: 'licence'; readonly value: LicenceName | 'cc' }
  | { readonly kind: 'operator'; readonly name: 'near'; readonly place: QueryPlace }
  /** A country, region or town by its name. */
  | { readonly kind: 'operator'; readonly name: 'place'; readonly place: string }
  /** A part of a map. */
  | { readonly kind: 'operator'; readonly name: 'bbox'; readonly box: QueryBox }
  | { readonly kind: 'operator'; readonly name: 'geo'; readonly isKnown: boolean }
  | { readonly kind: 'operator'; readonly name: 'animated'; readonly isAnimated: boolean }
  | { readonly kind: 'operator'; readonly name: 'safe'; readonly isOn: boolean }
  /** Whether all variants of a picture are shown, or the best one alone. */
  | { readonly kind: 'operator'; readonly name: 'variants'; readonly isAll: boolean }
  /** What a model says is in the picture. */
  | { readonly kind: 'operator'; readonly name: 'label'; readonly label: string }
  /** Words that stand in the picture itself. */
  | { readonly kind: 'operator'; readonly name: 'text'; readonly text: string }
  /** Language code of the page. */
  | { readonly kind: 'operator'; readonly name: 'lang'; readonly code: string }
  /** Pictures captured at a URL. */
  | { readonly kind: 'operator'; readonly name: 'src'; readonly url: string };

/** A part of a map in degrees; over the antimeridian where west is the larger. */
export interface QueryBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Small, medium, large by area, or at least so many pixels. */
export type QuerySize =
  | { readonly class: 'sm' | 'md' | 'lg' }
  | { readonly minWidth: number; readonly minHeight: number };

/** A named place, or coordinates in degrees with a radius in kilometres. */
export type QueryPlace =
  | { readonly name: string; readonly km?: number }
  | { readonly latitude: number; readonly longitude: number; readonly km: number };

/** Name of an operator. */
export type OperatorName = OperatorNode['name'];

/** A part of a query. */
export type QueryNode =
  /** `isRequired`: written with `+`. `isLoose`: written with `~`, similar words count too. */
  | {
      readonly kind: 'word';
      readonly text: string;
      readonly isRequired?: true;
      readonly isLoose?: true;
    }
  | { readonly kind: 'phrase'; readonly text: string }
  | OperatorNode
  | { readonly kind: 'not'; readonly node: QueryNode }
  /** Any of at least two parts. */
  | { readonly kind: 'or'; readonly nodes: readonly QueryNode[] };

/** A query: all parts must hold. */
export interface Query {
  readonly nodes: readonly QueryNode[];
}

/** Something to tell about a query, with its place in the text (UTF-16 units, end exclusive). */
export interface QueryNote {
  /** `error`: the part was left out because it cannot be meant; `hint`: it was taken in another way. */
  readonly severity: 'error' | 'hint';
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}
