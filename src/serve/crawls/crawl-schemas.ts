// Schemas of what the API tells about crawls.
import Type from 'typebox';
import { STEPS, WISHES } from '../../crawl/crawl.ts';
import { choice, exact, number, orNull, text, time } from '../api/schema-parts.ts';

const FOUND = {
  pages: number(),
  images: number(),
  wanted: number('Images that are what the crawl looks for.'),
};
const millis = (description: string) => Type.Number({ minimum: 0, description });

const TASK = {
  started: time('Start of the task.'),
  seconds: Type.Number({ minimum: 0 }),
  end: Type.Optional(text('Why it ended (docs/crawl.md#tasks); absent while it runs.')),
  strategy: Type.Optional(text()),
  goal: Type.Optional(text()),
  pages: Type.Optional(number('Of this task alone.')),
  images: Type.Optional(number()),
  wanted: Type.Optional(number()),
  bytes: Type.Optional(number('Bytes received.')),
  requests: Type.Optional(number()),
  waiting: Type.Optional(number('Links that wait.')),
  cpuMs: Type.Optional(number()),
  peakMemoryBytes: Type.Optional(number()),
};

const CRAWL = {
  name: text(),
  state: choice(['running', 'paused', 'waiting', 'ended']),
  isSaved: Type.Boolean({ description: 'Whether it can be started.' }),
  schedule: text('Cron expression; empty without one.'),
  due: orNull(time('When its next task is due.')),
  wish: orNull(choice(WISHES, { description: 'What was asked for and has not happened yet.' })),
  last: orNull(Type.Object(TASK, exact)),
};

const COUNTS = Type.Object(
  {
    ...FOUND,
    bytes: number('Bytes received.'),
    requests: number(),
    probes: number('Images whose first bytes were looked at.'),
    probeBytes: number(),
    unchanged: number(),
    links: number('Links found.'),
    known: number('Links that were known already.'),
    located: number('Images looked at with coordinates.'),
    unlocated: number(),
    wrongPlaces: number('Images whose coordinates cannot be right.'),
    imageBytes: number('Bytes of the images captured.'),
    refused: Type.Record(Type.String(), number()),
    seeds: Type.Array(Type.Object({ url: text(), ...FOUND }, exact)),
    domains: Type.Record(Type.String(), Type.Object(FOUND, exact)),
    steps: Type.Object(Object.fromEntries(STEPS.map((step) => [step, millis('Milliseconds.')]))),
  },
  { ...exact, description: 'Over all tasks of the crawl.' },
);

const VIEW = Type.Object(
  {
    strategy: text(),
    goal: text(),
    counts: COUNTS,
    known: number('URLs that are known.'),
    waiting: number('Links that wait.'),
    hostCount: number(),
    hosts: Type.Array(
      Type.Object(
        {
          origin: text(),
          state: choice(['asked', 'ready', 'paused', 'idle', 'down']),
          ...FOUND,
          waiting: number(),
          failures: number('In a row.'),
          pauseMs: number('Until it may be asked again.'),
          robots: choice(['rules', 'none', 'unreachable', 'unknown']),
        },
        exact,
      ),
    ),
    curve: Type.Array(
      Type.Object(
        { ms: number(), pages: number(), wanted: number(), bytes: number(), waiting: number() },
        exact,
      ),
      { description: 'The last task over time.' },
    ),
    images: Type.Array(
      Type.Object(
        {
          id: text('Its id in the library.'),
          url: text(),
          pageUrl: text(),
          width: number(),
          height: number(),
          bytes: number(),
          isWanted: Type.Boolean(),
          at: number('Milliseconds since 1970.'),
        },
        exact,
      ),
    ),
  },
  exact,
);

const COMPARISON = Type.Object(
  {
    time: time('When strategies were compared.'),
    goal: text(),
    maxPages: number(),
    strategies: Type.Array(
      Type.Object(
        {
          strategy: text(),
          ...FOUND,
          area: Type.Number({ description: 'Mean number of wanted images over the crawl.' }),
          seconds: Type.Number(),
          cpuMs: number(),
          peakMemoryBytes: number(),
          steps: Type.Record(Type.String(), Type.Number()),
          known: number('Links that were known already.'),
          // Comparisons of earlier versions have none of these.
          requests: Type.Optional(number()),
          bytes: Type.Optional(number('Bytes received.')),
          seeds: Type.Optional(
            Type.Array(Type.Object({ url: text('Starting address.'), ...FOUND }, exact)),
          ),
          curve: Type.Array(Type.Array(number())),
        },
        exact,
      ),
    ),
  },
  exact,
);

/** Schemas by name. */
export const CRAWL_SCHEMAS = {
  Crawls: Type.Object(
    { crawls: Type.Array(Type.Object(CRAWL, exact)), comparison: orNull(COMPARISON) },
    exact,
  ),
  CrawlDetail: Type.Object(
    { ...CRAWL, tasks: Type.Array(Type.Object(TASK, exact)), view: orNull(VIEW) },
    exact,
  ),
};
