// Character references (`&amp;`, `&#233;`) of texts and attribute values, decoded when needed.
import { Tokenizer } from 'htmlparser2';

/** The characters of text between tags. */
export function decodeText(source: string): string {
  if (!source.includes('&')) return source;
  if (!UNCOMMON.test(source)) return source.replace(COMMON, commonCharacter);
  return collect(source.replaceAll('<', '&lt;'));
}

/** The characters of an attribute value. */
export function decodeAttribute(source: string): string {
  if (!source.includes('&')) return source;
  if (!UNCOMMON.test(source)) return source.replace(COMMON, commonCharacter);
  // Attributes have their own rules (`?a=1&copy=2` stays as it is), so it is put into one again.
  return collect(`<a b="${source.replaceAll('"', '&quot;')}">`);
}

// Nearly all that pages hold; the tokenizer knows the other two thousand and every way to misspell them.
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&nbsp;': '\u00a0',
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
  '&#039;': "'",
};
const COMMON = /&(?:amp|nbsp|quot|lt|gt|#0?39);/g;
const UNCOMMON = /&(?!(?:amp|nbsp|quot|lt|gt|#0?39);)/;

function commonCharacter(entity: string): string {
  return CHARACTERS[entity] ?? entity;
}

// One tokenizer serves all calls: making one costs more than most texts take.
let input = '';
let output = '';
const take = (start: number, end: number): void => {
  output += input.slice(start, end);
};
const takeEntity = (codePoint: number): void => {
  output += String.fromCodePoint(codePoint);
};
const ignore = (): void => {};
const tokenizer = new Tokenizer(
  { decodeEntities: true },
  {
    ontext: take,
    onattribdata: take,
    ontextentity: takeEntity,
    onattribentity: takeEntity,
    onattribend: ignore,
    onattribname: ignore,
    oncdata: ignore,
    onclosetag: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onend: ignore,
    onopentagend: ignore,
    onopentagname: ignore,
    onprocessinginstruction: ignore,
    onselfclosingtag: ignore,
  },
);

function collect(source: string): string {
  input = source;
  output = '';
  tokenizer.reset();
  tokenizer.write(source);
  tokenizer.end();
  const result = output;
  input = '';
  output = '';
  return result;
}
