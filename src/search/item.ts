// One answer as callers see it: a picture, what was said about it, and where its bytes are.
import { SHOWN_SOURCES, type ShownDocument } from '../model/field-lists.ts';
import type {
  ImagePage,
  ImageText,
  ImageVersion,
  PaletteColor,
  PictureLabel,
  PictureSize,
  PictureText,
  ShownType,
  ShownTypes,
} from '../model/field-types.ts';
import type { ImageDocument } from '../model/image.ts';
import type { IndexHit } from '../model/index-query.ts';
import type { StatedLicence } from '../model/licence.ts';
import type { ShownPlace } from '../model/place.ts';
import { toIsoTime } from '../model/timestamp.ts';

/** A picture that was found: what the table of fields shows (docs/fields.md). Times are RFC 3339 in UTC. */
export interface SearchItem extends ShownDocument {
  /** How well it answers the query; 0 where the order is not by relevance. */
  readonly score: number;
  /** A page that says more of the words than the oldest one. */
  readonly matchedPage?: ShownTypes['page'];
}

/** An answer of the index as callers see it. */
export function toItem({ document, score }: IndexHit): SearchItem {
  return { ...toShown(document), score };
}

/** A page as answers show it. */
export function toShownPage(page: ImagePage): NonNullable<ShownTypes['page']> {
  return { url: page.url, title: page.title, time: toIsoTime(page.time) };
}

/** What answers show of a document. */
export function toShown(document: ImageDocument): ShownDocument {
  const shown: Record<string, unknown> = {};
  for (const { name, field, as, member } of SHOWN_SOURCES) {
    const whole: unknown = document[field];
    const isMember = member !== undefined && typeof whole === 'object' && whole !== null;
    const show = SHOW[as] as (value: unknown) => unknown; // the table gives it what it expects
    const value = show(isMember ? Reflect.get(whole, member) : whole);
    if (value !== undefined) shown[name] = value;
  }
  return shown as unknown as ShownDocument; // each field by the type that the table names
}

/** Makes shown values. `undefined`: it is left out. */
const SHOW: { readonly [Type in ShownType]: (value: never) => ShownTypes[Type] | undefined } = {
  string: (value: string) => value,
  number: (value: number) => value,
  time: toIsoTime,
  // The same words on pages of two languages are one text to a reader.
  texts: (values: readonly ImageText[]) => [...new Set(values.map(({ text }) => text))],
  names: (names: readonly string[]) => names,
  page: (page: ImagePage | undefined) => (page === undefined ? null : toShownPage(page)),
  source: ({ file, offset }: ImageVersion) => ({ file, offset }),
  'string?': (value: string | undefined) => (value === '' ? undefined : value),
  'number?': (value: number | undefined) => value,
  'place?': (place: ShownPlace | undefined) => place,
  'sizes?': (sizes: readonly PictureSize[] | undefined) => sizes,
  'names?': (names: readonly string[] | undefined) => names,
  'palette?': (palette: readonly PaletteColor[] | undefined) => palette,
  'pictureTexts?': (lines: readonly PictureText[] | undefined) =>
    lines?.map(({ text, box }) => ({ text, box })),
  'labels?': (labels: readonly PictureLabel[] | undefined) =>
    labels?.map(({ text, score }) => ({ name: text, score })),
  'licence?': (licence: StatedLicence | undefined) => licence,
  'score?': (score: number | 'unknown' | undefined) => score,
};
