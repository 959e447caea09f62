// `pinakes find`: the live web, searched for images within a time.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import type { ChosenProvider, FindQuery } from '../../find/find.ts';
import type { FindAnswer } from '../../pipeline/find-answer.ts';
import { PinakesError } from '../../support/errors.ts';
import { ACCESS_FLAGS } from '../access-flags.ts';
import { defineCommand, type Host } from '../command.ts';
import { forWriting, LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';
import { formatSize } from '../units.ts';

/** Searches the live web. */
export const find = defineCommand({
  name: 'find',
  summary: 'search the live web for images within a time limit',
  description: `Gets starting pages, follows links from pages that mention the query, reads the first bytes of their
images, and shows the best. Nothing has to be crawled or indexed beforehand. When the time is up, the best images are
downloaded completely; pages and images are stored in WARC files of the library, and are searchable.

Starting pages: --seed names pages, --discover queries a search engine or an index, and the library's own pages are
used too. KIND is searxng, brave, bing, mediawiki, cdx or list; brave and bing read their key from PINAKES_BRAVE_KEY and
PINAKES_BING_KEY. The operators + - "..." ~ OR site: link: related: type: size: orientation: work as elsewhere.

It is polite: it obeys robots.txt, requests one page at a time per host with a pause between, and backs off when a server
is busy. It connects only to public addresses, unless --allow-private or --resolve permits others.`,
  examples: [
    {
      does: 'Half a minute for a castle, from a search engine of your own',
      line: 'pinakes find Neuschwanstein castle --discover searxng=https://search.example.org/search --library my-library --contact me@example.com',
    },
    {
      does: 'Two minutes on one site, with a page of the results',
      line: 'pinakes find "spark gap" --seed https://example.org/ --budget 2m --report found.html --contact me@example.com',
    },
  ],
  arguments: { query: { help: 'what the images show', required: true, repeatable: true } },
  flags: {
    library: {
      ...LIBRARY_FLAG,
      help: 'folder of the library; default a new one among temporary files',
    },
    seed: {
      type: 'string',
      repeatable: true,
      placeholder: 'URL',
      help: 'page to start from',
    },
    discover: {
      type: 'string',
      repeatable: true,
      placeholder: 'KIND=URL',
      help: 'who is asked where to start, such as searxng=https://search.example.org/search',
    },
    budget: { type: 'duration', default: '30s', placeholder: 'TIME', help: 'time for finding' },
    keep: {
      type: 'integer',
      min: 0,
      max: 10_000,
      default: 100,
      placeholder: 'N',
      help: 'images that are fetched whole when the time is up',
    },
    limit: {
      type: 'integer',
      min: 1,
      max: 10_000,
      default: 12,
      placeholder: 'N',
      help: 'images that are printed',
    },
    report: {
      type: 'string',
      placeholder: 'FILE',
      help: 'write a page of the results (HTML) there',
    },
    profile: {
      type: 'choice',
      choices: ['pinakes', 'paper'],
      default: 'pinakes',
      placeholder: 'NAME',
      help: 'how images are ranked: ours, or exactly as Fujimoto and Hagihara did',
    },
    gate: {
      type: 'boolean',
      default: true,
      help: 'follow links of pages that have the words only in links, too',
    },
    external: { type: 'boolean', help: 'keep images on other sites than their page' },
    maxPages: {
      type: 'integer',
      min: 1,
      default: 5000,
      placeholder: 'N',
      help: 'pages in all',
    },
    delay: {
      type: 'duration',
      default: '250ms',
      placeholder: 'TIME',
      help: 'least time from one request for a page of a host to the next; robots.txt may ask for more',
    },
    timeout: { type: 'duration', default: '2s', placeholder: 'TIME', help: 'time for one answer' },
    concurrency: {
      type: 'integer',
      min: 1,
      max: 1000,
      default: 80,
      placeholder: 'N',
      help: 'requests under way at the same time, over all hosts',
    },
    collection: {
      type: 'string',
      default: 'find',
      placeholder: 'NAME',
      help: 'collection of what is fetched',
    },
    thumbnails: { type: 'boolean', default: true, help: 'make no thumbnails' },
    ...ACCESS_FLAGS,
  },
  async run({ args, flags, host, log, output, signal, startProgress }) {
    const { chooseProvider, toFindQuery } = await import('../../find/find.ts');
    const { accessOf, openHttpFetcher, parseResolveRule } = await import('../../crawl/crawl.ts');
    const { findIntoLibrary } = await import('../../pipeline/find-into-library.ts');
    const { explainNothing, toFindAnswer } = await import('../../pipeline/find-answer.ts');
    const query = toFindQuery(args.query.join(' '));
    const chosen = flags.discover.map((text) => chooseProvider(text, host.env));
    check(query, flags.budget, chosen, { ...flags, hasLibrary: flags.library !== undefined });
    const resolve = flags.resolve.map(parseResolveRule);
    const addresses = [...flags.seed, ...query.related, ...chosen.map(({ address }) => address)];
    const access = accessOf(addresses, { ...flags, resolve });
    const fetcher = openHttpFetcher({
      userAgent: `Pinakes${flags.contact === undefined ? '' : ` (+${flags.contact})`}`,
      ...access,
    });
    const folder = await chooseFolder(host, flags.library);
    try {
      return await useLibrary(folder, forWriting({}), async (library) => {
        const progress = startProgress({ unit: 'pages' });
        let shown = { pages: 0, bytes: 0 };
        const { end, session, whole } = await findIntoLibrary({
          ...{ library, query, fetcher, seeds: flags.seed, signal, keep: flags.keep },
          ...{ budgetMs: flags.budget, profile: flags.profile, hasGate: flags.gate },
          ...{ withExternal: flags.external, concurrency: flags.concurrency },
          ...{ timeoutMs: flags.timeout, delayMs: flags.delay, maxPages: flags.maxPages },
          ...{ collection: flags.collection, withThumbnails: flags.thumbnails },
          providers: chosen.map(({ provider }) => provider),
          onSession: (running) => {
            const tick = setInterval(() => {
              const { pages, bytes, kept } = running.status;
              progress.advance(pages - shown.pages, bytes - shown.bytes, `${kept} images kept`);
              shown = { pages, bytes };
            }, 200);
            tick.unref();
          },
        }).finally(() => progress.stop());
        const images = session.results();
        const answer = toFindAnswer(query, images, {
          end,
          status: session.status,
          limit: flags.json ? images.length : flags.limit,
        });
        for (const { message } of answer.warnings) log.warn(message);
        const nothing = explainNothing(session.status, images.length);
        if (nothing !== undefined) log.note(nothing);
        if (flags.report !== undefined) {
          const { writeFindReport } = await import('../find-report.ts');
          await writeFindReport(
            resolvePath(host.cwd, flags.report),
            folder,
            toFindAnswer(query, images, { end, status: session.status, limit: images.length }),
          );
        }
        if (flags.json) await output.json(answer);
        else
          await output.lines(
            describe(answer, whole, flags.library === undefined ? folder : undefined),
          );
        return images.length > 0 ? 0 : 1;
      });
    } finally {
      await fetcher.close();
    }
  },
});

function check(
  query: FindQuery,
  budgetMs: number,
  providers: readonly ChosenProvider[],
  { seed, hasLibrary }: { readonly seed: readonly string[]; readonly hasLibrary: boolean },
): void {
  if (query.keywords.length === 0)
    throw usage(query.warnings.at(-1)?.message ?? 'Say what the images show.');
  if (budgetMs <= 0)
    throw usage('A budget of 0 leaves no time to ask anybody: give some, such as --budget 30s.');
  const isSomebodyAsked = seed.length + providers.length + query.related.length > 0 || hasLibrary;
  if (isSomebodyAsked) return;
  throw usage(
    'There is nowhere to start: give --seed URL, --discover KIND=URL, or a library with pages of its own.',
  );
}

async function chooseFolder(host: Host, library: string | undefined): Promise<string> {
  if (library !== undefined) return libraryFolder(host, library, 'find');
  return mkdtemp(join(tmpdir(), 'pinakes-find-'));
}

function describe(answer: FindAnswer, whole: number, folder: string | undefined): string[] {
  const {
    items,
    total,
    pages,
    imagesSeen,
    discarded,
    bytes,
    seconds,
    waitingPages,
    waitingImages,
  } = answer;
  const reasons = Object.entries(discarded).map(([reason, count]) => `${reason} ${count}`);
  return [
    ...items.flatMap(({ url, width, height, score, page, alts, captions }, at) => [
      `${at + 1}. ${url}`,
      ...[captions[0] ?? alts[0] ?? '']
        .filter(Boolean)
        .map((text) => `   ${text.replace(/\s+/g, ' ').slice(0, 160)}`),
      `   ${width}x${height}, score ${score.toFixed(3)}`,
      `   in ${page.url} "${page.title}"`,
      '',
    ]),
    `${total.value} images, of ${imagesSeen} on ${pages} pages, in ${seconds.toFixed(1)} s; ${formatSize(bytes)}.`,
    ...(reasons.length === 0 ? [] : [`Not kept: ${reasons.join(', ')}.`]),
    ...(waitingPages + waitingImages === 0
      ? []
      : [`${waitingPages} pages and ${waitingImages} images were left when it ended.`]),
    `${whole} images were fetched whole${folder === undefined ? '' : `, into the library ${folder}`}.`,
  ];
}

function usage(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'find', detail });
}
