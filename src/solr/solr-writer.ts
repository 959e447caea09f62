// The write side of an index in Solr: changes wait here until they are committed, then go out in batches.
import { randomUUID } from 'node:crypto';
import type { ImageDocument } from '../model/image.ts';
import type { ContentDocuments, IndexOptions, IndexWriter } from '../model/index-query.ts';
import { PinakesError } from '../support/errors.ts';
import { numberAt, rowsOf } from './solr-answer.ts';
import { isObject, type SolrAnswer, type SolrClient, SolrRefusal } from './solr-client.ts';
import { toSolrDocument } from './solr-document.ts';
import { IMAGES, isId, oneOf, SolrParameters } from './solr-query.ts';

/** The one document that is no image: it says which generation this is. */
export const STATE_KEY = 'pinakes-state';

/** Documents in one request, and contents that are looked up with one. */
const BATCH = 500;
/** Documents of one content that are replaced; in mode `full` there is one for each page. */
const MAX_EACH = 100_000;

/** How an index is written. */
export interface SolrWriterOptions {
  /** A change that fewer replicas than these have taken is sent again, and refused in the end. Default 1. */
  readonly minReplicas?: number | undefined;
  /**
   * Others write at the same time, other documents than this writer: a generation that one of them has taken is no reason to
   * stop, and the next one is taken.
   */
  readonly isShared?: boolean | undefined;
}

interface ContentChange {
  /** Absent: those that are there. */
  readonly documents?: readonly ImageDocument[];
  readonly removed: Set<string>;
}

/** Writes to a collection. */
export class SolrWriter implements IndexWriter {
  readonly #client: SolrClient;
  readonly #minReplicas: number;
  readonly #isShared: boolean;
  readonly #name = randomUUID();
  #waiting = new Map<string, ContentChange>();
  #isSettled = false;
  #replicas = Number.POSITIVE_INFINITY;

  constructor(client: SolrClient, { minReplicas = 1, isShared = false }: SolrWriterOptions = {}) {
    this.#client = client;
    this.#minReplicas = minReplicas;
    this.#isShared = isShared;
  }

  /** The fewest replicas that took a change of this writer; infinite before there was one. */
  get replicas(): number {
    return this.#replicas;
  }

  async replace(contents: readonly ContentDocuments[], options?: IndexOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    for (const { digest, documents } of contents) {
      this.#waiting.set(digest, { documents, removed: new Set() });
    }
  }

  async remove(ids: readonly string[], options?: IndexOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    for (const id of ids) {
      if (!isId(id)) continue;
      const digest = id.slice(0, 64);
      const change = this.#waiting.get(digest) ?? { removed: new Set() };
      change.removed.add(id);
      this.#waiting.set(digest, change);
    }
  }

