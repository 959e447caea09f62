// `pinakes crawls`: crawls that are saved in a library and run by themselves.
import { existsSync } from 'node:fs';
import type { CrawlBook, SavedCrawl } from '../../crawl/crawl.ts';
import type { TaskNumbers } from '../../pipeline/crawl-report.ts';
import { PinakesError } from '../../support/errors.ts';
import { type Context, defineCommand } from '../command.ts';
import { CRAWL_FLAGS, type CrawlFlagValues } from '../crawl-flags.ts';
import { LIBRARY_FLAG, libraryFolder } from '../library-flags.ts';
import { checkName, describeCrawl, runCrawl } from '../run-crawl.ts';
import { printPlan, readPlan } from '../saved-crawl.ts';
import { LOCKED_CODE, startTasks } from '../task-process.ts';

const FLAGS = {
  library: LIBRARY_FLAG,
  schedule: {
    type: 'string',
    placeholder: 'CRON',
    help: 'when a task starts, such as "30 2 * * *", @hourly or @daily; without it only by hand',
  },
  taskPages: {
    type: 'integer',
    min: 1,
    default: 1000,
    placeholder: 'N',
    help: 'pages of each task; the next one goes on with the best link that is left',
  },
  maxPages: { type: 'integer', min: 1, placeholder: 'N', help: 'pages over all tasks' },
  recrawl: {
    type: 'boolean',
    help: 'once nothing is left, ask again for all that is known and keep what has changed',
  },
  ...CRAWL_FLAGS,
} as const;

const ARGUMENTS = {
  action: {
    choices: ['list', 'add', 'start', 'pause', 'stop', 'remove', 'run'],
    required: true,
    help: 'what to do',
  },
  name: { help: 'name of the crawl, which is also that of its collection' },
  url: { help: 'addresses to start from, for `add`', repeatable: true },
} as const;

type CrawlsContext = Context<typeof FLAGS, typeof ARGUMENTS>;

/** Saved crawls. */
export const crawls = defineCommand({
  name: 'crawls',
  summary: 'save crawls, run them on a schedule, start and stop them',
  description: `A saved crawl runs in tasks: each visits a number of pages and ends, and the next one continues with the best link
left. Tasks start on schedule while \`pinakes serve\` or \`pinakes crawls run\` is running; a run that was missed
because neither was is caught up once. Tasks of a library run one after another.

list: show saved crawls and their state. add: save a crawl, with the flags of \`pinakes crawl\`, or change the one with that
name. start: run a task as soon as possible. pause: end the running task, and start no other until \`start\`. stop: end the
running task; the schedule continues. remove: delete the crawl; its captures stay. run: start tasks when they are
due, until interrupted; with a name: run one task of that crawl now, in this process, and exit.`,
  examples: [
    {
      does: 'Every night a thousand pages more',
      line: 'pinakes crawls add night https://example.org/ --schedule "30 2 * * *" --contact me@example.com --library my-library',
    },
    { does: 'A task of it now', line: 'pinakes crawls start night --library my-library' },
    { does: 'Without a server', line: 'pinakes crawls run --library my-library' },
  ],
  arguments: ARGUMENTS,
  isService: true,
  flags: FLAGS,
  async run(context) {
    const { args, flags, host } = context;
    const folder = libraryFolder(host, flags.library, 'crawls');
    if (args.action !== 'add' && !existsSync(folder)) {
      throw new PinakesError('LIBRARY_NOT_FOUND', { folder });
    }
    if (args.action === 'run' && args.name === undefined) return run(context, folder);
    const { openCrawlBook } = await import('../../crawl/crawl.ts');
    const book = openCrawlBook(folder);
    try {
      switch (args.action) {
        case 'list':
          return await list(context, book);
        case 'add':
          return await add(context, book);
        case 'remove':
          if (!book.remove(nameOf(context))) throw unknown(nameOf(context), book);
          return 0;
        case 'run':
          return await task(context, folder, book);
        default:
          return wish(context, book, args.action);
      }
    } finally {
      book.close();
    }
  },
});

async function list({ flags, output }: CrawlsContext, book: CrawlBook) {
  const saved = book.list().map((crawl) => {
    const [last] = book.tasks(crawl.name, 1);
    const state = last?.end === '' ? 'running' : crawl.isPaused ? 'paused' : 'waiting';
    const numbers = JSON.parse(last?.numbers ?? '{}') as Partial<TaskNumbers>; // as it was written
    return {
      ...{ name: crawl.name, state, schedule: crawl.schedule, due: toTime(crawl.due) },
      last: last && {
        ...{
          started: toTime(last.started),
          end: last.end,
          seconds: (last.seen - last.started) / 1000,
        },
        ...{ pages: numbers.pages ?? 0, images: numbers.images ?? 0, wanted: numbers.wanted ?? 0 },
        waiting: numbers.waiting ?? 0,
      },
    };
  });
  if (flags.json) await output.json({ crawls: saved });
  else {
    await output.lines(
      saved.map(({ name, state, schedule, due, last }) => {
        const next = due === null ? 'by hand' : `${schedule}, next ${due}`;
        const done = last
          ? `; last task ${last.started}: ${last.pages} pages, ${last.wanted} wanted images, ${last.waiting} links wait${last.end === '' ? '' : ` (${last.end})`}`
          : '';
        return `${name}  ${state}  ${next}${done}`;
      }),
    );
  }
  return saved.length === 0 ? 1 : 0;
}

