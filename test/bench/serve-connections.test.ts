// Ten thousand clients that connect and do nothing: the server goes on answering others, and outlives them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openCliFolder } from '../e2e/run-cli.ts';
import { imageRecord } from '../fixtures/library-archives.ts';

const WANTED = 10_000;
/** Files that a process has open beside its connections. */
const OTHER_FILES = 200;
/** The head of a request must be there after this time, milliseconds. */
const HEADERS_MS = 15_000;
/** How long the server keeps a connection for the next request, milliseconds. */
const KEEP_ALIVE_MS = 10_000;

interface Numbers {
  readonly connections: number;
  readonly files: number;
  readonly resident: number;
}

interface Ended {
  readonly ended: Readonly<Record<'waiting' | 'slow', readonly number[]>>;
  readonly failed: number;
}

it('holds ten thousand idle and slow connections, answers others promptly, and lets all of them go', async () => {
  const count = countOf();
  await using folder = await openCliFolder();
  await folder.write('one.warc', imageRecord('http://a.example/a.png', '20030501', 'a'));
  await folder.run(['ingest', 'one.warc', '--library', 'lib']);
  const server = start('counting-server.mjs', [path.join(folder.path, 'lib')]);
  let clients: ChildProcess | undefined;
  try {
    const { url } = await hear<{ url: string }>(server);
    const numbers = () => ask<Numbers>(server);
    const search = async () => {
      const started = performance.now();
      const answer = await fetch(`${url}api/v1/images?q=a`);
      expect(answer.status).toBe(200);
      await answer.json();
      return performance.now() - started;
    };
    await search();
    const before = await numbers();

    clients = start('many-connections.mjs', [new URL(url).port, String(count)]);
    expect(await hear(clients)).toEqual({ kind: 'open', open: count, failed: 0 });
    for (let at = 0; at < 5; at++) expect(await search()).toBeLessThan(2000);
    // The last ones were still to be accepted when clients took them for open.
    const during = await numbers();
    expect(during.connections).toBeGreaterThanOrEqual(count);
    // 40 KB for each, kernel buffers apart.
    expect(during.resident - before.resident).toBeLessThan(count * 40_000);

    const { ended, failed } = await hear<Ended>(clients);
    expect(failed).toBe(0);
    expect([ended.waiting.length, ended.slow.length]).toEqual([count / 2, count / 2]);
    // Node looks once a second for those that are over their time.
    expect(Math.max(...ended.slow)).toBeLessThan(HEADERS_MS / 1000 + 5);
    expect(Math.min(...ended.slow)).toBeGreaterThan(HEADERS_MS / 1000 - 1);
    expect(Math.max(...ended.waiting)).toBeLessThan(KEEP_ALIVE_MS / 1000 + 8);

    const after = await numbers();
    // The connections of our own requests are left.
    expect(after.connections).toBeLessThan(10);
    expect(after.files).toBeLessThan(before.files + 10);
    expect(await search()).toBeLessThan(1000);
  } finally {
    clients?.kill('SIGKILL');
    server.send('stop');
    await once(server, 'exit');
  }
});

/** How many connections this machine lets us open. Where tests must prove something, it has to be all of them. */
function countOf(): number {
  const hard = execFileSync('sh', ['-c', 'ulimit -Hn']).toString().trim();
  const most = hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard) - OTHER_FILES;
  if (most >= WANTED) return WANTED;
  const count = Math.floor(most / 500) * 500;
  const told = `A process may open ${hard} files here (ulimit -Hn)`;
  if (process.env['CI']) throw new Error(`${told}, and ${WANTED + OTHER_FILES} are needed.`);
  console.warn(`${told}: trying ${count} connections instead of ${WANTED}.`);
  return count;
}

/** Starts a script of the fixtures with as many files as it may have, in the folder of the package. */
function start(script: string, args: readonly string[]): ChildProcess {
  const file = fileURLToPath(new URL(`../fixtures/${script}`, import.meta.url));
  const line = 'ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"';
  return spawn('sh', ['-c', line, process.execPath, '--expose-gc', file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function hear<T>(child: ChildProcess): Promise<T> {
  const early = once(child, 'exit').then(() => Promise.reject(new Error('The process ended.')));
  const [message] = await Promise.race([once(child, 'message'), early]);
  return message as T; // by our own scripts
}

function ask<T>(child: ChildProcess): Promise<T> {
  const answer = hear<T>(child);
  child.send('numbers');
  return answer;
}