  /**
   * Solr has no transactions: who dies here leaves changes that another commit brings to light, each document whole.
   * Whoever does the same again gets the same.
   */
  async commit({ signal }: IndexOptions = {}): Promise<number> {
    signal?.throwIfAborted();
    const state = await readState(this.#client, signal);
    if (this.#waiting.size === 0) return state.generation;
    // What a writer that died has sent must be seen before documents are looked up.
    if (!this.#isSettled) await this.#makeVisible(signal);
    this.#isSettled = true;
    const changes = [...this.#waiting];
    for (let from = 0; from < changes.length; from += BATCH) {
      await this.#apply(changes.slice(from, from + BATCH), signal);
    }
    const generation = await this.#advance(state, signal);
    await this.#makeVisible(signal);
    // Only now: what could not be sent can be tried again.
    this.#waiting = new Map();
    return generation;
  }

  /** Takes all documents out at once. */
  async clear({ signal }: IndexOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    this.#waiting = new Map();
    const state = await readState(this.#client, signal);
    await this.#send({ delete: { query: IMAGES } }, signal);
    await this.#advance(state, signal);
    await this.#makeVisible(signal);
  }

  async close(): Promise<void> {
    this.#waiting = new Map();
  }

  async #apply(
    changes: readonly (readonly [string, ContentChange])[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const known = await this.#keysOf(
      changes.map(([digest]) => digest),
      signal,
    );
    const added: ReturnType<typeof toSolrDocument>[] = [];
    const kept = new Set<string>();
    for (const [, { documents, removed }] of changes) {
      for (const document of documents ?? []) {
        if (removed.has(document.id)) continue;
        const entry = toSolrDocument(document);
        added.push(entry);
        kept.add(String(entry['key']));
      }
    }
    const byDigest = new Map(changes);
    const gone = known.flatMap(({ key, id, digest }) => {
      const change = byDigest.get(digest);
      if (kept.has(key) || change === undefined) return [];
      return change.documents !== undefined || change.removed.has(id) ? [key] : [];
    });
    for (let from = 0; from < added.length; from += BATCH) {
      await this.#send(added.slice(from, from + BATCH), signal);
    }
    // Afterwards: a picture that moves to another shard is rather there twice than not at all.
    if (gone.length > 0) await this.#send({ delete: gone }, signal);
  }

  async #keysOf(
    digests: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<{ key: string; id: string; digest: string }[]> {
    const parameters = new SolrParameters();
    const request = {
      query: oneOf('digest', digests.filter(isId), parameters),
      fields: ['key', 'id', 'digest'],
      limit: MAX_EACH,
      params: parameters.values,
    };
    return rowsOf(await this.#client.query(request, signal)).map((row) => ({
      key: String(row['key']),
      id: String(row['id']),
      digest: String(row['digest']),
    }));
  }

  /** Sends a change until enough replicas have it. */
  async #send(body: unknown, signal: AbortSignal | undefined): Promise<void> {
    const end = performance.now() + this.#client.patienceMs;
    for (;;) {
      const replicas = replicasOf(await this.#client.update(body, '', signal));
      if (replicas >= this.#minReplicas) {
        this.#replicas = Math.min(this.#replicas, replicas);
        return;
      }
      if (performance.now() > end) {
        throw new PinakesError('INDEX_REPLICAS', {
          collection: this.#client.collection,
          found: replicas,
          wanted: this.#minReplicas,
        });
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      signal?.throwIfAborted();
    }
  }

  /** Says that there is another generation. Solr refuses it when another writer has done so since `state` was read. */
  async #advance({ generation, version }: State, signal: AbortSignal | undefined): Promise<number> {
    const next = generation + 1;
    const state = { key: STATE_KEY, role: 'state', generation: next, writer: this.#name };
    try {
      await this.#send([{ ...state, _version_: version }], signal);
    } catch (thrown) {
      if (!(thrown instanceof SolrRefusal && thrown.status === CONFLICT)) throw thrown;
      // A try whose answer was lost may have been ours.
      const now = await readState(this.#client, signal);
      if (now.writer !== this.#name || now.generation !== next) {
        if (this.#isShared) return this.#advance(now, signal);
        throw new PinakesError('INDEX_LOCKED', { collection: this.#client.collection });
      }
    }
    return next;
  }

  async #makeVisible(signal: AbortSignal | undefined): Promise<void> {
    await this.#client.update({}, '&commit=true&waitSearcher=true', signal);
  }
}

const CONFLICT = 409;
const PAUSE_MS = 500;

interface State {
  readonly generation: number;
  /** -1: there is none yet, and Solr is to refuse one that came meanwhile. */
  readonly version: string;
  readonly writer: string;
}

/** The state as the last writer left it, committed or not. */
async function readState(client: SolrClient, signal: AbortSignal | undefined): Promise<State> {
  const path = `${client.collection}/get?id=${STATE_KEY}&fl=generation,writer,_version_&wt=json`;
  const { doc } = await client.send({ path, signal });
  if (!isObject(doc)) return { generation: 0, version: '-1', writer: '' };
  return {
    generation: numberAt(doc, 'generation'),
    version: String(doc['_version_']),
    writer: String(doc['writer']),
  };
}

/** How many replicas have taken a change; where Solr does not tell there is one. */
function replicasOf({ responseHeader }: SolrAnswer): number {
  return numberAt(responseHeader, 'rf') || 1;
}
