// The page of a difference: which pictures and lines of text came and went between two captures of a page.
import type { Capture } from '../../model/capture.ts';
import { html, type Markup } from '../html/escape.ts';
import { compareLines, type LineChange } from './compare-lines.ts';
import { toWords } from './moment.ts';
import { type PageWays, toPage } from './page-look.ts';
import type { PageParts, ShownPicture } from './page-parts.ts';
import { toPlainUrl, toReplayPath } from './replay-url.ts';
import { REPLAY_WORDS } from './words.ts';

/** A capture and what it shows. */
export interface ComparedCapture {
  readonly capture: Capture;
  readonly parts: PageParts;
}

/** What is known of the two besides. */
export interface Difference {
  /** Images that both show, at addresses where another picture was captured in between. */
  readonly changed: readonly ShownPicture[];
}

/** Lines around a change that are shown with it. */
const CONTEXT = 2;

/** The page, the earlier capture first. */
export function toDifferencePage(
  before: ComparedCapture,
  after: ComparedCapture,
  { changed, ...ways }: PageWays & Difference,
): string {
  const { basePath, language } = ways;
  const words = REPLAY_WORDS[language];
  const { url } = after.capture;
  const link = ({ capture }: ComparedCapture) =>
    html`<a class="button quiet" href="${toReplayPath(basePath, capture)}">${toWords(capture.time, language)}</a>`;
  const went = without(before.parts.pictures, after.parts.pictures);
  const came = without(after.parts.pictures, before.parts.pictures);
  const changes = compareLines(before.parts.lines, after.parts.lines);
  const isSame =
    went.length + came.length + changed.length === 0 &&
    changes.every(({ kind }) => kind === 'same');
  const isCut = before.parts.isCut || after.parts.isCut;
  return toPage(
    ways,
    `${words.changes}: ${url}`,
    html`<h1>${words.changes}</h1>
<p class="url">${url}</p>
<p class="pair">${link(before)} <span aria-hidden="true">→</span> ${link(after)} <a href="${basePath}/*/${toPlainUrl(url)}">${words.all}</a></p>
${isSame && html`<p>${words.noChanges}</p>`}${isCut && html`<p class="note">${words.cut}</p>`}
${before.parts.title !== after.parts.title && html`<h2>${words.title}</h2><div class="text"><del>${before.parts.title}</del><ins>${after.parts.title}</ins></div>`}
${toPictures(words.picturesCame, came, { kind: 'came', time: after.capture.time, basePath })}
${toPictures(words.picturesWent, went, { kind: 'went', time: before.capture.time, basePath })}
${toPairs(words.picturesChanged, changed, { times: [before.capture.time, after.capture.time], basePath })}
${!isSame && html`<h2>${words.text}</h2>${toText(changes, words)}`}`,
  );
}

function without(
  pictures: readonly ShownPicture[],
  others: readonly ShownPicture[],
): readonly ShownPicture[] {
  const known = new Set(others.map(({ url }) => url));
  return pictures.filter(({ url }) => !known.has(url));
}

function toPictures(
  title: string,
  pictures: readonly ShownPicture[],
  {
    kind,
    time,
    basePath,
  }: { readonly kind: string; readonly time: string; readonly basePath: string },
): Markup | undefined {
  if (pictures.length === 0) return undefined;
  return html`<h2>${title} (${pictures.length})</h2>
<ul class="pictures ${kind}">${pictures.map((picture) => {
    const address = toReplayPath(basePath, { time, url: picture.url, modifier: 'im_' });
    const name = nameOf(picture);
    return html`<li><a href="${address}"><img src="${address}" alt="${name}" loading="lazy"></a><span>${name}</span></li>`;
  })}</ul>`;
}

/** Pictures as they were and as they became, side by side. */
function toPairs(
  title: string,
  pictures: readonly ShownPicture[],
  { times, basePath }: { readonly times: readonly [string, string]; readonly basePath: string },
): Markup | undefined {
  if (pictures.length === 0) return undefined;
  const [then, now] = times;
  return html`<h2>${title} (${pictures.length})</h2>
<ul class="pictures changed">${pictures.map((picture) => {
    const name = nameOf(picture);
    const show = (time: string) => {
      const address = toReplayPath(basePath, { time, url: picture.url, modifier: 'im_' });
      return html`<a href="${address}"><img src="${address}" alt="${name}" loading="lazy"></a>`;
    };
    return html`<li><div>${show(then)}${show(now)}</div><span>${name}</span></li>`;
  })}</ul>`;
}

function nameOf({ url, alt }: ShownPicture): string {
  return alt || url.split('/').at(-1) || url;
}

/** Changes with a few lines around them; what is left out is counted. */
function toText(
  changes: readonly LineChange[],
  words: { same(lines: number): string; readonly noTextChanges: string },
): Markup {
  if (changes.every(({ kind }) => kind === 'same')) return html`<p>${words.noTextChanges}</p>`;
  const isNear = changes.map((_, at) =>
    changes.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  );
  const parts: Markup[] = [];
  let hidden = 0;
  const endGap = (): void => {
    if (hidden > 0) parts.push(html`<p class="gap">${words.same(hidden)}</p>`);
    hidden = 0;
  };
  for (const [at, { kind, text }] of changes.entries()) {
    if (!isNear[at]) {
      hidden++;
      continue;
    }
    endGap();
    if (kind === 'came') parts.push(html`<ins>${text}</ins>`);
    else if (kind === 'went') parts.push(html`<del>${text}</del>`);
    else parts.push(html`<p>${text}</p>`);
  }
  endGap();
  return html`<div class="text">${parts}</div>`;
}
