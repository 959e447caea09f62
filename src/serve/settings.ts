// What a server is started with, checked and complete.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PinakesError } from '../support/errors.ts';
import { parseUrl } from '../support/parse-url.ts';
import { parseProxies, type TrustedProxies } from './access/proxies.ts';
import type { ReaderAccess } from './access/readers.ts';
import { checkTemplate } from './links.ts';
import type { LiveSettings } from './live/live-searches.ts';
import type { TileSettings } from './tiles/tile-source.ts';

/** Options of `openServer`. */
export interface ServeOptions {
  /** Folder of the library. */
  readonly libraryFolder: string;
  /** An index elsewhere that answers searches, such as `solr://h1:8983,h2:8983/images`. Default: that of the library. */
  readonly index?: string;
  /** Address to listen on. Default 127.0.0.1: this machine alone. */
  readonly host?: string;
  /** Port to listen on; 0 takes a free one. Default 7070. */
  readonly port?: number;
  /** Folder of the built user interface. Default: `web` beside the compiled code; plain pages without it. */
  readonly webFolder?: string;
  /** Hides images first captured less than so many milliseconds ago. Default 0: none hidden. */
  readonly embargoMs?: number;
  /** Shows coordinates that cameras wrote as they are. Default false: rounded to 2 decimals, about a kilometre. */
  readonly exactPlaces?: boolean;
  /** Where links to archived pages lead, such as `https://arquivo.pt/wayback/{timestamp}/{url}`. Default: here. */
  readonly replayTemplate?: string;
  /** Address by which clients reach the server, without a path. Default: what they ask for. */
  readonly publicUrl?: string;
  /** Threads for queries. Default: one for each core but one. */
  readonly queryWorkers?: number;
  /** Longest time of a query in milliseconds. Default 10,000. */
  readonly queryTimeoutMs?: number;
  /** Requests of a client each minute; 0 for any number. Default: 0 on this machine alone, else 600. */
  readonly rateLimit?: number;
  /** Where a line of JSON is written for each request. Default: nowhere. */
  readonly accessLog?: { write(line: string): unknown };
  /** Where a line of JSON is written for each search and each image that is opened, without what could tell who. Default: nowhere. */
  readonly searchLog?: { write(line: string): unknown };
  /** Writes the addresses of clients into the access log. Default false. */
  readonly withAddresses?: boolean;
  /**
   * Proxies that are believed about their clients (`X-Forwarded-*`): how many stand in front (`1`), or their
   * addresses (`10.0.0.7,192.168.0.0/16,loopback`). Default: none.
   */
  readonly trustProxy?: string;
  /**
   * Web sites that may read answers of `/api`, `/cdx` and `/imagesearch` from browsers: origins such as
   * `https://map.example`, or `*` for all. Default: all where others may connect and read, none on this machine alone.
   */
  readonly cors?: readonly string[];
  /** Who may read a library that is not public. Default: everybody who can connect. */
  readonly readers?: ReaderAccess;
  /** Lets search engines list the pages of results and images. Archived pages are never listed. Default false. */
  readonly isListed?: boolean;
  /**
   * Where readers report images: a file, to which a line of JSON is added for each report, or an address
   * (`mailto:`, `https:`) that readers are sent to. Default: nowhere, and no page asks for reports.
   */
  readonly reports?: string;
  /** The operator token. Default: the one in the folder of the library, made when there is none. */
  readonly token?: string;
  /** Searches the live web for users, which makes the server fetch. Default: it does not. */
  readonly live?: LiveSettings;
  /** Background of the map. Default: outlines that come with the page. */
  readonly tiles?: TileSettings;
  /** Told of trouble that is the operator's to see. */
  readonly onTrouble?: (message: string) => void;
  /** Limits against clients that send too slowly, for tests. */
  readonly slowLimits?: Partial<SlowLimits>;
}

/** How long a client may take, in milliseconds. */
export interface SlowLimits {
  /** To send the head of a request. */
  readonly headersMs: number;
  /** To send a whole request. */
  readonly requestMs: number;
  /** Without a byte either way. */
  readonly idleMs: number;
}

