// A step that keeps what it was given in a temporary file: read once, used by every reading after that.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { CorpusRecord, type RecordState } from '../record.ts';
import type { Run } from '../run.ts';
import type { CaptureSource } from '../source/capture-source.ts';
import { type Batch, type Step, stepsOf } from '../step.ts';
import { newTally } from '../tally.ts';
import { readDerived } from './item-steps.ts';
import { isSource } from './source-step.ts';

/** Where cached items lie. Shared by all data sets made from one step. */
export interface CacheFile {
  /** Removes it; a later reading makes it again. */
  close(): void;
}

/** Items of the parent with all their values, kept from the first reading on. */
export function cacheStep<T>(parent: Step<T>, onMade: (file: CacheFile) => void): Step<T> {
  let made: Promise<string> | undefined;
  const sources = sourcesOf(parent);
  const make = async (run: Run): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'pinakes-cache-'));
    onMade({
      close() {
        made = undefined;
        rmSync(folder, { recursive: true, force: true });
      },
    });
    const path = join(folder, 'items');
    await write(path, run, parent, sources);
    return path;
  };
  return {
    text: 'cache',
    parents: [parent],
    plan: parent.plan,
    isPerItem: false,
    isSorted: parent.isSorted,
    async *run(run) {
      made ??= make(run);
      made.catch(() => {
        made = undefined;
      });
      yield* read<T>(await made, run, parent, sources);
    },
  };
}

/** One item: a record by its state and the place of its source in the list, or a plain value. */
type Packed =
  | { readonly kind: 'record'; readonly source: number; readonly state: RecordState }
  | { readonly kind: 'value'; readonly value: unknown };

function sourcesOf(step: Step<unknown>): CaptureSource[] {
  return stepsOf(step)
    .filter(isSource)
    .map(({ source }) => source);
}

async function write<T>(
  path: string,
  run: Run,
  parent: Step<T>,
  sources: readonly CaptureSource[],
): Promise<void> {
  const numbers = new Map(sources.map((source, place) => [run.use(source), place]));
  const file = openSync(path, 'w');
  try {
    for await (const batch of readDerived(run, parent)) {
      run.settle(batch);
      const packed = batch.items.map((item): Packed => {
        if (!(item instanceof CorpusRecord)) return { kind: 'value', value: item };
        return { kind: 'record', source: numbers.get(item.source) ?? 0, state: item.state };
      });
      const bytes = serialize(packed);
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUIntBE(bytes.length, 0, HEAD_BYTES);
      writeAll(file, head);
      writeAll(file, bytes);
    }
  } finally {
    closeSync(file);
  }
}

const HEAD_BYTES = 6;

async function* read<T>(
  path: string,
  run: Run,
  { plan }: Step<T>,
  sources: readonly CaptureSource[],
): AsyncGenerator<Batch<T>> {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(HEAD_BYTES);
  let upTo = 0;
  try {
    while (readAll(file, head)) {
      const bytes = Buffer.alloc(head.readUIntBE(0, HEAD_BYTES));
      if (!readAll(file, bytes)) throw new Error(`pinakes: the cache ${path} became shorter`);
      const packed = deserialize(bytes) as Packed[]; // as `write` made them
      const items = packed.map((one): unknown => {
        if (one.kind === 'value') return one.value;
        const source = sources[one.source];
        const number = source === undefined ? 0 : run.use(source);
        const record = new CorpusRecord(one.state.capture, number, one.state);
        record.plan = plan;
        return record;
      });
      upTo += items.length;
      yield { items: items as T[], upTo, tally: newTally() };
    }
  } finally {
    closeSync(file);
  }
}

/** The system may take less than it is given at once. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** Fills a buffer from the next bytes on; false when there are not so many. */
function readAll(file: number, bytes: Uint8Array): boolean {
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(file, bytes, done, bytes.length - done, null);
    if (count === 0) return false;
    done += count;
  }
  return true;
}
