// Enrichments: named functions that derive values of a record from others, with types that follow the way of each value.
import type { Capture } from './capture.ts';

/**
 * A value in the tree of a record: where it stands and who gives it. `Path` names all values it was derived from, e.g.
 * `payload.string.html.title`.
 */
export interface Field<Path extends string, Value> {
  /** Where the value stands; `''` for what every record has from the start. */
  readonly path: Path;
  /** Who gives it; `undefined` for what every record has from the start. */
  readonly giver: AnyEnrichment | undefined;
  /** Only there for the compiler, which finds the type of the value by it. */
  readonly valueType?: Value;
}

/** An archived response as an enrichment sees it. */
export interface Archived {
  /** Fields of the record's own header; names in lower case, repeated ones joined by a comma. */
  readonly recordHeader: Readonly<Record<string, string>>;
  /** Fields of the HTTP header; empty where there is none. */
  readonly httpHeader: Readonly<Record<string, string>>;
  /** First line of the HTTP header, `''` where there is none. */
  readonly statusLine: string;
  /** The body with all codings undone; nobody else writes to these bytes. */
  readonly payload: Uint8Array;
  /** Why the payload may be incomplete; `undefined` when it is whole. */
  readonly truncated: 'limit' | 'damaged' | undefined;
}

/** What every record has from the start: the fields of its index line. No archive is opened for it. */
export const CAPTURE: Field<'', Capture> = { path: '', giver: undefined };

/** The archived response of a record: an enrichment that needs it opens archives. */
export const ARCHIVED: Field<'', Archived> = { path: '', giver: undefined };

/** What a derivation may know beside its input. */
export interface DeriveContext {
  /** The capture that the record is of. */
  readonly capture: Capture;
  /** Values given so far: those of the enrichment's own lineage are there. `undefined` if there is none. */
  get<Value>(field: Field<string, Value>): Value | undefined;
}

/** `a` and `b` are `a.b`; nothing and `b` are `b`. */
export type JoinPath<Source extends string, Name extends string> = Source extends ''
  ? Name
  : `${Source}.${Name}`;

/** The part of an enrichment that all have. `Given` names its values with their types. */
export interface EnrichmentCore<Source extends string, Given extends object, Input> {
  readonly kind: 'enrichment';
  /** Tells what it does; two with one name and one source are the same. */
  readonly name: string;
  /** The value it derives from. */
  readonly needs: Field<Source, unknown>;
  /** Whether `needs` has many values, of which each is derived from. */
  readonly isForEach: boolean;
  /**
   * Whether its values are only for other enrichments: a parsed tree, say. They are not sent between threads nor kept;
   * where they are needed again they are derived again.
   */
  readonly isTransient: boolean;
  /** The names of its values. */
  readonly gives: readonly (keyof Given & string)[];
  /** Each of its values, to be named as the source of others. */
  readonly fields: {
    readonly [Name in keyof Given & string]: Field<JoinPath<Source, Name>, Given[Name]>;
  };
  /** Derives all values from one input, by name. What it throws is kept with the record. */
  readonly deriveAll: (input: Input, context: DeriveContext) => Given | Promise<Given>;
  /** Where a worker thread finds it: a module and the name of an export, or of a builder with its arguments. */
  readonly origin: EnrichmentOrigin | undefined;
  /** The same function of another value. */
  on<Path extends string>(source: Field<Path, Input>): Enrichment<Path, Given, Input>;
  /** The same function of each of many values. */
  onEach<Path extends string>(
    source: Field<Path, readonly Input[]>,
  ): Enrichment<
    Path,
    { readonly [Name in keyof Given]: readonly (Given[Name] | undefined)[] },
    Input
  >;
}

/** How an enrichment can be made again in another thread. */
export interface EnrichmentOrigin {
  /** Address of the module. */
  readonly module: string;
  /** Name of the export: an enrichment, or a function that makes one. */
  readonly export: string;
  /** Arguments of that function, plain data. */
  readonly arguments?: readonly unknown[];
}

/**
 * An enrichment: derives one value or several from another. One that gives a single value can stand for that value:
 * as source of others and in `record.get`.
 */
export type Enrichment<Source extends string, Given extends object, Input> = EnrichmentCore<
  Source,
  Given,
  Input
> &
  (IsUnion<keyof Given> extends true
    ? unknown
    : Field<JoinPath<Source, keyof Given & string>, Given[keyof Given]>);

