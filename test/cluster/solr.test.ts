// An index in a real SolrCloud does what every index must do, ranks as SQLite does, and outlives its nodes.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocumentIndex } from '../../src/index/document-index.ts';
import { openLibrary } from '../../src/index/library.ts';
import type { IndexAnswer, IndexHit } from '../../src/model/index-query.ts';
import { librarySource, syncIndex } from '../../src/pipeline/sync-index.ts';
import { indexConformance } from '../../src/search/conformance.ts';
import { createMemoryIndex } from '../../src/search/memory-index.ts';
import {
  openSolrIndex,
  openWritableSolrIndex,
  type WritableSolrIndex,
} from '../../src/solr/solr.ts';
import { imageRecord, openLibraryFolder } from '../fixtures/library-archives.ts';
import { drawDocuments, drawQueries } from './documents.ts';
import { startServer } from './server.ts';
import { type SolrCluster, startSolr } from './solr-cluster.ts';
import { BIN } from './spark-job.ts';

const DOCUMENTS = drawDocuments(2_000);
const CONTENTS = DOCUMENTS.map((document) => ({ digest: document.digest, documents: [document] }));

let cluster: SolrCluster;

beforeAll(async () => {
  cluster = await startSolr();
});

afterAll(async () => {
  await cluster?.stop();
});

describe('an index in SolrCloud', () => {
  let opened: WritableSolrIndex;

  beforeAll(async () => {
    opened = await openWritableSolrIndex(`${cluster.address}/conformance`);
  });

  const open = async () => {
    await opened.writer.clear();
    return { index: opened.index, writer: opened.writer };
  };
  for (const { name, run } of indexConformance({ open })) it(name, run);
});

describe('a library copied to SolrCloud', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinakes-cluster-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const address = () => `${cluster.address}/images`;

  async function sync(collection = address(), shards = 2) {
    const library = await openLibrary(folder);
    const target = await openWritableSolrIndex(collection, { shards, minReplicas: 2 });
    try {
      return await syncIndex({ source: librarySource(library), target });
    } finally {
      library.close();
    }
  }

  it('has all documents, and gets what differs the next time', async () => {
    const sqlite = await openDocumentIndex(folder);
    await sqlite.writer.replace(CONTENTS);
    await sqlite.writer.commit();
    await sqlite.close();
    expect(await sync()).toMatchObject({ documents: 2000, sent: 2000, removed: 0 });
    expect(await sync()).toMatchObject({ documents: 2000, sent: 0, removed: 0 });
    const changed = await openDocumentIndex(folder);
    const [one, two] = DOCUMENTS;
    if (one === undefined || two === undefined) throw new Error('no documents');
    // Another picture: on another shard, perhaps, and never twice.
    const moved = { ...one, picture: { lead: two.digest.slice(0, 16), place: 1, count: 2 } };
    await changed.writer.replace([{ digest: one.digest, documents: [moved] }]);
    await changed.writer.remove([two.id]);
    await changed.writer.commit();
    await changed.close();
    expect(await sync()).toMatchObject({ documents: 1999, sent: 1, removed: 1 });
    const index = await openSolrIndex(address());
    expect(await index.documentCount()).toBe(1999);
    expect(await index.documents([one.id, two.id])).toEqual([moved, undefined]);
  });

  it('gives the first ten answers of the library, in its order, with one shard or four', async () => {
    await sync(`${cluster.address}/one`, 1);
    await sync(`${cluster.address}/four`, 4);
    const names = ['images', 'one', 'four'];
    const indexes = await Promise.all(
      names.map((name) => openSolrIndex(`${cluster.address}/${name}`)),
    );
    const library = await openLibrary(folder);
    const documents = [...library.documents.all()].map(({ document }) => document);
    const reference = createMemoryIndex(documents);
    const differing: string[] = [];
    let found = 0;
    let notLikeSqlite = 0;
    for (const [number, query] of drawQueries(300).entries()) {
      const sqlite = await library.index.search(query);
      if (sqlite.total > 0) found++;
      // All of them with two shards, some with the others.
      for (const [at, index] of (number % 6 === 0 ? indexes : indexes.slice(0, 1)).entries()) {
        const answer = await index.search(query);
        const isLike = (other: IndexAnswer) =>
          answer.total === other.total && toIds(answer.hits) === toIds(other.hits);
        if (isLike(sqlite)) continue;
        if (at === 0) notLikeSqlite++;
        // Where the two differ, the plain formula says who is right.
        if (!isLike(await reference.search(query))) {
          differing.push(query.words.map(({ text }) => text).join(' '));
        }
      }
    }
    library.close();
    expect(differing).toEqual([]);
    expect(found).toBeGreaterThan(200);
    expect(notLikeSqlite).toBeLessThanOrEqual(3);
  });

  it('is brought up to date by ingest', async () => {
    await using archives = await openLibraryFolder();
    const index = `${cluster.address}/ingested`;
    const flags = ['--library', join(archives.path, 'library'), '--index', index, '--json'];
    const ingest = async (name: string) => {
      const path = await archives.archive(
        name,
        imageRecord(`http://img.test/${name}`, '2001', name),
      );
      const args = [BIN, 'ingest', path, ...flags, '--no-thumbnails', '--min-replicas', '2'];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      return JSON.parse(stdout);
    };
    const first = { index, documents: 1, sent: 1, leastReplicas: 2 };
    expect(await ingest('a.warc')).toMatchObject({ files: 1, index: first });
    expect(await ingest('b.warc')).toMatchObject({ index: { documents: 2, sent: 1, removed: 0 } });
    const opened = await openSolrIndex(index);
    expect(await opened.documentCount()).toBe(2);
  });

  it('is served by two programs with the same order, cursors and ETags', async () => {
    const servers = await Promise.all([
      startServer(folder, address()),
      startServer(folder, address(), '--warm'),
    ]);
    try {
      const [word = ''] = drawQueries(1)[0]?.words.map(({ text }) => text) ?? [];
      let path = `api/v1/images?q=${word}&limit=7`;
      let pages = 0;
      for (; pages < 3; pages++) {
        const [one, two] = await Promise.all(
          // Each goes on with the cursor of the first.
          servers.map(({ url }) => ask(`${url}${path}`)),
        );
        expect(one?.etag).toMatch(/^W\/"/);
        expect(two).toEqual(one);
        if (one?.next === null) break;
        path = `api/v1/images?q=${word}&limit=7&cursor=${one?.next}`;
      }
      expect(pages).toBe(3);
    } finally {
      for (const { child } of servers) child.kill();
    }
  });
});

