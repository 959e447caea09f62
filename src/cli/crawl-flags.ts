// The flags of crawls, run at once or saved.
import { ACCESS_FLAGS } from './access-flags.ts';
import type { Flags, FlagValues } from './command.ts';

/** What a crawl is told, whoever runs it. */
export const CRAWL_FLAGS = {
  strategy: {
    type: 'string',
    default: 'learned',
    placeholder: 'NAME|FILE',
    help: 'which link is next: breadth, depth, best, learned, or a module of yours',
  },
  goal: {
    type: 'string',
    default: 'images',
    placeholder: 'NAME|FILE',
    help: 'what is looked for: images, geotagged, everything, "topic WORDS", or a module of yours',
  },
  minSize: {
    type: 'integer',
    min: 1,
    default: 400,
    placeholder: 'PIXELS',
    help: 'goal images: least length of the shorter side',
  },
  keep: {
    type: 'string',
    placeholder: 'SHARE',
    help: 'predict sizes and skip what is most likely too small, keeping this share of the rest, such as 0.98',
  },
  model: {
    type: 'string',
    placeholder: 'FILE',
    help: 'predict with this model, made by `pinakes size train`',
  },
  budget: { type: 'duration', placeholder: 'TIME', help: 'time of this run, such as 30s or 2h' },
  until: {
    type: 'string',
    placeholder: 'URL|N',
    help: 'stop at this page, or at so many wanted images',
  },
  contact: ACCESS_FLAGS.contact,
  scope: {
    type: 'choice',
    choices: ['any', 'domain', 'host', 'prefix'],
    default: 'any',
    placeholder: 'SCOPE',
    help: 'pages of any host, or of the domains, hosts or folders that the addresses are in',
  },
  hops: {
    type: 'integer',
    min: 0,
    max: 100,
    default: 0,
    placeholder: 'N',
    help: 'links that may be followed outside the scope',
  },
  include: {
    type: 'string',
    repeatable: true,
    placeholder: 'REGEX',
    help: 'only pages whose address matches',
  },
  exclude: {
    type: 'string',
    repeatable: true,
    placeholder: 'REGEX',
    help: 'no pages whose address matches',
  },
  maxDepth: {
    type: 'integer',
    min: 0,
    default: 50,
    placeholder: 'N',
    help: 'links from a starting address',
  },
  delay: {
    type: 'duration',
    default: '1s',
    placeholder: 'TIME',
    help: 'pause between two requests to a host; robots.txt may ask for more',
  },
  concurrency: {
    type: 'integer',
    min: 1,
    max: 3000,
    default: 64,
    placeholder: 'N',
    help: 'requests under way at the same time, over all hosts',
  },
  robots: {
    type: 'boolean',
    default: true,
    help: 'do not ask for robots.txt (for archives that may)',
  },
  directives: {
    type: 'boolean',
    default: true,
    help: 'ignore nofollow, noindex and noimageindex (for archives that may)',
  },
  sitemaps: { type: 'boolean', default: true, help: 'read no sitemaps and feeds' },
  allowPrivate: ACCESS_FLAGS.allowPrivate,
  resolve: ACCESS_FLAGS.resolve,
  proxy: ACCESS_FLAGS.proxy,
  port: ACCESS_FLAGS.port,
  thumbnails: { type: 'boolean', default: true, help: 'make no thumbnails' },
  seed: {
    type: 'integer',
    min: 0,
    default: 1,
    placeholder: 'N',
    help: 'seed of what is random; the same one repeats a crawl',
  },
  maxMemory: {
    type: 'size',
    default: '2GB',
    placeholder: 'SIZE',
    help: 'end the run when the program takes more memory',
  },
  minFree: {
    type: 'size',
    default: '500MB',
    placeholder: 'SIZE',
    help: 'end the run when less is free on the disk of the library',
  },
} as const satisfies Flags;

/** Their values. */
export type CrawlFlagValues = FlagValues<typeof CRAWL_FLAGS>;
