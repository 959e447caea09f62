// The pages of the demo as HTML of their time: table layouts, blogs with style sheets, figures with several sizes.
import { escapeXml } from './drawing.ts';
import { LICENCES } from './photograph.ts';
import type { Page, Shown, Site } from './site.ts';

/** What a page needs to know besides itself. */
export interface PageContext {
  readonly site: Site;
  /** Four digits. */
  readonly year: string;
  /** Bytes of pictures that stand in the page itself, as `data:` URLs by path. */
  readonly inline: ReadonlyMap<string, string>;
}

/** The markup of a page. */
export function toHtml(page: Page, context: PageContext): string {
  switch (page.layout) {
    case 'tables':
      return toTables(page, context);
    case 'blog':
      return toBlog(page, context);
    case 'figures':
      return toFigures(page, context);
  }
}

/** The style sheet of a blog; it names the banner. */
export function toStyleSheet({ colours, banner }: Site): string {
  const image =
    banner === undefined ? '' : ` url(${banner.path.replace(/^css\//, '')}) center / cover`;
  return `body { margin: 0; font: 15px/1.5 Georgia, serif; color: ${colours.ink}; background: ${colours.paper}; }
#top { height: 170px; background: ${colours.accent}${image}; }
#top h1 { margin: 0; text-indent: -9999px; }
#menu { padding: 8px 24px; background: ${colours.ink}; }
#menu a { margin-right: 18px; color: ${colours.paper}; }
.entry { max-width: 720px; margin: 24px auto; padding: 0 16px; }
.photo { margin: 18px 0; padding: 8px; background: #fff; border: 1px solid #ccc; }
.photo img { max-width: 100%; height: auto; }
.photo p { margin: 6px 0 0; font-size: 13px; color: #555; }
`;
}

function menu({ site }: PageContext, { layout }: Page): { href: string; label: string }[] {
  return site.pages
    .filter((page) => page.layout === layout)
    .map(({ path, title }) => ({
      href: `/${path}`,
      label: title.split(/ [-–:|] |：/)[0] ?? title,
    }));
}

/** Pages of the nineties and shortly after: capitals, tables, spacers, no quotes where none were needed. */
function toTables(page: Page, context: PageContext): string {
  const { site, year } = context;
  const { colours, words } = site;
  const charset = page.charset ?? 'iso-8859-1';
  const cells = page.shows.map(
    (shown) => `<TD ALIGN=CENTER VALIGN=TOP>${oldImage(shown, context)}</TD>`,
  );
  const rows: string[] = [];
  for (let at = 0; at < cells.length; at += 2)
    rows.push(`<TR>${cells.slice(at, at + 2).join('\n')}</TR>`);
  const links = menu(context, page).map(
    ({ href, label }) =>
      `<A HREF="${href}"><FONT COLOR="${colours.accent}">${escapeXml(label)}</FONT></A>`,
  );
  return `<HTML>
<HEAD>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${charset}">
${page.isSilent ? '' : `<META HTTP-EQUIV="Content-Language" CONTENT="${site.language}">\n`}<TITLE>${escapeXml(page.title)}</TITLE>
</HEAD>
<BODY BACKGROUND="/${site.tile.path}" BGCOLOR="${colours.paper}" TEXT="${colours.ink}">
<CENTER>
<TABLE WIDTH=640 BORDER=0 CELLPADDING=0 CELLSPACING=0 BGCOLOR="#FFFFFF">
<TR><TD BGCOLOR="${colours.accent}" HEIGHT=60 ALIGN=CENTER><FONT FACE="Times" SIZE=6 COLOR="#FFFFFF"><B>${escapeXml(site.title)}</B></FONT></TD></TR>
<TR><TD><IMG SRC="/img/spacer.gif" WIDTH=640 HEIGHT=8 ALT=""></TD></TR>
<TR><TD ALIGN=CENTER>${links.join(' | ')}</TD></TR>
<TR><TD><IMG SRC="/img/spacer.gif" WIDTH=1 HEIGHT=10></TD></TR>
<TR><TD><FONT FACE="Arial" SIZE=2>${page.text.map((paragraph) => `<P>${escapeXml(paragraph)}`).join('\n')}</FONT></TD></TR>
</TABLE>
<TABLE WIDTH=640 BORDER=0 CELLPADDING=8 BGCOLOR="#FFFFFF">
${rows.join('\n')}
</TABLE>
<P><IMG SRC="/img/counter.gif" WIDTH=88 HEIGHT=31 ALT="${escapeXml(words.visitors)}"><BR>
<FONT SIZE=1>${escapeXml(words.visitors)}: ${visitorsIn(year)} - ${escapeXml(site.title)}, ${year}</FONT>
</CENTER>
</BODY>
</HTML>
`;
}

