// The one line that names an image in lists, headings and citations: the best of what was said about it.

/** What was said about an image; all lists in the order of the document. */
export interface SaidOfImage {
  readonly alts: readonly string[];
  readonly titles: readonly string[];
  readonly captions: readonly string[];
  readonly linkTexts?: readonly string[];
  /** What an operator called it. */
  readonly correctedTitle?: string | undefined;
  /** Title of the page it was found on. */
  readonly pageTitle?: string | undefined;
}

/** Longest title; captions can be pages long. */
const MAX_LENGTH = 140;
/** Longer texts are looked at no further: a title is found in their beginning. */
const MAX_READ = 2000;
/** Texts of an image that are tried. */
const MAX_TRIED = 40;

/**
 * The best title, that of an operator before all others, or `''` where nobody said anything that tells something. Texts for the image itself come before
 * texts near it, and these before the title of the page; of each kind one of several words before a single word.
 * File names, addresses, counters and what programs put under every picture are passed over.
 */
export function bestTitle(said: SaidOfImage): string {
  const corrected = tidy(said.correctedTitle ?? '');
  if (corrected !== '') return shorten(corrected);
  const kinds = [said.alts, said.captions, said.titles, said.linkTexts ?? []];
  const texts = kinds.map((kind) => kind.slice(0, MAX_TRIED).map(tidy).filter(tells));
  const named = texts.flat();
  const best = named.find((text) => countWords(text) > 1) ?? named[0];
  if (best !== undefined) return shorten(best);
  const page = tidy(said.pageTitle ?? '');
  return tells(page) ? shorten(page) : '';
}

/** On one line; characters that are not seen are left out. */
function tidy(text: string): string {
  return text
    .slice(0, MAX_READ)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]+/gu, ' ')
    .trim();
}

const ADDRESS = /^(?:https?:|www\.|data:|\/)\S*$/i;
/** `photo.jpg`, also with blanks or a size behind it, as browsers' and cameras' programs write it. */
const FILE_NAME =
  /^[^ ]{0,120}\.(?:jpe?g|png|gif|webp|avif|bmp|svg|tiff?|ico|heic)(?: ?\([^)]*\))?$/i;
const CAMERA_NAME =
  /^(?:img|dscn?|dsc|p|pict|image|photo|foto|picture|imagem|bild)?[\s_-]*\d{2,}\w{0,3}$/i;

/** Words that stand where nobody wrote a text, in the languages of the analysis. */
const EMPTY_WORDS = new Set(
  (
    'image images img picture pic photo photograph foto fotos imagem imagens fotografia imagen imágenes bild bilder ' +
    'immagine afbeelding logo banner icon icono ícone thumbnail thumb avatar spacer pixel untitled unnamed no alt text ' +
    'description caption title null undefined none blank placeholder loading more mais plus next previous back home top ' +
    'close menu search print share tweet email'
  ).split(' '),
);

/** Lines of comment boxes, counters, buttons for sharing and notices: they stand beside pictures, and tell nothing of them. */
const BOILERPLATE = [
  /\b(?:powered by|comments? powered|enable javascript|javascript (?:is|to)|disqus|cookies?\b.*\b(?:use|accept|policy)|we use cookies)\b/i,
  /\b(?:click (?:here|to|on|for)|clique|clic (?:ici|para|pour)|tap to|enlarge|ampliar|agrandir|vergr(?:ö|oe)(?:ß|ss)ern)\b/i,
  /^(?:share|tweet|like|follow|pin it|partilhar|compartilhar|compartir|partager|teilen)\b.{0,40}$/i,
  /all rights reserved|todos os direitos reservados|(?:copyright|©)\s*(?:©\s*)?\d{4}/i,
  /^(?:read|see|view|show|ler|ver|leia|saber|lire|voir|leer|mehr)\s+(?:more|all|mais|más|plus|suite|lesen|anzeigen)\b/i,
  /^(?:leave|post|add|deixe|escreva)\b.{0,20}\b(?:comment|reply|comentário|comentario)s?\b/i,
  /^\d+\s*(?:comments?|comentários?|comentarios?|likes?|views?|visitas|shares?)$/i,
  /^(?:advertisement|publicidade|publicidad|publicité|anzeige|sponsored)\b.{0,20}$/i,
];

/** Whether a text tells something of a picture. */
function tells(text: string): boolean {
  if (!/\p{L}{2}|\p{Lo}/u.test(text)) return false;
  if (ADDRESS.test(text) || FILE_NAME.test(text) || CAMERA_NAME.test(text)) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.every((word) => EMPTY_WORDS.has(word) || /^\d+$/.test(word))) return false;
  return !BOILERPLATE.some((pattern) => pattern.test(text));
}

function countWords(text: string): number {
  // Scripts without spaces: four letters are more than one word.
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u.test(text)
    ? 2
    : text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The first sentence where it is one of its own, else as many whole words as fit. */
function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const start = text.slice(0, MAX_LENGTH);
  const sentence = /^.{20,}?[.!?。](?= )/u.exec(start)?.[0];
  if (sentence !== undefined) return sentence;
  const space = start.lastIndexOf(' ');
  return `${(space > MAX_LENGTH / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}
