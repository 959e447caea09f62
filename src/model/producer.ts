// Who derived a value: the identity by which facts are kept, compared and made anew.

/** Plain data, as JSON has it. */
export type PlainData =
  | string
  | number
  | boolean
  | null
  | readonly PlainData[]
  | { readonly [name: string]: PlainData };

/** What an enrichment was set to: names and plain data. */
export type Settings = Readonly<Record<string, PlainData>>;

/** Who derived a value. Two values of one input are comparable when their producers are equal. */
export interface Producer {
  /** Name of the enrichment, such as `image.thumbnail`. */
  readonly name: string;
  /** Changes whenever the answers may change. Only merging orders versions (`compareProducers`). */
  readonly version: string;
  /** Settings that the answers depend on; empty for most. */
  readonly settings: Settings;
}

/** The producer that an enrichment is; any object with the three fields will do. */
export function producerOf({ name, version, settings }: Producer): Producer {
  return { name, version, settings };
}

/** A text that equal producers share and different ones do not: the order of settings does not matter. */
export function producerKey({ name, version, settings }: Producer): string {
  return JSON.stringify([name, version, sorted(settings)]);
}

/** The same settings. Throws where they are not plain data: they are kept as JSON and sent between threads. */
export function assertPlainData(settings: Settings): Settings {
  for (const [name, value] of Object.entries(settings)) {
    if (!isPlain(value, 0)) {
      throw new Error(`pinakes: \`${name}\` is not plain data, as JSON has it`);
    }
  }
  return settings;
}

const MAX_DEPTH = 32;

function isPlain(value: PlainData | undefined, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false;
  const isBare = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isBare && Object.values(value).every((one) => isPlain(one, depth + 1));
}

function sorted(data: PlainData): PlainData {
  if (Array.isArray(data)) return data.map(sorted);
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([name, value]) => [name, sorted(value)] as const);
  // An array has been dealt with: what is left has names.
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
