// What `pinakes index sync` and `pinakes ingest --index` do: an index elsewhere gets the documents that there are now.
import type { SyncOutcome, SyncSource } from '../pipeline/sync-index.ts';
import type { Context } from './command.ts';

/** How the index is written. */
export interface TargetFlags {
  readonly fresh?: boolean;
  readonly shards?: number;
  readonly replicas: number;
  readonly minReplicas: number;
}

/** What was done; docs/cli-json.md describes it. */
export interface SyncReport extends SyncOutcome {
  readonly index: string;
  /** Fewest copies that took a change; `null` where nothing was sent. */
  readonly leastReplicas: number | null;
  /** Requests that were repeated. */
  readonly retries: number;
}

/** Brings the index at an address up to date, shows how far it is, and warns of changes that too few copies have. */
export async function syncToIndex(
  source: SyncSource,
  address: string,
  {
    host,
    log,
    signal,
    startProgress,
    target: flags,
  }: Pick<Context, 'host' | 'log' | 'signal' | 'startProgress'> & { readonly target: TargetFlags },
): Promise<SyncReport> {
  const { openWritableSolrIndex } = await import('../solr/solr.ts');
  const { syncIndex } = await import('../pipeline/sync-index.ts');
  let retries = 0;
  const target = await openWritableSolrIndex(address, {
    ...(flags.fresh !== undefined && { isFresh: flags.fresh }),
    ...(flags.shards !== undefined && { shards: flags.shards }),
    replicas: flags.replicas,
    minReplicas: flags.minReplicas,
    credentials: host.env['PINAKES_SOLR_AUTH'],
    signal,
    onRetry: (reason) => {
      if (retries++ === 0) log.warn(`A request is repeated: ${reason}`);
    },
  });
  const progress = startProgress({ unit: 'documents' });
  let done = 0;
  const outcome = await syncIndex({
    source,
    target,
    signal,
    onProgress: (now) => {
      progress.advance(now - done, 0, address);
      done = now;
    },
  }).finally(() => progress.stop());
  await target.writer.close();
  const { replicas } = target.writer;
  if (replicas < flags.replicas) {
    log.warn(
      `Some changes are on ${replicas} copies only: bring missing nodes back before another is lost.`,
    );
  }
  // Nothing was sent: nobody can tell.
  const leastReplicas = Number.isFinite(replicas) ? replicas : null;
  return { index: address, ...outcome, leastReplicas, retries };
}

/** The report as a line for people. */
export function describeSync({ documents, sent, removed, index }: SyncReport): string {
  return `${documents} documents compared, ${sent} sent, ${removed} taken out: ${index}`;
}
