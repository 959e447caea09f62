// Enrichments: named functions that derive values from others, with types that follow the way of each value. One contract
// for the records of a corpus and the contents of a library.
import type { Capture } from './capture.ts';
import { assertPlainData, type Producer, producerKey, type Settings } from './producer.ts';

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

/** What a batch gives for each input, in the order of the inputs: the values, or an error for that input alone. */
export type BatchResults<Given> = readonly (Given | Error)[];

/** The part of an enrichment that all have. `Given` names its values with their types. */
export interface EnrichmentCore<Source extends string, Given extends object, Input>
  extends Producer {
  readonly kind: 'enrichment';
  /** What it is of and what it does: `html.title`. Kept with version and settings beside what it derived. */
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
  /** Derives all values from one input, by name. What it throws is kept as the reason why there is none. */
  readonly deriveAll: (
    input: Input,
    context: DeriveContext,
    resource: unknown,
  ) => Given | Promise<Given>;
  /** Derives from many inputs at once; `undefined` where that is no faster than one by one. */
  readonly deriveMany: DeriveMany<Input, Given> | undefined;
  /** Opens what it works with, a model file say: once in each thread, before the first input. */
  readonly open: (() => unknown) | undefined;
  /** Closes what `open` gave, at the end and after errors too. */
  readonly close: ((resource: never) => void | Promise<void>) | undefined;
  /** Address of the module that exports it, where threads find it; `undefined` for one that stays in its thread. */
  readonly home: string | undefined;
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

/** Derives the values of many inputs, as an enrichment keeps it. */
export type DeriveMany<Input, Given> = (
  inputs: readonly Input[],
  contexts: readonly DeriveContext[],
  resource: unknown,
) => BatchResults<Given> | Promise<BatchResults<Given>>;

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
export interface AnyEnrichment extends Producer {
  readonly kind: 'enrichment';
  readonly needs: Field<string, unknown>;
  readonly isForEach: boolean;
  readonly isTransient: boolean;
  readonly gives: readonly string[];
  readonly fields: Readonly<Record<string, Field<string, unknown>>>;
  readonly deriveAll: (
    // biome-ignore lint/suspicious/noExplicitAny: inputs differ, and no input type is above all others
    input: any,
    context: DeriveContext,
    resource: unknown,
  ) => object | Promise<object>;
  readonly deriveMany:
    | ((
        // biome-ignore lint/suspicious/noExplicitAny: as above
        inputs: readonly any[],
        contexts: readonly DeriveContext[],
        resource: unknown,
      ) => BatchResults<object> | Promise<BatchResults<object>>)
    | undefined;
  readonly open: (() => unknown) | undefined;
  readonly close: ((resource: never) => void | Promise<void>) | undefined;
  readonly home: string | undefined;
}

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;

/** The values that an enrichment gives, by path; each may be missing, because deriving it failed. */
export type GivenBy<E extends AnyEnrichment> =
  E extends EnrichmentCore<infer Source, infer Given, never>
    ? { readonly [Name in keyof Given & string as JoinPath<Source, Name>]: Given[Name] | undefined }
    : never;

/** What every definition of an enrichment has. */
export interface EnrichmentDefinition<Source extends string, Input, Resource> {
  /** What it is of and what it does: `html.title`. */
  readonly name: string;
  /**
   * Changes whenever the answers may change. Default: a hash of the text of its functions, which knows nothing of what
   * they call.
   */
  readonly version?: string;
  /** What the answers depend on, besides: plain data. Default none. */
  readonly settings?: Settings;
  /** The value it derives from. */
  readonly needs: Field<Source, Input>;
  /**
   * `import.meta` of the module that exports it: then it runs in threads, which import that module and look for an
   * export of the same name, version and settings, or ask its function `makeEnrichment(producer)`. Without it, and for
   * the program's main module, it runs in the main thread.
   */
  readonly from?: { readonly url: string };
  /** Whether its values stay inside the thread that derived them. Default false. */
  readonly isTransient?: boolean;
  /** Opens what it works with, a model file say: once in each thread, before the first input. */
  readonly open?: () => Resource | Promise<Resource>;
  /** Closes what `open` gave, at the end and after errors too. */
  readonly close?: (resource: Resource) => void | Promise<void>;
}

/** Derives the value of one input. */
export type DeriveOne<Input, Resource, Value> = (
  input: Input,
  context: DeriveContext,
  resource: Resource,
) => Value;

/** Derives the values of many inputs at once, in their order. */
export type DeriveBatch<Input, Resource, Value> = (
  inputs: readonly Input[],
  contexts: readonly DeriveContext[],
  resource: Resource,
) => BatchResults<Value> | Promise<BatchResults<Value>>;

/**
 * Makes an enrichment. With one name in `gives` `derive` returns the value, with a list of names an object of values.
 * `deriveBatch` takes many inputs at once, beside `derive` or alone.
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
  Resource,
>(
  definition: EnrichmentDefinition<Source, Input, Resource> & {
    readonly gives: Name;
    readonly derive: DeriveOne<Input, Resource, Value>;
    readonly deriveBatch?: DeriveBatch<Input, Resource, Awaited<NoInfer<Value>>>;
  },
): Enrichment<Source, { readonly [Key in Name]: Awaited<Value> }, Input>;
export function defineEnrichment<
  const Source extends string,
  Input,
  Given extends object,
  Resource,
>(
  definition: EnrichmentDefinition<Source, Input, Resource> & {
    readonly gives: readonly (keyof Given & string)[];
    readonly derive: DeriveOne<Input, Resource, Given | Promise<Given>>;
    readonly deriveBatch?: DeriveBatch<Input, Resource, NoInfer<Given>>;
  },
): Enrichment<Source, Given, Input>;
export function defineEnrichment<
  const Source extends string,
  Input,
  const Name extends string,
  Value,
  Resource,
>(
  definition: EnrichmentDefinition<Source, Input, Resource> & {
    readonly gives: Name;
    readonly derive?: undefined;
    readonly deriveBatch: DeriveBatch<Input, Resource, Value>;
  },
): Enrichment<Source, { readonly [Key in Name]: Value }, Input>;
export function defineEnrichment(
  definition: EnrichmentDefinition<string, unknown, unknown> & {
    readonly gives: string | readonly string[];
    // biome-ignore lint/suspicious/noExplicitAny: the overloads have checked it against `needs` and `open`
    readonly derive?: ((input: any, context: DeriveContext, resource: any) => unknown) | undefined;
    readonly deriveBatch?: DeriveBatch<never, never, unknown>;
  },
): unknown {
  const { name, needs, from, isTransient = false, gives, derive, open, close } = definition;
  const { settings = {} } = definition;
  const names = typeof gives === 'string' ? [gives] : gives;
  for (const field of names) assertFieldName(field);
  assertPlainData(settings);
  const deriveMany = toDeriveMany(definition.deriveBatch as AnyBatch | undefined, gives); // its types were checked
  const deriveAll =
    derive === undefined
      ? ofOne(deriveMany)
      : typeof gives === 'string'
        ? naming(gives, derive)
        : derive;
  const version = definition.version ?? versionOf(derive, definition.deriveBatch);
  const home = from?.url;
  const producer = { name, version, settings };
  const body = { ...producer, home, isTransient, gives: names, deriveAll, deriveMany, open, close };
  return build(body, needs, false);
}

/** Whether two enrichments do the same, whatever they do it to. */
export function isSameFunction(a: AnyEnrichment, b: AnyEnrichment): boolean {
  if (a.deriveAll === b.deriveAll) return true;
  return a.home !== undefined && a.home === b.home && producerKey(a) === producerKey(b);
}

const TEXT_VERSION = 'text-';

/** Whether a version is that of functions that tell none: what they depend on besides their text is not part of it. */
export function isTextVersion(version: string): boolean {
  return version.startsWith(TEXT_VERSION);
}

/** The version of functions that tell none: 53 bits of a hash (cyrb53) of their text. */
export function versionOf(...functions: readonly unknown[]): string {
  const text = functions.map(String).join('\n');
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return `${TEXT_VERSION}${(4294967296 * (2097151 & b) + (a >>> 0)).toString(16).padStart(14, '0')}`;
}

type AnyBatch = DeriveBatch<unknown, unknown, unknown>;

type Body = Omit<AnyEnrichment, 'kind' | 'needs' | 'isForEach' | 'fields' | 'deriveAll'> & {
  readonly deriveAll: unknown;
};

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

/** A function of one value as one of values by name. */
function naming(name: string, derive: DeriveOne<unknown, unknown, unknown>): unknown {
  return (input: unknown, context: DeriveContext, resource: unknown) => {
    const value = derive(input, context, resource);
    if (value instanceof Promise) return value.then((settled) => ({ [name]: settled }));
    return { [name]: value };
  };
}

/** A batch as one of values by name, with a result for every input. */
function toDeriveMany(
  deriveBatch: AnyBatch | undefined,
  gives: string | readonly string[],
): AnyEnrichment['deriveMany'] {
  if (deriveBatch === undefined) return undefined;
  return async (inputs, contexts, resource) => {
    const results = await deriveBatch(inputs, contexts, resource);
    if (results.length !== inputs.length) {
      throw new Error(`a batch of ${inputs.length} inputs gave ${results.length} results`);
    }
    return results.map((result) => {
      if (result instanceof Error || typeof gives !== 'string') return result as Error | object; // checked by the overloads
      return { [gives]: result };
    });
  };
}

/** A batch of one input. */
function ofOne(deriveMany: AnyEnrichment['deriveMany']): unknown {
  return async (input: unknown, context: DeriveContext, resource: unknown) => {
    const [result] = (await deriveMany?.([input], [context], resource)) ?? [];
    if (result instanceof Error) throw result;
    return result;
  };
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
