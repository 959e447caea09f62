// What all pages share: head with search form, links, languages.
import { html, type Insert, type Markup } from './escape.ts';
import { MARK } from './mark.ts';
import { LANGUAGES, type Language, type Translate } from './messages.ts';

/** What a page is made with. */
export interface PageContext {
  readonly language: Language;
  readonly t: Translate;
  /** The query of the page, shown in the search box. */
  readonly q: string;
  readonly sort: string;
  /** Path and parameters of the page, for links to it in other languages. */
  readonly path: string;
  readonly parameters: URLSearchParams;
  /** Readers can report images. */
  readonly hasReports?: boolean;
}

/** Orders of results. */
export const SORTS = ['relevance', 'newest', 'oldest'] as const;

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  pt: 'Português',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
};

/** A path with parameters; empty ones are left out, and the language stays if it was asked for. */
export function linkTo(
  { parameters }: PageContext,
  path: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams();
  const lang = parameters.get('lang');
  for (const [name, value] of Object.entries({ ...(lang !== null && { lang }), ...values })) {
    if (value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Parameters that lead back to the search. */
export function searchValues({ q, sort }: PageContext): Record<string, string> {
  return { q, sort: sort === 'relevance' ? '' : sort };
}

/** A page with head and contents. */
export function renderFrame(context: PageContext, main: Markup): Markup {
  const { t } = context;
  return html`<a class="skip" href="#main">${t('skip')}</a>
<header>
<a class="brand" href="${linkTo(context, '/')}">${MARK}<span translate="no">Pinakes</span></a>
${renderForm(context)}
<nav aria-label="Pinakes"><ul>
<li><a href="${linkTo(context, '/map')}">${t('map')}</a></li>
<li><a href="${linkTo(context, '/stats')}">${t('statistics')}</a></li>
<li><a href="${linkTo(context, '/crawls')}">${t('crawls')}</a></li>
<li><a href="${linkTo(context, '/about')}">${t('about')}</a></li>
</ul></nav>
</header>
<main id="main">${main}</main>
<footer><ul>
<li><a href="/api/docs">${t('api')}</a></li>
${LANGUAGES.filter((each) => each !== context.language).map((each) => renderLanguage(context, each))}
</ul></footer>`;
}

function renderForm(context: PageContext): Markup {
  const { t, q, sort, parameters } = context;
  const lang = parameters.get('lang');
  return html`<form role="search" action="/" method="get">
<div class="grow"><label for="q">${t('query')}</label><input type="search" id="q" name="q" value="${q}" maxlength="10000"></div>
<div><label for="sort">${t('order')}</label><select id="sort" name="sort">${SORTS.map(
    (name) => html`<option value="${name}"${name === sort && html` selected`}>${t(name)}</option>`,
  )}</select></div>
${lang !== null && html`<input type="hidden" name="lang" value="${context.language}">`}
<button type="submit">${t('search')}</button>
</form>`;
}

function renderLanguage({ path, parameters }: PageContext, language: Language): Markup {
  const search = new URLSearchParams(parameters);
  search.set('lang', language);
  return html`<li><a href="${`${path}?${search}`}" lang="${language}" hreflang="${language}">${LANGUAGE_NAMES[language]}</a></li>`;
}

/** A table of values and numbers; nothing when there are none. */
export function renderCounts(
  { t, language }: PageContext,
  title: string,
  counts: readonly { readonly value: string; readonly count: number }[],
): Insert {
  if (counts.length === 0) return undefined;
  const numbers = new Intl.NumberFormat(language);
  return html`<table><caption>${title}</caption><thead><tr><th scope="col">${t('value')}</th><th scope="col">${t('count')}</th></tr></thead><tbody>${counts.map(
    ({ value, count }) =>
      html`<tr><th scope="row">${value || t('unknown')}</th><td class="number">${numbers.format(count)}</td></tr>`,
  )}</tbody></table>`;
}
