// Searches a generated library as a user would, one query after another.

import { facets, searchImages } from 'pinakes/search';
import { QUERY_KINDS, type QueryKind, writeQueries } from '../library-queries.ts';
import { openLibrary } from './built.ts';
import type { Library } from './library-ingest.ts';
import { readYardstick, takeYardstick } from './yardstick.ts';

/** What one kind of query took. */
export interface QueryTimes {
  readonly name: string;
  /** Processor time of each query, ascending. Milliseconds. */
  readonly cpuMs: readonly number[];
  /** Hits on average. */
  readonly hits: number;
}

/**
 * Queries of each kind that come first, so that code is compiled and attributes are loaded. Their words do not come again. After 20
 * V8 still compiled beside the first queries that count, which made them two to three times as long in half of all runs.
 */
const WARM_UP = 60;
const LIMIT = 24;

/** Gives the times of `queries` distinct queries of each kind. */
export async function prepare(args: {
  readonly folder: string;
  readonly profile: string;
  readonly queries: number;
}) {
  const { folder, profile, queries } = args;
  const first = await openLibrary(folder);
  for (const kind of QUERY_KINDS) await measureKind(first, kind, { profile, queries: WARM_UP });
  first.close();
  return async () => {
    const kinds: QueryTimes[] = [];
    for (const kind of QUERY_KINDS) {
      // Opened anew, so that nothing is known yet of any word.
      const library = await openLibrary(folder);
      if (library.index.warnings.length > 0) throw new Error(library.index.warnings.join());
      kinds.push(await measureKind(library, kind, { profile, queries }));
      library.close();
      takeYardstick();
    }
    return { kinds, yardstick: readYardstick() };
  };
}

async function measureKind(
  library: Library,
  kind: QueryKind,
  { profile, queries }: { readonly profile: string; readonly queries: number },
): Promise<QueryTimes> {
  const written = writeQueries(kind, WARM_UP + queries, 5);
  for (const query of written.slice(0, WARM_UP)) await ask(library, kind, query, profile);
  const cpuMs: number[] = [];
  let hits = 0;
  for (const query of written.slice(WARM_UP)) {
    const before = process.cpuUsage();
    hits += await ask(library, kind, query, profile);
    const { user, system } = process.cpuUsage(before);
    cpuMs.push((user + system) / 1000);
  }
  return { name: kind.name, cpuMs: cpuMs.sort((a, b) => a - b), hits: hits / queries };
}

/** Asks one query and gives the number of hits. */
export async function ask(
  library: Library,
  kind: QueryKind,
  query: string,
  profile: string,
): Promise<number> {
  const { match, offset } = kind;
  if (kind.asks === 'facet') {
    const [answer] = await facets(library.index, { query, match, names: ['type'] });
    return answer!.values.reduce((sum, { count }) => sum + count, 0);
  }
  const request = { query, match, profile, offset, limit: LIMIT };
  const { total, items } = await searchImages(library.index, request);
  if (items.length !== Math.min(LIMIT, Math.max(0, total.value - offset))) {
    throw new Error(`The query \`${query}\` gave ${items.length} of ${total.value} answers.`);
  }
  return total.value;
}
