// Pages about captures: the list of those of a URL, and what there is instead where there are none.
import type { Capture } from '../../model/capture.ts';
import { html, type Markup } from '../html/escape.ts';
import { toWords } from './moment.ts';
import { toPlainUrl, toReplayPath } from './replay-url.ts';

/** Rules for pages of our own: no scripts, nothing from elsewhere. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The captures of a URL. */
export interface Calendar {
  readonly url: string;
  /** Digits that all listed times begin with; `''`: all times. */
  readonly times: string;
  /** How many there are of each year. */
  readonly years: ReadonlyMap<string, number>;
  /** The first of those asked for. */
  readonly listed: readonly Capture[];
  /** How many there are of those asked for. */
  readonly count: number;
}

/** The list of captures, by year and month. */
export function toCalendarPage(calendar: Calendar, basePath: string): string {
  const { url, times, years, listed, count } = calendar;
  const address = toPlainUrl(url);
  const number = count === 1 ? 'One capture' : `${count} captures`;
  const span = times === '' ? '' : ` at times that begin with ${times}`;
  const more = listed.length < count ? `; the first ${listed.length} are listed` : '';
  return toPage(
    `Captures of ${url}`,
    html`<h1>Captures of <span class="url">${url}</span></h1>
<p>${number}${span}${more}.</p>
<nav aria-label="Years"><ul>${[...years].map(
      ([year, number]) =>
        html`<li><a href="${basePath}/${year}*/${address}">${year}</a> (${number})</li>`,
    )}</ul></nav>
${[...groupByMonth(listed)].map(
  ([month, captures]) => html`<h2>${month}</h2>
<ul>${captures.map((capture) => toItem(capture, basePath))}</ul>`,
)}`,
  );
}

/** What is said where a URL has no capture; `others` are captures of the same site. */
export function toNothingPage(url: string, others: readonly Capture[], basePath: string): string {
  const found =
    others.length === 0
      ? html`<p>The library has nothing of this site.</p>`
      : html`<p>Of this site the library has, among others:</p>
<ul>${others.map(
          (capture) =>
            html`<li><a href="${basePath}/*/${toPlainUrl(capture.url)}">${capture.url}</a></li>`,
        )}</ul>`;
  return toPage(
    'Not in the archive',
    html`<h1>Not in the archive</h1>
<p>There is no capture of <span class="url">${url}</span> that can be shown.</p>
${found}
<p><a href="/">Search images</a></p>`,
  );
}

function toItem(capture: Capture, basePath: string): Markup {
  const { time, mime, status } = capture;
  const what = mime === 'warc/revisit' ? 'unchanged' : mime;
  const trouble = status >= 300 ? `, status ${status}` : '';
  return html`<li><a href="${toReplayPath(basePath, capture)}">${toWords(time)}</a> (${what}${trouble})</li>`;
}

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

function groupByMonth(captures: readonly Capture[]): Map<string, Capture[]> {
  const months = new Map<string, Capture[]>();
  for (const capture of captures) {
    const { time } = capture;
    const date = new Date(Date.UTC(2000, Number(time.slice(4, 6)) - 1));
    const month = `${MONTHS.format(date)} ${time.slice(0, 4)}`;
    const known = months.get(month);
    if (known === undefined) months.set(month, [capture]);
    else known.push(capture);
  }
  return months;
}

const STYLE = `:root{color-scheme:light dark}body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}.url{font-weight:400}a{display:inline-block;padding:.1rem 0}:focus-visible{outline:3px solid Highlight}`;

function toPage(title: string, content: Markup): string {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><main>${content}</main></body></html>
`.text;
}
