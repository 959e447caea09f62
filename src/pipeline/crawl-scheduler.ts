// Starts the tasks of saved crawls when they are due or wished for, one after the other.
import { type CrawlBook, type CrawlTask, parseCron, type SavedCrawl } from '../crawl/crawl.ts';

/** How a task that was started ended: it ran, the library was being written by another program, or it could not run. */
export type TaskOutcome = 'ran' | 'locked' | 'failed';

/** Options of `startScheduler`. */
export interface SchedulerOptions {
  readonly book: CrawlBook;
  /** Runs a task of a crawl to its end, in a process of its own. */
  readonly runTask: (name: string) => Promise<TaskOutcome>;
  readonly onTrouble: (message: string) => void;
  readonly onTask?: (name: string) => void;
  /** Time between two looks at the book. Milliseconds, default 1000. */
  readonly everyMs?: number;
  readonly now?: () => number;
}

/** A scheduler that runs. */
export interface Scheduler {
  /** Starts no further task, and waits for the one that runs. */
  close(): Promise<void>;
}

/** Deaths in a row after which a crawl waits for its next time instead of going on at once. */
const MAX_DEATHS = 3;
/** Pause after the library was found locked, or a task could not run. Milliseconds. */
const LOCKED_MS = 5000;
const FAILED_MS = 60_000;

/** Starts a scheduler. Several for one library do no harm: a task needs the library's writer lock. */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const { book, runTask, onTrouble, everyMs = 1000, now = Date.now } = options;
  const held = new Map<string, number>();
  let running: Promise<void> | undefined;
  const start = async (name: string): Promise<void> => {
    book.clearWish(name, 'start');
    options.onTask?.(name);
    const outcome = await runTask(name).catch((thrown: unknown) => {
      onTrouble(`The crawl ${name} cannot be run: ${String(thrown)}`);
      return 'failed' as const;
    });
    if (outcome === 'ran') return;
    // What was due is still due.
    held.set(name, now() + (outcome === 'locked' ? LOCKED_MS : FAILED_MS));
    if (outcome === 'locked') book.setWish(name, 'start');
  };
  const look = (): void => {
    if (running !== undefined) return;
    const name = chooseTask(book, now(), held);
    if (name === undefined) return;
    running = start(name).finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(() => {
    try {
      look();
    } catch (thrown) {
      onTrouble(`The book of crawls cannot be read: ${String(thrown)}`);
    }
  }, everyMs);
  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * The crawl whose task is to start now. A time that passed while nothing ran is made up for once, however often it
 * passed; the next time is then counted from now on.
 */
export function chooseTask(
  book: CrawlBook,
  now: number,
  held: ReadonlyMap<string, number> = new Map(),
): string | undefined {
  const ready: { readonly name: string; readonly since: number }[] = [];
  for (const crawl of book.list()) {
    obey(book, crawl);
    const since = dueSince(book, crawl, now);
    if (since !== undefined && (held.get(crawl.name) ?? 0) <= now) {
      ready.push({ name: crawl.name, since });
    }
  }
  // Who waits longest comes first.
  const [first] = ready.sort((a, b) => a.since - b.since);
  if (first === undefined) return undefined;
  const { schedule } = book.find(first.name) ?? { schedule: '' };
  if (schedule !== '') book.setDue(first.name, parseCron(schedule).next(now));
  return first.name;
}

/** Sees to wishes that no running task has seen to. */
function obey(book: CrawlBook, { name, wish }: SavedCrawl): void {
  const [last] = book.tasks(name, 1);
  const isRunning = last?.end === '';
  if (wish === 'start') book.setPaused(name, false);
  if (isRunning || (wish !== 'pause' && wish !== 'stop')) return;
  if (wish === 'pause') book.setPaused(name, true);
  book.clearWish(name, wish);
}

/** Since when a crawl should run; `undefined` when it should not. */
function dueSince(book: CrawlBook, crawl: SavedCrawl, now: number): number | undefined {
  const tasks = book.tasks(crawl.name, MAX_DEATHS, now);
  if (tasks[0]?.end === '') return undefined; // it runs, here or elsewhere
  if (crawl.wish === 'start') return 0;
  if (crawl.isPaused || crawl.wish !== undefined) return undefined;
  if (hasDied(tasks)) return tasks[0]?.seen;
  return crawl.due !== undefined && crawl.due <= now ? crawl.due : undefined;
}

/** A task that a power cut ended goes on, unless it dies every time. */
function hasDied(tasks: readonly CrawlTask[]): boolean {
  const isDead = ({ end }: CrawlTask) => end === 'interrupted';
  return (
    tasks[0] !== undefined &&
    isDead(tasks[0]) &&
    !(tasks.length >= MAX_DEATHS && tasks.every(isDead))
  );
}
