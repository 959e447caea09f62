// Pages about captures: the history of a URL, the addresses below one, and what there is instead where there are none.
import type { Capture } from '../../model/capture.ts';
import { html, type Insert, type Markup } from '../html/escape.ts';
import type { Language } from '../html/messages.ts';
import { LOCALES } from '../html/messages.ts';
import { toWords } from './moment.ts';
import { type PageWays, toPage } from './page-look.ts';
import type { ShownPicture } from './page-parts.ts';
import { toPlainUrl, toReplayPath } from './replay-url.ts';
import { REPLAY_WORDS } from './words.ts';

/** A capture in a history. */
export interface ListedCapture {
  readonly capture: Capture;
  /** The capture before it, of whatever time. */
  readonly before: Capture | undefined;
  /** What was captured is not what the capture before it has. */
  readonly isChanged: boolean;
  /** Some pictures that the page showed. */
  readonly pictures: readonly ShownPicture[];
}

/** The captures of a URL. */
export interface Calendar {
  readonly url: string;
  /** Digits that all listed times begin with; `''`: all times. */
  readonly times: string;
  /** How many there are of each year. */
  readonly years: ReadonlyMap<string, number>;
  /** The first of those asked for. */
  readonly listed: readonly ListedCapture[];
  /** How many there are of those asked for. */
  readonly count: number;
}

/** The history: years, the months of one of them, and the list of captures. */
export function toCalendarPage(calendar: Calendar, ways: PageWays): string {
  const { url, times, years, listed, count } = calendar;
  const words = REPLAY_WORDS[ways.language];
  const span = times === '' ? '' : words.begin(times);
  const more = listed.length < count ? words.firstOnes(listed.length) : '';
  // Of a page that was captured now and then all months are shown, of others those of one year.
  const months = new Set(listed.map(({ capture }) => capture.time.slice(0, 6)));
  const isFew = times === '' && months.size <= MOST_MONTHS && listed.length === count;
  const last = [...years.keys()].at(-1) ?? '';
  const year = times.length >= 4 ? times.slice(0, 4) : isFew ? '' : last;
  const changes = listed.filter(({ isChanged, before }) => isChanged && before).length;
  return toPage(
    ways,
    `${words.capturesOf} ${url}`,
    html`<h1>${words.capturesOf}</h1>
<p class="url">${url}</p>
<p>${words.count(count)}${span}${more}. ${count > 1 && words.changed(changes)}</p>
${toYears(calendar, year, ways)}
${toMonths(calendar, year, ways)}
<h2>${words.list}</h2>
<ol class="captures">${listed.map((each) => toItem(each, ways))}</ol>`,
  );
}

/** Months that are shown at once. */
const MOST_MONTHS = 12;

/** An address below another one, with the captures that there are of it. */
export interface CapturedAddress {
  readonly url: string;
  readonly count: number;
  readonly first: string;
  readonly last: string;
  readonly mime: string;
}

/** The addresses below a URL; `isCut`: there are more. */
export function toAddressesPage(
  url: string,
  { addresses, isCut }: { readonly addresses: readonly CapturedAddress[]; readonly isCut: boolean },
  ways: PageWays,
): string {
  const words = REPLAY_WORDS[ways.language];
  return toPage(
    ways,
    `${words.addressesBelow} ${url}`,
    html`<h1>${words.addressesBelow}</h1>
<p class="url">${url}</p>
<p>${words.addresses(addresses.length)}${isCut && words.andMore}.</p>
<ol class="captures addresses">${addresses.map(
      (each) =>
        html`<li><a href="${ways.basePath}/*/${toPlainUrl(each.url)}">${each.url}</a> <span class="tag">${each.mime}</span> <span class="note">${words.count(each.count)}, ${[...new Set([each.first.slice(0, 4), each.last.slice(0, 4)])].join('–')}</span></li>`,
    )}</ol>`,
  );
}

/** What is said where a URL has no capture; `others` are captures of the same site. */
export function toNothingPage(url: string, others: readonly Capture[], ways: PageWays): string {
  const words = REPLAY_WORDS[ways.language];
  const [before, after] = words.noCaptureOf;
  const found =
    others.length === 0
      ? html`<p>${words.nothingOfSite}</p>`
      : html`<p>${words.amongOthers}</p>
<ul>${others.map(
          (capture) =>
            html`<li><a href="${ways.basePath}/*/${toPlainUrl(capture.url)}">${capture.url}</a></li>`,
        )}</ul>`;
  return toPage(
    ways,
    words.notInArchive,
    html`<div class="state"><h1>${words.notInArchive}</h1>
<p>${before} <span class="url">${url}</span> ${after}</p>
${found}
<p><a class="button" href="/">${words.searchImages}</a></p></div>`,
  );
}

/** Years between the first and the last, also those without a capture; more than these are damaged dates. */
const MAX_YEARS = 120;

