// The middle of a page in the manners of thirty years: each layout makes one block at a time.
import { escapeOld, escapeText, imageTag, imageUrl, type PageContext, slug } from './page-parts.ts';
import { paragraph, phrase, sentence, word } from './vocabulary.ts';

/** A manner of setting text and pictures. */
export interface Layout {
  /** Whether the page is of the 1990s: tables, upper case, Latin-1. */
  readonly isOld: boolean;
  /** Makes the next block. */
  readonly make: (context: PageContext) => string;
}

/** All layouts. */
export const LAYOUTS: readonly Layout[] = [
  { isOld: false, make: article },
  { isOld: false, make: gallery },
  { isOld: false, make: blogPost },
  { isOld: false, make: shopRow },
  { isOld: false, make: definitions },
  { isOld: false, make: nestedBoxes },
  { isOld: true, make: table },
  { isOld: true, make: plainList },
];

const text = (context: PageContext, length: number) =>
  escapeText(paragraph(context.random, context.language, length));

const label = (context: PageContext, words: number) =>
  escapeText(phrase(context.random, context.language, words));

function article(context: PageContext): string {
  const { random } = context;
  const paragraphs = random.repeat(random.int(3, 8), () => {
    const link = `<a href="/${slug(context)}/${random.int(1, 9999)}">${label(context, 2)}</a>`;
    return `  <p>${text(context, random.int(150, 700))} ${link} ${text(context, 80)}</p>\n`;
  });
  const related = random.repeat(random.int(2, 6), () => {
    const id = random.int(1000, 99_999);
    return `    <li class="related-item" data-id="${id}"><a href="/news/${id}.html">${imageTag(context)}<span class="related-title">${label(context, 6)}</span></a></li>\n`;
  });
  return `<article id="a${random.int(1, 1e6)}" class="story">
  <h2>${label(context, 7)}</h2>
  <p class="byline"><time datetime="2019-0${random.int(1, 9)}-1${random.int(0, 9)}">${random.int(1, 28)}.${random.int(1, 12)}.2019</time></p>
  <figure class="story-image">${imageTag(context)}<figcaption>${label(context, random.int(5, 25))}</figcaption></figure>
${paragraphs}  <aside><ul class="related">\n${related}  </ul></aside>
</article>\n`;
}

function gallery(context: PageContext): string {
  const { random } = context;
  const cells = random.repeat(random.int(6, 24), () => {
    const caption = random.chance(0.8) ? `<span class="caption">${label(context, 5)}</span>` : '';
    return `  <div class="cell"><a class="lightbox" href="${imageUrl(context)}" data-size="${random.int(400, 2000)}x${random.int(300, 1500)}">${imageTag(context)}</a>${caption}</div>\n`;
  });
  return `<section class="gallery"><h3>${label(context, 4)}</h3>\n${cells}</section>\n<p>${text(context, 300)}</p>\n`;
}

function blogPost(context: PageContext): string {
  const { random } = context;
  const figures = random.repeat(random.int(1, 3), () => {
    const caption = random.chance(0.7) ? `<figcaption>${label(context, 12)}</figcaption>` : '';
    return `  <p>${text(context, random.int(200, 900))}</p>\n  <figure>${imageTag(context)}${caption}</figure>\n`;
  });
  const comments = random.repeat(random.int(0, 5), (index) => {
    const name = escapeText(word(context.random, context.language));
    return `    <li id="comment-${random.int(1, 99_999)}" class="comment depth-${index}"><b>${name}</b> <em>${random.int(1, 23)}:${random.int(10, 59)}</em><p>${text(context, 120)}</p></li>\n`;
  });
  return `<div class="post hentry"><h2><a href="/2019/${slug(context)}/" rel="bookmark">${label(context, 5)}</a></h2>\n${figures}  <ol class="comments">\n${comments}  </ol>\n</div>\n`;
}

function shopRow(context: PageContext): string {
  const { random } = context;
  const cards = random.repeat(random.int(3, 8), () => {
    const id = random.int(10_000, 99_999);
    return `  <div class="product-card" data-product-id="${id}" data-price="${random.int(1, 999)}.90">
    <div class="product-card__image"><div class="ratio ratio-4x3"><a href="/p/${id}">${imageTag(context)}</a></div></div>
    <div class="product-card__body"><h3 class="product-card__title">${label(context, 4)}</h3>
      <p class="product-card__text">${text(context, 100)}</p>
      <span class="price">&euro;&nbsp;${random.int(1, 999)},90</span> <button type="button" class="btn btn-primary" onclick="add(${id})">+</button></div>
  </div>\n`;
  });
  return `<div class="row row-cols-4">\n${cards}</div>\n<p>${text(context, 200)}</p>\n`;
}

