// A thread or a process that dies is never taken for one that has done its work.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { gzipEach, httpResponse, warcRecord } from '../fixtures/archives.ts';
import { type CliFolder, openCliFolder } from './run-cli.ts';

const POOL = pathToFileURL(join(import.meta.dirname, '../../dist/support/worker-pool.js')).href;

/** A module for threads, whose handler does as its task says. Native code aborts by this signal; `process.abort` is kept from threads. */
const TASKS = `export async function handle(task, send) {
  await send('begun');
  if (task === 'abort') process.kill(process.pid, 'SIGABRT');
  if (task === 'exit') process.exit(0);
  if (task === 'throw') await new Promise(() => setImmediate(() => { throw new Error('thrown aside') }));
  if (task === 'leave') setImmediate(() => process.exit(0));
  if (task === 'fail later') setImmediate(() => { throw new Error('thrown too late') });
  return 'result of ' + task;
}`;

/** Runs tasks in one thread of a process of its own, which prints what became of each. */
async function runTasks(...tasks: string[]): Promise<Ending & { readonly lines: string[] }> {
  await using folder = await openCliFolder();
  const program = `
    import { runTasks } from ${JSON.stringify(POOL)};
    await runTasks({
      tasks: ${JSON.stringify(tasks)},
      module: new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(TASKS)})),
      workers: 1,
      onMessage: () => {},
      onOutcome: (outcome, task) => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200); // what happens late happens now
        console.log(task + ': ' + (outcome.result ?? outcome.error.message));
      },
    });
    console.log('all done');`;
  const file = await folder.write('program.mjs', program);
  return await new Promise((resolve) => {
    execFile(process.execPath, [file], (error, stdout) =>
      resolve({
        lines: stdout.trimEnd().split('\n'),
        code: error === null ? 0 : (error.code ?? null),
        signal: error?.signal ?? null,
      }),
    );
  });
}

interface Ending {
  readonly code: unknown;
  readonly signal: unknown;
}

it('a task whose thread ends has failed, whatever the thread says, and the others are done', async () => {
  expect(await runTasks('a', 'exit', 'b', 'throw', 'c')).toEqual({
    lines: [
      'a: result of a',
      'exit: the worker thread ended with code 0',
      'b: result of b',
      'throw: thrown aside',
      'c: result of c',
      'all done',
    ],
    code: 0,
    signal: null,
  });
});

it('a thread that ends or throws after its task takes nothing else with it', async () => {
  const { lines, code } = await runTasks('leave', 'a', 'b', 'fail later');
  // Its error may overtake its result.
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'leave',
    'a',
    'b',
    'fail later',
    'all done',
  ]);
  expect(lines[2]).toBe('b: result of b');
  expect(code).toBe(0);
});

it('a task that aborts takes its process down with a signal', async () => {
  expect(await runTasks('a', 'abort', 'b')).toEqual({
    lines: ['a: result of a'],
    code: null,
    signal: 'SIGABRT',
  });
});

/** What Node runs first in every thread of the program. */
function preloading(script: string): { readonly env: Record<string, string> } {
  const text = `import { isMainThread, Worker } from 'node:worker_threads'; ${script}`;
  return { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(text)}` } };
}

async function ingest(folder: CliFolder, script: string) {
  const page = warcRecord({
    url: 'http://example.com/',
    date: '2016-01-17T11:32:53Z',
    block: httpResponse({ body: '<title>x</title>' }),
  });
  await folder.write('a.warc.gz', gzipEach([page]));
  const args = ['ingest', 'a.warc.gz', '--library', 'library', '--workers', '2'];
  return folder.run(args, preloading(script));
}

it('an ingest whose process aborts in a thread ends by that signal', async () => {
  await using folder = await openCliFolder();
  const { code } = await ingest(folder, "if (!isMainThread) process.kill(process.pid, 'SIGABRT');");
  expect(code).toBe(-1);
  expect((await ingest(folder, '')).code).toBe(0);
});

it('an ingest whose threads end says which file was not read, and does not end with 0', async () => {
  await using folder = await openCliFolder();
  const { code, stderr } = await ingest(folder, 'if (!isMainThread) process.exit(0);');
  expect(stderr).toContain('a.warc.gz');
  expect(code).toBe(3);
  expect((await ingest(folder, '')).code).toBe(0);
});

it('an ingest that is left with nothing to wait for does not end with 0', async () => {
  await using folder = await openCliFolder();
  const forget = 'Worker.prototype.postMessage = function () { this.unref(); };';
  const { code, stderr } = await ingest(folder, `if (isMainThread) ${forget}`);
  expect(stderr).toContain('the work stopped before its end');
  expect(code).toBe(2);
});