/** A number that grows with the years, as counters did. */
const visitorsIn = (year: string): number => (Number(year) - 1997) * 4711 + 123;

function oldImage({ picture, alt, caption, title, how }: Shown, { inline }: PageContext): string {
  const { width, height } = picture;
  const tooltip = title === undefined ? '' : ` TITLE="${escapeXml(title)}"`;
  const address = inline.get(picture.path) ?? addressOf(picture.path);
  const words =
    caption === undefined ? '' : `<BR><FONT FACE="Arial" SIZE=1>${escapeXml(caption)}</FONT>`;
  if (how === 'link') return `<A HREF="${address}">${escapeXml(alt)}</A>${words}`;
  const shown = width > 300 ? [300, Math.round((height * 300) / width)] : [width, height];
  return `<IMG SRC="${address}" ALT="${escapeXml(alt)}"${tooltip} WIDTH=${shown[0]} HEIGHT=${shown[1]} BORDER=1>${words}`;
}

function toBlog(page: Page, context: PageContext): string {
  const { site } = context;
  const charset = page.charset ?? 'utf-8';
  const [first = '', ...rest] = page.text;
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"${page.isSilent ? '' : ` lang="${site.language}" xml:lang="${site.language}"`}>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=${charset}" />
<title>${escapeXml(page.title)}</title>
<link rel="stylesheet" type="text/css" href="/css/style.css" />
</head>
<body>
<div id="top"><h1>${escapeXml(site.title)}</h1></div>
<div id="menu">${menu(context, page)
    .map(({ href, label }) => `<a href="${href}">${escapeXml(label)}</a>`)
    .join(' ')}</div>
<div class="entry">
<h2>${escapeXml(page.title.split(' - ')[0] ?? page.title)}</h2>
<p>${escapeXml(first)}</p>
${page.shows.map((shown, index) => `${blogImage(shown, page, context)}\n${rest[index] === undefined ? '' : `<p>${escapeXml(rest[index])}</p>`}`).join('\n')}
</div>
</body>
</html>
`;
}

function blogImage(shown: Shown, page: Page, { inline }: PageContext): string {
  const { picture, alt, caption, title, how, others = [] } = shown;
  const address = inline.get(picture.path) ?? addressOf(picture.path);
  const tooltip = title === undefined ? '' : ` title="${escapeXml(title)}"`;
  const image = `<img src="${address}" alt="${escapeXml(alt)}"${tooltip} width="${picture.width}" height="${picture.height}" />`;
  const [large] = others;
  const linked =
    how === 'link' && large !== undefined
      ? `<a href="${addressOf(large.path)}">${image}</a>`
      : image;
  return `<div class="photo">${linked}${caption === undefined ? '' : `<p>${escapeXml(caption)}${creditOf(shown, page)}</p>`}</div>`;
}

function toFigures(page: Page, context: PageContext): string {
  const { site, year } = context;
  const { colours } = site;
  const [first] = page.shows;
  const lead = first === undefined ? '' : toAbsolute(first.picture.path, site);
  const article = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: page.title,
    image: lead,
  };
  const data = [article, ...(page.credits === 'markup' ? imageObjects(page, site) : [])];
  return `<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(page.title)}</title>