async function add(context: CrawlsContext, book: CrawlBook) {
  const { args, flags, host, output } = context;
  const name = nameOf(context);
  checkName(name);
  if (args.url.length === 0)
    throw usage('A crawl needs an address to start from: `pinakes crawls add NAME URL...`.');
  const { schedule = '', taskPages, maxPages, recrawl } = flags;
  const { accessOf, canonicalUrl, parseCron, parseResolveRule } = await import(
    '../../crawl/crawl.ts'
  );
  const { chooseGoal, chooseStrategy, toUntil } = await import('../crawl-choices.ts');
  // What a task would refuse is refused now, while somebody is looking.
  for (const url of args.url) {
    if (canonicalUrl(url) === undefined)
      throw usage(`${JSON.stringify(url)} is not a web address to start from.`);
  }
  accessOf(args.url, { ...flags, resolve: flags.resolve.map(parseResolveRule) });
  await chooseStrategy(host, flags.strategy, flags.seed);
  await chooseGoal(host, flags.goal);
  toUntil(flags.until);
  const due = schedule === '' ? undefined : parseCron(schedule).next(Date.now());
  const plan = printPlan(host, {
    seeds: args.url,
    flags: crawlFlagsOf(flags),
    taskPages,
    maxPages,
    recrawl,
  });
  const isPaused = book.find(name)?.isPaused ?? false;
  book.save({ name, plan, schedule, isPaused, due });
  const next =
    due === undefined ? 'It runs when it is started.' : `Its next task starts at ${toTime(due)}.`;
  await (flags.json
    ? output.json({ name, due: toTime(due) })
    : output.text(`Saved ${name}. ${next}`));
  return 0 as const;
}

async function wish(context: CrawlsContext, book: CrawlBook, action: 'start' | 'pause' | 'stop') {
  const name = nameOf(context);
  const [last] = book.tasks(name, 1);
  const isRunning = last?.end === '';
  const saved = book.find(name);
  if (saved === undefined && (!isRunning || action === 'start')) throw unknown(name, book);
  if (action === 'stop' && !isRunning && saved?.wish !== 'start') {
    context.log.note(`${name} does not run.`);
    return 0 as const;
  }
  book.setWish(name, action);
  if (action === 'start') {
    context.log.note(
      'It starts within seconds where `pinakes serve` or `pinakes crawls run` runs.',
    );
  }
  return 0 as const;
}

async function run({ log, signal }: CrawlsContext, folder: string) {
  const tasks = await startTasks({
    folder,
    onTrouble: (message) => log.warn(message),
    onTask: (name) => log.note(`A task of ${name} starts.`),
  });
  log.note('Tasks start when they are due. Interrupt to end.');
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await tasks.close();
  return 0 as const;
}

async function task(context: CrawlsContext, folder: string, book: CrawlBook) {
  const { flags, host, output, signal } = context;
  const crawl = findCrawl(context, book);
  const plan = readPlan(crawl.name, crawl.plan, crawlFlagsOf(flags));
  const [last] = book.tasks(crawl.name, 1);
  try {
    const outcome = await runCrawl({
      ...{ host, folder, signal, name: crawl.name, seeds: plan.seeds, flags: plan.flags },
      ...{ maxPages: plan.maxPages, maxRunPages: plan.taskPages },
      again: plan.recrawl && last?.end === 'exhausted',
    });
    const { counts, end, waiting } = outcome;
    if (flags.json) await output.json({ ...counts, end, waiting });
    else await output.lines(describeCrawl(outcome));
    return 0 as const;
  } catch (thrown) {
    if (thrown instanceof PinakesError && thrown.code === 'LIBRARY_LOCKED') return LOCKED_CODE;
    throw thrown;
  }
}

function crawlFlagsOf(flags: CrawlsContext['flags']): CrawlFlagValues {
  const names = Object.keys(CRAWL_FLAGS) as (keyof CrawlFlagValues)[];
  return Object.fromEntries(names.map((name) => [name, flags[name]])) as unknown as CrawlFlagValues; // just those
}

function nameOf({ args }: CrawlsContext): string {
  if (args.name !== undefined) return args.name;
  throw usage(`Say which crawl: \`pinakes crawls ${args.action} NAME\`.`);
}

function findCrawl(context: CrawlsContext, book: CrawlBook): SavedCrawl {
  const name = nameOf(context);
  const crawl = book.find(name);
  if (crawl === undefined) throw unknown(name, book);
  return crawl;
}

function unknown(name: string, book: CrawlBook): PinakesError {
  const names = book.list().map((crawl) => crawl.name);
  const list = names.length === 0 ? 'None is saved yet.' : `There are: ${names.join(', ')}.`;
  return usage(`There is no saved crawl ${JSON.stringify(name)}. ${list}`);
}

function usage(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'crawls', detail });
}

function toTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
