// The types that fields of a document can have, and what the table of fields may say of one.
import type { Timestamp } from './capture.ts';
import type { ColorFamily } from './color.ts';
import type { StatedLicence } from './licence.ts';
import type { CaptionSource, ReferenceObservation } from './observation.ts';
import type { PlaceEvidence, ShownPlace } from './place.ts';

/** A text about a picture. */
export interface ImageText {
  readonly text: string;
  /** Language of the page it stands in, an ISO 639 code; `''` when unknown. */
  readonly language: string;
}

/** A caption and how it was found; `'metadata'` is a description inside the image file. */
export interface ImageCaption extends ImageText {
  readonly source: CaptionSource | 'metadata';
}

/** A page that shows a picture. */
export interface ImagePage {
  readonly url: string;
  readonly surt: string;
  readonly title: string;
  readonly time: Timestamp;
  readonly language: string;
}

/** One capture of a picture. */
export interface ImageVersion {
  readonly surt: string;
  readonly url: string;
  readonly time: Timestamp;
  /** Name of the archive file. */
  readonly file: string;
  readonly offset: number;
}

/** Where a photograph was taken, in decimal degrees. */
export interface ImagePlace {
  readonly latitude: number;
  readonly longitude: number;
  /** What told it, such as `exif`; with `?` behind it where the camera had no valid fix, or another datum. */
  readonly source: string;
}

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A colour of a picture. */
export interface PaletteColor {
  /** As `#rrggbb`. */
  readonly color: string;
  /** Share of the pixels, from 0 to 1 in steps of a hundredth. */
  readonly share: number;
}

/** The colours of a picture. */
export interface ImageColors {
  /** The most frequent first. */
  readonly palette: readonly PaletteColor[];
  /** Families that prevail, the largest first. */
  readonly families: readonly ColorFamily[];
}

/** A rectangle in a picture: shares of its width and height, from 0 to 1 in thousandths. */
export interface PictureBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A line of text that was read in a picture. */
export interface PictureText extends ImageText {
  readonly box: PictureBox;
}

/** What a model says is in a picture. */
export interface PictureLabel extends ImageText {
  /** How sure it is, from 0 to 1 in steps of a hundredth. */
  readonly score: number;
}

/** Which picture an image is a variant of. */
export interface PictureVariant {
  /** Names the picture: the first 16 digits of the digest of its best variant. */
  readonly lead: string;
  /** Rank among the variants, from 0: the largest comes first, then the oldest. */
  readonly place: number;
  /** How many variants there are. */
  readonly count: number;
}

/**
 * The type of a field's value by its name. A new one needs a way to store it (`index/field-codecs.ts`); to be shown it
 * needs one of `ShownTypes`.
 */
export interface FieldTypes {
  /** The id of a document: the digest, in mode `full` followed by `-` and 16 digits of the page's key. */
  readonly id: string;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  readonly capture: ImageVersion;
  readonly time: Timestamp;
  /** A media type. */
  readonly mime: string;
  /** A whole number from 0 to 2^53 - 1. */
  readonly number: number;
  /** A share from 0 to 1; `unknown` where it was tried in vain. */
  readonly score: number | 'unknown';
  readonly text: string;
  readonly texts: readonly ImageText[];
  readonly captions: readonly ImageCaption[];
  /** Names of collections, sorted. */
  readonly collections: readonly string[];
  readonly page: ImagePage;
  /** Hashes of 47 bits, ascending. */
  readonly keys: readonly number[];
  readonly place: ImagePlace;
  readonly shownPlace: ShownPlace;
  readonly evidence: readonly PlaceEvidence[];
  readonly sizes: readonly PictureSize[];
  readonly colors: ImageColors;
  readonly picture: PictureVariant;
  readonly licence: StatedLicence;
  readonly pictureTexts: readonly PictureText[];
  readonly labels: readonly PictureLabel[];
  /** 256 bits in hexadecimal. */
  readonly bits: string;
  /** What a network makes of a picture (`vector.ts`). */
  readonly vector: string;
}

/** Name of a field's type. */
export type FieldType = keyof FieldTypes;

/** The type of a shown value by its name. `serve/api/shown-schemas.ts` has the schema of each, `search/item.ts` makes the values. */
export interface ShownTypes {
  readonly string: string;
  readonly number: number;
  /** RFC 3339 in UTC. */
  readonly time: string;
  /** Texts without their languages, each once. */
  readonly texts: readonly string[];
  readonly names: readonly string[];
  /** `null` when none is known. */
  readonly page: { readonly url: string; readonly title: string; readonly time: string } | null;
  readonly source: { readonly file: string; readonly offset: number };
  /** These are left out where nothing is known. */
  readonly 'string?': string;
  readonly 'number?': number;
  readonly 'place?': ShownPlace;
  readonly 'score?': number | 'unknown';
  readonly 'sizes?': readonly PictureSize[];
  readonly 'names?': readonly string[];
  readonly 'palette?': readonly PaletteColor[];
  readonly 'licence?': StatedLicence;
  readonly 'pictureTexts?': readonly ShownPictureText[];
  readonly 'labels?': readonly ShownLabel[];
}

/** A line of text in a picture as answers show it. */
export interface ShownPictureText {
  readonly text: string;
  readonly box: PictureBox;
}

/** A label as answers show it. */
export interface ShownLabel {
  readonly name: string;
  readonly score: number;
}

/** Name of a shown value's type. Those that end in `?` may be missing. */
export type ShownType = keyof ShownTypes;

