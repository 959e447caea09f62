// Whole pages of a given size: head, navigation, one of several layouts, scripts and footer.
import { LAYOUTS, prose } from './page-layouts.ts';
import { escapeText, imageUrl, type PageContext, slug } from './page-parts.ts';
import { phrase, sentence, word } from './vocabulary.ts';

/** A page and how its server would declare it. */
export interface MadePage {
  readonly bytes: Buffer;
  /** Value of `Content-Type`. */
  readonly contentType: string;
}

/** Makes a page of about `sizeBytes`. */
export function makePage(context: PageContext, sizeBytes: number): MadePage {
  const { random, language } = context;
  const canBeOld = ['en', 'pt', 'de', 'fr', 'es'].includes(language.tag);
  const layout = random.pick(canBeOld ? LAYOUTS : LAYOUTS.filter(({ isOld }) => !isOld));
  const title = phrase(random, language, random.int(3, 9));
  const head = layout.isOld ? oldHead(title) : newHead(context, title);
  const top = layout.isOld ? '' : navigation(context);
  const bottom = layout.isOld ? '<HR><I>Last updated 1998</I></BODY></HTML>' : footer(context);
  const sizeOf = (html: string) => (layout.isOld ? html.length : Buffer.byteLength(html));
  let body = '';
  let room = sizeBytes - sizeOf(head + top + bottom);
  // Real pages name about 22 images (research on 1,346 of them); a few are galleries from top to bottom.
  const pictureShare = random.pick(PICTURE_SHARES);
  const textRoom = room * (1 - pictureShare);
  while (room > 0) {
    const block = room > textRoom ? layout.make(context) : prose(context, layout.isOld);
    body += block;
    room -= sizeOf(block);
  }
  const html = head + top + body + bottom;
  return layout.isOld
    ? { bytes: Buffer.from(html, 'latin1'), contentType: 'text/html' }
    : { bytes: Buffer.from(html), contentType: random.pick(UTF8_TYPES) };
}

/** How much of a page is set in its layout with pictures; the rest is text. */
const PICTURE_SHARES = [0.02, 0.05, 0.05, 0.1, 0.15, 0.2, 0.6];

const UTF8_TYPES = ['text/html; charset=UTF-8', 'text/html; charset=utf-8', 'text/html'];

function oldHead(title: string): string {
  return `<HTML>\n<HEAD>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-1">
<TITLE>${escapeText(title)}</TITLE>\n</HEAD>\n<BODY BGCOLOR=#FFFFFF BACKGROUND="/img/paper.gif" LINK=blue>\n`;
}

function newHead(context: PageContext, title: string): string {
  const { random, language, site } = context;
  const picture = `https://${site.host}${imageUrl(context)}`;
  const about = escapeText(sentence(random, language));
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    image: [picture],
    datePublished: '2019-03-14',
  };
  return `<!DOCTYPE html>
<html lang="${language.tag}">
<head>
  <meta charset="utf-8">
  <title>${escapeText(title)} | ${site.name}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="description" content="${about}">
  <meta property="og:title" content="${escapeText(title)}">
  <meta property="og:image" content="${picture}">
  <meta name="twitter:image" content="${picture}">
  <link rel="stylesheet" href="/css/main.css?v=${random.int(1, 99)}">
  <script type="application/ld+json">${JSON.stringify(facts)}</script>
  <style>\n${styleRules(context)}  </style>
  <script>\n${script(context)}  </script>
</head>
<body class="page page-${random.int(1, 9)} ${slug(context)}">
`;
}

function navigation(context: PageContext): string {
  const { random, language } = context;
  const items = random.repeat(random.int(8, 30), (index) => {
    const label = escapeText(word(random, language));
    return `      <li class="menu-item menu-item-${index}"><a href="/${slug(context)}/">${label}</a></li>\n`;
  });
  return `<header class="site-header"><a class="logo" href="/"><img src="/img/logo.png" alt="" width="120" height="40"></a>
  <nav>\n    <ul class="menu">\n${items}    </ul>\n  </nav>\n</header>\n<main>\n`;
}

function footer(context: PageContext): string {
  const { random, language } = context;
  const links = random.repeat(random.int(6, 20), () => {
    const label = escapeText(phrase(random, language, 2));
    return `<li><a href="/${slug(context)}.html" rel="nofollow">${label}</a></li>\n`;
  });
  return `</main>\n<footer><ul>\n${links}</ul><p>&copy; 2019</p></footer>\n<script>\n${script(context)}</script>\n</body>\n</html>\n`;
}

function styleRules(context: PageContext): string {
  const { random } = context;
  return random.repeat(random.int(5, 40), (index) => {
    const colour = random.int(0, 0xffffff).toString(16).padStart(6, '0');
    return `    .${slug(context)}-${index} { color: #${colour}; margin: ${random.int(0, 40)}px ${random.int(0, 40)}px; display: block }\n`;
  });
}

function script(context: PageContext): string {
  const { random } = context;
  return random.repeat(random.int(4, 30), (index) => {
    const key = random.int(0, 0xfffffff).toString(36);
    return `    window.dataLayer.push({ event: "view-${index}", key: "${key}", value: ${random.int(0, 9999)} });\n`;
  });
}
