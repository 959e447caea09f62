// Parts of a data set that several machines have made become the whole that one would have made.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { messageOf, PinakesError } from '../support/errors.ts';
import { writeAtomically } from '../support/output-file.ts';
import { compressMember } from './output/gzip-bytes.ts';
import { type Manifest, manifestPathOf, readManifest, writeManifest } from './output/manifest.ts';
import { outputFormatOf } from './output/open-sink.ts';
import { printPart } from './steps/source-step.ts';

/** What came of merging. */
export interface MergedParts {
  readonly parts: number;
  /** Records of all parts. */
  readonly written: number;
  readonly lossCount: number;
  readonly output: string;
  /** Path of the manifest. */
  readonly manifest: string;
}

/** Losses that a manifest lists. */
const MAX_LOSSES = 1000;

/**
 * Joins the outputs of `pinakes corpus --part 1/N` to `N/N`, in whatever order they are named. They must be of the same run: same
 * version, inputs, steps and columns, all parts there, each as its manifest says. Throws `PARTS_DIFFER` where that is not so.
 */
export async function mergeParts(
  paths: readonly string[],
  output: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<MergedParts> {
  const format = outputFormatOf(output);
  if (format === 'parquet' || format === 'warc') {
    const detail =
      'parts of Parquet and WARC are read as they are: name all of them, or their folder';
    throw new PinakesError('PARTS_DIFFER', { input: output, detail });
  }
  const parts = await readParts(paths);
  for (const { path } of parts) {
    if (outputFormatOf(path) !== format)
      throw differs(path, 'it has another format than the output');
    if (/\.tsv(?:\.gz)?$/i.test(path) !== /\.tsv(?:\.gz)?$/i.test(output)) {
      throw differs(path, 'it has another separator than the output');
    }
  }
  const isList = /\.json(?:\.gz)?$/i.test(output);
  const texts = isList ? joinLists(parts) : joinLines(parts);
  const digest = createHash('sha256');
  const isCompressed = /\.gz$/i.test(output);
  await writeAtomically(
    output,
    (async function* () {
      for await (const text of texts) {
        signal?.throwIfAborted();
        const bytes = isCompressed ? await compressMember(text) : text;
        digest.update(bytes);
        yield bytes;
      }
    })(),
  );
  const { size } = await stat(output);
  const outputs = [{ path: basename(output), bytes: size, sha256: digest.digest('hex') }];
  const manifest = { ...sumOf(parts.map(({ manifest: one }) => one)), outputs };
  return {
    parts: parts.length,
    written: manifest.steps.at(-1)?.out ?? 0,
    lossCount: manifest.lossCount,
    output,
    manifest: await writeManifest(output, manifest),
  };
}

interface Part {
  readonly path: string;
  readonly number: number;
  readonly count: number;
  readonly manifest: Manifest;
}

/** All parts in their order. */
async function readParts(paths: readonly string[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const path of new Set(paths)) {
    if (!existsSync(path)) throw new PinakesError('INPUT_NOT_FOUND', { input: path });
    const manifest = await readManifest(manifestPathOf(path));
    const [, number, count] = /, part (\d+)\/(\d+)$/.exec(manifest.pipeline[0] ?? '') ?? [];
    if (number === undefined) throw differs(path, 'it was not made with --part');
    parts.push({ path, number: Number(number), count: Number(count), manifest });
    await checkFile(path, manifest);
  }
  parts.sort((a, b) => a.number - b.number);
  const [first] = parts;
  if (first === undefined) throw differs('no part', 'nothing was named');
  const whole = JSON.stringify(comparable(first));
  for (const [at, part] of parts.entries()) {
    const { path, number, count } = part;
    if (count !== first.count)
      throw differs(path, `it is of ${count} parts, not of ${first.count}`);
    if (JSON.stringify(comparable(part)) !== whole) {
      throw differs(
        path,
        `it has other inputs, steps or columns than ${first.path}, or another version`,
      );
    }
    if (number < at + 1) throw differs(path, `part ${number} is there twice`);
    if (number > at + 1) throw differs(path, `part ${at + 1} of ${count} is missing`);
  }
  if (parts.length < first.count) {
    throw differs(first.path, `part ${parts.length + 1} of ${first.count} is missing`);
  }
  return parts;
}

/** What all parts have in common. */
function comparable({ manifest, number, count }: Part): unknown {
  const { program, inputs, pipeline, enrichments, parameters, table, seeds } = manifest;
  const note = printPart({ number, count });
  const [source = '', ...steps] = pipeline;
  const own = [source.slice(0, -note.length), ...steps];
  // The same archives may lie in other folders elsewhere.
  const known = inputs.map(({ kind, name, bytes, fingerprint }) => {
    return { kind, name: basename(name), bytes, fingerprint };
  });
  return { program, inputs: known, pipeline: own, enrichments, parameters, table, seeds };
}

async function checkFile(path: string, { outputs }: Manifest): Promise<void> {
  const told = outputs.find((output) => basename(output.path) === basename(path));
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  if (told?.sha256 !== digest.digest('hex')) {
    throw differs(path, 'it is not the file that its manifest tells of');
  }
}

/** Lines of all parts; a head, as tables and CDX files have one, is that of the first. */
async function* joinLines(parts: readonly Part[]): AsyncGenerator<Buffer> {
  let head: Buffer | undefined;
  for (const { path, manifest } of parts) {
    let isStart = true;
    for await (const bytes of readBytes(path)) {
      if (!isStart) {
        yield bytes;
        continue;
      }
      isStart = false;
      const own = bytes.subarray(0, headLength(bytes, manifest));
      if (head === undefined) yield own;
      else if (Buffer.compare(head, own) !== 0) throw differs(path, 'it has another head');
      head ??= Buffer.from(own);
      yield bytes.subarray(own.length);
    }
  }
}

/** Bytes of the line of names of a table, or of the first line of a CDX file. */
function headLength(bytes: Buffer, { table }: Manifest): number {
  if (table === null) return bytes.subarray(0, 5).includes(' CDX') ? bytes.indexOf(10) + 1 : 0;
  let isQuoted = false;
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0x22) isQuoted = !isQuoted;
    if (byte === 10 && !isQuoted) return at + 1;
  }
  return bytes.length;
}

