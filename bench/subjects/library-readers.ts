// Searches a library while nobody writes, and while another process ingests into it, in turns.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { IMAGES_PER_PAGE } from '../library-corpus.ts';
import { QUERY_KINDS, writeQueries } from '../library-queries.ts';
import { openLibrary } from './built.ts';
import type { Library } from './library-ingest.ts';
import { ask } from './library-search.ts';

/** How long each query took. Milliseconds. */
interface Latencies {
  readonly wall: number[];
  readonly cpu: number[];
}

/** Works on the library itself. Gives the latencies of both, and the number of files ingested meanwhile. */
export async function prepare(args: {
  readonly folder: string;
  readonly images: number;
  readonly turns: number;
  readonly turnMs: number;
}) {
  const { folder, images, turns, turnMs } = args;
  const library = await openLibrary(folder);
  const nextQuery = mixQueries();
  const idle: Latencies = { wall: [], cpu: [] };
  const busy: Latencies = { wall: [], cpu: [] };
  await search(library, nextQuery, { wall: [], cpu: [] }, Math.min(3000, turnMs)); // code is compiled, attributes are loaded
  return async () => {
    let files = 0;
    for (let turn = 0; turn < turns; turn++) {
      await search(library, nextQuery, idle, turnMs);
      const firstPage = images / IMAGES_PER_PAGE + turn * 1e6;
      const writer = fork(WRITER, [folder, `${firstPage}`]);
      await once(writer, 'message');
      writer.on('message', () => {
        files++;
      });
      await searchInSteps(library, nextQuery, busy, turnMs);
      writer.send('stop');
      await once(writer, 'exit');
    }
    library.close();
    return { idle, busy, files };
  };
}

const WRITER = fileURLToPath(new URL('./library-writer.js', import.meta.url));

type Query = readonly [(typeof QUERY_KINDS)[number], string];

/** All kinds of queries in turn, each with other words every time. */
function mixQueries(): () => Query {
  const kinds = QUERY_KINDS.filter(({ offset }) => offset === 0);
  let round = 0;
  let waiting: Query[] = [];
  return () => {
    if (waiting.length === 0) {
      round++;
      waiting = kinds.map((kind) => [kind, writeQueries(kind, 1, 1000 + round)[0]!]);
    }
    return waiting.pop()!;
  };
}

async function search(
  library: Library,
  next: () => Query,
  found: Latencies,
  milliseconds: number,
): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const [kind, query] = next();
    const cpu = process.cpuUsage();
    const start = performance.now();
    await ask(library, kind, query, 'pinakes');
    found.wall.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    found.cpu.push((user + system) / 1000);
  }
}

/** The same, with room for messages. */
async function searchInSteps(
  library: Library,
  next: () => Query,
  found: Latencies,
  milliseconds: number,
): Promise<void> {
  for (let done = 0; done < milliseconds; done += 100) {
    await search(library, next, found, 100);
    await new Promise(setImmediate);
  }
}
