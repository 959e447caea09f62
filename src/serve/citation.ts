// How to cite an archived image: plain text, HTML, BibTeX and a persistent name.
import type { ImageDocument } from '../model/image.ts';
import { bestTitle } from '../model/image-title.ts';
import type { LicenceName } from '../model/licence.ts';
import { toIsoTime } from '../model/timestamp.ts';
import { parseUrl } from '../support/parse-url.ts';
import { escapeHtml } from './html/escape.ts';
import { toPlainUrl } from './replay/replay-url.ts';

/** A citation in several forms. */
export interface Citation {
  /** One line for beside the image: title, credit and licence where they are stated, site, day, and where it can be seen. */
  readonly attribution: string;
  readonly plain: string;
  readonly html: string;
  readonly bibtex: string;
  /** Persistent web identifier of the capture, a URN; `''` for images that had no address of their own. */
  readonly pwid: string;
}

/** Longest name of a file in a citation. */
const MAX_NAME = 200;

/** Cites the oldest capture of an image; `archived` is the address it can be seen at. */
export function toCitation(
  document: ImageDocument,
  { archived, libraryName }: { readonly archived: string; readonly libraryName: string },
): Citation {
  const { oldest, page, digest } = document;
  const title = titleOf(document);
  const date = toIsoTime(oldest.time).slice(0, 10);
  const from =
    page === undefined ? '' : ` On the page “${tidy(page.title) || page.url}” (${page.url}).`;
  const pwid = toPwid(document, archived);
  const facts = [tidy(libraryName), `SHA-256 ${digest}`, pwid].filter(Boolean).join(', ');
  const plain = `“${title}”. Image, ${oldest.url}, captured ${date}.${from} ${archived} (${facts}).`;
  const html = `“${escapeHtml(title)}”. Image, <cite>${escapeHtml(oldest.url)}</cite>, captured <time datetime="${date}">${date}</time>.${escapeHtml(from)} <a href="${escapeHtml(archived)}">${escapeHtml(archived)}</a> (${escapeHtml(facts)}).`;
  const site = parseUrl(page?.url ?? oldest.url)?.hostname ?? '';
  const rights = [tidy(document.licence?.credit ?? ''), licenceOf(document)].filter(Boolean);
  const parts = [`“${title}”`, ...rights, site, `captured ${date}`];
  const attribution = parts.filter(Boolean).join(', ');
  return { attribution: `${attribution}. ${archived}`, plain, html, bibtex: toBibtex(), pwid };

  function toBibtex(): string {
    const fields: readonly (readonly [string, string])[] = [
      ['title', texText(title)],
      ['howpublished', `Archived image, \\url{${texUrl(archived)}}`],
      ['year', date.slice(0, 4)],
      ['month', date.slice(5, 7)],
      ['note', `Captured ${date} from \\url{${texUrl(oldest.url)}}; ${texText(facts)}`],
    ];
    const lines = fields.map(([name, value]) => `  ${name} = {${value}},`);
    return `@misc{image-${digest.slice(0, 12)},\n${lines.join('\n')}\n}`;
  }
}

/** The stated licence, as people write it, with its address. */
function licenceOf({ licence }: ImageDocument): string {
  if (licence === undefined || licence.name === 'other') return licence?.url ?? '';
  const { name, url } = licence;
  const words = NAMED_RIGHTS[name] ?? `CC ${name.toUpperCase()}`;
  return url === '' ? words : `${words} (${url})`;
}

const NAMED_RIGHTS: Readonly<Partial<Record<LicenceName, string>>> = {
  cc0: 'CC0',
  pd: 'public domain',
  reserved: 'all rights reserved',
};

/**
 * The capture as a URN of the `pwid` namespace (registered with IANA): archive, moment, how much of it is meant, and
 * the address. The archive is named by the host it is reached at; `part` means one file, not a page with its parts.
 */
function toPwid({ oldest }: ImageDocument, archived: string): string {
  const archive = parseUrl(archived)?.hostname.replace(/^\[|\]$/g, '');
  if (!/^https?:/i.test(oldest.url) || archive === undefined) return '';
  const name = archive.replaceAll(':', '.');
  return `urn:pwid:${name}:${toIsoTime(oldest.time)}:part:${toPlainUrl(oldest.url)}`;
}

/** Without any text the name of its file, as a reader would call it. */
function titleOf(document: ImageDocument): string {
  const { titles, alts, captions, linkTexts, page, oldest, correctedTitle } = document;
  const plain = (texts: readonly { readonly text: string }[]) => texts.map(({ text }) => text);
  const title = bestTitle({
    correctedTitle,
    alts: plain(alts),
    titles: plain(titles),
    captions: plain(captions),
    linkTexts: plain(linkTexts),
    pageTitle: page?.title,
  });
  const name = oldest.url.split(/[?#]/, 1)[0]?.split('/').at(-1);
  return title || tidy(name ?? '').slice(0, MAX_NAME) || 'Untitled image';
}

/** On one line, without characters that are not seen. */
function tidy(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]+/gu, ' ').trim();
}

/** Text in BibTeX: characters with a meaning there are written out. */
function texText(text: string): string {
  return text
    .replace(/[{}\\]/g, ' ')
    .replace(/[#$%&_]/g, '\\$&')
    .replaceAll('^', '\\^{}')
    .replaceAll('~', '\\~{}');
}

/** Inside \url{} only braces, backslashes and blanks could do harm; percent-encoded they mean the same. */
function texUrl(url: string): string {
  return url.replace(/[{}\\\s]/g, (unit) => encodeURIComponent(unit));
}