/** Options with all defaults filled in. */
export interface Settings {
  readonly libraryFolder: string;
  readonly index: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly webFolder: string;
  readonly embargoMs: number;
  readonly exactPlaces: boolean;
  readonly replayTemplate: string | undefined;
  readonly publicUrl: string | undefined;
  readonly queryWorkers: number;
  readonly queryTimeoutMs: number;
  readonly rateLimit: number;
  readonly accessLog: { write(line: string): unknown } | undefined;
  readonly searchLog: { write(line: string): unknown } | undefined;
  readonly withAddresses: boolean;
  readonly trustProxy: TrustedProxies;
  readonly cors: readonly string[];
  readonly readers: ReaderAccess | undefined;
  readonly isListed: boolean;
  readonly reports: string | undefined;
  readonly live: LiveSettings | undefined;
  readonly tiles: TileSettings | undefined;
  readonly onTrouble: (message: string) => void;
  readonly slowLimits: SlowLimits;
}

/** Port unless another is asked for. */
export const DEFAULT_PORT = 7070;
const DEFAULT_RATE = 600;
const SLOW_LIMITS: SlowLimits = { headersMs: 15_000, requestMs: 30_000, idleMs: 60_000 };

/** Fills in defaults; throws `USAGE` for what cannot be meant. */
export function toSettings(options: ServeOptions): Settings {
  const host = options.host ?? '127.0.0.1';
  const isPublic = !isLoopback(host) && options.readers === undefined;
  return {
    libraryFolder: options.libraryFolder,
    index: options.index,
    host,
    port: options.port ?? DEFAULT_PORT,
    // `dist/web` from dist/serve; from src/serve there is none, and plain pages are made.
    webFolder: options.webFolder ?? fileURLToPath(new URL('../web/', import.meta.url)),
    embargoMs: options.embargoMs ?? 0,
    exactPlaces: options.exactPlaces ?? false,
    replayTemplate: options.replayTemplate && checkTemplate(options.replayTemplate),
    publicUrl: options.publicUrl && checkPublicUrl(options.publicUrl),
    queryWorkers: options.queryWorkers ?? Math.max(1, availableParallelism() - 1),
    queryTimeoutMs: options.queryTimeoutMs ?? 10_000,
    rateLimit: options.rateLimit ?? (isLoopback(host) ? 0 : DEFAULT_RATE),
    accessLog: options.accessLog,
    searchLog: options.searchLog,
    withAddresses: options.withAddresses ?? false,
    trustProxy: options.trustProxy === undefined ? undefined : parseProxies(options.trustProxy),
    cors: options.cors?.map(checkOrigin) ?? (isPublic ? ['*'] : []),
    readers: checkReaders(options),
    isListed: options.isListed ?? false,
    reports: options.reports,
    live: options.live,
    tiles: options.tiles,
    onTrouble: options.onTrouble ?? (() => {}),
    slowLimits: { ...SLOW_LIMITS, ...options.slowLimits },
  };
}

/** Links inside the server begin with a slash, so that a path in front of them would be lost. */
function checkPublicUrl(address: string): string {
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined;
  if (url !== undefined && url.href === `${url.origin}/`) return url.origin;
  throw new PinakesError('USAGE', {
    command: 'serve',
    detail: `The public address must be an http(s) address without a path, such as https://images.example.org, not ${address}.`,
  });
}

function checkOrigin(origin: string): string {
  if (origin === '*') return origin;
  const url = /^https?:\/\//i.test(origin) ? parseUrl(origin) : undefined;
  if (url !== undefined && url.href === `${url.origin}/`) return url.origin;
  throw new PinakesError('USAGE', {
    command: 'serve',
    detail: `An origin that may read answers is an http(s) address without a path, such as https://map.example, or *, not ${origin}.`,
  });
}

const MIN_TOKEN = 16;

function checkReaders({ readers, trustProxy }: ServeOptions): ReaderAccess | undefined {
  if (readers === undefined) return undefined;
  const { token, header } = readers;
  const fail = (detail: string) => new PinakesError('USAGE', { command: 'serve', detail });
  if (token !== undefined && token.length < MIN_TOKEN) {
    throw fail(
      `An access token has at least ${MIN_TOKEN} characters: shorter ones can be guessed.`,
    );
  }
  if (header !== undefined && trustProxy === undefined) {
    throw fail('A header that tells who was signed in needs a trusted proxy that sets it.');
  }
  return {
    ...(token !== undefined && { token }),
    ...(header !== undefined && { header: header.toLowerCase() }),
  };
}

/** Whether an address or host name means this machine alone. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    /^127(?:\.\d+){3}$/.test(host)
  );
}
