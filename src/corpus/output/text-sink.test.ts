import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someViews, viewOf } from '../../../test/fixtures/record-views.ts';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import type { RecordView } from '../record-view.ts';
import { openJsonSink } from './json-sink.ts';
import type { Sink } from './sink.ts';

const KEY = { runKey: 'run-1', chunkRecords: 10, checkpointMs: 0 };

/** Feeds what is missing in batches of the given sizes; counts as a run does. */
async function feed(
  sink: Sink,
  all: readonly RecordView[],
  sizes: readonly number[],
  upTo = all.length,
) {
  let at = sink.resumed.consumed;
  for (let turn = 0; at < upTo; turn++) {
    const end = Math.min(upTo, at + (sizes[turn % sizes.length] ?? 7));
    // Every third capture is left out by the pipeline.
    const kept = all.slice(at, end).filter((_, i) => (at + i) % 3 !== 0);
    await sink.write(kept, end);
    at = end;
  }
}

async function uninterrupted(name: string, all: readonly RecordView[]): Promise<Buffer> {
  const path = join(temporaryFolder(), name);
  const sink = await openJsonSink(path, { ...KEY, checkpointMs: 1e9 });
  await feed(sink, all, [all.length]);
  await sink.finish();
  return readFileSync(path);
}

/** What a kill leaves: a copy of the folder as it is, without the lock. */
function snapshot(from: string): string {
  const to = temporaryFolder();
  for (const file of readdirSync(from)) {
    if (!file.endsWith('.lock')) copyFileSync(join(from, file), join(to, file));
  }
  return to;
}

const NAMES = ['out.jsonl', 'out.jsonl.gz', 'out.json.gz'];

