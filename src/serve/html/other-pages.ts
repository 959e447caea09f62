// The pages of statistics and about the program, as plain HTML.
import { countryName } from '../../model/place-names.ts';
import { OPERATORS } from '../../model/query/operators.ts';
import { rejectionLabel } from '../../model/rejection-label.ts';
import type { LibraryStats } from '../../pipeline/library-stats.ts';
import type { FacetAnswer } from '../../search/search.ts';
import { PLACES_ATTRIBUTION } from '../api/map-formats.ts';
import type { ShownStats } from '../query/answer-numbers.ts';
import { html, type Markup } from './escape.ts';
import type { MessageName } from './messages.ts';
import { OTHER_WORDS } from './other-words.ts';
import { linkTo, type PageContext, renderCounts, renderFrame } from './page-frame.ts';

/** The body of a page that is nothing without scripts: search by image, and the basket. */
export function renderScriptPage(
  context: PageContext,
  title: MessageName,
  text: MessageName,
): Markup {
  const { t } = context;
  return renderFrame(context, html`<h1>${t(title)}</h1><p>${t(text)}</p>`);
}

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
  const words = OTHER_WORDS[context.language]?.rejections ?? {};
  const rejected = stats.rejected.map(({ reason, count }) => ({
    value: words[reason] ?? rejectionLabel(reason),
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

/** The body of the map page: places with their numbers of images, each a search. */
export function renderMapPage(context: PageContext, facets: readonly FacetAnswer[]): Markup {
  const { t, q, language } = context;
  const listOf = (title: string, facet: string) => {
    const values = facets.find((each) => each.facet === facet)?.values ?? [];
    if (values.length === 0) return '';
    const search = (name: string) => `${q} place:"${name}"`.trim();
    return html`<h2>${title}</h2>
<ul>${values.map(
      ({ value, count }) =>
        html`<li><a href="${linkTo(context, '/', { q: search(value) })}">${countryName(value, language)}</a> (${count})</li>`,
    )}</ul>`;
  };
  const main = html`<h1>${t('map')}</h1>
<p>${t('mapText')}</p>
${listOf(t('countries'), 'country')}
${listOf(t('towns'), 'town')}
<p>${PLACES_ATTRIBUTION}</p>`;
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
      html`<dt><code>${name}:</code></dt><dd>${withCode(help)} <a href="${linkTo(context, '/', { q: examples[0] ?? '' })}"><code>${examples[0]}</code></a></dd>`,
  )}</dl>
<h2>${t('api')}</h2>
<p>${t('aboutApi')} <a href="/api/docs">${t('api')}</a></p>
<p>Pinakes ${version}</p>`;
  return renderFrame(context, main);
}

/** A text with what stands between backticks as code. */
function withCode(text: string): Markup[] {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

/** The body of the page that searches the live web, for browsers without scripts. */
export function renderLivePage(context: PageContext, isOn: boolean): Markup {
  const { t } = context;
  return renderFrame(
    context,
    html`<h1>${t('live')}</h1><p>${t(isOn ? 'liveNeedsScripts' : 'liveIsOff')}</p>`,
  );
}
