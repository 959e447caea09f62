// Small parts that all page layouts use: names, addresses and picture elements.
import type { Random } from './random.ts';
import { type Language, phrase, word } from './vocabulary.ts';

/** The site a page belongs to. */
export interface Site {
  readonly host: string;
  readonly name: string;
  /** Paths of the pictures that are in the archive, or will be. */
  readonly images: readonly string[];
}

/** What is needed to make a page. */
export interface PageContext {
  readonly random: Random;
  readonly language: Language;
  readonly site: Site;
}

/** Text for use in HTML, also within double quotes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The same with accented letters as named entities, as editors of the 1990s wrote them. */
export function escapeOld(text: string): string {
  return escapeText(text).replace(/[à-ü]/g, (letter) => ENTITIES.get(letter) ?? letter);
}

const ENTITIES = new Map([
  ['á', '&aacute;'],
  ['à', '&agrave;'],
  ['â', '&acirc;'],
  ['ã', '&atilde;'],
  ['ä', '&auml;'],
  ['ç', '&ccedil;'],
  ['é', '&eacute;'],
  ['è', '&egrave;'],
  ['ê', '&ecirc;'],
  ['í', '&iacute;'],
  ['ñ', '&ntilde;'],
  ['ó', '&oacute;'],
  ['õ', '&otilde;'],
  ['ö', '&ouml;'],
  ['ú', '&uacute;'],
  ['ü', '&uuml;'],
]);

/** A word fit for URLs and class names. */
export function slug({ random, language }: Pick<PageContext, 'random' | 'language'>): string {
  const plain = word(random, language)
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '');
  return plain.toLowerCase() || `s${random.int(1, 999)}`;
}

/** Path of a picture: three times of five one that is in the archive. */
export function imageUrl(context: PageContext): string {
  const { random, site } = context;
  if (site.images.length > 0 && random.chance(0.6)) return random.pick(site.images);
  return `/missing/${slug(context)}-${random.int(1, 99_999)}.jpg`;
}

/** An `img` element, plain, sized, lazy or with several sources. */
export function imageTag(context: PageContext): string {
  const { random, language, site } = context;
  const url = imageUrl(context);
  const alt = random.chance(0.7) ? escapeText(phrase(random, language, random.int(1, 8))) : '';
  const size = random.chance(0.5)
    ? ` width="${random.int(80, 900)}" height="${random.int(60, 700)}"`
    : '';
  const title = random.chance(0.2) ? ` title="${escapeText(phrase(random, language, 3))}"` : '';
  const rest = `alt="${alt}"${title}${size} class="img-${random.pick(['fluid', 'left', 'right'])}"`;
  const draw = random.next();
  if (draw < 0.6) return `<img src="${url}" ${rest}>`;
  if (draw < 0.7) return `<img src="https://${site.host}${url}" ${rest} />`;
  if (draw < 0.82) {
    return `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="${url}" ${rest} loading="lazy"><noscript><img src="${url}" ${rest}></noscript>`;
  }
  const large = imageUrl(context);
  if (draw < 0.93) {
    return `<img src="${url}" srcset="${url} 480w, ${large} 960w" sizes="(max-width: 600px) 480px, 960px" ${rest}>`;
  }
  return `<picture><source srcset="${large}" media="(min-width: 800px)"><img src="${url}" ${rest}></picture>`;
}
