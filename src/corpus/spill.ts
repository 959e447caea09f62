// Sorts items of any number by keys, in bounded memory: records and plain values go to disk and back.
import { deserialize, serialize } from 'node:v8';
import { openLineSorter } from '../archive/cdx/external-sort.ts';
import type { EnrichPlan } from './plan.ts';
import { CorpusRecord, type RecordState } from './record.ts';
import { toSortText } from './sort-key.ts';

/** What items are sorted and compared by. */
export type SortKey = string | number | bigint | boolean | undefined;

/** An item with its key and its number in the stream. */
export interface Keyed<T> {
  readonly key: SortKey;
  readonly number: number;
  readonly item: T;
}

/** How items are sorted. */
export interface SpillOptions {
  readonly plan: EnrichPlan;
  readonly isDescending?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Takes items in any order and gives them back by key, equal keys in the order they came. */
export interface Spill<T> {
  add(keyed: Keyed<T>): void;
  /** All items in order; can be read once. */
  sorted(): AsyncGenerator<Keyed<T>>;
  close(): void;
}

/** Opens a spill. Close it, or read it to its end. */
export function openSpill<T>({ plan, isDescending = false, signal }: SpillOptions): Spill<T> {
  const sorter = openLineSorter({ ...(signal !== undefined && { signal }) });
  return {
    add({ key, number, item }) {
      const order = `${toSortText(key, isDescending)} ${number.toString(16).padStart(14, '0')}`;
      sorter.add(`${order} ${pack({ key, item }).toString('base64')}`);
    },
    async *sorted() {
      for await (const piece of sorter.pieces()) {
        for (const line of piece.toString('latin1').split('\n')) {
          if (line === '') continue;
          const [, number = '', text = ''] = line.split(' ');
          yield { ...unpack<T>(text, plan), number: Number.parseInt(number, 16) };
        }
      }
    },
    close: () => sorter.close(),
  };
}

interface Packed {
  readonly key: SortKey;
  readonly isRecord: boolean;
  readonly source: number;
  readonly value: unknown;
}

function pack({ key, item }: { readonly key: SortKey; readonly item: unknown }): Buffer {
  const isRecord = item instanceof CorpusRecord;
  const packed: Packed = {
    key,
    isRecord,
    source: isRecord ? item.source : 0,
    value: isRecord ? item.state : item,
  };
  return serialize(packed);
}

/** The other way round; what `pack` made has the types it says. */
function unpack<T>(text: string, plan: EnrichPlan): { readonly key: SortKey; readonly item: T } {
  const { key, isRecord, source, value } = deserialize(Buffer.from(text, 'base64')) as Packed;
  if (!isRecord) return { key, item: value as T };
  const state = value as RecordState;
  const record = new CorpusRecord(state.capture, source, state);
  record.plan = plan;
  return { key, item: record as T };
}