function toYears(
  { url, years }: Calendar,
  chosen: string,
  { basePath, language }: PageWays,
): Insert {
  const known = [...years.keys()].map(Number);
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const all =
    last - first < MAX_YEARS
      ? Array.from({ length: last - first + 1 }, (_, at) => first + at)
      : known;
  const most = Math.max(...years.values());
  const address = toPlainUrl(url);
  return html`<nav aria-label="${REPLAY_WORDS[language].years}"><ol class="years">${all.map(
    (number) => {
      const year = String(number).padStart(4, '0');
      const count = years.get(year) ?? 0;
      if (count === 0) return html`<li><span>${BLANK}${year}</span></li>`;
      const height = Math.max(6, Math.round((count / most) * 100));
      const bar = html`<svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true"><rect x="1" y="${100 - height}" width="8" height="${height}"/></svg>`;
      return html`<li><a href="${basePath}/${year}*/${address}"${year === chosen && html` aria-current="true"`} title="${REPLAY_WORDS[language].count(count)}">${bar}${year}</a></li>`;
    },
  )}</ol></nav>`;
}

const BLANK = html`<svg viewBox="0 0 10 100" aria-hidden="true"></svg>`;

/** The months of a year; days with captures lead to the last one of that day. */
function toMonths({ url, listed }: Calendar, year: string, ways: PageWays): Insert {
  const days = new Map<string, ListedCapture[]>();
  for (const each of listed) {
    const day = each.capture.time.slice(0, 8);
    if (!day.startsWith(year)) continue;
    const known = days.get(day);
    if (known === undefined) days.set(day, [each]);
    else known.push(each);
  }
  if (days.size === 0) return undefined;
  const months = [...new Set([...days.keys()].map((day) => day.slice(0, 6)))];
  return html`<div class="months">${months.map((month) => toMonth(month, { url, days, ways }))}</div>`;
}

function toMonth(
  month: string,
  { url, days, ways }: { url: string; days: ReadonlyMap<string, ListedCapture[]>; ways: PageWays },
): Markup {
  const { basePath, language } = ways;
  const first = new Date(`${month.slice(0, 4)}-${month.slice(4)}-01T00:00:00Z`);
  const length = new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0),
  ).getUTCDate();
  // Weeks begin on Monday.
  const offset = (first.getUTCDay() + 6) % 7;
  const blanks = Array.from({ length: offset }, () => html`<span></span>`);
  const cells = Array.from({ length }, (_, at) => {
    const day = String(at + 1).padStart(2, '0');
    const found = days.get(month + day);
    if (found === undefined) return html`<span>${at + 1}</span>`;
    const [only] = found;
    const href =
      found.length === 1 && only !== undefined
        ? toReplayPath(basePath, only.capture)
        : `${basePath}/${month}${day}*/${toPlainUrl(url)}`;
    const isChanged = found.some((each) => each.isChanged);
    const words = REPLAY_WORDS[language];
    return html`<a href="${href}"${isChanged && html` class="changed"`} title="${words.count(found.length)}${isChanged && `, ${words.differs}`}">${at + 1}</a>`;
  });
  return html`<section><h2>${monthName(first, language)}</h2><div class="days">${weekdays(language)}${blanks}${cells}</div></section>`;
}

function toItem({ capture, before, isChanged, pictures }: ListedCapture, ways: PageWays): Markup {
  const { basePath, language } = ways;
  const { time, mime, status, url } = capture;
  const words = REPLAY_WORDS[language];
  const what = mime === 'warc/revisit' ? words.unchanged : mime;
  const isImage = mime.startsWith('image/') && status < 300;
  const picture = (source: string, alt: string) =>
    html`<img src="${toReplayPath(basePath, { time, url: source, modifier: 'im_' })}" alt="${alt}" loading="lazy">`;
  return html`<li>${isImage && isChanged && picture(url, '')}<a href="${toReplayPath(basePath, capture)}">${toWords(time, language)}</a>
<span class="tag">${what}</span>${status >= 300 && html` <span class="tag">${words.status} ${status}</span>`}${isChanged && html` <span class="tag changed">${before === undefined ? words.first : words.differs}</span>`}
${isChanged && before !== undefined && mime.includes('html') && html`<a href="${basePath}/diff/${before.time}/${time}/${toPlainUrl(url)}">${words.whatChanged}</a>`}
${pictures.length > 0 && html`<span class="shown">${pictures.map((each) => picture(each.url, each.alt))}</span>`}</li>`;
}

/** Narrow names of the days of a week. */
function weekdays(language: Language): Insert {
  const format = new Intl.DateTimeFormat(LOCALES[language], { weekday: 'narrow', timeZone: 'UTC' });
  return WEEK.map(
    (day) => html`<span class="weekday" aria-hidden="true">${format.format(day)}</span>`,
  );
}

/** The seven days of a week that begins on a Monday. */
const WEEK = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2001, 0, 1 + at)));

const MONTH_FORMATS = new Map<Language, Intl.DateTimeFormat>();

function monthName(date: Date, language: Language): string {
  let format = MONTH_FORMATS.get(language);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LOCALES[language], {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    MONTH_FORMATS.set(language, format);
  }
  return format.format(date);
}

/** Style of a page that a bar and a frame fill. */
export const WIDE_STYLE =
  'html,body{margin:0;height:100%}body{display:flex;flex-direction:column}main{flex:1;display:flex;min-height:0}h1{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}iframe{flex:1;border:0;width:100%;background:#fff}';
