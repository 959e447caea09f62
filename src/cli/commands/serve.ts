// `pinakes serve`: a library over HTTP, with a search page and APIs.
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import type { WarmUp } from '../../serve/serve.ts';
import { PinakesError } from '../../support/errors.ts';
import { ACCESS_FLAGS } from '../access-flags.ts';
import { defineCommand, type Host } from '../command.ts';
import { INDEX_FLAG } from '../index-flags.ts';
import { LIBRARY_FLAG, libraryFolder } from '../library-flags.ts';
import type { Log } from '../log.ts';
import { startTasks } from '../task-process.ts';
import { formatSize } from '../units.ts';

/** Serves a library until it is interrupted. */
export const serve = defineCommand({
  name: 'serve',
  summary: 'serve a library: search page and APIs',
  description: `Serves a library over HTTP: a search page for people, an API for programs (docs/api.md), what clients of
Arquivo.pt's image search and of CDX servers speak, and the archived pages and images themselves.
The address is printed when the server is ready; an interrupt (Ctrl-C, exit code 130) or SIGTERM
(exit code 0) lets requests under way finish and ends it.

Archives can be ingested into the library meanwhile; they are found as soon as they are in. Saved crawls (\`pinakes
crawls\`) run while the server does; /crawls shows them.

Only this machine can connect unless --host says otherwise. With --host 0.0.0.0 everybody who can
reach the machine can: put a proxy with TLS before it, and give --public-url and --trust-proxy
(docs/api.md shows nginx and Caddy). For a library that is not public set PINAKES_ACCESS_TOKEN.`,
  examples: [
    { does: 'Serve a library on this machine', line: 'pinakes serve --library my-library' },
    {
      does: 'For others, without what is younger than two years',
      line: 'pinakes serve --library my-library --host 0.0.0.0 --embargo 2y --rate-limit 300',
    },
    {
      does: 'Searches answered by a cluster, all else by the library',
      line: 'pinakes serve --library my-library --index solr://h1:8983,h2:8983/images',
    },
    {
      does: 'Ready only when the first answers are fast',
      line: 'pinakes serve --library my-library --warm',
    },
    {
      does: 'With links into another Wayback',
      line: 'pinakes serve --library my-library --replay-template https://arquivo.pt/wayback/{timestamp}/{url}',
    },
  ],
  arguments: {},
  isService: true,
  flags: {
    library: LIBRARY_FLAG,
    index: {
      ...INDEX_FLAG,
      help: 'answer searches from an index in SolrCloud (see `pinakes index`)',
    },
    port: {
      type: 'integer',
      min: 0,
      max: 65_535,
      default: 7070,
      placeholder: 'PORT',
      help: 'port to listen on; 0 takes a free one',
    },
    host: {
      type: 'string',
      default: '127.0.0.1',
      placeholder: 'ADDRESS',
      help: 'address to listen on; 0.0.0.0 for everybody',
    },
    embargo: {
      type: 'duration',
      placeholder: 'SPAN',
      help: 'hide images first captured less than this ago, e.g. 2y',
    },
    replayTemplate: {
      type: 'string',
      placeholder: 'URL',
      help: 'Wayback that links lead to, with {timestamp} and {url}',
    },
    publicUrl: {
      type: 'string',
      placeholder: 'URL',
      help: 'address by which clients reach the server, without a path',
    },
    queryWorkers: {
      type: 'integer',
      min: 1,
      max: 256,
      placeholder: 'N',
      help: 'threads for queries; default one for each core but one',
    },
    queryTimeout: {
      type: 'duration',
      default: '10s',
      placeholder: 'SPAN',
      help: 'longest time of a query',
    },
    warm: {
      type: 'boolean',
      help: 'read the index into memory and ask it typical queries before the server is ready',
    },
    rateLimit: {
      type: 'integer',
      min: 0,
      max: 1_000_000,
      placeholder: 'N',
      help: 'requests of a client each minute; 0 for any number',
    },
    accessLog: {
      type: 'string',
      placeholder: 'FILE',
      help: 'append a line of JSON for each request; - for stderr',
    },
    searchLog: {
      type: 'string',
      placeholder: 'FILE',
      help: 'append what is searched, shown and opened, without addresses (see `pinakes evaluate-ranking --judgements`)',
    },
    logAddresses: {
      type: 'boolean',
      help: 'write addresses of clients into the access log',
    },
    trustProxy: {
      type: 'string',
      placeholder: 'PROXIES',
      help: 'believe proxies about clients: how many there are, or their addresses',
    },
    cors: {
      type: 'string',
      repeatable: true,
      placeholder: 'ORIGIN',
      help: 'web site whose scripts may read answers; * for all, none for none',
    },
    accessToken: {
      type: 'string',
      placeholder: 'TOKEN',
      help: 'let only those read who send this token or give it as password',
    },
    accessHeader: {
      type: 'string',
      placeholder: 'NAME',
      help: 'let those read whom a trusted proxy names in this header',
    },
    scheduler: {
      type: 'boolean',
      default: true,
      help: 'start no tasks of saved crawls',
    },
    exactPlaces: {
      type: 'boolean',
      help: 'show coordinates that cameras wrote as they are, not to about a kilometre',
    },
    tiles: {
      type: 'string',
      placeholder: 'FILE|URL',
      help: 'background of the map: a PMTiles file, or a tile server that browsers then ask, with {z}, {x} and {y}',
    },
    tilesCredit: {
      type: 'string',
      placeholder: 'TEXT',
      help: 'with --tiles: whom to name on the map',
    },
    live: {
      type: 'boolean',
      help: 'let users search the live web (see `pinakes find`), which makes this server fetch',
    },
    discover: {
      type: 'string',
      repeatable: true,
      placeholder: 'KIND=URL',
      help: 'with --live: who is asked where to start, as in `pinakes find`',
    },
    contact: ACCESS_FLAGS.contact,
    allowPrivate: ACCESS_FLAGS.allowPrivate,
    resolve: ACCESS_FLAGS.resolve,
    reports: {
      type: 'string',
      placeholder: 'FILE|ADDRESS',
      help: 'let readers report images: into a file, a line of JSON each, or at an address (mailto:, https:)',
    },
    listed: {
      type: 'boolean',
      help: 'let search engines list the pages of results and images',
    },
  },
  async run({ flags, host, log, output, signal }) {
    const { openServer } = await import('../../serve/serve.ts');
    const folder = libraryFolder(host, flags.library, 'serve');
    const accessLog =
      flags.accessLog === undefined ? undefined : await openLog(host, flags.accessLog);
    const searchLog =
      flags.searchLog === undefined ? undefined : await openLog(host, flags.searchLog);
    const { index, embargo, replayTemplate, publicUrl, queryWorkers, rateLimit } = flags;
    const { trustProxy, cors, accessToken, accessHeader } = flags;
    const { discover, contact, allowPrivate, resolve: rules } = flags;
    const found = { discover, allowPrivate, resolve: rules, keys: host.env };
    const live = flags.live ? { ...found, ...(contact !== undefined && { contact }) } : undefined;
    const server = await openServer({
      libraryFolder: folder,
      host: flags.host,
      port: flags.port,
      queryTimeoutMs: flags.queryTimeout,
      withAddresses: flags.logAddresses,
      isListed: flags.listed,
      exactPlaces: flags.exactPlaces,
      onTrouble: (message) => log.warn(message),
      ...(live && { live }),
      ...(flags.tiles !== undefined && {
        tiles: { tiles: toTiles(host, flags.tiles), credit: flags.tilesCredit },
      }),
      ...(index !== undefined && { index }),
      ...(embargo !== undefined && { embargoMs: embargo }),
      ...(replayTemplate !== undefined && { replayTemplate }),
      ...(publicUrl !== undefined && { publicUrl }),
      ...(flags.reports !== undefined && { reports: toReports(host, flags.reports) }),
      ...(queryWorkers !== undefined && { queryWorkers }),
      ...(rateLimit !== undefined && { rateLimit }),
      ...(accessLog !== undefined && { accessLog }),
      ...(searchLog !== undefined && { searchLog }),
      ...(trustProxy !== undefined && { trustProxy }),
      ...(cors.length > 0 && { cors: cors.filter((origin) => origin !== 'none') }),
      ...((accessToken ?? accessHeader) !== undefined && {
        readers: {
          ...(accessToken !== undefined && { token: accessToken }),
          ...(accessHeader !== undefined && { header: accessHeader }),
        },
      }),
    });
    const tasks = flags.scheduler
      ? await startTasks({ folder, onTrouble: (message) => log.warn(message) })
      : undefined;
    try {
      if (flags.warm) tellWarmUp(await server.warmUp({ signal }), log);
      const url = await server.listen();
      if (server.token?.isNew) {
        log.note(`Operator token, also in ${server.token.path}: ${server.token.token}`);
      }
      for (const note of server.notes) log.note(note);
      await (flags.json ? output.json({ url }) : output.text(url));
      await aborted(signal);
    } finally {
      await tasks?.close();
      await server.close();
      accessLog?.end();
      searchLog?.end();
    }
    return 0;
  },
});

