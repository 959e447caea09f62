// The face of the server: a library over HTTP, for people and programs.
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { messageOf, PinakesError } from '../support/errors.ts';
import { createApp } from './app.ts';
import { openCrawlReader } from './crawls/crawl-reader.ts';
import { loadTemplate, plainTemplate } from './html/template.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { LiveSearches } from './live/live-searches.ts';
import { createMetrics } from './operation/metrics.ts';
import { ensureToken, type OperatorToken } from './operation/operator-token.ts';
import type { App } from './parts.ts';
import { openMainReader } from './query/main-reader.ts';
import { openQueries } from './query/queries.ts';
import { createInlinePool, createQueryPool, type QueryPool } from './query/query-pool.ts';
import type { QueryThreadOptions } from './query/query-requests.ts';
import { isLoopback, type ServeOptions, type Settings, toSettings } from './settings.ts';
import { openTiles, type TileSource } from './tiles/tile-source.ts';
import { type WarmUp, warmUp } from './warm-up.ts';

export type { ReaderAccess } from './access/readers.ts';
export type { SchemaTypes } from './api/schema-parts.ts';
export type { LiveSettings } from './live/live-searches.ts';
export type { OperatorToken } from './operation/operator-token.ts';
export type { App } from './parts.ts';
export type { ServeOptions, SlowLimits } from './settings.ts';
export type { TileSettings } from './tiles/tile-source.ts';
export type { WarmUp } from './warm-up.ts';

/** A server. Made by `openServer`. */
export interface Server extends AsyncDisposable {
  readonly app: App;
  /** What an operator should know about who can reach the library. */
  readonly notes: readonly string[];
  /** The operator token; `undefined` when the folder of the library cannot hold one. */
  readonly token: OperatorToken | undefined;
  /**
   * Reads the library into the memory of the system, as far as it has room, and asks each thread what people ask: to be waited for
   * before `listen`, when the first answers are to be as fast as later ones. Throws when `signal` is aborted.
   */
  warmUp(options?: { readonly signal?: AbortSignal }): Promise<WarmUp>;
  /** Starts to listen and gives the address. Throws `PORT_IN_USE` or `ADDRESS_UNUSABLE`. */
  listen(): Promise<string>;
  /** Lets requests under way finish, then ends; those that take too long are cut off. */
  close(): Promise<void>;
}

/** Threads for what may take long: bytes of images, statistics, exports. */
const BACKGROUND_WORKERS = 2;
const BACKGROUND_TIMEOUT_MS = 30_000;
/** How long requests under way may take when the server stops, milliseconds. */
const CLOSING_MS = 10_000;

/**
 * Opens a library for reading and makes a server for it. Throws as `openLibrary` does, and `USAGE` for options that
 * cannot be meant.
 *
 * @example
 * const server = await openServer({ libraryFolder: 'my-library' });
 * console.log(await server.listen());
 */
export async function openServer(options: ServeOptions): Promise<Server> {
  const settings = toSettings(options);
  const version = await readVersion();
  const reader = await openMainReader(settings);
  const { onTrouble } = settings;
  const token = await findToken(settings, options.token);
  const data = toThreadOptions(settings, version);
  const queries = await openPool(data, settings.queryWorkers, settings.queryTimeoutMs, onTrouble);
  const background = await openPool(data, BACKGROUND_WORKERS, BACKGROUND_TIMEOUT_MS, onTrouble);
  const crawls = openCrawlReader(settings.libraryFolder, onTrouble);
  let tiles: TileSource | undefined;
  const release = async () => {
    crawls.close();
    await tiles?.close();
    await Promise.all([queries.close(), background.close()]);
    reader.close();
  };
  try {
    if (settings.tiles !== undefined) tiles = await openTiles(settings.tiles);
    const template = (await loadTemplate(settings.webFolder, onTrouble)) ?? plainTemplate;
    const metrics = createMetrics();
    const kept = createKeptAnswers();
    const parts = {
      settings,
      version,
      queries,
      background,
      reader,
      kept,
      metrics,
      template,
      crawls,
    };
    const { live: liveSettings, libraryFolder } = settings;
    const live = liveSettings && new LiveSearches(libraryFolder, liveSettings, onTrouble);
    const app = await createApp({
      ...parts,
      ...(live && { live }),
      ...(tiles && { tiles }),
      ...(token && { operatorToken: token.token }),
    });
    const close = async () => {
      await live?.close();
      await closeApp(app).finally(release);
    };
    return {
      app,
      token,
      notes: toNotes(settings),
      close,
      warmUp: ({ signal } = {}) =>
        warmUp({ libraryFolder, queries, queryWorkers: settings.queryWorkers, signal }),
      listen: () => listen(app, settings),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function openPool(
  data: QueryThreadOptions,
  size: number,
  timeoutMs: number,
  onTrouble: (message: string) => void,
): Promise<QueryPool> {
  // Sources run as they are (tests, tsx) have no compiled script that a thread could load.
  if (!import.meta.url.endsWith('.js')) return createInlinePool(await openQueries(data));
  return createQueryPool({
    size,
    timeoutMs,
    script: new URL('./query/query-thread.js', import.meta.url),
    data,
    onTrouble: (error) => onTrouble(`A query thread ended: ${error.stack ?? error.message}`),
  });
}

function toThreadOptions(settings: Settings, version: string): QueryThreadOptions {
  const { libraryFolder, index, embargoMs, exactPlaces, replayTemplate } = settings;
  return {
    libraryFolder,
    ...(index !== undefined && { index }),
    embargoMs,
    exactPlaces,
    version,
    ...(replayTemplate && { replayTemplate }),
  };
}

/** Tells who can read what, where it is more than the user of this machine. */
function toNotes({ host, readers, publicUrl, trustProxy }: Settings): string[] {
  if (isLoopback(host)) return [];
  const who =
    readers === undefined
      ? 'Everybody who can reach this machine can read the library.'
      : 'Readers need the access token.';
  const proxy =
    trustProxy === undefined && publicUrl !== undefined
      ? ['All clients look like the proxy, and share one rate limit, until it is named as trusted.']
      : [];
  return [`${who} /metrics asks others than this machine for the operator token.`, ...proxy];
}

/** Without a token nothing is lost but operator actions. */
async function findToken(
  { libraryFolder, onTrouble }: Settings,
  given: string | undefined,
): Promise<OperatorToken | undefined> {
  if (given !== undefined) return { token: given, isNew: false, path: '' };
  return ensureToken(libraryFolder).catch((error: unknown) => {
    onTrouble(messageOf(error));
    return undefined;
  });
}

async function listen(app: App, { host, port }: Settings): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
    const details = { host, port, detail: messageOf(thrown) };
    throw new PinakesError(code === 'EADDRINUSE' ? 'PORT_IN_USE' : 'ADDRESS_UNUSABLE', details, {
      cause: thrown,
    });
  }
  const { address, port: taken } = app.server.address() as AddressInfo; // of a TCP server
  const name = address.includes(':') ? `[${address}]` : address;
  return `http://${name}:${taken}/`;
}

async function closeApp(app: App): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CLOSING_MS);
  // A connection whose request has just been answered waits for the next one, which nobody would answer.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
    clearInterval(sweep);
  }
}

async function readVersion(): Promise<string> {
  // The same way up from dist/serve and from src/serve.
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}
