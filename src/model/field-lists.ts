// Lists that are read out of the table of fields: what each part of the program goes through instead of naming fields.
import {
  DOCUMENT_FIELDS,
  type FieldName,
  type ImageDocument,
  JOINT_COLUMNS,
} from './document-fields.ts';
import type {
  DocumentField,
  FieldSource,
  FieldType,
  FlagColumn,
  NamedColumn,
  NameTable,
  PackedColumn,
  ProfileName,
  SearchedText,
  ShownField,
  ShownType,
  ShownTypes,
} from './field-types.ts';

type Fields = typeof DOCUMENT_FIELDS;

/** The names in one part of the rows, such as `columns`. */
type NamesIn<Part extends string> = {
  [Name in FieldName]: Fields[Name] extends { readonly [P in Part]: infer Members }
    ? keyof Members & string
    : never;
}[FieldName];

/** All rows with their names, in the order of the table. */
// The keys of a constant object are its names.
export const FIELD_ROWS = Object.entries(DOCUMENT_FIELDS) as readonly (readonly [
  FieldName,
  DocumentField,
])[];

// ---- stored ----

/** A field as documents are stored with it. */
export interface StoredField {
  readonly name: FieldName;
  readonly type: FieldType;
  readonly bit: number;
  readonly isOptional: boolean;
}

/** Fields that are stored, by bit. */
export const STORED_FIELDS: readonly StoredField[] = FIELD_ROWS.flatMap(
  ([name, { type, bit, isOptional = false }]) =>
    bit === undefined ? [] : [{ name, type, bit, isOptional }],
).sort((a, b) => a.bit - b.bit);

// ---- facts ----

/** A field that a fact of the content tells. */
export interface FactField {
  readonly name: FieldName;
  readonly type: FieldType;
  readonly from: Extract<FieldSource, { readonly kind: 'fact' }>;
}

/** Fields that facts tell. */
export const FACT_FIELDS: readonly FactField[] = FIELD_ROWS.flatMap(([name, { type, from }]) =>
  from.kind === 'fact' ? [{ name, type, from }] : [],
);

const ROWS: Readonly<Record<FieldName, DocumentField>> = DOCUMENT_FIELDS;

/** Whether facts tell words: then documents whose facts change are indexed anew. */
export const HAS_SEARCHED_FACTS = FACT_FIELDS.some(({ name }) => ROWS[name].searched !== undefined);

// ---- text index ----

/** A searchable field. */
export type TextField = NamesIn<'searched'>;

/** A field of the text index with the field of documents that its words come from. */
export interface TextSource extends Omit<SearchedText<object>, 'member'> {
  readonly name: TextField;
  readonly field: FieldName;
  readonly description: string;
  readonly member?: string;
  /** Whether people wrote its words: not those of addresses, nor what models read, perhaps wrongly. Others are found but never suggested. */
  readonly isWritten: boolean;
}

/** Fields of the text index, in the order of its columns. */
export const TEXT_SOURCES: readonly TextSource[] = FIELD_ROWS.flatMap(([field, row]) =>
  Object.entries(row.searched ?? {}).map(([name, searched]) => ({
    description: row.description,
    ...searched,
    name: name as TextField, // a name of the table
    field,
    isWritten: searched.words !== 'url' && row.from?.kind !== 'fact',
  })),
).sort((a, b) => a.place - b.place);

/** The searchable fields of a document, in the order of the index's columns. */
export const TEXT_FIELDS: readonly TextField[] = TEXT_SOURCES.map(({ name }) => name);

/** The weights of a ranking profile; fields that it does not name count for nothing. */
export function weightsOf(profile: ProfileName): Readonly<Record<TextField, number>> {
  // All fields by construction.
  return Object.fromEntries(
    TEXT_SOURCES.map(({ name, weights }) => [name, weights[profile] ?? 0]),
  ) as Record<TextField, number>;
}

// ---- packed columns ----

/** The column with the number of words in a searchable field. */
export type LengthColumn = `length.${TextField}`;

/** Name of a packed column. */
export type ColumnName = NamesIn<'columns'> | keyof typeof JOINT_COLUMNS | LengthColumn;

/** A packed column with what it is filled from. */
export interface ColumnSource {
  readonly name: ColumnName;
  readonly number: number;
  readonly bytes: 1 | 2 | 4;
  /** What is meant where nothing was written. */
  readonly absent: number;
  /** `undefined` for columns of names and lengths. */
  readonly toNumber: ((document: ImageDocument) => number) | undefined;
  /** The table of the names that its numbers stand for; `undefined` for others. */
  readonly names: NameTable | undefined;
  /** The name, or names, of a document; `''` or none when it has no value. */
  readonly toName: (document: ImageDocument) => string | readonly string[];
  /** Numbers of names that are larger than the column can hold become this one. */
  readonly overflow: number;
  /** Names of its bits; `undefined` for others. */
  readonly flags: readonly string[] | undefined;
  readonly facet: string | undefined;
  /** The place of the searchable field whose words it counts; -1 for others. */
  readonly lengthOf: number;
}

/** All packed columns, by number. */
export const COLUMN_SOURCES: readonly ColumnSource[] = [
  ...FIELD_ROWS.flatMap(([field, { columns }]) =>
    // The functions take the value of their own field.
    Object.entries((columns ?? {}) as Record<string, AnyColumn>).map(([name, column]) =>
      toColumnSource(name as ColumnName, column, (document) => document[field]),
    ),
  ),
  ...Object.entries(JOINT_COLUMNS).map(([name, column]) =>
    toColumnSource(name as ColumnName, column as AnyColumn, (document) => document),
  ),
  ...TEXT_SOURCES.map(({ name, lengthColumn }, place) => ({
    ...toColumnSource(`length.${name}`, { number: lengthColumn, bytes: 2 }, () => undefined),
    toNumber: undefined,
    lengthOf: place,
  })),
].sort((a, b) => a.number - b.number);