/** Where a field comes from. */
export type FieldSource =
  /** All captures of the content, or the oldest of them. */
  | { readonly kind: 'captures' }
  /** The pages that refer to it. */
  | { readonly kind: 'pages' }
  /** The files that hold captures and pages. */
  | { readonly kind: 'files' }
  /** All that tells where the picture is, weighed by `enrich/place-of.ts`. */
  | { readonly kind: 'evidence' }
  | ReferenceSource
  | FactSource
  /** Other images: what is known of it is compared with what is known of them. */
  | { readonly kind: 'group' };

/** A fact of the content. */
export interface FactSource {
  readonly kind: 'fact';
  /** Name of the producer. */
  readonly producer: string;
  /** The member that is meant, where the value is an object. */
  readonly member?: string;
  /** Other fields have a say: how the value of the field is made of that and of them (`document-facts.ts`). */
  readonly judge?: 'kind';
  /** Not the value is meant, but the reason why there is none. */
  readonly isReason?: true;
}

/** Name of a member of `ReferenceObservation` that is any text. */
export type ReferenceTextName = {
  [Name in keyof ReferenceObservation]: string extends ReferenceObservation[Name] ? Name : never;
}[keyof ReferenceObservation];

/** Distinct texts of the references to it, or of the image file itself. */
export interface ReferenceSource {
  readonly kind: 'references';
  /** The text of a `ReferenceObservation`. */
  readonly text: ReferenceTextName;
  /** The bit that stands for this text in stored rows; never used again for another. */
  readonly bit: number;
  /** The text of `EmbeddedMetadata` that counts as well. */
  readonly metadata?: 'title' | 'description';
  /** At most this many texts are kept, those that were said first; `MAX_TEXTS` by default. */
  readonly limit?: number;
}

/** A number that is kept of each document in a packed array: for filters, facets and priors of the ranking. */
export interface PackedColumn<Value> {
  /** Number of the column in the library; never used again for another. */
  readonly number: number;
  /** Bytes of a value. Values are unsigned; larger ones become the largest. */
  readonly bytes: 1 | 2 | 4;
  /** What is meant where nothing was written; default 0. */
  readonly absent?: number;
  /** How a value becomes a number. Absent: it is one. */
  readonly toNumber?: (value: Value) => number;
}

/** A column of numbers that stand for names. 0: no name. */
export interface NamedColumn<Value> extends Omit<PackedColumn<Value>, 'toNumber'> {
  /** The table of the library that has the names. */
  readonly names: NameTable;
  /** The name, or for `collection_set` the list of names. */
  readonly toName: (value: Value) => string | readonly string[];
  /** Names beyond what the column can hold count as none; `last`: as the last one. */
  readonly overflow?: 'last';
  /** Documents can be counted by these names: the name of the facet. */
  readonly facet?: string;
}

/** A column in which each bit stands for one of a few fixed names: a document has any number of them. */
export interface FlagColumn<Value> {
  /** Number of the column in the library; never used again for another. */
  readonly number: number;
  readonly bytes: 1 | 2;
  /** The names, by bit. New ones come behind. */
  readonly flags: readonly string[];
  readonly toFlags: (value: Value) => readonly string[];
  /** Documents can be counted by these names: the name of the facet. */
  readonly facet: string;
}

/** A table of names that columns point into. */
export type NameTable = 'host' | 'mime' | 'language' | 'collection_set' | 'place_name' | 'label';

/** A field of the text index. */
export interface SearchedText<Value> {
  /** Place among the columns of the text index. */
  readonly place: number;
  /** Number of the packed column that keeps how many words a document has in it. */
  readonly lengthColumn: number;
  /** Absent: that of the field. */
  readonly description?: string;
  /** How much a word counts in it, by ranking profile; where it is missing, the field does not count. */
  readonly weights: Readonly<Partial<Record<ProfileName, number>>>;
  /** How words are made: of `texts` in their languages, of the words in a `url`, of the `title` of a page. */
  readonly words: 'texts' | 'url' | 'title';
  /** The member of the value that is meant; absent: the value itself. */
  readonly member?: keyof Value & string;
}

/** Name of a ranking profile. */
export type ProfileName = 'pinakes' | 'paper' | 'arquivo';

/** How a field, or a part of it, is shown in answers. */
export interface ShownField<Value> {
  readonly as: ShownType;
  /** Absent: that of the field. */
  readonly description?: string;
  /** The member of the value that is meant; absent: the value itself. */
  readonly member?: keyof Value & string;
}

/** All that the table says of a field of one type. */
export interface FieldOf<Type extends FieldType> {
  readonly type: Type;
  readonly description: string;
  readonly from: FieldSource;
  /** The bit that stands for it in stored documents, never used again for another; absent: it is told by other fields. */
  readonly bit?: number;
  /** The value may be missing; others are then 0, `''` or an empty list. */
  readonly isOptional?: true;
  /** By name of the column. */
  readonly columns?: Readonly<
    Record<
      string,
      PackedColumn<FieldTypes[Type]> | NamedColumn<FieldTypes[Type]> | FlagColumn<FieldTypes[Type]>
    >
  >;
  /** By name in the text index. */
  readonly searched?: Readonly<Record<string, SearchedText<FieldTypes[Type]>>>;
  /** By name in answers. */
  readonly shown?: Readonly<Record<string, ShownField<FieldTypes[Type]>>>;
}

/** All that the table says of a field. */
export type DocumentField = { readonly [Type in FieldType]: FieldOf<Type> }[FieldType];