/** The address of a tile server as it is, or a file in the working folder. */
function toTiles(host: Host, tiles: string): string {
  return /^https?:/i.test(tiles) ? tiles : resolve(host.cwd, tiles);
}

/** An address as it is, or a file in the working folder. */
function toReports(host: Host, reports: string): string {
  return /^(?:mailto|https?):/i.test(reports) ? reports : resolve(host.cwd, reports);
}

/** A log that is appended to; throws `OUTPUT_UNWRITABLE` before anything is served. */
async function openLog(
  host: Host,
  path: string,
): Promise<{ write(line: string): unknown; end(): unknown }> {
  if (path === '-') return { write: (line) => host.stderr.write(line), end: () => {} };
  const stream = createWriteStream(resolve(host.cwd, path), { flags: 'a' });
  await new Promise<void>((ready, refuse) => {
    stream.once('open', () => ready());
    stream.once('error', (error) => {
      refuse(new PinakesError('OUTPUT_UNWRITABLE', { output: path, detail: error.message }));
    });
  });
  stream.on('error', () => {}); // a full disk must not end the service
  return stream;
}

/** Says how warm it is, and why it is not warmer. */
function tellWarmUp({ bytes, totalBytes, answered, failure }: WarmUp, log: Log): void {
  const size = formatSize(bytes);
  if (bytes < totalBytes) {
    log.warn(
      `Only ${size} of the ${formatSize(totalBytes)} of the library fit into the memory that is free.`,
    );
  }
  if (failure !== undefined) log.warn(`Not all queries were answered while warming up: ${failure}`);
  log.note(`Warm: read ${size}, asked ${answered} queries.`);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