describe('a node that is killed under load', () => {
  it('costs no write that was acknowledged, and no query; nor does the other after it', async () => {
    const { index, writer } = await openWritableSolrIndex(`${cluster.address}/killed`);
    const documents = drawDocuments(1_500, 9);
    const [query] = drawQueries(1);
    if (query === undefined) throw new Error('no query');
    let written = 0;
    let asked = 0;
    let isOver = false;
    const write = async () => {
      for (let from = 0; from < documents.length; from += 50) {
        const some = documents.slice(from, from + 50);
        await writer.replace(
          some.map((document) => ({ digest: document.digest, documents: [document] })),
        );
        await writer.commit();
        written += some.length;
      }
    };
    const ask = async () => {
      while (!isOver) {
        await index.search(query);
        asked++;
      }
    };
    const kill = async () => {
      while (written < 300) await new Promise((resolve) => setTimeout(resolve, 10));
      await cluster.kill(0);
    };
    const asking = ask();
    await Promise.all([write(), kill()]);
    isOver = true;
    await asking;
    expect(asked).toBeGreaterThan(0);
    const ids = documents.map(({ id }) => id);
    expect(await index.documents(ids)).toEqual(documents);
    await cluster.restart(0);
    // Both copies of each shard take changes again.
    const strict = await openWritableSolrIndex(`${cluster.address}/killed`, { minReplicas: 2 });
    const again = documents.slice(0, 50).map((document) => {
      return { digest: document.digest, documents: [document] };
    });
    await strict.writer.replace(again);
    await strict.writer.commit();
    expect(strict.writer.replicas).toBe(2);
    await cluster.kill(1);
    expect(await index.documents(ids)).toEqual(documents);
    // Taken by the one copy that is left, when it has become the leader.
    await writer.replace(again);
    await writer.commit();
    expect(writer.replicas).toBe(1);
    const refused = { code: 'INDEX_REPLICAS' };
    const demanding = { minReplicas: 2, patienceMs: 2_000 };
    const lonely = await openWritableSolrIndex(`${cluster.address}/killed`, demanding);
    await lonely.writer.replace(again);
    await expect(lonely.writer.commit()).rejects.toMatchObject(refused);
  });
});

function toIds(hits: readonly IndexHit[]): string {
  return hits.map(({ document }) => document.id).join();
}

/** An answer without the time that it took. */
async function ask(url: string) {
  // Compressed answers have no ETag.
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  const { items, total, next }: { items: unknown; total: unknown; next: string | null } =
    JSON.parse(text);
  return { items, total, next, etag: response.headers.get('etag') };
}
