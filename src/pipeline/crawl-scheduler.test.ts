import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { openCrawlBook } from '../crawl/crawl.ts';
import { chooseTask, startScheduler, type TaskOutcome } from './crawl-scheduler.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 2, 10, 10, 30);

function openBook() {
  const book = openCrawlBook(temporaryFolder());
  onTestFinished(() => book.close());
  const add = (name: string, due?: number) =>
    book.save({
      ...{ name, plan: '{}', schedule: due === undefined ? '' : '0 * * * *' },
      ...{ isPaused: false, due },
    });
  const end = (name: string, reason: string, now: number) => {
    const id = book.startTask(name, now);
    if (reason !== '') {
      book.noteTask({ id, crawl: name }, { now, numbers: '{}', view: '{}', end: reason });
    }
  };
  return { book, add, end };
}

describe('chooseTask', () => {
  it('starts what is due, who waits longest first, and makes up once for what was missed', () => {
    const { book, add } = openBook();
    add('later', NOW + HOUR);
    add('missed', NOW - 5 * HOUR);
    add('due', NOW - 1);
    add('by-hand');
    expect(chooseTask(book, NOW)).toBe('missed');
    expect(book.find('missed')?.due).toBe(NOW + HOUR / 2); // at the full hour, not five times
    expect(chooseTask(book, NOW)).toBe('due');
    expect(chooseTask(book, NOW)).toBeUndefined();
  });

  it('does not start a crawl that runs, here or elsewhere', () => {
    const { book, add, end } = openBook();
    add('a', NOW - 1);
    end('a', '', Date.now());
    expect(chooseTask(book, Date.now())).toBeUndefined();
    book.setWish('a', 'start');
    expect(chooseTask(book, Date.now())).toBeUndefined();
  });

  it('goes on with a task that died, but not for ever', () => {
    const { book, add, end } = openBook();
    add('a', NOW + 100 * HOUR);
    const now = NOW + HOUR;
    for (const isGoingOn of [true, true, false]) {
      end('a', '', NOW);
      expect(chooseTask(book, now)).toBe(isGoingOn ? 'a' : undefined);
    }
    end('a', 'task-pages', NOW);
    expect(chooseTask(book, now)).toBeUndefined();
  });

  it('keeps to wishes', () => {
    const { book, add } = openBook();
    add('a', NOW - 1);
    book.setWish('a', 'pause');
    expect(chooseTask(book, NOW)).toBeUndefined();
    expect(book.find('a')).toMatchObject({ isPaused: true, wish: undefined });
    book.setWish('a', 'start');
    expect(chooseTask(book, NOW)).toBe('a');
    expect(book.find('a')?.isPaused).toBe(false);
    book.setWish('a', 'stop'); // nothing runs: it is forgotten
    chooseTask(book, NOW);
    expect(book.find('a')?.wish).toBeUndefined();
  });
});

it('runs one task at a time, and tries again where the library was locked', async () => {
  const { book, add } = openBook();
  add('a');
  add('b');
  for (const name of ['a', 'b']) book.setWish(name, 'start');
  let now = NOW;
  const started: string[] = [];
  let finish: (outcome: TaskOutcome) => void = () => {};
  let onStart: () => void = () => {};
  const isStarted = () => new Promise<void>((resolve) => (onStart = resolve));
  const scheduler = startScheduler({
    ...{ book, everyMs: 1, now: () => now, onTrouble: () => {} },
    runTask: (name) => {
      started.push(name);
      onStart();
      return new Promise((resolve) => (finish = resolve));
    },
  });
  onTestFinished(() => scheduler.close());
  await isStarted();
  expect(started).toEqual(['a']);
  let next = isStarted();
  finish('locked');
  await next;
  expect(started).toEqual(['a', 'b']); // `a` waits a while
  next = isStarted();
  now += 60_000;
  finish('ran');
  await next;
  expect(started).toEqual(['a', 'b', 'a']);
  finish('ran');
});
