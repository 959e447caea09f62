// The page of results, and the start page, as plain HTML.
import { bestTitle } from '../../model/image-title.ts';
import type { FacetAnswer, SearchWarning } from '../../search/search.ts';
import type { ApiItem } from '../query/api-item.ts';
import { html, type Insert, type Markup, safeHref } from './escape.ts';
import { linkTo, type PageContext, renderFrame, searchValues } from './page-frame.ts';
import { renderFilters } from './search-filters.ts';

/** The answer of a search, as far as the page shows it. */
export interface ShownAnswer {
  readonly query: string;
  readonly total: { readonly value: number };
  readonly items: readonly ApiItem[];
  readonly parts: readonly {
    readonly match: 'all' | 'some';
    readonly total: number;
    readonly items: number;
  }[];
  readonly didYouMean?: string;
  readonly corrected?: { readonly query: string; readonly instead: string };
  /** Counted where the filters are to be shown. */
  readonly facets?: readonly FacetAnswer[];
  readonly next: string | null;
  readonly warnings: readonly SearchWarning[];
}

/** Side of the box of thumbnails in pixels. */
const BOX = 200;

/** The body of the page. `isFirst`: it shows the first results. */
export function renderSearchPage(
  context: PageContext,
  answer: ShownAnswer,
  isFirst: boolean,
): Markup {
  const { t, q } = context;
  const { total, items, next } = answer;
  const heading = q === '' ? t('all') : t('results', { query: q });
  const main = html`<h1>${heading}</h1>
<p role="status">${total.value === 1 ? t('foundOne') : t('found', { count: total.value })}</p>
${(total.value > 0 || q !== '') && renderFilters(context, answer.facets)}
${renderWarnings(context, answer.warnings)}
${renderCorrection(context, answer)}
${items.length === 0 ? renderNothing(context) : renderParts(context, answer)}
<p>${
    next === null
      ? items.length > 0 && t('end')
      : html`<a rel="next" href="${linkTo(context, '/', { ...searchValues(context), cursor: next })}">${t('next')}</a>`
  }${!isFirst && html` <a href="${linkTo(context, '/', searchValues(context))}">${t('first')}</a>`}</p>`;
  return renderFrame(context, main);
}

/** The words that stand for an image in lists. */
export function captionOf(item: ApiItem, absent: string): string {
  return bestTitle({ ...item, pageTitle: item.page?.title }) || absent;
}

function renderItem(context: PageContext, item: ApiItem): Markup {
  const { t } = context;
  const { width, height } = fitBox(item);
  const page = item.archivedPage === null ? undefined : safeHref(item.archivedPage);
  const years = [...new Set([item.firstCapture.slice(0, 4), item.lastCapture.slice(0, 4)])].join(
    '–',
  );
  return html`<li><a href="${linkTo(context, `/image/${item.id}`, searchValues(context))}">${item.thumbnail !== null && html`<img src="${item.thumbnail}" alt="" width="${width}" height="${height}" loading="lazy">`}<span class="caption">${captionOf(item, t('untitled'))}</span></a>
<p>${hostOf(item.page?.url ?? item.url)}, ${years}, ${item.captures === 1 ? t('capturesOne') : t('captures', { count: item.captures })}</p>
${page !== undefined && html`<p><a href="${page}">${t('archivedPage')}</a></p>`}</li>`;
}

function renderWarnings({ t }: PageContext, warnings: readonly SearchWarning[]): Insert {
  if (warnings.length === 0) return undefined;
  return html`<section aria-label="${t('notes')}"><ul>${warnings.map(({ message }) => html`<li lang="en">${message}</li>`)}</ul></section>`;
}

/** Images that have all words and, under a line that says so, those that have some. */
function renderParts(context: PageContext, { items, parts }: ShownAnswer): Markup[] {
  const hasSome = parts.some(({ match }) => match === 'some');
  let start = 0;
  return parts.flatMap((part) => {
    const own = items.slice(start, start + part.items);
    start += part.items;
    if (own.length === 0) return [];
    const line = part.match === 'all' ? context.t('allWords') : context.t('someWords');
    return html`${hasSome && html`<h2>${line} (${part.total})</h2>`}<ol class="results">${own.map((item) => renderItem(context, item))}</ol>`;
  });
}

function renderCorrection(context: PageContext, { didYouMean, corrected }: ShownAnswer): Insert {
  const { t } = context;
  const link = (q: string) =>
    html`<a href="${linkTo(context, '/', { ...searchValues(context), q })}">${q}</a>`;
  if (corrected !== undefined) {
    return html`<p>${t('showingFor')} <strong>${corrected.query}</strong>. ${t('insteadFor')} ${link(corrected.instead)}</p>`;
  }
  return didYouMean === undefined
    ? undefined
    : html`<p>${t('didYouMean')}: ${link(didYouMean)}</p>`;
}

function renderNothing({ t, q }: PageContext): Markup {
  return q === ''
    ? html`<p>${t('empty')}</p><p><code>${t('emptyHelp')}</code></p>`
    : html`<p>${t('nothing')} ${t('nothingHelp')}</p>`;
}

/** Sizes of the thumbnail, so that nothing moves while it loads. */
function fitBox({ width, height }: ApiItem): { width: number; height: number } {
  const scale = Math.min(1, BOX / Math.max(width, height, 1));
  const shrink = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: shrink(width), height: shrink(height) };
}

function hostOf(url: string): string {
  return (
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1]?.replace(/^www\./i, '') ?? ''
  );
}
