// The pages of statistics and about the program, as plain HTML.
import { OPERATORS } from '../../model/query/operators.ts';
import type { LibraryStats } from '../../pipeline/library-stats.ts';
import type { ShownStats } from '../query/answer-numbers.ts';
import { html, type Markup } from './escape.ts';
import type { MessageName } from './messages.ts';
import { linkTo, type PageContext, renderCounts, renderFrame } from './page-frame.ts';
import { PORTUGUESE_REJECTIONS } from './portuguese.ts';

/** The body of the page of statistics; what is left out under an embargo has no row. */
export function renderStatsPage(context: PageContext, stats: LibraryStats | ShownStats): Markup {
  const { t } = context;
  const { matched, metadata } = stats;
  const numbers: readonly (readonly [MessageName, number | undefined])[] = [
    ['files', stats.files],
    ['records', matched.records],
    ['imageCaptures', matched.imageCaptures],
    ['pairs', matched.pairs],
    ['bySurt', matched.bySurt],
    ['byDigest', matched.byDigest],
    ['documents', stats.documents],
    ['altOrTitle', metadata.altOrTitle],
    ['withCaption', metadata.caption],
    ['withAny', metadata.any],
  ];
  const rows = numbers.flatMap(([name, count]) =>
    count === undefined ? [] : [{ value: t(name), count }],
  );
  const words: Readonly<Record<string, string>> =
    context.language === 'pt' ? PORTUGUESE_REJECTIONS : {};
  const rejected = stats.rejected.map(({ reason, count }) => ({
    value: words[reason] ?? reason,
    count,
  }));
  const main = html`<h1>${t('statistics')}${stats.collection !== undefined && html`: ${stats.collection}`}</h1>
${stats.collection !== undefined && html`<p><a href="${linkTo(context, '/stats')}">${t('wholeLibrary')}</a></p>`}
${renderCounts(context, t('numbers'), rows)}
${renderCounts(context, t('years'), stats.years)}
${renderCounts(context, t('sites'), stats.sites)}
${renderCounts(context, t('types'), stats.types)}
${renderCounts(context, t('sizes'), stats.sizes)}
${renderCounts(context, t('collections'), stats.collections)}
${renderCounts(context, t('rejected'), rejected)}
<ul>${stats.collections.map(
    ({ value }) =>
      html`<li><a href="${linkTo(context, '/stats', { collection: value })}">${value}</a></li>`,
  )}</ul>`;
  return renderFrame(context, main);
}

/** The body of the page about the program. */
export function renderAboutPage(context: PageContext, version: string): Markup {
  const { t } = context;
  const main = html`<h1>${t('about')}</h1>
<p>${t('aboutText')}</p>
<h2>${t('aboutQuery')}</h2>
<p>${t('aboutOperators')}</p>
<dl lang="en">${OPERATORS.map(
    ({ name, help, examples }) =>
      html`<dt><code>${name}:</code></dt><dd>${help} <a href="${linkTo(context, '/', { q: examples[0] ?? '' })}"><code>${examples[0]}</code></a></dd>`,
  )}</dl>
<h2>${t('api')}</h2>
<p>${t('aboutApi')} <a href="/api/docs">${t('api')}</a></p>
<p>Pinakes ${version}</p>`;
  return renderFrame(context, main);
}
