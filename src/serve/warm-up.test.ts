import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLibraryFolder } from '../../test/fixtures/library-archives.ts';
import { serveLibrary } from '../../test/fixtures/served-library.ts';
import type { QueryAnswer, QueryMessage } from './query/query-requests.ts';
import { warmUp } from './warm-up.ts';

it('reads the whole library and asks what people ask, with words of its images', async () => {
  await using served = await serveLibrary();
  const { bytes, totalBytes, answered, failure } = await served.server.warmUp();
  expect(bytes).toBe(totalBytes);
  expect(bytes).toBeGreaterThan(100_000);
  expect(failure).toBeUndefined();
  expect(answered).toBeGreaterThan(10);
});

it('reads no more than there is memory for, and asks all threads whatever fails', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', []);
  const asked: string[] = [];
  const options = { libraryFolder: join(folder.path, 'library'), queryWorkers: 2, maxBytes: 5_000 };
  const { bytes, totalBytes, answered, failure } = await warmUp({
    ...options,
    queries: poolOf(({ request }) => {
      asked.push(request.kind === 'search' ? `search ${request.q}` : request.kind);
      if (request.kind !== 'search') throw new Error('no node answers');
      const items = [{ titles: ['A harbour'], alts: ['the harbour of Porto'], captions: [] }];
      return { kind: 'found', text: JSON.stringify({ items }), etag: '', stages: {} };
    }),
  });
  expect([bytes, failure]).toEqual([5_000, 'no node answers']);
  expect(totalBytes).toBeGreaterThan(bytes);
  expect(asked.slice(0, 6)).toEqual(['search ', 'timeline', 'map'].flatMap((one) => [one, one]));
  expect(asked.slice(6)).toEqual(
    ['suggest', 'search harbour', 'suggest', 'search porto'].flatMap((one) => [one, one]),
  );
  expect(answered).toBe(6);
});

it('stops when it is told to', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', []);
  const controller = new AbortController();
  let asked = 0;
  const queries = poolOf(() => {
    asked++;
    controller.abort(new Error('stop'));
    return { kind: 'found', text: '', etag: '', stages: {} };
  });
  const options = { libraryFolder: join(folder.path, 'library'), queries, queryWorkers: 1 };
  await expect(warmUp({ ...options, signal: controller.signal })).rejects.toThrow('stop');
  expect(asked).toBe(1);
});

function poolOf(answer: (message: QueryMessage) => QueryAnswer) {
  return {
    ask: async (message: QueryMessage) => answer(message),
    load: { waiting: 0, running: 0, timeouts: 0 },
    close: async () => {},
  };
}
