// A server under load: this process serves, another one asks, and only what this one uses is measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openServer } from 'pinakes/server';
import type { ClientReport, ClientTask } from './serve-clients.ts';
import { ownMemory } from './usage.ts';

/** What came of the load. */
export interface LoadResult extends ClientReport {
  /** Resident memory of the server, its own without mapped files and with them; once a second. Bytes. */
  readonly memory: readonly { readonly own: number; readonly resident: number }[];
}

const CLIENTS = fileURLToPath(new URL('./serve-clients.js', import.meta.url));
const SAMPLE_MS = 1000;

/** Serves the library and lets clients ask, first for a while that does not count. */
export async function prepare(args: {
  readonly folder: string;
  /** Connections, each of which asks again as soon as it is answered. */
  readonly clients: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Address that is asked, up to the query. */
  readonly path: string;
  /** What clients accept as compression. */
  readonly encoding: string;
  /** Different queries, which are asked again and again; default: none is asked twice. */
  readonly queries?: number;
}) {
  const { folder, clients, seconds, warmUpSeconds, path, encoding, queries } = args;
  // A token that is given is not looked for: the folder of the library stays as it is.
  const server = await openServer({ libraryFolder: folder, port: 0, token: 'x'.repeat(16) });
  const url = await server.listen();
  const asking = fork(CLIENTS, []);
  const load = async (time: number, seed: number): Promise<ClientReport> => {
    const task: ClientTask = {
      ...{ url, clients, seconds: time, seed, path, encoding },
      ...(queries !== undefined && { queries }),
    };
    asking.send(task);
    const [report] = await once(asking, 'message');
    return report as ClientReport; // by our own program
  };
  await load(warmUpSeconds, 1);
  return async (): Promise<LoadResult> => {
    const memory: { own: number; resident: number }[] = [];
    const timer = setInterval(() => {
      memory.push({ own: ownMemory(), resident: process.memoryUsage.rss() });
    }, SAMPLE_MS);
    const report = await load(seconds, 2);
    clearInterval(timer);
    asking.disconnect();
    await server.close();
    return { ...report, memory };
  };
}
