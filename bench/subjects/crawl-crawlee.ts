// Crawls the web of the benchmark with Crawlee, which is installed for the purpose: CheerioCrawler, or BasicCrawler with undici.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What is used of the packages; they are not ours. */
interface Packages {
  readonly crawlee: {
    // biome-ignore lint/suspicious/noExplicitAny: the types of a package that is not installed here
    readonly [name: string]: any;
  };
  readonly undici: typeof import('undici');
  readonly htmlparser2: typeof import('htmlparser2');
}

/** Visits so many pages and follows their links; nothing is archived. */
export async function prepare({
  folder,
  port,
  pages,
  kind,
}: {
  readonly folder: string;
  readonly port: number;
  readonly pages: number;
  readonly kind: 'cheerio' | 'basic';
}) {
  const require = createRequire(join(folder, 'package.json'));
  const packages: Packages = {
    crawlee: require('@crawlee/cheerio'),
    undici: require('undici'),
    htmlparser2: require('htmlparser2'),
  };
  const { crawlee } = packages;
  crawlee['log'].setLevel(crawlee['log'].LEVELS.OFF);
  const config = new crawlee['Configuration']({ persistStorage: false, purgeOnStart: true });
  let visited = 0;
  const common = {
    ...{
      maxRequestsPerCrawl: pages,
      minConcurrency: 100,
      maxConcurrency: 100,
      maxRequestRetries: 0,
    },
  };
  // One address instead of 200: Crawlee cannot send names elsewhere. Hosts become folders.
  const start = `http://127.0.0.1:${port}/h0.bench/p/0.html`;
  const crawler =
    kind === 'cheerio'
      ? new crawlee['CheerioCrawler'](
          {
            ...common,
            // biome-ignore lint/suspicious/noExplicitAny: as above
            requestHandler: async ({ enqueueLinks }: any) => {
              visited += 1;
              await enqueueLinks({ strategy: 'all' });
            },
          },
          config,
        )
      : basicCrawler(packages, { common, config, onPage: () => (visited += 1) });
  return async () => {
    await crawler.run([start]);
    return { pages: visited };
  };
}

function basicCrawler(
  { crawlee, undici, htmlparser2 }: Packages,
  { common, config, onPage }: { common: object; config: unknown; onPage: () => void },
) {
  return new crawlee['BasicCrawler'](
    {
      ...common,
      // biome-ignore lint/suspicious/noExplicitAny: as above
      requestHandler: async ({ request, crawler }: any) => {
        const { body } = await undici.request(request.url);
        const text = await body.text();
        onPage();
        const found: string[] = [];
        const parser = new htmlparser2.Parser({
          onopentag: (name, { href }) => {
            if (name === 'a' && href !== undefined) found.push(new URL(href, request.url).href);
          },
        });
        parser.end(text);
        await crawler.addRequests(found);
      },
    },
    config,
  );
}
