// `pinakes crawl`: the live web into a library.
import { defineCommand } from '../command.ts';
import { CRAWL_FLAGS } from '../crawl-flags.ts';
import { LIBRARY_FLAG, libraryFolder } from '../library-flags.ts';
import { describeCrawl, runCrawl } from '../run-crawl.ts';

/** Crawls into a library. */
export const crawl = defineCommand({
  name: 'crawl',
  summary: 'crawl the web for images, into a library',
  description: `Starts at the given URLs, follows links, reads the first bytes of images, downloads those that are wanted, and
writes everything to WARC files in the library's folder archive/. New images are searchable after a few seconds.

It is polite: it obeys robots.txt, makes one request at a time per host with a pause between, and backs off when a server
is busy. It connects only to public addresses, unless --allow-private or --resolve permits others.

You can interrupt it at any time, and it survives a power cut: the same command resumes. docs/crawl.md
has details, including how to write your own strategy or goal.

With the word compare before the URLs, it crawls the same web with several strategies (--strategy
breadth,depth,best,learned), each from scratch into a temporary library, and prints results and costs
side by side; with --library the page /crawls of a server shows them too.`,
  examples: [
    {
      does: 'Photographs of two sites',
      line: 'pinakes crawl https://example.org/ https://example.net/ --library my-library --contact me@example.com',
    },
    {
      does: 'Half an hour for images with coordinates',
      line: 'pinakes crawl https://example.org/ --library my-library --goal geotagged --budget 30m --contact me@example.com',
    },
    {
      does: 'Which strategy finds most in 500 pages',
      line: 'pinakes crawl compare https://example.org/ --goal geotagged --max-pages 500 --contact me@example.com',
    },
  ],
  arguments: {
    url: {
      help: 'addresses to start from; the word compare before them compares strategies',
      required: true,
      repeatable: true,
    },
  },
  flags: {
    library: LIBRARY_FLAG,
    ...CRAWL_FLAGS,
    maxPages: {
      type: 'integer',
      min: 1,
      default: 1000,
      placeholder: 'N',
      help: 'pages in all, over all runs of this crawl',
    },
    name: {
      type: 'string',
      default: 'crawl',
      placeholder: 'NAME',
      help: 'name of the crawl and its collection; each has a frontier of its own',
    },
    again: {
      type: 'boolean',
      help: 'ask again for all that is known, and keep what has changed',
    },
  },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    if (args.url[0] === 'compare') {
      const { compareCrawls } = await import('../compare-crawls.ts');
      return compareCrawls({ host, flags, output, log, signal, seeds: args.url.slice(1) });
    }
    const started = performance.now();
    const folder = libraryFolder(host, flags.library, 'crawl');
    const progress = startProgress({ unit: 'pages', total: flags.maxPages });
    let shown = { pages: 0, bytes: 0 };
    const { counts, end, waiting, ...took } = await runCrawl({
      ...{ host, folder, signal, seeds: args.url, name: flags.name, flags },
      ...{ maxPages: flags.maxPages, again: flags.again },
      onProgress: ({ pages, bytes, wanted }, url) => {
        const about = `${wanted} wanted images  ${url}`;
        progress.advance(pages - shown.pages, bytes - shown.bytes, about);
        shown = { pages, bytes };
      },
    }).finally(() => progress.stop());
    if (signal.aborted) return 3;
    const seconds = Math.round(performance.now() - started) / 1000;
    if (flags.json) await output.json({ ...counts, end, waiting, seconds, ...took });
    else await output.lines(describeCrawl({ counts, end, waiting }));
    const isEmpty = counts.seeds.every(({ pages }) => pages === 0);
    const isPartial = counts.seeds.some(({ pages }) => pages === 0);
    return isEmpty ? 1 : isPartial ? 3 : 0;
  },
});
