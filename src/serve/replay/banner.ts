// The bar at the top of an archived page: when it was captured, and the way to other captures.
import type { Neighbours } from '../../index/captures.ts';
import type { Capture } from '../../model/capture.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { html, type Insert, Markup } from '../html/escape.ts';
import type { Language } from '../html/messages.ts';
import { toWords } from './moment.ts';
import { toPlainUrl, toReplayPath } from './replay-url.ts';
import { REPLAY_WORDS } from './words.ts';

// The page's own style sheets reach everything in it. Inline rules marked important are above them all.
const BAR = important({
  all: 'initial',
  display: 'flex',
  'flex-wrap': 'wrap',
  gap: '4px 16px',
  'align-items': 'baseline',
  'box-sizing': 'border-box',
  position: 'sticky',
  top: '0',
  left: '0',
  width: '100%',
  'z-index': '2147483647',
  padding: '8px 16px',
  background: '#1d2730',
  color: '#ffffff',
  font: '14px/1.5 system-ui, sans-serif',
  direction: 'ltr',
});
const TEXT = important({ all: 'unset', display: 'inline', color: '#ffffff', font: 'inherit' });
const LINK = important({
  all: 'unset',
  display: 'inline-block',
  color: '#9ed0ff',
  font: 'inherit',
  'text-decoration': 'underline',
  cursor: 'pointer',
});
const NOTHING = important({ all: 'unset', display: 'inline', color: '#9aa7b2', font: 'inherit' });

/** Where the links of a banner lead, and what it shows of the other captures. */
export interface BannerWays {
  readonly basePath: string;
  readonly language: Language;
  /** Captures by year, in order; absent where nobody counted them. */
  readonly years?: ReadonlyMap<string, number>;
  /** The banner stands in a page of ours, which styles it (`BANNER_STYLE`); default: in the archived page. */
  readonly isInOwnPage?: boolean;
}

/** How the banner looks in a page of ours. On phones its links take as many lines as they need: none is out of sight. */
export const BANNER_STYLE =
  'pinakes-banner{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;padding:6px 16px;background:#1d2730;color:#fff;font:14px/1.5 system-ui,sans-serif}pinakes-banner a{display:inline-block;padding:2px 0;color:#9ed0ff;white-space:nowrap;text-underline-offset:.18em}pinakes-banner a:focus-visible{outline:2px solid #fff;outline-offset:2px}pinakes-banner .ways{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center}pinakes-banner .none{color:#9aa7b2;white-space:nowrap}pinakes-banner svg{display:inline-block;vertical-align:-2px}pinakes-banner .years{color:#c9d6e2;white-space:nowrap;font-variant-numeric:tabular-nums}pinakes-banner a:has(.years){text-decoration:none}@media(max-width:48rem){pinakes-banner{display:grid;gap:0;padding:4px 12px;font-size:13px}pinakes-banner .ways{gap:0 14px}}';

/** The banner of a capture, as HTML. */
export function toBanner(
  { time, url, surt }: Capture,
  { previous, next }: Pick<Neighbours, 'previous' | 'next'>,
  { basePath, language, years, isInOwnPage = false }: BannerWays,
): string {
  const words = REPLAY_WORDS[language];
  const style = (rules: string) => !isInOwnPage && html` style="${rules}"`;
  const link = (address: string, text: string) =>
    html`<a href="${address}"${style(LINK)}>${text}</a>`;
  const step = (capture: Capture | undefined, text: string) =>
    capture === undefined
      ? html`<span class="none"${style(NOTHING)}>${text}</span>`
      : link(toReplayPath(basePath, capture), text);
  const host = hostOf(url);
  return html`<pinakes-banner lang="${language}" role="region" aria-label="${words.archivedPage}"${style(BAR)}>
<span${style(TEXT)}>${words.archivedOn} <time datetime="${toDateTime(time)}"${style(TEXT)}>${toWords(time, language)}</time></span>
<span class="ways"${style(TEXT)}>
${step(previous, words.earlier)} ${step(next, words.later)}
${toSmallTimeline(time, { years, href: `${basePath}/*/${toPlainUrl(url)}`, label: words.all, style: style(LINK), text: style(TEXT) })}
${link(`${basePath}/*/${toPlainUrl(url)}`, words.all)}
${previous === undefined ? new Markup('') : link(`${basePath}/diff/${previous.time}/${time}/${toPlainUrl(url)}`, words.whatChanged)}
${host === '' || surt === '' ? new Markup('') : link(`/?q=${encodeURIComponent(`site:${host}`)}`, words.searchSite)}
</span></pinakes-banner>`.text;
}

/** Bars of the years with captures; that of this capture is bright. */
function toSmallTimeline(
  time: string,
  {
    years,
    href,
    label,
    style,
    text,
  }: {
    readonly years: ReadonlyMap<string, number> | undefined;
    readonly href: string;
    readonly label: string;
    readonly style: Insert;
    readonly text: Insert;
  },
): Markup {
  if (years === undefined || years.size < 2) return new Markup('');
  const known = [...years.keys()].map(Number);
  const first = Math.min(...known);
  const length = Math.min(Math.max(...known) - first + 1, MAX_BARS);
  const most = Math.max(...years.values());
  const bars = Array.from({ length }, (_, at) => {
    const year = String(first + at).padStart(4, '0');
    const height = Math.ceil(((years.get(year) ?? 0) / most) * BAR_HEIGHT);
    const colour = time.startsWith(year) ? '#ffffff' : '#9ed0ff';
    return html`<rect x="${at * BAR_WIDTH}" y="${BAR_HEIGHT - height}" width="${BAR_WIDTH - 1}" height="${height}" fill="${colour}"><title>${year}: ${years.get(year) ?? 0}</title></rect>`;
  });
  const year = (at: number) => String(first + at).padStart(4, '0');
  const width = length * BAR_WIDTH;
  // The years at its ends say what the bars are, the line below them what lies between.
  return html`<a href="${href}" aria-label="${label}, ${year(0)}–${year(length - 1)}"${style}><span class="years"${text}>${year(0)} <svg width="${width}" height="${BAR_HEIGHT + 1}" role="img" aria-hidden="true">${bars}<rect y="${BAR_HEIGHT}" width="${width}" height="1" fill="#7f95a8"/></svg> ${year(length - 1)}</span></a>`;
}

const BAR_WIDTH = 5;
const BAR_HEIGHT = 16;
const MAX_BARS = 60;

function toDateTime(time: string): string {
  const part = (from: number, to: number) => time.slice(from, to);
  return `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}T${part(8, 10)}:${part(10, 12)}:${part(12, 14)}Z`;
}

function hostOf(url: string): string {
  return parseUrl(url)?.hostname ?? '';
}

function important(rules: Readonly<Record<string, string>>): string {
  return Object.entries(rules)
    .map(([name, value]) => `${name}:${value}!important`)
    .join(';');
}
