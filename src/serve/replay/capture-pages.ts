// Pages about captures: the list of those of a URL, and what there is instead where there are none.
import type { Capture } from '../../model/capture.ts';
import { html, type Markup } from '../html/escape.ts';
import type { Language } from '../html/messages.ts';
import { toWords } from './moment.ts';
import { toPlainUrl, toReplayPath } from './replay-url.ts';
import { REPLAY_WORDS } from './words.ts';

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

/** Where links of a page lead, and what language it is in. */
export interface PageWays {
  readonly basePath: string;
  readonly language: Language;
}

/** The list of captures, by year and month. */
export function toCalendarPage(calendar: Calendar, ways: PageWays): string {
  const { url, times, years, listed, count } = calendar;
  const { basePath, language } = ways;
  const words = REPLAY_WORDS[language];
  const address = toPlainUrl(url);
  const span = times === '' ? '' : words.begin(times);
  const more = listed.length < count ? words.firstOnes(listed.length) : '';
  return toPage(
    language,
    `${words.capturesOf} ${url}`,
    html`<h1>${words.capturesOf} <span class="url">${url}</span></h1>
<p>${words.count(count)}${span}${more}.</p>
<nav aria-label="${words.years}"><ul>${[...years].map(
      ([year, number]) =>
        html`<li><a href="${basePath}/${year}*/${address}">${year}</a> (${number})</li>`,
    )}</ul></nav>
${[...groupByMonth(listed, language)].map(
  ([month, captures]) => html`<h2>${month}</h2>
<ul>${captures.map((capture) => toItem(capture, ways))}</ul>`,
)}`,
  );
}

/** What is said where a URL has no capture; `others` are captures of the same site. */
export function toNothingPage(
  url: string,
  others: readonly Capture[],
  { basePath, language }: PageWays,
): string {
  const words = REPLAY_WORDS[language];
  const [before, after] = words.noCaptureOf;
  const found =
    others.length === 0
      ? html`<p>${words.nothingOfSite}</p>`
      : html`<p>${words.amongOthers}</p>
<ul>${others.map(
          (capture) =>
            html`<li><a href="${basePath}/*/${toPlainUrl(capture.url)}">${capture.url}</a></li>`,
        )}</ul>`;
  return toPage(
    language,
    words.notInArchive,
    html`<h1>${words.notInArchive}</h1>
<p>${before} <span class="url">${url}</span> ${after}</p>
${found}
<p><a href="/">${words.searchImages}</a></p>`,
  );
}

function toItem(capture: Capture, { basePath, language }: PageWays): Markup {
  const { time, mime, status } = capture;
  const words = REPLAY_WORDS[language];
  const what = mime === 'warc/revisit' ? words.unchanged : mime;
  const trouble = status >= 300 ? `, ${words.status} ${status}` : '';
  return html`<li><a href="${toReplayPath(basePath, capture)}">${toWords(time, language)}</a> (${what}${trouble})</li>`;
}

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const MONTHS: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat('en-GB', MONTH),
  pt: new Intl.DateTimeFormat('pt-PT', MONTH),
};

function groupByMonth(captures: readonly Capture[], language: Language): Map<string, Capture[]> {
  const months = new Map<string, Capture[]>();
  for (const capture of captures) {
    const { time } = capture;
    const date = new Date(`${time.slice(0, 4)}-${time.slice(4, 6)}-01T00:00:00Z`);
    const month = MONTHS[language].format(date);
    const known = months.get(month);
    if (known === undefined) months.set(month, [capture]);
    else known.push(capture);
  }
  return months;
}

const STYLE = `:root{color-scheme:light dark}body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}.url{font-weight:400}a{display:inline-block;padding:.1rem 0}:focus-visible{outline:3px solid Highlight}`;

function toPage(language: Language, title: string, content: Markup): string {
  return html`<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><main>${content}</main></body></html>
`.text;
}
