// What references say of a picture: the texts that rows keep and documents show, as the table of fields names them.
import type { DOCUMENT_FIELDS, FieldName } from './document-fields.ts';
import { FIELD_ROWS } from './field-lists.ts';
import type { ReferenceSource } from './field-types.ts';
import { MAX_TEXTS } from './image.ts';
import type { CaptionSource } from './observation.ts';

type Fields = typeof DOCUMENT_FIELDS;

/** A field of texts that answers show. */
export type TextsField = {
  [Name in SaidField]: Fields[Name] extends { readonly shown: object } ? Name : never;
}[SaidField];

/** A field of the texts that references say. */
export type SaidField = {
  [Name in FieldName]: Fields[Name]['from'] extends ReferenceSource ? Name : never;
}[FieldName];

/** The texts of a reference that rows keep. */
export type ReferenceText = Fields[SaidField]['from']['text'];

/** What a reference says: its texts, `''` where there is none, and how the caption was found. */
export type Said = Readonly<Record<ReferenceText, string>> & {
  readonly captionSource: CaptionSource;
};

/** How the texts of references become fields. */
export interface TextsSource {
  readonly field: SaidField;
  readonly text: ReferenceText;
  readonly bit: number;
  readonly metadata: 'title' | 'description' | undefined;
  /** Most texts that a document keeps. */
  readonly limit: number;
  /** Whether each text says how it was found. */
  readonly hasSource: boolean;
}

/** Fields of texts that references say, by bit. */
export const TEXTS_SOURCES: readonly TextsSource[] = FIELD_ROWS.flatMap(([name, { type, from }]) =>
  from.kind !== 'references'
    ? []
    : [
        {
          field: name as SaidField, // by its source
          text: from.text as ReferenceText, // named by a row
          bit: from.bit,
          metadata: from.metadata,
          limit: from.limit ?? MAX_TEXTS,
          hasSource: type === 'captions',
        },
      ],
).sort((a, b) => a.bit - b.bit);

/** Names of the fields of texts that answers show, in the order of the table. */
export const TEXTS_FIELDS: readonly TextsField[] = FIELD_ROWS.flatMap(([name, { type, shown }]) =>
  (type === 'texts' || type === 'captions') && shown !== undefined ? [name as TextsField] : [],
);

/** The texts of a document about which nobody said anything. */
// All of them by construction.
export const NO_TEXTS = Object.fromEntries(
  TEXTS_SOURCES.map(({ field }) => [field, []]),
) as unknown as Readonly<Record<SaidField, readonly never[]>>;

/** What a reference says that says nothing. */
// All of them by construction.
export const NOTHING_SAID = {
  ...Object.fromEntries(TEXTS_SOURCES.map(({ text }) => [text, ''])),
  captionSource: '',
} as Said;

/** Exactly the texts of a reference that are kept; what a caller gave may hold more, or lack some. */
export function toSaid(reference: Partial<Said>): Said {
  const said: { -readonly [Name in ReferenceText]: string } & { captionSource: CaptionSource } = {
    ...NOTHING_SAID,
  };
  for (const { text } of TEXTS_SOURCES) said[text] = reference[text] ?? '';
  said.captionSource = reference.captionSource ?? '';
  // Files of earlier versions tell the paper's captions alone.
  if (said.paperCaption === '') said.paperCaption = said.caption;
  return said;
}

/** Whether two references say the same. */
export function isSameSaid(a: Said, b: Said): boolean {
  if (a === b) return true;
  for (const { text } of TEXTS_SOURCES) if (a[text] !== b[text]) return false;
  return a.captionSource === b.captionSource;
}
