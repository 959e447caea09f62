import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { lockPathOf, takeOutputLock } from './output-lock.ts';

const newOutput = () => join(temporaryFolder(), 'out.jsonl');

it('lets one writer in, and the next one when it has gone', async () => {
  const output = newOutput();
  const lock = await takeOutputLock(output);
  await expect(takeOutputLock(output)).rejects.toMatchObject({
    code: 'OUTPUT_LOCKED',
    message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
  });
  await lock.check();
  await lock.release();
  const next = await takeOutputLock(output);
  await next.release();
  expect(readdirSync(join(output, '..'))).toEqual([]);
});

it('refuses an output that a living process writes, and takes it over when that is dead', async () => {
  const output = newOutput();
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  await once(child, 'spawn');
  const owner = { pid: child.pid, host: hostname(), started: '', token: 'x' };
  writeFileSync(lockPathOf(output), JSON.stringify(owner));
  await expect(takeOutputLock(output)).rejects.toMatchObject({ code: 'OUTPUT_LOCKED' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await takeOutputLock(output);
  await lock.check();
  await lock.release();
});

it.each([
  ['an earlier process with our number', { pid: process.pid, host: hostname() }, true],
  ['a process that has ended, its number given to another', { pid: 1, host: hostname() }, true],
  ['a process of another machine', { pid: 1, host: 'elsewhere.invalid' }, false],
])('of %s: taken over: %j', async (_name, owner, isTaken) => {
  const output = newOutput();
  // No process started when the machine did, at tick 1.
  writeFileSync(lockPathOf(output), JSON.stringify({ ...owner, started: '1', token: 'x' }));
  const taking = takeOutputLock(output);
  if (isTaken && existsSync('/proc/1/stat')) await (await taking).release();
  else await expect(taking).rejects.toMatchObject({ code: 'OUTPUT_LOCKED' });
});

it('leaves alone what it cannot understand, and says which file to remove', async () => {
  const output = newOutput();
  writeFileSync(lockPathOf(output), 'mine!');
  await expect(takeOutputLock(output)).rejects.toMatchObject({
    hint: expect.stringContaining(lockPathOf(output)),
  });
  expect(readFileSync(lockPathOf(output), 'utf8')).toBe('mine!');
});

it('notices that it was taken away, and then leaves the lock of the other alone', async () => {
  const output = newOutput();
  const lock = await takeOutputLock(output);
  writeFileSync(lockPathOf(output), 'somebody else');
  await expect(lock.check()).rejects.toMatchObject({ code: 'OUTPUT_LOCKED' });
  await lock.release();
  expect(existsSync(lockPathOf(output))).toBe(true);
});

it('lets only one of many in that find the lock of a dead process at once', async () => {
  const output = newOutput();
  for (let round = 0; round < 5; round++) await raceForDeadLock(output);
});

async function raceForDeadLock(output: string): Promise<void> {
  const dead = { pid: process.pid, host: hostname(), started: '1', token: 'x' };
  writeFileSync(lockPathOf(output), JSON.stringify(dead));
  const takings = Array.from({ length: 10 }, () => takeOutputLock(output));
  const settled = await Promise.allSettled(takings);
  const taken = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(taken).toHaveLength(1);
  await taken[0]?.check();
  await taken[0]?.release();
  expect(readdirSync(join(output, '..'))).toEqual([]);
}