describe('an output of any kind', () => {
  it('is the same after any batches and kills as written at once', async () => {
    const all = someViews(70);
    const expected = new Map<string, Buffer>();
    for (const name of NAMES) expected.set(name, await uninterrupted(name, all));
    const run = fc.record({
      sizes: fc.array(fc.integer({ min: 3, max: 40 }), { minLength: 1, maxLength: 5 }),
      /** How far the run comes before it is killed. */
      reach: fc.integer({ min: 0, max: 70 }),
      checkpointMs: fc.constantFrom(0, 1e9),
      /** Bytes that the file system has kept behind the last checkpoint, or garbage there. */
      extra: fc.uint8Array({ maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NAMES),
        fc.array(run, { maxLength: 3 }),
        async (name, kills) => {
          const whole = expected.get(name)!;
          let folder = temporaryFolder();
          for (const { sizes, reach, checkpointMs, extra } of kills) {
            const sink = await openJsonSink(join(folder, name), { ...KEY, checkpointMs });
            await feed(sink, all, sizes, Math.max(reach, sink.resumed.consumed));
            const killed = snapshot(folder);
            await sink.abort();
            folder = killed;
            writeFileSync(join(folder, `${name}.open`), extra, { flag: 'a' });
          }
          const last = await openJsonSink(join(folder, name), { ...KEY, checkpointMs: 1e9 });
          await feed(last, all, [13]);
          const files = await last.finish();
          expect(readFileSync(join(folder, name)).equals(whole)).toBe(true);
          expect(files).toEqual([
            expect.objectContaining({ path: join(folder, name), bytes: whole.length }),
          ]);
          expect(readdirSync(folder)).toEqual([name]);
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe.each(NAMES)('%s', (name) => {
  it('goes on where a run was stopped', async () => {
    const all = someViews(60);
    const path = join(temporaryFolder(), name);
    const first = await openJsonSink(path, { ...KEY, checkpointMs: 1e9, carry: () => ({ n: 9 }) });
    expect(first).toMatchObject({ resumed: { consumed: 0, written: 0 }, carried: undefined });
    await feed(first, all, [7], 35);
    await first.abort();
    const second = await openJsonSink(path, KEY);
    expect(second).toMatchObject({ resumed: { consumed: 35, written: 23 }, carried: { n: 9 } });
    await feed(second, all, [7]);
    await second.finish();
    expect(readFileSync(path).equals(await uninterrupted(name, all))).toBe(true);
  });

  it.each([
    ['another run', { runKey: 'run-2' }, undefined],
    ['a pipeline that cannot skip', { mayResume: false }, undefined],
    ['other chunks', { chunkRecords: 11 }, undefined],
    ['a garbled file', {}, (folder: string) => garble(join(folder, `${name}.open`))],
    ['a garbled checkpoint', {}, (folder: string) => garble(join(folder, `${name}.checkpoint`))],
    ['a file cut short', {}, (folder: string) => truncateSync(join(folder, `${name}.open`), 20)],
    [
      'an empty checkpoint',
      {},
      (folder: string) => truncateSync(join(folder, `${name}.checkpoint`)),
    ],
  ])('starts anew for %s', async (_why, change, damage) => {
    const all = someViews(60);
    const folder = temporaryFolder();
    const path = join(folder, name);
    const first = await openJsonSink(path, { ...KEY, checkpointMs: 1e9 });
    await feed(first, all, [7], 40);
    await first.abort();
    damage?.(folder);
    const second = await openJsonSink(path, { ...KEY, checkpointMs: 1e9, ...change });
    expect(second.resumed).toEqual({ consumed: 0, written: 0 });
    await feed(second, all, [7]);
    await second.finish();
    const read = name.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path);
    const whole = await uninterrupted(name, all);
    expect(read.equals(name.endsWith('.gz') ? gunzipSync(whole) : whole)).toBe(true);
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('holds nothing, readably, when there were no records', async () => {
    const path = join(temporaryFolder(), name);
    const sink = await openJsonSink(path, KEY);
    await sink.write([], 100);
    await sink.finish();
    const bytes = readFileSync(path);
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    expect(text).toBe(name.includes('.jsonl') ? '' : '[]\n');
  });
});

function garble(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 3);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

describe('an output', () => {
  it('remembers captures that gave no record, and text that was not compressed yet', async () => {
    const path = join(temporaryFolder(), 'rare.jsonl.gz');
    const first = await openJsonSink(path, { ...KEY, chunkRecords: 1000 });
    await first.write([viewOf({ n: 1 })], 1_000_000);
    expect(statSync(`${path}.open`).size).toBe(0);
    await first.abort();
    const second = await openJsonSink(path, { ...KEY, chunkRecords: 1000 });
    expect(second.resumed).toEqual({ consumed: 1_000_000, written: 1 });
    await second.write([viewOf({ n: 2 })], 1_000_001);
    await second.finish();
    expect(
      gunzipSync(readFileSync(path))
        .toString()
        .match(/"n":\d/g),
    ).toEqual(['"n":1', '"n":2']);
  });

  it('is good up to each checkpoint while a chunk is still being compressed', async () => {
    const name = 'out.jsonl.gz';
    const folder = temporaryFolder();
    const sink = await openJsonSink(join(folder, name), KEY);
    const text = randomBytes(2_000_000).toString('base64');
    await sink.write([viewOf({ text })], 1);
    const killed = snapshot(folder);
    await sink.abort();
    const next = await openJsonSink(join(killed, name), KEY);
    expect(next.resumed).toEqual({ consumed: 1, written: 1 });
    await next.finish();
    expect(JSON.parse(gunzipSync(readFileSync(join(killed, name))).toString()).text).toBe(text);
  });

  it('has gzip members of fixed records, without time or system', async () => {
    const path = join(temporaryFolder(), 'out.jsonl.gz');
    const sink = await openJsonSink(path, KEY);
    await sink.write(someViews(25), 25);
    await sink.finish();
    const bytes = readFileSync(path);
    const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
    let members = 0;
    for (let at = bytes.indexOf(header); at >= 0; at = bytes.indexOf(header, at + 1)) {
      members++;
      expect(bytes[at + 9]).toBe(255);
    }
    expect(members).toBe(3);
  });

  it('ends chunks of long texts early', async () => {
    const path = join(temporaryFolder(), 'out.jsonl');
    const sink = await openJsonSink(path, { runKey: 'k', checkpointMs: 0 });
    await sink.write([viewOf({ text: 'x'.repeat(2_000_000) }), viewOf()], 2);
    await sink.write([viewOf()], 3);
    expect(statSync(`${path}.open`).size).toBeGreaterThan(2_000_000);
    await sink.finish();
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
  });

  it('is a list that every JSON parser reads, each record as the paper prints it', async () => {
    const path = join(temporaryFolder(), 'out.json');
    const sink = await openJsonSink(path, KEY);
    await sink.write([viewOf({ a: 1 }), viewOf({ a: 2 })], 2);
    await sink.finish();
    const text = readFileSync(path, 'utf8');
    expect(JSON.parse(text).map(({ a }: { a: number }) => a)).toEqual([1, 2]);
    expect(text.startsWith('[\n{\n  "record": {\n    "surtUrl"')).toBe(true);
  });

  it('makes its folder, and replaces what was there only at the end', async () => {
    const path = join(temporaryFolder(), 'deep', 'er', 'out.jsonl');
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, 'old');
    const sink = await openJsonSink(path, KEY);
    await sink.write([viewOf()], 1);
    expect(readFileSync(path, 'utf8')).toBe('old');
    await sink.finish();
    expect(readFileSync(path, 'utf8')).toContain('"record"');
  });

  it('begins anew when told so, and can be gone on with then', async () => {
    const path = join(temporaryFolder(), 'out.jsonl');
    const first = await openJsonSink(path, KEY);
    await first.write(someViews(5), 5);
    await first.abort();
    const second = await openJsonSink(path, { ...KEY, isAnew: true });
    expect(second.resumed.consumed).toBe(0);
    await second.write(someViews(3), 3);
    await second.abort();
    const third = await openJsonSink(path, KEY);
    expect(third.resumed).toEqual({ consumed: 3, written: 3 });
    await third.abort();
  });

  it('is refused while another writes it', async () => {
    const path = join(temporaryFolder(), 'out.jsonl');
    const sink = await openJsonSink(path, KEY);
    await expect(openJsonSink(path, KEY)).rejects.toMatchObject({ code: 'OUTPUT_LOCKED' });
    await sink.write([viewOf()], 1);
    await sink.finish();
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
  });

  it('that could not be gone on with leaves nothing when it is given up', async () => {
    const folder = temporaryFolder();
    const sink = await openJsonSink(join(folder, 'out.jsonl'), { ...KEY, mayResume: false });
    await sink.write(someViews(30), 30);
    await sink.abort();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('lets go of everything when it cannot be completed', async () => {
    const path = join(temporaryFolder(), 'out.jsonl');
    const sink = await openJsonSink(path, KEY);
    await sink.write(someViews(15), 15);
    expect(sink.written).toBe(15);
    // A folder of the name that the file is to have.
    mkdirSync(path);
    await expect(sink.finish()).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    rmdirSync(path);
    const next = await openJsonSink(path, KEY);
    expect(next.resumed).toEqual({ consumed: 15, written: 15 });
    await next.finish();
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(16);
  });

  it('keeps the last checkpoint when a record cannot be written', async () => {
    const path = join(temporaryFolder(), 'out.jsonl');
    const sink = await openJsonSink(path, KEY);
    await sink.write(someViews(15), 15);
    const broken: RecordView = { ...viewOf(), values: null as never };
    await expect(sink.write([...someViews(5, 15), broken], 21)).rejects.toThrow();
    await expect(sink.write([], 22)).rejects.toThrow('ended');
    await sink.abort();
    const next = await openJsonSink(path, KEY);
    expect(next.resumed).toEqual({ consumed: 15, written: 15 });
    await next.abort();
  });
});

it('survives a process that is killed while it writes', { timeout: 20_000 }, async () => {
  const path = join(temporaryFolder(), 'out.jsonl.gz');
  const script = join(import.meta.dirname, '../../../test/fixtures/write-forever.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, path], { stdio: 'pipe' });
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(first), stderr).toContain('writing');
  // A second writer is refused while the first one lives.
  await expect(openJsonSink(path, KEY)).rejects.toMatchObject({ code: 'OUTPUT_LOCKED' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(`${path}.lock`)).toBe(true);
  const sink = await openJsonSink(path, KEY);
  const { consumed } = sink.resumed;
  expect(consumed).toBeGreaterThan(0);
  const total = consumed + 50;
  await sink.write(someViews(50, consumed), total);
  await sink.finish();
  const whole = join(temporaryFolder(), 'whole.jsonl.gz');
  const atOnce = await openJsonSink(whole, { ...KEY, checkpointMs: 1e9 });
  for (let at = 0; at < total; at += 500) {
    const count = Math.min(500, total - at);
    await atOnce.write(someViews(count, at), at + count);
  }
  await atOnce.finish();
  expect(readFileSync(path).equals(readFileSync(whole))).toBe(true);
});