function definitions(context: PageContext): string {
  const { random } = context;
  const terms = random.repeat(random.int(4, 12), () => {
    const picture = random.chance(0.6) ? imageTag(context) : '';
    return `  <dt>${label(context, 2)}</dt>\n  <dd>${picture}${text(context, random.int(80, 400))}</dd>\n`;
  });
  return `<h3>${label(context, 3)}</h3>\n<dl class="glossary">\n${terms}</dl>\n`;
}

function nestedBoxes(context: PageContext): string {
  const { random } = context;
  const depth = random.int(6, 18);
  const open = random.repeat(
    depth,
    (index) =>
      `<div class="elementor-like box-${index} ${slug(context)}" data-id="${random.int(0, 0xfffffff).toString(16)}">\n`,
  );
  const background = `<div style="background-image: url('${imageUrl(context)}'); height: ${random.int(100, 600)}px"></div>`;
  const content = `${imageTag(context)}\n<div class="text">${text(context, random.int(300, 1200))}</div>\n${background}\n`;
  return `${open}${content}${'</div>'.repeat(depth)}\n`;
}

function table(context: PageContext): string {
  const { random, language } = context;
  const old = (words: number) => escapeOld(phrase(random, language, words));
  const rows = random.repeat(random.int(3, 9), () => {
    const picture = `<IMG SRC=${imageUrl(context)} ALT="${old(3)}" BORDER=0 WIDTH=${random.int(60, 400)} HEIGHT=${random.int(60, 300)}>`;
    const words = escapeOld(paragraph(random, language, random.int(100, 500)));
    return `<TR><TD ALIGN=center VALIGN=top>${picture}<BR><FONT SIZE=-1>${old(5)}</FONT></TD>
<TD BGCOLOR="#FFFFCC"><FONT FACE="Arial, Helvetica">${words}<P>${escapeOld(sentence(random, language))}</FONT></TD></TR>\n`;
  });
  return `<CENTER><H2>${old(4)}</H2>\n<TABLE BORDER=1 CELLPADDING=4 WIDTH="90%">\n${rows}</TABLE></CENTER>\n`;
}

function plainList(context: PageContext): string {
  const { random, language } = context;
  const items = random.repeat(random.int(5, 20), () => {
    const words = escapeOld(sentence(random, language));
    return random.chance(0.4)
      ? `<LI><A HREF="${imageUrl(context)}">${escapeOld(phrase(random, language, 3))}</A> ${words}\n`
      : `<LI><IMG SRC="${imageUrl(context)}"> ${words}\n`;
  });
  const intro = escapeOld(paragraph(random, language, 400));
  return `<H3>${escapeOld(phrase(random, language, 4))}</H3>\n<P>${intro}\n<UL>\n${items}</UL>\n<HR>\n`;
}

/** A block without pictures: what most of a page consists of. */
export function prose(context: PageContext, isOld: boolean): string {
  const { random } = context;
  const words = text(context, random.int(200, 900));
  if (isOld) return `<P>${words}\n<BR><A HREF="${slug(context)}.htm">${label(context, 3)}</A>\n`;
  const kind = random.next();
  if (kind < 0.6) {
    const link = `<a class="link" href="/${slug(context)}/${random.int(1, 9999)}">${label(context, 3)}</a>`;
    return `<div class="text text-${random.int(1, 40)}"><p>${words} ${link}</p></div>\n`;
  }
  if (kind < 0.85) {
    return `<div class="comment" id="c${random.int(1, 1e6)}"><span class="who">${label(context, 2)}</span><time>${random.int(1, 28)}.6.2019</time>
  <blockquote><p>${words}</p></blockquote><a href="#c${random.int(1, 1e6)}" rel="nofollow">${label(context, 1)}</a></div>\n`;
  }
  const items = random.repeat(random.int(4, 15), () => {
    return `  <li><a href="/${slug(context)}/${random.int(1, 9999)}.html">${label(context, 5)}</a></li>\n`;
  });
  return `<ul class="links">\n${items}</ul>\n`;
}
