// Reads one page of the live web: its title and its main text.

import { accessOf, openHttpFetcher, parseResolveRule } from '../crawl/crawl.ts';
import { extractPage } from '../extract/extract.ts';
import { MAX_REDIRECTS, redirectOf } from '../pipeline/find-context.ts';
import { PoliteHosts } from '../pipeline/find-hosts.ts';
import { PinakesError } from '../support/errors.ts';
import { HtmlDocument } from './enrichments/html-document.ts';
import { toMainText } from './enrichments/main-text.ts';

/** A page, read. */
export interface WebPage {
  /** Where it was found, redirects followed. */
  readonly url: string;
  readonly title: string;
  /** Code of its language; `''` when unknown. */
  readonly language: string;
  /** A line for each block of its main text. */
  readonly text: string;
}

const MAX_BYTES = 10_000_000;
const TIMEOUT_MS = 15_000;

/** Fetches and reads a page. Throws `INPUT_UNREADABLE` where it cannot be had, and `USAGE` for hosts that may not be asked. */
export async function readWebPage(
  address: string,
  {
    resolve,
    signal,
    ...access
  }: {
    readonly resolve: readonly string[];
    readonly allowPrivate: boolean;
    readonly contact: string | undefined;
    readonly proxy: string | undefined;
    readonly port: readonly number[];
    readonly signal: AbortSignal;
  },
): Promise<WebPage> {
  const { contact } = access;
  const fetcher = openHttpFetcher({
    userAgent: `Pinakes${contact === undefined ? '' : ` (+${contact})`}`,
    ...accessOf([address], { ...access, resolve: resolve.map(parseResolveRule) }),
  });
  const hosts = new PoliteHosts({
    ...{ fetcher, product: 'pinakes', delayMs: 0, imagesPerHost: 1, timeoutMs: TIMEOUT_MS },
    onAnswer: async () => {},
  });
  const fail = (detail: string) =>
    new PinakesError('INPUT_UNREADABLE', { input: address, detail }, { where: { url: address } });
  try {
    let url = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const headers = { accept: 'text/html,*/*;q=0.1', 'accept-encoding': 'gzip, deflate, br' };
      const asked = await hosts.ask(url, 'page', { headers, maxBytes: MAX_BYTES }, signal);
      if (asked.kind === 'refused') throw fail(`It was not fetched: ${asked.reason}.`);
      const { head, body, time } = asked.answer;
      const target = redirectOf(asked.answer, url);
      if (target === '') {
        if (head.status !== 200) throw fail(`The server answered with status ${head.status}.`);
        const contentType = head.fields.get('content-type');
        if (!/^$|html/i.test(contentType)) throw fail(`It is ${contentType}, no web page.`);
        const { page } = extractPage(body, { url, contentType, time, outlinks: false });
        const { root } = new HtmlDocument(new TextDecoder(page.charset).decode(body));
        return { url, title: page.title, language: page.language, text: toMainText(root) };
      }
      url = target;
    }
    throw fail('It redirects too often.');
  } finally {
    await fetcher.close();
  }
}
