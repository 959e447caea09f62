import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueryPool, type QueryPool, type QueryPoolOptions } from './query-pool.ts';
import type { QueryMessage } from './query-requests.ts';

/** A thread that speaks the protocol: `q` says what becomes of the question. */
const SCRIPT = `
import { parentPort, threadId, workerData } from 'node:worker_threads';
if (workerData.isBroken) throw new Error('cannot start');
parentPort.on('message', ({ request }) => {
  if (request.q === 'for ever') for (;;) {}
  if (request.q === 'die') process.exit(1);
  const answer = { kind: 'found', text: JSON.stringify([request.q, threadId]), etag: 'x', stages: {} };
  setTimeout(() => parentPort.postMessage({ kind: 'answer', answer }), request.q === 'slow' ? 100 : 0);
});
parentPort.postMessage({ kind: 'ready' });
`;

let folder: string;
let script: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinakes-pool-'));
  script = pathToFileURL(join(folder, 'thread.mjs'));
  await writeFile(script, SCRIPT);
});
afterAll(() => rm(folder, { recursive: true }));

/** A pool for the length of a block. */
function open(options: Partial<QueryPoolOptions> = {}): QueryPool & AsyncDisposable {
  const pool = createQueryPool({ size: 2, timeoutMs: 5000, script, data: {}, ...options });
  return Object.assign(Object.create(pool), { [Symbol.asyncDispose]: () => pool.close() });
}

const question = (q: string): QueryMessage => ({ request: { kind: 'suggest', q, limit: 1 } });

/** The text of the question and the thread that answered it. */
async function ask(pool: QueryPool, q: string, options = {}): Promise<[string, number]> {
  const answer = await pool.ask(question(q), options);
  return answer.kind === 'found' ? JSON.parse(answer.text) : ['', 0];
}

it('answers many questions with few threads', async () => {
  await using pool = open();
  const answers = await Promise.all([...Array(40).keys()].map((at) => ask(pool, `${at}`)));
  expect(answers.map(([q]) => q)).toEqual([...Array(40).keys()].map(String));
  expect(new Set(answers.map(([, thread]) => thread)).size).toBe(2);
});

it('gives up a query that takes too long, while others go on', async () => {
  await using pool = open();
  const slow = ask(pool, 'for ever', { timeoutMs: 300 });
  const others = await Promise.all(['a', 'b', 'c'].map((q) => ask(pool, q)));
  expect(others.map(([q]) => q)).toEqual(['a', 'b', 'c']);
  await expect(slow).rejects.toMatchObject({ problem: 'timeout', retryAfter: 5 });
  expect(pool.load.timeouts).toBe(1);
});

it('replaces threads that are stuck, all of them if need be', async () => {
  await using pool = open();
  const [, before] = await ask(pool, 'before');
  const stuck = [1, 2, 3, 4].map(() => ask(pool, 'for ever', { timeoutMs: 150 }));
  const outcomes = await Promise.allSettled(stuck);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  const [q, after] = await ask(pool, 'after');
  expect(q).toBe('after');
  expect(after).toBeGreaterThan(before);
});

it('loses one question when a thread dies, and tells why', async () => {
  const troubles: string[] = [];
  await using pool = open({ size: 1, onTrouble: (error) => troubles.push(error.message) });
  await expect(ask(pool, 'die')).rejects.toMatchObject({ problem: 'internal' });
  expect((await ask(pool, 'next'))[0]).toBe('next');
  expect(troubles).toEqual([]); // it left without an error
});

it('refuses questions that would wait for too long, or for too many others', async () => {
  await using pool = open({ size: 1 });
  await ask(pool, 'warm');
  const running = ask(pool, 'slow');
  const hasty = ask(pool, 'hasty', { timeoutMs: 10 });
  await expect(hasty).rejects.toMatchObject({ problem: 'unavailable' });
  const crowd = [...Array(220).keys()].map((at) => ask(pool, `${at}`));
  const outcomes = await Promise.allSettled(crowd);
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBe(20);
  expect((await running)[0]).toBe('slow');
});

it('does not work for clients that have gone', async () => {
  await using pool = open({ size: 1 });
  const running = ask(pool, 'slow');
  const left = new AbortController();
  const abandoned = ask(pool, 'abandoned', { signal: left.signal });
  left.abort();
  await expect(abandoned).rejects.toMatchObject({ problem: 'unavailable' });
  expect((await running)[0]).toBe('slow');
});

it('gives the places of clients that have gone to others at once', async () => {
  await using pool = open({ size: 1 });
  await ask(pool, 'warm');
  const running = ask(pool, 'slow');
  const clients = Array.from({ length: 200 }, () => new AbortController());
  const crowd = Promise.allSettled(clients.map(({ signal }, at) => ask(pool, `${at}`, { signal })));
  expect(pool.load.waiting).toBe(200);
  for (const client of clients) client.abort();
  expect(pool.load.waiting).toBe(0);
  expect((await ask(pool, 'next'))[0]).toBe('next');
  expect((await crowd).every(({ status }) => status === 'rejected')).toBe(true);
  const late = ask(pool, 'late', { signal: AbortSignal.abort() });
  await expect(late).rejects.toMatchObject({ problem: 'unavailable' });
  expect((await running)[0]).toBe('slow');
});

it('tries again to start a thread that cannot, and ends cleanly meanwhile', async () => {
  const troubles: string[] = [];
  await using pool = open({
    data: { isBroken: true },
    onTrouble: (error) => troubles.push(error.message),
  });
  await expect(ask(pool, 'x', { timeoutMs: 300 })).rejects.toMatchObject({
    problem: 'unavailable',
  });
  expect(troubles).toContain('cannot start');
});

it('answers what waits with a problem when it is closed', async () => {
  const pool = open({ size: 1 });
  const settled = Promise.allSettled([ask(pool, 'slow'), ask(pool, 'slow')]);
  await pool[Symbol.asyncDispose]();
  const outcomes = await settled;
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  await expect(ask(pool, 'late')).rejects.toMatchObject({ problem: 'unavailable' });
});
