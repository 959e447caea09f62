// Lazy, immutable data sets: each verb gives a new one, and nothing is read before a verb that needs the items.
import { Run, type RunOptions } from './run.ts';
import type { RunReport } from './run-report.ts';
import type { SortKey } from './spill.ts';
import { type Step, toText } from './step.ts';
import { type CacheFile, cacheStep } from './steps/cache-step.ts';
import { filterStep, flatMapStep, readDerived } from './steps/item-steps.ts';
import {
  countStep,
  distinctStep,
  type Group,
  groupStep,
  type KeyCount,
  type SortOptions,
  sortStep,
} from './steps/key-steps.ts';
import { concatStep, limitStep, sampleStep } from './steps/part-steps.ts';

/** What all data sets made from one corpus share. */
export interface CorpusContext {
  readonly options: RunOptions & {
    /** Called at the end of each reading with what it did. */
    readonly onReport?: ((report: RunReport) => void) | undefined;
  };
  /** Temporary files to be removed. */
  readonly caches: Set<CacheFile>;
}

/** A data set of any items. Functions given to its verbs must be pure: they may run twice for one item. */
export class Dataset<T> implements AsyncIterable<T> {
  /** @internal */
  readonly step: Step<T>;
  /** @internal */
  readonly context: CorpusContext;

  /** @internal data sets are made by `openCorpus` and by verbs */
  constructor(step: Step<T>, context: CorpusContext) {
    this.step = step;
    this.context = context;
  }

  /**
   * Items for which a function says true. Of records it may look at index fields and at values that were asked for:
   * as long as it looks at index fields only, no archive is opened, wherever the filter stands.
   */
  filter(isKept: (item: T) => boolean): Dataset<T> {
    return this.#next(filterStep(this.step, isKept, `filter ${toText(isKept)}`));
  }

  /** What a function makes of each item. */
  map<Result>(work: (item: T) => Result): Dataset<Result> {
    return this.#next(flatMapStep(this.step, (item) => [work(item)], `map ${toText(work)}`));
  }

  /** All that a function makes of each item. */
  flatMap<Result>(work: (item: T) => readonly Result[]): Dataset<Result> {
    return this.#next(flatMapStep(this.step, work, `flatMap ${toText(work)}`));
  }

  /** The first item for each key, in the order of the data set. */
  distinct(keyOf: (item: T) => SortKey): Dataset<T> {
    return this.#next(distinctStep(this.step, keyOf, `distinct ${toText(keyOf)}`));
  }

  /** Items of each key together, in the order of the keys. Each group must fit into memory. */
  groupBy<Key extends SortKey>(keyOf: (item: T) => Key): Dataset<Group<Key, T>> {
    return this.#next(groupStep(this.step, keyOf, `groupBy ${toText(keyOf)}`));
  }

  /** How many items each key has, in the order of the keys. Any number of keys and items. */
  countBy<Key extends SortKey>(keyOf: (item: T) => Key): Dataset<KeyCount<Key>> {
    return this.#next(countStep(this.map(keyOf).step, `countBy ${toText(keyOf)}`));
  }

  /** Items in the order of a key: nothing, no and yes, numbers, texts bytewise. Equal ones stay in their order. */
  sortBy(keyOf: (item: T) => SortKey, options: SortOptions = {}): Dataset<T> {
    const order = options.descending === true ? ' descending' : '';
    return this.#next(sortStep(this.step, keyOf, options, `sortBy ${toText(keyOf)}${order}`));
  }

  /** Items chosen at random: the same ones for the same seed, whatever their order. Held in memory. */
  sample(count: number, seed: number): Dataset<T> {
    return this.#next(sampleStep(this.step, count, seed));
  }

  /** The first items. */
  limit(count: number): Dataset<T> {
    return this.#next(limitStep(this.step, count));
  }

  /** These items, then those of another data set. */
  union(other: Dataset<T>): Dataset<T> {
    return this.#next(concatStep(this.step, other.step));
  }

  /** The same items, kept in a temporary file at the first reading until the corpus is closed. */
  cache(): Dataset<T> {
    return this.#next(cacheStep(this.step, (file) => this.context.caches.add(file)));
  }

  /** Number of items. Opens archives only where a step looks at values. */
  async count(): Promise<number> {
    let count = 0;
    const run = new Run(this.step, this.context.options);
    await this.#finish(run, async () => {
      for await (const batch of run.open(this.step)) {
        run.settle(batch);
        count += batch.items.length;
      }
    });
    return count;
  }

  /** What a function makes of all items, one after another, and of a value to start with. */
  async reduce<Result>(work: (result: Result, item: T) => Result, start: Result): Promise<Result> {
    let result = start;
    await this.forEach((item) => {
      result = work(result, item);
    });
    return result;
  }

  /** The sum of a number of each item; where it is `undefined`, because it could not be derived, it counts as 0. */
  sum(numberOf: (item: T) => number | undefined): Promise<number> {
    return this.reduce((sum, item) => sum + (numberOf(item) ?? 0), 0);
  }

  /** The first items. */
  async take(count: number): Promise<T[]> {
    return new Dataset(limitStep(this.step, count), this.context).toArray();
  }

  /** All items. */
  async toArray(): Promise<T[]> {
    const all: T[] = [];
    await this.forEach((item) => {
      all.push(item);
    });
    return all;
  }

  /** Calls a function for each item, one after another, and tells what the reading did. */
  async forEach(work: (item: T) => void | Promise<void>): Promise<RunReport> {
    const run = new Run(this.step, this.context.options);
    return this.#finish(run, async () => {
      for await (const batch of readDerived(run, this.step)) {
        run.settle(batch);
        for (const item of batch.items) {
          const waiting = work(item);
          if (waiting instanceof Promise) await waiting;
        }
      }
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    const run = new Run(this.step, this.context.options);
    try {
      for await (const batch of readDerived(run, this.step)) {
        run.settle(batch);
        yield* batch.items;
      }
    } finally {
      await run.close();
      this.context.options.onReport?.(run.report());
    }
  }

  async #finish(run: Run, work: () => Promise<void>): Promise<RunReport> {
    try {
      await work();
    } finally {
      await run.close();
    }
    const report = run.report();
    this.context.options.onReport?.(report);
    return report;
  }

  #next<Item>(step: Step<Item>): Dataset<Item> {
    return new Dataset(step, this.context);
  }
}
