// Makes sure that a collection is there and has the configuration of this version.
import { PinakesError } from '../support/errors.ts';
import { isObject, type SolrClient } from './solr-client.ts';
import { CONFIGURATION, CONFIGURATION_NAME } from './solr-schema.ts';

/** How a collection is made. */
export interface CollectionOptions {
  /** Default 2. */
  readonly shards?: number | undefined;
  /** Copies of each shard. Default 2. */
  readonly replicas?: number | undefined;
}

const MAKING_TIMEOUT_MS = 180_000;

/** Rejects with `INDEX_NOT_FOUND` or, where the collection was made for another version, `INDEX_OLD`. */
export async function checkCollection(client: SolrClient, signal?: AbortSignal): Promise<void> {
  const { collection } = client;
  const found = await findConfiguration(client, signal);
  if (found === undefined) throw new PinakesError('INDEX_NOT_FOUND', { collection });
  if (found !== CONFIGURATION_NAME) throw new PinakesError('INDEX_OLD', { collection });
}

/** Makes a collection where there is none. Rejects with `INDEX_OLD` where it is of another version. */
export async function ensureCollection(
  client: SolrClient,
  { shards = 2, replicas = 2 }: CollectionOptions,
  signal?: AbortSignal,
): Promise<void> {
  const { collection } = client;
  if ((await findConfiguration(client, signal)) === undefined) {
    await uploadConfiguration(client, signal);
    const parameters = new URLSearchParams({
      action: 'CREATE',
      name: collection,
      'collection.configName': CONFIGURATION_NAME,
      numShards: String(shards),
      replicationFactor: String(replicas),
      waitForFinalState: 'true',
      wt: 'json',
    });
    await client
      .send({ path: `admin/collections?${parameters}`, signal, timeoutMs: MAKING_TIMEOUT_MS })
      .catch(async (refusal: unknown) => {
        // Another program, or a try of ours whose answer was lost, has made it.
        if ((await findConfiguration(client, signal)) === undefined) throw refusal;
      });
  }
  await checkCollection(client, signal);
}

/** Removes a collection with all that is in it; does nothing where there is none. */
export async function deleteCollection(client: SolrClient, signal?: AbortSignal): Promise<void> {
  if ((await findConfiguration(client, signal)) === undefined) return;
  const parameters = new URLSearchParams({ action: 'DELETE', name: client.collection, wt: 'json' });
  await client.send({
    path: `admin/collections?${parameters}`,
    signal,
    timeoutMs: MAKING_TIMEOUT_MS,
  });
}

/** The name of the configuration of the collection; `undefined` where there is no collection. */
async function findConfiguration(
  client: SolrClient,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { cluster } = await client.send({
    path: 'admin/collections?action=CLUSTERSTATUS&wt=json',
    signal,
  });
  const collections = isObject(cluster) ? cluster['collections'] : undefined;
  const collection = isObject(collections) ? collections[client.collection] : undefined;
  return isObject(collection) ? String(collection['configName']) : undefined;
}

/** A file each: Solr takes them one by one, too. */
async function uploadConfiguration(client: SolrClient, signal?: AbortSignal): Promise<void> {
  for (const [filePath, text] of Object.entries(CONFIGURATION)) {
    const parameters = new URLSearchParams({
      action: 'UPLOAD',
      name: CONFIGURATION_NAME,
      filePath,
      overwrite: 'true',
      wt: 'json',
    });
    await client.send({ path: `admin/configs?${parameters}`, body: text, signal });
  }
}