<meta property="og:title" content="${escapeXml(page.title)}">
<meta property="og:image" content="${lead}">
<script type="application/ld+json">${JSON.stringify(data.length === 1 ? article : data)}</script>
<style>
body { margin: 0; font: 17px/1.55 system-ui, sans-serif; color: ${colours.ink}; background: ${colours.paper}; }
header { padding: 28px 6vw; background: ${colours.accent}; color: #fff; }
nav a { margin-right: 1.2em; color: #fff; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 24px; padding: 24px 6vw; }
.lead { grid-column: 1 / -1; max-width: 46em; }
figure { margin: 0; } figure img { width: 100%; height: auto; border-radius: 6px; }
figcaption { font-size: 0.85em; color: #555; } footer { padding: 24px 6vw; font-size: 0.85em; }
</style>
</head>
<body>
<header><h1>${escapeXml(site.title)}</h1><nav>${menu(context, page)
    .map(({ href, label }) => `<a href="${href}">${escapeXml(label)}</a>`)
    .join('')}</nav></header>
<main>
<div class="lead"><h2>${escapeXml(page.title)}</h2>${page.text.map((paragraph) => `<p>${escapeXml(paragraph)}</p>`).join('\n')}</div>
${page.shows.map((shown) => figure(shown, page, context)).join('\n')}
</main>
<footer>© ${year} ${escapeXml(site.title)}</footer>
</body>
</html>
`;
}

/** What machines are told of photographs. */
function imageObjects({ shows }: Page, site: Site): object[] {
  return shows.flatMap(({ picture, credit }) =>
    credit === undefined
      ? []
      : [
          {
            '@context': 'https://schema.org',
            '@type': 'ImageObject',
            contentUrl: toAbsolute(picture.path, site),
            license: LICENCES[credit.licence],
            creditText: credit.author,
          },
        ],
  );
}

/** Who took a photograph and under which licence it may be used, as a page says it. */
function creditOf({ credit }: Shown, { credits }: Page): string {
  if (credit === undefined || credits === undefined) return '';
  const address = LICENCES[credit.licence];
  const licence =
    credits === 'words'
      ? credit.licence
      : `<a${credits === 'markup' ? ' rel="license"' : ''} href="${address}">${credit.licence}</a>`;
  return ` <small>${escapeXml(credit.author)}, ${licence}</small>`;
}

function figure(shown: Shown, page: Page, context: PageContext): string {
  const { caption } = shown;
  const words =
    caption === undefined
      ? ''
      : `\n<figcaption>${escapeXml(caption)}${creditOf(shown, page)}</figcaption>`;
  return `<figure>\n${newImage(shown, context)}${words}\n</figure>`;
}

function newImage(
  { picture, alt, title, how, others = [] }: Shown,
  { inline, year }: PageContext,
): string {
  const { width, height } = picture;
  const address = inline.get(picture.path) ?? addressOf(picture.path);
  const rest = `alt="${escapeXml(alt)}"${title === undefined ? '' : ` title="${escapeXml(title)}"`} width="${width}" height="${height}"`;
  const candidates = [...others, picture]
    .map((one) => `${addressOf(one.path)} ${one.width}w`)
    .join(', ');
  switch (how) {
    case 'lazy':
      // Before browsers could wait by themselves, scripts put the address in.
      return Number(year) < 2019
        ? `<img data-src="${address}" src="${PLACEHOLDER}" ${rest}>`
        : `<img src="${address}" loading="lazy" ${rest}>`;
    case 'noscript':
      return `<img class="late" data-original="${address}" src="${PLACEHOLDER}" ${rest}>\n<noscript><img src="${address}" ${rest}></noscript>`;
    case 'srcset':
      return `<img src="${address}" srcset="${candidates}" sizes="(min-width: 60em) 33vw, 100vw" ${rest}>`;
    case 'picture': {
      const sources = others.map(
        (one) => `<source type="image/${one.format}" srcset="${addressOf(one.path)}">`,
      );
      return `<picture>${sources.join('')}<img src="${address}" loading="lazy" ${rest}></picture>`;
    }
    case 'link':
      return `<a href="${address}">${escapeXml(alt)}</a>`;
    default:
      return `<img src="${address}" ${rest}>`;
  }
}

/** One transparent pixel, which scripts replaced. */
const PLACEHOLDER =
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const addressOf = (path: string): string => (/^https?:/.test(path) ? path : `/${path}`);

const toAbsolute = (path: string, { host }: Site): string =>
  /^https?:/.test(path) ? path : `https://${host}/${path}`;