const LIST_START = '[';
const LIST_END = '\n]\n';

/** The entries of all lists as one list. */
async function* joinLists(parts: readonly Part[]): AsyncGenerator<Buffer> {
  let isEmpty = true;
  yield Buffer.from(LIST_START);
  for (const { path } of parts) {
    let isStart = true;
    // The end of a list is held back until it is known to be the end.
    let waiting = Buffer.alloc(0);
    for await (const bytes of readBytes(path)) {
      const all = Buffer.concat([waiting, isStart ? bytes.subarray(LIST_START.length) : bytes]);
      const ready = all.subarray(0, Math.max(0, all.length - LIST_END.length));
      waiting = Buffer.from(all.subarray(ready.length));
      if (ready.length === 0) continue;
      if (isStart && !isEmpty) yield Buffer.from(',');
      isStart = false;
      isEmpty = false;
      yield Buffer.from(ready);
    }
  }
  yield Buffer.from(isEmpty ? ']\n' : LIST_END);
}

/** Pieces of a file, decompressed; the first is long enough for any head. */
async function* readBytes(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  let stream: Readable = file;
  if (/\.gz$/i.test(path)) {
    const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
    file.on('error', (error) => gunzip.destroy(error));
    stream = file.pipe(gunzip);
  }
  try {
    let waiting: Buffer[] = [];
    let bytes = 0;
    for await (const piece of stream) {
      waiting.push(piece as Buffer); // no encoding is set
      bytes += (piece as Buffer).length;
      if (bytes < PIECE_BYTES) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
    }
    if (bytes > 0) yield Buffer.concat(waiting);
  } catch (thrown) {
    throw differs(path, messageOf(thrown));
  } finally {
    file.destroy();
  }
}

const PIECE_BYTES = 1 << 20;

/** The manifest of the whole, but for its outputs. */
function sumOf(manifests: readonly Manifest[]): Manifest {
  const [first] = manifests;
  if (first === undefined) throw new Error('pinakes: no parts');
  const note = /, part \d+\/\d+$/;
  const sum = (count: (one: Manifest) => number) =>
    manifests.reduce((total, one) => total + count(one), 0);
  const failures: Record<string, number> = {};
  for (const one of manifests) {
    for (const [path, count] of Object.entries(one.failures)) {
      failures[path] = (failures[path] ?? 0) + count;
    }
  }
  // Dates as ISO 8601 writes them sort as text.
  const started = manifests.map(({ times }) => times.started).sort();
  const finished = manifests.map(({ times }) => times.finished).sort();
  return {
    ...first,
    pipeline: first.pipeline.map((text) => text.replace(note, '')),
    steps: first.steps.map(({ text }, at) => ({
      text: text.replace(note, ''),
      in: sum((one) => one.steps[at]?.in ?? 0),
      out: sum((one) => one.steps[at]?.out ?? 0),
    })),
    index: { lines: sum((one) => one.index.lines), bytes: sum((one) => one.index.bytes) },
    archives: {
      records: sum((one) => one.archives.records),
      bytes: sum((one) => one.archives.bytes),
    },
    failures,
    lossCount: sum((one) => one.lossCount),
    losses: manifests.flatMap(({ losses }) => losses).slice(0, MAX_LOSSES),
    times: {
      started: started.at(0) ?? first.times.started,
      finished: finished.at(-1) ?? first.times.finished,
    },
  };
}

function differs(input: string, detail: string): PinakesError {
  return new PinakesError('PARTS_DIFFER', { input, detail });
}
