// The files that hold the blocks of a ZipNum index: where they lie, opened when they are needed.
import { PinakesError } from '../../support/errors.ts';
import type { ByteSource } from '../source/source.ts';
import { readAt } from './cdx-lines.ts';

/** Opens a path or URL. */
export type OpenSource = (name: string) => ByteSource | Promise<ByteSource>;

/** The parts of an index. */
export interface ZipNumParts {
  /** The source of a part, or `undefined` when there is none that can be read. */
  get(part: string): Promise<ByteSource | undefined>;
  /** Closes all parts. */
  close(): Promise<void>;
}

const MAX_LOCATIONS_BYTES = 1 << 24;

/** Finds the parts of the summary of the given name; each is opened once, when first needed. */
export async function openParts(summary: string, open: OpenSource): Promise<ZipNumParts> {
  const locations = await readLocations(summary, open);
  const opened = new Map<string, Promise<ByteSource | undefined>>();
  return {
    get(part) {
      const known = opened.get(part);
      if (known !== undefined) return known;
      const source = openFirst(locations.get(part) ?? besideSummary(summary, part), open);
      opened.set(part, source);
      return source;
    },
    async close() {
      const sources = await Promise.allSettled(opened.values());
      opened.clear();
      for (const source of sources) if (source.status === 'fulfilled') await source.value?.close();
    },
  };
}

/** The `.loc` file beside a summary: in each line a part and, behind tabs, the places to find it. */
async function readLocations(
  summary: string,
  open: OpenSource,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const file = await openFirst([`${summary.replace(/\.idx$/i, '')}.loc`], open);
  if (file === undefined) return new Map();
  const text = (await readAt(file, 0, MAX_LOCATIONS_BYTES)).toString();
  await file.close();
  const rows = text.split(/\r?\n/).map((line) => line.split('\t'));
  return new Map(
    rows.map(([part = '', ...places]) => [
      part,
      places.map((place) =>
        /^(?:[a-z0-9+.-]+:)?\//i.test(place) ? place : folderOf(summary) + place,
      ),
    ]),
  );
}

/** Without a `.loc` file parts lie beside the summary; one that names other places opens nothing. */
function besideSummary(summary: string, part: string): readonly string[] {
  const isOutside = /^[/\\]|:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(part);
  return isOutside || part === '' ? [] : [folderOf(summary) + part];
}

function folderOf(name: string): string {
  // `#` ends the path of a WACZ before the path inside it.
  return name.slice(0, Math.max(...['/', '\\', '#'].map((mark) => name.lastIndexOf(mark))) + 1);
}

async function openFirst(
  names: readonly string[],
  open: OpenSource,
): Promise<ByteSource | undefined> {
  for (const name of names) {
    try {
      return await open(name);
    } catch (error) {
      // A part that is not there costs its blocks only; a network that fails is another matter.
      const isMissing = error instanceof PinakesError && error.next !== 'retry-later';
      if (!isMissing) throw error;
    }
  }
  return undefined;
}
