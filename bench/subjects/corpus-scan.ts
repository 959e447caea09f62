// The same sums without an index: every record of every archive is read, as one would write it with the reader alone.
import { type ArchiveRecord, openArchive, toSurt } from 'pinakes/archive';
import { type DeriveContext, type Field, payload } from 'pinakes/corpus';

/** What is looked for. */
export type Wanted =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'month'; readonly month: string };

/** Gives the sum, the number of texts, and the time on the clock. */
export async function prepare({
  files,
  wanted,
}: {
  readonly files: readonly string[];
  readonly wanted: Wanted;
}) {
  return async () => {
    const start = performance.now();
    const lengths = new Lengths(wanted.kind === 'month');
    const isWanted = toTest(wanted);
    for (const file of files) {
      const reader = await openArchive(file);
      for (const record of reader) {
        if (record.type === 'response' && isWanted(record)) lengths.add(record);
      }
      await reader.close();
    }
    return { ...lengths.sum(), wallMs: performance.now() - start };
  };
}

/** The cheapest test comes first: the HTTP head is parsed only where it is needed. */
function toTest(wanted: Wanted): (record: ArchiveRecord) => boolean {
  switch (wanted.kind) {
    case 'url':
      return ({ url }) => url === wanted.url;
    case 'domain': {
      const isOfDomain = (host = '') =>
        host === wanted.domain || host.endsWith(`.${wanted.domain}`);
      return (record) => isOfDomain(record.url.split('/', 3)[2]) && record.mime === 'text/html';
    }
    case 'month':
      return (record) => record.time.startsWith(wanted.month) && record.status === 200;
  }
}

/** Lengths of texts, of all captures or of the latest of each URL. */
class Lengths {
  readonly #isLatest: boolean;
  readonly #byKey = new Map<
    string,
    { readonly time: string; readonly length: number | undefined }
  >();

  constructor(isLatest: boolean) {
    this.#isLatest = isLatest;
  }

  add(record: ArchiveRecord): void {
    const { url, time } = record;
    const key = this.#isLatest ? toSurt(url) : `${url} ${time}`;
    const known = this.#byKey.get(key);
    if (known === undefined || known.time < time)
      this.#byKey.set(key, { time, length: lengthOf(record) });
  }

  sum(): { readonly sum: number; readonly texts: number; readonly records: number } {
    let sum = 0;
    let texts = 0;
    for (const { length } of this.#byKey.values()) {
      if (length === undefined) continue;
      sum += length;
      texts++;
    }
    return { sum, texts, records: this.#byKey.size };
  }
}

/** Length of the text that a corpus would give; `undefined` where it would fail. */
function lengthOf(record: ArchiveRecord): number | undefined {
  const { url, time, mime, status, file, offset } = record;
  const header = Object.fromEntries(record.http?.fields.entries ?? []);
  const context: DeriveContext = {
    // A record without a time does not get here.
    capture: {
      surt: '',
      url,
      time: time as never,
      mime,
      status,
      digest: '',
      file,
      offset,
      length: 0,
    },
    get: <Value>(_: Field<string, Value>) => header as Value, // `string` asks for the HTTP header alone
  };
  try {
    const given = payload.string.deriveAll(record.readBody().bytes, context, undefined);
    return given instanceof Promise ? undefined : given.string.length;
  } catch {
    return undefined; // no text
  }
}
