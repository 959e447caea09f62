// The one way to open a source of captures, whatever it is.
import { PinakesError } from '../../support/errors.ts';
import type { InputPart } from '../../support/input-part.ts';
import { type IndexProgress, openArchiveSource } from './archive-source.ts';
import type { CaptureSource } from './capture-source.ts';
import { openCdxSource } from './cdx-source.ts';
import { type DivisibleSource, partSource } from './part-source.ts';
import { withResolvedRevisits } from './resolve-revisits.ts';
import type { ServerSourceOptions } from './server-source.ts';

/** Where captures come from. One of `cdx`, `library` and `server`, or archives alone. */
export interface SourceOptions {
  /**
   * Archives: files, folders, patterns, addresses; WACZ too. Beside an index or a server also places where archives
   * lie: `https://host/warcs/`, `s3://bucket/crawl/`, `https://host/get?file={file}`.
   */
  readonly archives?: readonly string[] | undefined;
  /** Index files, folders or patterns of them: CDX, CDXJ, plain or gzip, ZipNum. */
  readonly cdx?: string | readonly string[] | undefined;
  /** Folder of a library. */
  readonly library?: string | undefined;
  /** Address of a CDX server, such as `https://host/collection/cdx`. */
  readonly server?: string | undefined;
  /** How the server is spoken to and how patiently. */
  readonly serverOptions?: Omit<ServerSourceOptions, 'signal'> | undefined;
  /** Keeps the index made of archives beside them, and uses it while they are the same; default false. */
  readonly keepIndex?: boolean | undefined;
  /** Threads for indexing archives; 0 indexes in this one. Default: one for each core. */
  readonly workers?: number | undefined;
  /** One of some parts, by ranges of keys; of index files and archives alone. */
  readonly part?: InputPart | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called while archives are indexed. */
  readonly onIndexProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** Opens a source of captures. Throws `USAGE` when the options do not tell one, and what opening it throws. */
export async function openSource(options: SourceOptions): Promise<CaptureSource> {
  const { library, server, keepIndex = false, signal, workers, onIndexProgress } = options;
  const archives = options.archives ?? [];
  const cdx = typeof options.cdx === 'string' ? [options.cdx] : (options.cdx ?? []);
  const given = [
    ...(cdx.length > 0 ? ['index files'] : []),
    ...(library === undefined ? [] : ['a library']),
    ...(server === undefined ? [] : ['a CDX server']),
  ];
  if (given.length > 1) throw usage(`captures come from one place: give ${given.join(' or ')}`);
  if (keepIndex && given.length > 0) throw usage(`there is no index to keep with ${given[0]}`);
  const { part } = options;
  if (part !== undefined && (library ?? server) !== undefined) {
    throw usage('parts are made of index files or archives');
  }
  const open = async (source: DivisibleSource) =>
    withResolvedRevisits(part === undefined ? source : await partSource(source, part, signal));
  if (library !== undefined) {
    if (archives.length > 0) throw usage('a library knows its archives: give one or the other');
    // Loaded when needed: SQLite takes longer to load than a small corpus to make.
    const { openLibrarySource } = await import('./library-source.ts');
    return withResolvedRevisits(await openLibrarySource(library));
  }
  if (server !== undefined) {
    const { openServerSource } = await import('./server-source.ts');
    return openServerSource(server, archives, { ...options.serverOptions, signal });
  }
  if (cdx.length > 0) return open(await openCdxSource(cdx, archives, { signal }));
  if (archives.length === 0) throw usage('give archives, index files, a library or a CDX server');
  const reading = { keepIndex, workers, signal, onProgress: onIndexProgress };
  return open(await openArchiveSource(archives, reading));
}

function usage(detail: string): PinakesError {
  return new PinakesError('USAGE', { detail, command: 'corpus' });
}
