// What the book of a library says about its crawls, as the API tells it.
import {
  type CrawlBook,
  type CrawlTask,
  hasCrawlBook,
  openCrawlBook,
  type Wish,
} from '../../crawl/crawl.ts';
import type { StrategyComparison } from '../../pipeline/crawl-compare.ts';
import type { TaskNumbers, TaskView } from '../../pipeline/crawl-report.ts';
import { messageOf } from '../../support/errors.ts';

/** A task of a crawl. */
export interface ShownTask extends Partial<TaskNumbers> {
  readonly started: string;
  /** Seconds it ran, or runs so far. */
  readonly seconds: number;
  /** Why it ended; absent while it runs. */
  readonly end?: string;
}

/** A crawl in the list. */
export interface ShownCrawl {
  readonly name: string;
  readonly state: 'running' | 'paused' | 'waiting' | 'ended';
  /** Whether it can be started from here. */
  readonly isSaved: boolean;
  readonly schedule: string;
  /** When its next task is due. */
  readonly due: string | null;
  /** What was asked for and has not happened yet. */
  readonly wish: Wish | null;
  readonly last: ShownTask | null;
}

/** One crawl with all that is known of it. */
export interface ShownCrawlDetail extends ShownCrawl {
  /** The newest first. */
  readonly tasks: readonly ShownTask[];
  readonly view: TaskView | null;
}

/** Reads the book; it may appear while the server runs. */
export interface CrawlReader {
  list(): {
    readonly crawls: readonly ShownCrawl[];
    readonly comparison: StrategyComparison | null;
  };
  find(name: string): ShownCrawlDetail | undefined;
  /** Notes a wish; false when the crawl cannot be told so. */
  wish(name: string, wish: Wish): boolean;
  close(): void;
}

const MAX_TASKS = 100;

/** Opens a reader for the library in a folder. */
export function openCrawlReader(folder: string, onTrouble: (message: string) => void): CrawlReader {
  let book: CrawlBook | undefined;
  let hasFailed = false;
  const open = (): CrawlBook | undefined => {
    if (book !== undefined || hasFailed || !hasCrawlBook(folder)) return book;
    try {
      book = openCrawlBook(folder);
    } catch (thrown) {
      hasFailed = true; // a folder that cannot be written to stays so
      onTrouble(`The crawls of this library cannot be shown: ${messageOf(thrown)}`);
    }
    return book;
  };
  return {
    list: () => {
      const opened = open();
      if (opened === undefined) return { crawls: [], comparison: null };
      const names = new Set([
        ...opened.list().map(({ name }) => name),
        ...opened.crawlsWithTasks(),
      ]);
      const comparison = opened.comparison();
      return {
        crawls: [...names].map((name) => toCrawl(opened, name, opened.tasks(name, 1))),
        comparison:
          comparison === undefined ? null : (JSON.parse(comparison) as StrategyComparison), // as it was written
      };
    },
    find: (name) => {
      const opened = open();
      const tasks = opened?.tasks(name, MAX_TASKS) ?? [];
      if (opened === undefined || (tasks.length === 0 && opened.find(name) === undefined))
        return undefined;
      const view = opened.viewOf(name);
      return {
        ...toCrawl(opened, name, tasks),
        tasks: tasks.map(toTask),
        view: view === undefined || view === '{}' ? null : (JSON.parse(view) as TaskView), // as it was written
      };
    },
    wish: (name, wish) => {
      const opened = open();
      const isSaved = opened?.find(name) !== undefined;
      const isRunning = opened?.tasks(name, 1)[0]?.end === '';
      if (!isSaved && (!isRunning || wish !== 'stop')) return false;
      opened?.setWish(name, wish);
      return true;
    },
    close: () => book?.close(),
  };
}

function toCrawl(book: CrawlBook, name: string, tasks: readonly CrawlTask[]): ShownCrawl {
  const saved = book.find(name);
  const [last] = tasks;
  const rest = saved === undefined ? 'ended' : saved.isPaused ? 'paused' : 'waiting';
  return {
    name,
    state: last?.end === '' ? 'running' : rest,
    isSaved: saved !== undefined,
    schedule: saved?.schedule ?? '',
    due: saved?.due === undefined || saved.isPaused ? null : new Date(saved.due).toISOString(),
    wish: book.wishOf(name) ?? null,
    last: last === undefined ? null : toTask(last),
  };
}

function toTask({ started, seen, end, numbers }: CrawlTask): ShownTask {
  return {
    started: new Date(started).toISOString(),
    seconds: Math.max(0, Math.round((seen - started) / 100) / 10),
    ...(end !== '' && { end }),
    ...(JSON.parse(numbers) as Partial<TaskNumbers>), // as it was written
  };
}