/** A facet that counts names of columns. */
export type NamedFacet =
  | {
      [Name in FieldName]: Fields[Name] extends { readonly columns: infer Columns }
        ? FacetOf<Columns>
        : never;
    }[FieldName]
  | FacetOf<typeof JOINT_COLUMNS>;

type FacetOf<Columns> = {
  [Column in keyof Columns]: Columns[Column] extends { readonly facet: infer Facet }
    ? Facet
    : never;
}[keyof Columns];

/** Facets that count names of columns. */
export const NAMED_FACETS: readonly NamedFacet[] = COLUMN_SOURCES.flatMap(
  ({ facet }) => (facet === undefined ? [] : [facet as NamedFacet]), // named by a row
);

/** A facet whose names are bits of a column. */
export type FlagFacet = 'animated' | 'color' | 'kind' | 'licence';

/** The column whose bits a facet counts. */
export function flagColumnOf(facet: FlagFacet): ColumnSource {
  const found = COLUMN_SOURCES.find((column) => column.facet === facet);
  if (found === undefined) throw new Error(`pinakes: no column has the facet ${facet}`);
  return found;
}

type AnyColumn = PackedColumn<unknown> | NamedColumn<unknown> | FlagColumn<unknown>;

function toColumnSource(
  name: ColumnName,
  column: AnyColumn,
  readValue: (document: ImageDocument) => unknown,
): ColumnSource {
  const { number, bytes } = column;
  if ('flags' in column) return toFlagSource(name, column, readValue);
  const { absent = 0 } = column;
  const flags = undefined;
  const common = { name, number, bytes, absent, overflow: absent, lengthOf: -1, flags };
  if ('names' in column) {
    const { names, toName, facet } = column;
    const overflow = column.overflow === 'last' ? 2 ** (bytes * 8) - 1 : absent;
    const nameOf = (document: ImageDocument) => {
      const value = readValue(document);
      return value === undefined ? '' : toName(value);
    };
    return { ...common, toNumber: undefined, names, toName: nameOf, overflow, facet };
  }
  const { toNumber = Number } = column;
  const numberOf = (document: ImageDocument) => {
    const value = readValue(document);
    return value === undefined ? absent : toNumber(value);
  };
  return { ...common, toNumber: numberOf, names: undefined, toName: () => '', facet: undefined };
}

function toFlagSource(
  name: ColumnName,
  { number, bytes, flags, toFlags, facet }: FlagColumn<unknown>,
  readValue: (document: ImageDocument) => unknown,
): ColumnSource {
  const namesOf = (document: ImageDocument) => {
    const value = readValue(document);
    return value === undefined ? [] : toFlags(value);
  };
  const toNumber = (document: ImageDocument) => {
    let bits = 0;
    for (const each of namesOf(document)) {
      const bit = flags.indexOf(each);
      if (bit >= 0) bits |= 1 << bit;
    }
    return bits;
  };
  const common = { name, number, bytes, absent: 0, overflow: 0, lengthOf: -1, names: undefined };
  return { ...common, toNumber, toName: namesOf, flags, facet };
}

const LATE_SOURCES: ReadonlySet<string> = new Set(['fact', 'evidence', 'group']);

/** Packed columns that change without a change of rows: what facts, evidence and other images tell. */
export const LATE_COLUMNS: readonly ColumnSource[] = COLUMN_SOURCES.filter(({ name }) =>
  FIELD_ROWS.some(
    ([, { from, columns }]) => LATE_SOURCES.has(from.kind) && Object.hasOwn(columns ?? {}, name),
  ),
);

// ---- shown ----

type ShownRows = {
  [Name in FieldName]: Fields[Name] extends { readonly shown: infer Members } ? Members : never;
}[FieldName];

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type AllShown = Together<ShownRows>;

type ShownAs<Name extends keyof AllShown> = AllShown[Name] extends {
  readonly as: infer As extends ShownType;
}
  ? As
  : never;

/** The value of a shown field. */
type ShownValue<Name extends keyof AllShown> = ShownTypes[ShownAs<Name>];

type ShownOptionally = {
  [Name in keyof AllShown]: ShownAs<Name> extends `${string}?` ? Name : never;
}[keyof AllShown];

/** What answers show of a document. */
export interface ShownDocument
  extends Readonly<{
      [Name in Exclude<keyof AllShown, ShownOptionally>]: ShownValue<Name>;
    }>,
    Readonly<{ [Name in ShownOptionally]?: ShownValue<Name> }> {}

/** A shown field with the field of documents that it comes from. */
export interface ShownSource extends Omit<ShownField<object>, 'member'> {
  readonly name: keyof ShownDocument;
  readonly field: FieldName;
  readonly description: string;
  readonly member?: string;
}

/** Shown fields, in the order of the table. */
export const SHOWN_SOURCES: readonly ShownSource[] = FIELD_ROWS.flatMap(([field, row]) =>
  Object.entries(row.shown ?? {}).map(([name, shown]) => ({
    description: row.description,
    ...shown,
    name: name as keyof ShownDocument, // a name of the table
    field,
  })),
);
