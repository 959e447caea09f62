// Tasks of saved crawls in processes of their own: each has its own memory, and its end is nobody else's.
import { type ChildProcess, spawn } from 'node:child_process';
import type { CrawlBook } from '../crawl/crawl.ts';
import type { Scheduler, TaskOutcome } from '../pipeline/crawl-scheduler.ts';
import { messageOf } from '../support/errors.ts';

/** Options of `startTasks`. */
export interface TaskOptions {
  /** Folder of the library. */
  readonly folder: string;
  readonly onTrouble: (message: string) => void;
  readonly onTask?: (name: string) => void;
}

/** Exit code of a task that found the library being written by another program. */
export const LOCKED_CODE = 1;
const MAX_MESSAGE = 4000;
/** How often it is looked whether crawls were saved. Milliseconds. */
const LOOK_MS = 2000;

/** Starts the tasks of the saved crawls of a library when they are due, until it is closed. */
export async function startTasks({ folder, ...options }: TaskOptions): Promise<Scheduler> {
  const { hasCrawlBook, openCrawlBook } = await import('../crawl/crawl.ts');
  const { startScheduler } = await import('../pipeline/crawl-scheduler.ts');
  let child: ChildProcess | undefined;
  let open: { readonly scheduler: Scheduler; readonly book: CrawlBook } | undefined;
  const runTask = (name: string) => {
    const [, program = ''] = process.argv;
    const words = [program, 'crawls', 'run', name, '--library', folder, '--quiet'];
    child = spawn(process.execPath, [...process.execArgv, ...words], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return ended(child, options.onTrouble);
  };
  // Most libraries have no saved crawls, and some are read-only: nothing is made for them.
  const look = () => {
    if (open !== undefined || !hasCrawlBook(folder)) return;
    clearInterval(timer);
    try {
      const book = openCrawlBook(folder);
      open = { book, scheduler: startScheduler({ ...options, book, runTask }) };
    } catch (thrown) {
      options.onTrouble(`Saved crawls are not run: ${messageOf(thrown)}`);
    }
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return {
    close: async () => {
      clearInterval(timer);
      const closed = open?.scheduler.close();
      child?.kill('SIGTERM'); // it stops in order, and goes on next time
      await closed;
      open?.book.close();
    },
  };
}

function ended(task: ChildProcess, onTrouble: (message: string) => void): Promise<TaskOutcome> {
  let said = '';
  task.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, MAX_MESSAGE);
  });
  return new Promise((resolve, reject) => {
    task.once('error', reject);
    task.once('close', (code, signal) => {
      if (code === LOCKED_CODE) resolve('locked');
      else if (code === 2) {
        onTrouble(said.trim());
        resolve('failed');
      } else {
        if (signal !== null) onTrouble(`A task was ended by ${signal}; it goes on soon.`);
        resolve('ran');
      }
    });
  });
}
