// The page of one image as plain HTML.
import { FAR_PAGE_DAYS } from '../../model/image.ts';
import { TEXTS_FIELDS } from '../../model/said.ts';
import type { Citation } from '../citation.ts';
import type { OtherPicture } from '../query/answer-changes.ts';
import type { ApiItem } from '../query/api-item.ts';
import { html, type Insert, type Markup, safeHref } from './escape.ts';
import { linkTo, type PageContext, renderFrame, searchValues } from './page-frame.ts';
import { captionOf } from './search-page.ts';

/** All that the page shows; made by `answerImagePage`. */
export interface ShownImage {
  readonly image: ApiItem & { readonly versions: number; readonly pageCount: number };
  readonly versions: {
    readonly total: number;
    readonly items: readonly {
      readonly time: string;
      readonly url: string;
      readonly file: string;
      readonly offset: number;
      readonly archivedImage: string;
      readonly changed: boolean;
    }[];
    readonly others: readonly OtherPicture[];
  };
  readonly pages: {
    readonly total: number;
    readonly items: readonly {
      readonly url: string;
      readonly title: string;
      readonly time: string;
      readonly archivedPage: string | null;
    }[];
  };
  readonly citation: Citation;
}

/** The body of the page. */
export function renderImagePage(context: PageContext, shown: ShownImage): Markup {
  const { t } = context;
  const { image, citation } = shown;
  const title = captionOf(image, t('untitled'));
  const main = html`<p><a href="${linkTo(context, '/', searchValues(context))}">${t('back')}</a></p>
<h1>${title}</h1>
<figure><img src="${image.content}" alt="${image.alts[0] ?? title}" width="${image.width}" height="${image.height}"></figure>
<p class="links">${renderLink(image.archivedPage, t('archivedPage'))} ${renderLink(image.archivedImage, t('archivedImage'))} <a href="/api/v1/images/${image.id}">${t('json')}</a>${context.hasReports && html` <a href="${linkTo(context, '/report', { id: image.id })}">${t('report')}</a>`}</p>
<h2>${t('details')}</h2>
${renderDetails(context, image)}
<h2>${t('texts')}</h2>
${renderTexts(context, image)}
<h2>${t('capturesTitle')}</h2>
${renderVersions(context, shown.versions)}
${renderOthers(context, shown.versions.others)}
<h2>${t('pagesTitle')}</h2>
${renderPages(context, shown.pages)}
<h2>${t('cite')}</h2>
<p>${citation.plain}</p>
<pre>${citation.bibtex}</pre>`;
  return renderFrame(context, main);
}

function renderDetails({ t }: PageContext, image: ApiItem): Markup {
  const { width, height, bytes, page, source } = image;
  const rows: readonly (readonly [string, Insert])[] = [
    [t('address'), image.url],
    [t('size'), t('pixels', { width: String(width), height: String(height), bytes })],
    [t('format'), image.mime],
    [t('firstCapture'), renderTime(image.firstCapture)],
    [t('lastCapture'), renderTime(image.lastCapture)],
    [t('page'), page === null ? t('none') : renderPage(t, page, image.pageDistance)],
    [t('licence'), renderLicence(image) || t('none')],
    [t('collections'), image.collections.join(', ') || t('none')],
    [t('record'), t('recordAt', { file: source.file, offset: String(source.offset) })],
    ['SHA-256', image.digest],
  ];
  return html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** The page, and how far it is from the picture where it may have shown another one. */
function renderPage(
  t: PageContext['t'],
  { title, url }: NonNullable<ApiItem['page']>,
  days = 0,
): Markup {
  const far =
    days > FAR_PAGE_DAYS && html`, <strong>${t('farPage', { days: String(days) })}</strong>`;
  return html`${title || url} (${url})${far}`;
}

/** Name, address and credit; `''` where no licence is stated. */
function renderLicence({ licence }: ApiItem): string {
  if (licence === undefined) return '';
  return [licence.name, licence.url, licence.credit].filter((part) => part !== '').join(', ');
}

function renderTexts({ t }: PageContext, image: ApiItem): Markup {
  const groups = TEXTS_FIELDS.map((field) => [t(field), image[field]] as const);
  const filled = groups.filter(([, texts]) => texts.length > 0);
  if (filled.length === 0) return html`<p>${t('none')}</p>`;
  return html`${filled.map(
    ([name, texts]) =>
      html`<h3>${name}</h3><ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`,
  )}`;
}

function renderVersions(context: PageContext, { total, items }: ShownImage['versions']): Markup {
  return html`${renderShown(context, items.length, total)}<ol>${items.map(
    ({ time, url, archivedImage, file, offset, changed }) =>
      html`<li>${renderLink(archivedImage, time)} ${url} (${context.t('recordAt', { file, offset: String(offset) })})${changed && html` <strong>${context.t('changed')}</strong>`}</li>`,
  )}</ol>`;
}

/** What else the addresses of the image showed. */
function renderOthers(context: PageContext, others: readonly OtherPicture[]): Insert {
  if (others.length === 0) return undefined;
  return html`<h3>${context.t('others')}</h3><ol>${others.map(
    ({ time, url, id, archivedImage }) =>
      html`<li>${renderLink(id === undefined ? archivedImage : linkTo(context, `/image/${id}`), time)} ${url}</li>`,
  )}</ol>`;
}

function renderPages(context: PageContext, { total, items }: ShownImage['pages']): Markup {
  if (items.length === 0) return html`<p>${context.t('none')}</p>`;
  return html`${renderShown(context, items.length, total)}<ol>${items.map(
    ({ url, title, time, archivedPage }) =>
      html`<li>${renderLink(archivedPage, title || url)} ${url}, ${renderTime(time)}</li>`,
  )}</ol>`;
}

function renderShown({ t }: PageContext, shown: number, count: number): Insert {
  return shown < count && html`<p>${t('shown', { shown, count })}</p>`;
}

/** A link, or its text where the address could do harm. */
function renderLink(url: string | null, text: string): Insert {
  const href = url === null ? undefined : safeHref(url);
  if (url === null) return undefined;
  return href === undefined ? text : html`<a href="${href}">${text}</a>`;
}

function renderTime(time: string): Markup {
  return html`<time datetime="${time}">${time.replace('T', ' ').replace('Z', ' UTC')}</time>`;
}