/** Any enrichment. */
export interface AnyEnrichment {
  readonly kind: 'enrichment';
  readonly name: string;
  readonly needs: Field<string, unknown>;
  readonly isForEach: boolean;
  readonly isTransient: boolean;
  readonly gives: readonly string[];
  readonly fields: Readonly<Record<string, Field<string, unknown>>>;
  // biome-ignore lint/suspicious/noExplicitAny: inputs differ, and no input type is above all others
  readonly deriveAll: (input: any, context: DeriveContext) => object | Promise<object>;
  readonly origin: EnrichmentOrigin | undefined;
}

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;

/** The values that an enrichment gives, by path; each may be missing, because deriving it failed. */
export type GivenBy<E extends AnyEnrichment> =
  E extends EnrichmentCore<infer Source, infer Given, never>
    ? { readonly [Name in keyof Given & string as JoinPath<Source, Name>]: Given[Name] | undefined }
    : never;

interface Definition<Source extends string, Input> {
  readonly name: string;
  readonly needs: Field<Source, Input>;
  readonly origin?: EnrichmentOrigin;
  /** Whether its values stay inside the thread that derived them. Default false. */
  readonly isTransient?: boolean;
}

/**
 * Makes an enrichment. With one name in `gives` `derive` returns the value, with a list of names an object of values.
 *
 * @example
 * const length = defineEnrichment({
 *   name: 'length',
 *   needs: string, // another enrichment, or one of its fields
 *   gives: 'length',
 *   derive: (text) => text.length,
 * });
 */
export function defineEnrichment<
  const Source extends string,
  Input,
  const Name extends string,
  Value,
>(
  definition: Definition<Source, Input> & {
    readonly gives: Name;
    readonly derive: (input: Input, context: DeriveContext) => Value;
  },
): Enrichment<Source, { readonly [Key in Name]: Awaited<Value> }, Input>;
export function defineEnrichment<const Source extends string, Input, Given extends object>(
  definition: Definition<Source, Input> & {
    readonly gives: readonly (keyof Given & string)[];
    readonly derive: (input: Input, context: DeriveContext) => Given | Promise<Given>;
  },
): Enrichment<Source, Given, Input>;
export function defineEnrichment(definition: {
  readonly name: string;
  readonly needs: Field<string, unknown>;
  readonly origin?: EnrichmentOrigin;
  readonly isTransient?: boolean;
  readonly gives: string | readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: the overloads have checked it against `needs`
  readonly derive: (input: any, context: DeriveContext) => unknown;
}): unknown {
  const { name, needs, origin, isTransient = false, gives, derive } = definition;
  const names = typeof gives === 'string' ? [gives] : gives;
  for (const field of names) assertFieldName(field);
  const deriveAll =
    typeof gives === 'string'
      ? (input: unknown, context: DeriveContext) => nameResult(gives, derive(input, context))
      : derive;
  return build({ name, origin, isTransient, gives: names, deriveAll }, needs, false);
}

interface Body {
  readonly name: string;
  readonly origin: EnrichmentOrigin | undefined;
  readonly isTransient: boolean;
  readonly gives: readonly string[];
  readonly deriveAll: unknown;
}

function build(body: Body, needs: Field<string, unknown>, isForEach: boolean): unknown {
  const fields: Record<string, Field<string, unknown>> = {};
  const enrichment = {
    kind: 'enrichment',
    ...body,
    needs,
    isForEach,
    fields,
    on: (source: Field<string, unknown>) => build(body, source, false),
    onEach: (source: Field<string, unknown>) => build(body, source, true),
    // One that gives a single value is that value's field too.
    ...(body.gives.length === 1 && { path: pathOf(needs, body.gives[0] ?? '') }),
  };
  // `deriveAll` was checked where the enrichment was defined; `build` sees many types of it.
  const giver = Object.assign(enrichment, { giver: undefined }) as unknown as AnyEnrichment & {
    giver: AnyEnrichment;
  };
  giver.giver = giver;
  for (const name of body.gives) fields[name] = { path: pathOf(needs, name), giver };
  return Object.freeze(giver);
}

function pathOf(needs: Field<string, unknown>, name: string): string {
  return needs.path === '' ? name : `${needs.path}.${name}`;
}

function nameResult(name: string, value: unknown): object | Promise<object> {
  if (value instanceof Promise) return value.then((settled) => ({ [name]: settled }));
  return { [name]: value };
}

/** Names stand between points in paths, and `_` holds values in the output. */
function assertFieldName(name: string): void {
  if (
    name === '' ||
    name === '_' ||
    name.includes('.') ||
    name === 'record' ||
    name === 'failures'
  ) {
    throw new Error(`pinakes: \`${name}\` cannot be the name of a value`);
  }
}
