// Index files of all kinds behind one face: read them through, or find captures in them.

import { type ByteSource, openFile } from '../source/source.ts';
import { parseCdxHeader } from './cdx.ts';
import { type CdxBatch, toBatches, toMatchingBatches } from './cdx-batches.ts';
import type { CdxLegend } from './cdx-fields.ts';
import {
  type CdxKind,
  gunzipPieces,
  type LineBlock,
  type LineStore,
  readAt,
  readPieces,
  toLineBlocks,
} from './cdx-lines.ts';
import { type CaptureQuery, type LineRange, toLineRange } from './cdx-query.ts';
import { seekLine } from './cdx-search.ts';
import { openZipNum } from './zipnum.ts';
import type { OpenSource } from './zipnum-parts.ts';
import { isZipNumSummary } from './zipnum-summary.ts';

/** An open index. */
export interface CdxIndex {
  /** Path or URL. */
  readonly name: string;
  readonly kind: CdxKind;
  /** Stored size in bytes: of a ZipNum index that of its summary. */
  readonly size: number;
  /** The fields that the first line names; `undefined` when it is no header. */
  readonly legend: CdxLegend | undefined;
  /**
   * Lines as bytes, for readers that look at them before they decode them: all of them, or those of a range of
   * sorted lines with some before it and all behind it.
   */
  blocks(range?: Pick<LineRange, 'start' | 'end'>): AsyncIterable<LineBlock>;
  /** All lines, in the order of the file. */
  batches(options?: ReadOptions): AsyncIterable<CdxBatch>;
  /**
   * The captures that answer a question, in the order of the file, whose lines must be sorted. Reads a
   * few blocks of a plain or ZipNum index; a gzip file is read from its start.
   */
  findCaptures(query: CaptureQuery, options?: ReadOptions): AsyncIterable<CdxBatch>;
  /** Closes the source too. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How one reading goes. */
export interface ReadOptions {
  /** Stops the reading; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** How an index is opened. */
export interface CdxOptions {
  /** Longest line in bytes; longer ones are rejected. Default 1 MiB. */
  readonly maxLineBytes?: number;
  /** Opens a path or URL, the parts of a ZipNum index too. Default: local files. */
  readonly open?: OpenSource;
}

const MAX_LINE_BYTES = 1 << 20;

/** Blocks are found by key alone. */
const ANY_TIME = { from: Buffer.alloc(0), to: Buffer.alloc(0) };

/** As much of a file as tells its kind. */
const HEAD_BYTES = 1 << 14;

/**
 * Opens an index: plain lines, gzip, or the `.idx` summary of a ZipNum index. What it is shows in its
 * first bytes. Throws `INPUT_UNREADABLE`; bad lines never throw.
 */
export async function openCdx(
  input: string | ByteSource,
  options: CdxOptions = {},
): Promise<CdxIndex> {
  const { open = openFile, maxLineBytes = MAX_LINE_BYTES } = options;
  const source = typeof input === 'string' ? await open(input) : input;
  try {
    return await openSource(source, { open, maxLineBytes });
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function openSource(source: ByteSource, options: Required<CdxOptions>): Promise<CdxIndex> {
  const head = await readAt(source, 0, HEAD_BYTES);
  const firstLine = head.toString().split('\n', 1).join('');
  const lines = isGzip(head)
    ? gzipLines(source, options)
    : isZipNumSummary(firstLine, source.name)
      ? await openZipNum(source, options)
      : plainLines(source, options);
  const { maxLineBytes } = options;
  const legend = parseCdxHeader(firstLine);
  const settings = { file: source.name, maxLineBytes, legend };
  const close = async () => {
    await lines.close();
    await source.close();
  };
  return {
    name: source.name,
    kind: lines.kind,
    size: source.size,
    legend,
    blocks: (range) => (range === undefined ? lines.all() : lines.near({ ...ANY_TIME, ...range })),
    batches: ({ signal } = {}) => toBatches(lines.all(), { ...settings, signal }),
    findCaptures(query, { signal } = {}) {
      const range = toLineRange(query);
      return toMatchingBatches(lines.near(range), range, { ...settings, signal });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function plainLines(source: ByteSource, { maxLineBytes }: Required<CdxOptions>): LineStore {
  const from = (place: number) => toLineBlocks(readPieces(source, place), maxLineBytes);
  return {
    kind: 'plain',
    all: () => from(0),
    async *near(range) {
      yield* from(await seekLine(source, range.start));
    },
    close: async () => {},
  };
}

function gzipLines(source: ByteSource, { maxLineBytes }: Required<CdxOptions>): LineStore {
  const all = () => toLineBlocks(gunzipPieces(source), maxLineBytes);
  return { kind: 'gzip', all, near: all, close: async () => {} };
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}
