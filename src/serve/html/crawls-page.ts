// The page of crawls, as plain HTML.
import type { CrawlReader } from '../crawls/crawl-reader.ts';
import { html, type Markup } from './escape.ts';
import { type PageContext, renderFrame } from './page-frame.ts';

/** The body of the page; `undefined` where crawls are not for everybody. */
export function renderCrawlsPage(
  context: PageContext,
  answer: ReturnType<CrawlReader['list']> | undefined,
): Markup {
  const { t, language } = context;
  const numbers = new Intl.NumberFormat(language);
  const crawls = answer?.crawls ?? [];
  const rows = crawls.map(
    ({ name, state, last }) =>
      html`<tr><th scope="row">${name}</th><td>${state}</td>${[
        last?.pages,
        last?.wanted,
        last?.waiting,
      ].map((count) => html`<td class="number">${numbers.format(count ?? 0)}</td>`)}</tr>`,
  );
  const heads = (
    ['crawlName', 'crawlState', 'crawlPages', 'crawlWanted', 'crawlWaiting'] as const
  ).map((name) => html`<th scope="col">${t(name)}</th>`);
  const table = html`<table><caption>${t('crawls')}</caption><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
  return renderFrame(
    context,
    html`<h1>${t('crawls')}</h1>${rows.length === 0 ? html`<p>${t('noCrawls')}</p>` : table}`,
  );
}
