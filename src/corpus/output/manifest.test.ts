import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../test/fixtures/record-views.ts';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import type { RunReport } from '../run-report.ts';
import { openJsonSink } from './json-sink.ts';
import {
  type ManifestParts,
  manifestPathOf,
  readManifest,
  sameRun,
  toManifest,
  writeManifest,
} from './manifest.ts';

function reportOf(inputs: RunReport['inputs']): RunReport {
  return {
    inputs,
    steps: [
      { text: 'where mime=text/html', in: 10, out: 4 },
      { text: 'sample 2 seed 7', in: 4, out: 2 },
    ],
    index: { lines: 10, bytes: 900 },
    archives: { records: 2, bytes: 3000 },
    failures: { 'z.last': 1, 'a.first': 2 },
    lossCount: 1,
    losses: [{ kind: 'record', file: 'a.warc.gz', place: 12, url: 'http://a/', reason: 'torn' }],
  };
}

async function run(started: string, more: Partial<ManifestParts> = {}) {
  const folder = temporaryFolder();
  const output = join(folder, 'out.jsonl');
  const sink = await openJsonSink(output, { runKey: 'k' });
  await sink.write([viewOf()], 1);
  const outputs = await sink.finish();
  const manifest = await toManifest({
    output,
    program: { name: 'pinakes', version: '0.1.0' },
    report: reportOf([]),
    enrichments: [{ name: 'html.title', version: '2', settings: { a: 1 }, gives: ['title'] }],
    parameters: { word: 'x' },
    table: { columns: [{ name: 'u', captureField: 'url' }], explode: undefined },
    seeds: [7],
    outputs,
    started: new Date(started),
    finished: new Date('2026-01-02T03:04:06Z'),
    ...more,
  });
  return { output, manifest };
}

it('says all that is needed to do it again', async () => {
  const { output, manifest } = await run('2026-01-02T03:04:05Z');
  const bytes = readFileSync(output);
  expect(manifest).toEqual({
    manifest: 1,
    program: { name: 'pinakes', version: '0.1.0' },
    node: process.version,
    inputs: [],
    pipeline: ['where mime=text/html', 'sample 2 seed 7'],
    enrichments: [{ name: 'html.title', version: '2', settings: { a: 1 }, gives: ['title'] }],
    parameters: { word: 'x' },
    table: { columns: [{ name: 'u', captureField: 'url' }], explode: null },
    seeds: [7],
    steps: reportOf([]).steps,
    index: { lines: 10, bytes: 900 },
    archives: { records: 2, bytes: 3000 },
    failures: { 'a.first': 2, 'z.last': 1 },
    lossCount: 1,
    losses: reportOf([]).losses,
    outputs: [
      {
        path: 'out.jsonl',
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    ],
    times: { started: '2026-01-02T03:04:05.000Z', finished: '2026-01-02T03:04:06.000Z' },
  });
  expect(Object.keys(manifest.failures)).toEqual(['a.first', 'z.last']);
});

it('stands beside its output and is read again', async () => {
  const { output, manifest } = await run('2026-01-02T03:04:05Z');
  const path = await writeManifest(output, manifest);
  expect(path).toBe(manifestPathOf(output));
  expect(await readManifest(path)).toEqual(manifest);
});

it('is the same for two runs that did the same, at other times and places', async () => {
  const { manifest: one } = await run('2026-01-02T03:04:05Z');
  const { manifest: two } = await run('2020-01-01T00:00:00Z');
  expect(sameRun(one, two)).toBe(true);
  expect({ ...one, times: null }).toEqual({ ...two, times: null });
  // Whoever wrote the names in another order meant the same.
  expect(
    sameRun(one, JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(two).reverse())))),
  ).toBe(true);
  expect(sameRun(one, { ...two, seeds: [8] })).toBe(false);
  expect(sameRun(one, { ...two, steps: [...two.steps].reverse() })).toBe(false);
  expect(sameRun(one, { ...two, outputs: [{ ...two.outputs[0]!, sha256: 'x' }] })).toBe(false);
});

describe('inputs', () => {
  const large = 256 * 1024 * 1024 + 1;

  it('have fingerprints, of all bytes or of a sample', async () => {
    const file = join(temporaryFolder(), 'a.cdxj');
    const bytes = Buffer.alloc(200_000, 'abcdefg');
    writeFileSync(file, bytes);
    const sum = (...parts: Buffer[]) =>
      createHash('sha256').update(Buffer.concat(parts)).digest('hex');
    const inputs = [
      { kind: 'index', name: file, bytes: bytes.length },
      { kind: 'archive', name: file, bytes: large },
      { kind: 'archive', name: `${file}.gone`, bytes: 1 },
      { kind: 'server', name: 'http://cdx.invalid/', bytes: undefined },
    ] as const;
    const { manifest } = await run('2026-01-02T03:04:05Z', { report: reportOf(inputs) });
    const [index, archive, gone, server] = manifest.inputs;
    expect(index?.fingerprint).toBe(`sha256:${sum(bytes)}`);
    const sample = sum(bytes.subarray(0, 65_536), bytes.subarray(-65_536));
    expect(archive?.fingerprint).toBe(`sample:200000:${sample}`);
    expect(gone).toMatchObject({ fingerprint: null, problem: expect.stringContaining('gone') });
    expect(server).toEqual({ ...inputs[3], bytes: null, fingerprint: null });
    const { manifest: none } = await run('2026-01-02T03:04:05Z', {
      report: reportOf(inputs),
      fingerprint: () => 'none',
    });
    expect(none.inputs.every(({ fingerprint }) => fingerprint === null)).toBe(true);
    const path = await writeManifest(join(temporaryFolder(), 'x'), manifest);
    expect(await readManifest(path)).toEqual(manifest);
  });

  it('whose reading is stopped end the whole', async () => {
    const file = join(temporaryFolder(), 'a.cdxj');
    writeFileSync(file, 'x');
    const report = reportOf([{ kind: 'index', name: file, bytes: 1 }]);
    const signal = AbortSignal.abort();
    await expect(run('2026-01-02T03:04:05Z', { report, signal })).rejects.toThrow('abort');
  });
});

describe('reading', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['another layout', '{"manifest": 2}'],
    ['half of one', '{"manifest": 1, "program": {"name": "x"}}'],
  ])('refuses %s', async (_name, text) => {
    const path = join(temporaryFolder(), 'x.manifest.json');
    writeFileSync(path, text);
    await expect(readManifest(path)).rejects.toMatchObject({ code: 'MANIFEST_INVALID' });
  });

  it('says which file is not there', async () => {
    await expect(readManifest('nowhere.manifest.json')).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
    });
  });
});
