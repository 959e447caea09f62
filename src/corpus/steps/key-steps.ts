// Steps that compare items by a key: sortBy, distinct, groupBy. All work in bounded memory.
import { evaluate } from '../evaluate.ts';
import { EMPTY_PLAN } from '../plan.ts';
import type { Run } from '../run.ts';
import { type Keyed, openSpill, type SortKey, type Spill } from '../spill.ts';
import type { Batch, Step } from '../step.ts';
import { newTally } from '../tally.ts';
import { readDerived } from './item-steps.ts';

/** Items with one key. */
export interface Group<Key, T> {
  readonly key: Key;
  /** In the order of the data set. */
  readonly items: readonly T[];
}

/** How items are sorted. */
export interface SortOptions {
  /** From the largest to the smallest; default false. */
  readonly descending?: boolean;
}

const BATCH_ITEMS = 64;

/** Items in the order of a key; equal ones stay in their order. */
export function sortStep<T>(
  parent: Step<T>,
  keyOf: (item: T) => SortKey,
  options: SortOptions,
  text: string,
): Step<T> {
  const { descending: isDescending = false } = options;
  return {
    ...keyStep(parent, text),
    async *run(run) {
      yield* toBatches(sorted(run, parent, keyOf, isDescending), ({ item }) => item);
    },
  };
}

/** The first item of each key, in the order of the data set. */
export function distinctStep<T>(
  parent: Step<T>,
  keyOf: (item: T) => SortKey,
  text: string,
): Step<T> {
  return {
    ...keyStep(parent, text),
    isSorted: parent.isSorted,
    async *run(run) {
      const back = openSpill<T>({ plan: parent.plan, signal: run.options.signal });
      try {
        let last: Keyed<T> | undefined;
        for await (const next of sorted(run, parent, keyOf)) {
          if (last === undefined || !isSameKey(last, next)) back.add({ ...next, key: next.number });
          last = next;
        }
        yield* toBatches(back.sorted(), ({ item }) => item);
      } finally {
        back.close();
      }
    },
  };
}

/** Items of each key together, in the order of the keys. A group must fit into memory. */
export function groupStep<T, Key extends SortKey>(
  parent: Step<T>,
  keyOf: (item: T) => Key,
  text: string,
): Step<Group<Key, T>> {
  return {
    ...keyStep(parent, text),
    plan: EMPTY_PLAN,
    async *run(run) {
      const items = sorted(run, parent, keyOf, false, 'derived');
      yield* toBatches(groups<T, Key>(items), (group) => group);
    },
  };
}

/** How often a key occurs. */
export interface KeyCount<Key> {
  readonly key: Key;
  readonly count: number;
}

/** The number of items of each key, in the order of the keys: the items are keys. Memory does not grow with either. */
export function countStep<Key extends SortKey>(
  parent: Step<Key>,
  text: string,
): Step<KeyCount<Key>> {
  return {
    ...keyStep(parent, text),
    plan: EMPTY_PLAN,
    async *run(run) {
      yield* toBatches(counts<Key>(sorted(run, parent, (key) => key)), (count) => count);
    },
  };
}

async function* counts<Key extends SortKey>(
  items: AsyncIterable<Keyed<Key>>,
): AsyncGenerator<KeyCount<Key>> {
  let first: Keyed<Key> | undefined;
  let count = 0;
  for await (const next of items) {
    if (first !== undefined && !isSameKey(first, next)) {
      yield { key: first.item, count };
      first = undefined;
      count = 0;
    }
    first ??= next;
    count++;
  }
  if (first !== undefined) yield { key: first.item, count };
}

function keyStep(parent: Step<unknown>, text: string) {
  const { plan } = parent;
  return { text, parents: [parent], plan, isPerItem: false, isSorted: false } as const;
}

async function* groups<T, Key extends SortKey>(
  items: AsyncIterable<Keyed<T>>,
): AsyncGenerator<Group<Key, T>> {
  let first: Keyed<T> | undefined;
  let together: T[] = [];
  for await (const next of items) {
    if (first !== undefined && !isSameKey(first, next)) {
      yield { key: first.key as Key, items: together }; // what `keyOf` gave
      together = [];
      first = next;
    }
    first ??= next;
    together.push(next.item);
  }
  if (first !== undefined) yield { key: first.key as Key, items: together };
}

function isSameKey(a: Keyed<unknown>, b: Keyed<unknown>): boolean {
  return Object.is(a.key, b.key) || a.key === b.key;
}

async function* sorted<T>(
  run: Run,
  parent: Step<T>,
  keyOf: (item: T) => SortKey,
  isDescending = false,
  items: 'derived' | 'as they are' = 'as they are',
): AsyncGenerator<Keyed<T>> {
  const spill = openSpill<T>({ plan: parent.plan, isDescending, signal: run.options.signal });
  try {
    const batches = items === 'derived' ? readDerived(run, parent) : run.open(parent);
    await fill(spill, batches, run, keyOf);
    yield* spill.sorted();
  } finally {
    spill.close();
  }
}

async function fill<T>(
  spill: Spill<T>,
  batches: AsyncIterable<Batch<T>>,
  run: Run,
  keyOf: (item: T) => SortKey,
): Promise<void> {
  let number = 0;
  for await (const batch of batches) {
    const { items } = batch;
    const keys = await evaluate(run, batch, keyOf);
    run.settle(batch);
    for (const [place, item] of items.entries())
      spill.add({ key: keys[place], number: number++, item });
  }
}

/** Items one by one as batches. */
export async function* toBatches<In, Out>(
  items: AsyncIterable<In>,
  toItem: (item: In) => Out,
): AsyncGenerator<Batch<Out>> {
  let batch: Out[] = [];
  let upTo = 0;
  for await (const item of items) {
    upTo++;
    batch.push(toItem(item));
    if (batch.length < BATCH_ITEMS) continue;
    yield { items: batch, upTo, tally: newTally() };
    batch = [];
  }
  if (batch.length > 0) yield { items: batch, upTo, tally: newTally() };
}
