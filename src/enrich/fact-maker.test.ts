// A decoder that hangs, crashes or is left alone costs one image, and leaves no process behind.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFactMaker } from './fact-maker.ts';

let folder: string;
let program: { module: URL };

/** Answers as its first byte says: 1 dies, 2 computes without end, 3 tells its environment, 4 answers late, others are echoed. */
const PROGRAM = `
import { writeFileSync } from 'node:fs';
process.send('ready');
process.on('message', ({ bytes }) => {
  if (bytes[0] === 1) process.abort();
  if (bytes[0] === 2) for (;;);
  if (bytes[0] === 3) writeFileSync(new URL('./environment.json', import.meta.url), JSON.stringify(process.env));
  if (bytes[0] === 4) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  process.send({ facts: new Map([['pid', { kind: 'json', value: process.pid }]]), pictures: [{ side: 1, bytes }] });
});`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinakes-maker-'));
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  program = { module: pathToFileURL(join(folder, 'program.mjs')) };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const NAMES = ['pid'];
const crashed = { facts: new Map([['pid', { kind: 'none', reason: 'crashed' }]]), pictures: [] };
const tooSlow = { facts: new Map([['pid', { kind: 'none', reason: 'too-slow' }]]), pictures: [] };
const echo = (...bytes: number[]) => ({ pictures: [{ bytes: Uint8Array.of(...bytes) }] });

it('goes on in a new process after one that crashed', async () => {
  await using maker = openFactMaker({ program });
  const first = await maker.make(Uint8Array.of(7, 8), NAMES);
  expect(first).toMatchObject(echo(7, 8));
  // All asked at once: each waits for its turn, and no answer goes to the wrong image.
  const made = await Promise.all(
    [1, 9, 1, 10].map((byte) => maker.make(Uint8Array.of(byte), NAMES)),
  );
  expect(made).toMatchObject([crashed, echo(9), crashed, echo(10)]);
  const processes = [first, ...made].flatMap(({ facts }) => {
    const pid = facts.get('pid');
    return pid?.kind === 'json' ? [Number(pid.value)] : [];
  });
  expect(new Set(processes).size).toBe(3);
  await maker.close();
  for (const id of processes) expect(() => process.kill(id, 0)).toThrow();
});

it('ends a process that takes too long', async () => {
  await using maker = openFactMaker({ program, timeoutMs: 200 });
  expect(await maker.make(Uint8Array.of(2), NAMES)).toEqual(tooSlow);
});

// Where the system does not tell of processor time the clock decides.
it.runIf(existsSync('/proc/self/stat'))(
  'waits for a process that others keep from computing',
  async () => {
    await using maker = openFactMaker({ program, timeoutMs: 200 });
    expect(await maker.make(Uint8Array.of(4), NAMES)).toMatchObject(echo(4));
  },
);

it('says so when no process can be started', async () => {
  const module = pathToFileURL(join(folder, 'nothing.mjs'));
  await using maker = openFactMaker({ program: { module } });
  await expect(maker.make(Uint8Array.of(7), NAMES)).rejects.toThrow('cannot be started');
});

it('lets a program wait for an image, and end when it has it', async () => {
  const maker = new URL('./fact-maker.ts', import.meta.url).href;
  const script = `
    import { openFactMaker } from ${JSON.stringify(maker)};
    const program = { module: new URL(${JSON.stringify(program.module.href)}) };
    const made = await openFactMaker({ program, timeoutMs: 100 }).make(Uint8Array.of(2), ['pid']);
    console.log(made.facts.get('pid').reason);`;
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(stdout).toBe('too-slow\n');
});

it('keeps credentials from decoders', async () => {
  process.env['AWS_SECRET_ACCESS_KEY'] = 'secret';
  await using maker = openFactMaker({ program });
  await maker.make(Uint8Array.of(3), NAMES);
  const environment = await readFile(join(folder, 'environment.json'), 'utf8');
  expect(environment).not.toContain('secret');
  delete process.env['AWS_SECRET_ACCESS_KEY'];
});

it('makes thumbnails in the process that is shipped', async () => {
  const module = new URL('./fact-process.ts', import.meta.url);
  await using maker = openFactMaker({ program: { module, flags: ['--import', 'tsx'] } });
  const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const { pictures } = await maker.make(image, ['image.thumbnail']);
  expect(pictures.map(({ side }) => side)).toEqual([240]);
  const bad = await maker.make(Buffer.from('nothing'), ['image.thumbnail']);
  expect(bad.facts.get('image.thumbnail')).toEqual({ kind: 'none', reason: 'unsupported' });
});
