// A decoder that hangs, crashes or is left alone costs one image, and leaves no process behind.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openThumbnailMaker } from './thumbnail-maker.ts';

let folder: string;
let program: { module: URL };

/** Answers as its first byte says: 1 dies, 2 never answers, 3 tells its environment, others are echoed. */
const PROGRAM = `
import { writeFileSync } from 'node:fs';
process.on('message', (bytes) => {
  if (bytes[0] === 1) process.abort();
  if (bytes[0] === 2) return;
  if (bytes[0] === 3) writeFileSync(new URL('./environment.json', import.meta.url), JSON.stringify(process.env));
  process.send({ bytes, width: process.pid, height: 1, thumbhash: bytes });
});`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinakes-maker-'));
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  program = { module: pathToFileURL(join(folder, 'program.mjs')) };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('goes on in a new process after one that crashed', async () => {
  await using maker = openThumbnailMaker({ program });
  const first = await maker.make(Uint8Array.of(7, 8));
  expect(first).toMatchObject({ bytes: Uint8Array.of(7, 8) });
  // All asked at once: each waits for its turn, and no answer goes to the wrong image.
  const made = await Promise.all([1, 9, 1, 10].map((byte) => maker.make(Uint8Array.of(byte))));
  expect(made).toMatchObject([
    { problem: 'crashed' },
    { bytes: Uint8Array.of(9) },
    { problem: 'crashed' },
    { bytes: Uint8Array.of(10) },
  ]);
  const processes = [first, ...made].flatMap((one) => ('width' in one ? [one.width] : []));
  expect(new Set(processes).size).toBe(3);
  await maker.close();
  for (const id of processes) expect(() => process.kill(id, 0)).toThrow();
});

it('ends a process that takes too long', async () => {
  await using maker = openThumbnailMaker({ program, timeoutMs: 200 });
  expect(await maker.make(Uint8Array.of(2))).toEqual({ problem: 'too-slow' });
});

it('lets a program wait for an image, and end when it has it', async () => {
  const maker = new URL('./thumbnail-maker.ts', import.meta.url).href;
  const script = `
    import { openThumbnailMaker } from ${JSON.stringify(maker)};
    const program = { module: new URL(${JSON.stringify(program.module.href)}) };
    const made = await openThumbnailMaker({ program, timeoutMs: 100 }).make(Uint8Array.of(2));
    console.log(made.problem);`;
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(stdout).toBe('too-slow\n');
});

it('keeps credentials from decoders', async () => {
  process.env['AWS_SECRET_ACCESS_KEY'] = 'secret';
  await using maker = openThumbnailMaker({ program });
  await maker.make(Uint8Array.of(3));
  const environment = await readFile(join(folder, 'environment.json'), 'utf8');
  expect(environment).not.toContain('secret');
  delete process.env['AWS_SECRET_ACCESS_KEY'];
});

it('makes thumbnails in the process that is shipped', async () => {
  const module = new URL('./thumbnail-process.ts', import.meta.url);
  await using maker = openThumbnailMaker({ program: { module, flags: ['--import', 'tsx'] } });
  const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  expect(await maker.make(image)).toMatchObject({ width: 200, height: 150 });
  expect(await maker.make(Buffer.from('nothing'))).toEqual({ problem: 'unsupported' });
});
