// Reads the corpora that place names are measured on: LGL and GeoVirus, news with places and coordinates.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A place name that people marked. */
export interface GoldPlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly latitude: number;
  readonly longitude: number;
  /** A country, continent or people: left out of geocoding, where its point is a convention. */
  readonly isCountry: boolean;
}

/** An article with what people marked in it. */
export interface GoldArticle {
  readonly text: string;
  readonly places: readonly GoldPlace[];
}

/** Name of a corpus and its file. */
export const CORPORA = { LGL: 'lgl.xml', GeoVirus: 'GeoVirus.xml' } as const;

/** Reads a corpus of the folder of shared data; spans that do not say what they mark are left out and counted. */
export function readCorpus(
  folder: string,
  corpus: keyof typeof CORPORA,
): { articles: GoldArticle[]; bad: number } {
  const xml = readFileSync(join(folder, 'geo', CORPORA[corpus]), 'utf8');
  let bad = 0;
  const articles = xml
    .split(/<article[ >]/)
    .slice(1)
    .map((part): GoldArticle => {
      const text = element(part, 'text').replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1');
      const plain = text === element(part, 'text') ? decodeEntities(text) : text;
      const marked = part.split(corpus === 'LGL' ? '<toponym>' : '<location>').slice(1);
      const places = marked.flatMap((mark): GoldPlace[] => {
        const phrase = decodeEntities(element(mark, corpus === 'LGL' ? 'phrase' : 'name'));
        const shift = corpus === 'LGL' ? 0 : 1; // GeoVirus counts characters from 1
        const start = Number(element(mark, 'start')) - shift;
        const end = start + phrase.length;
        if (plain.slice(start, end) !== phrase) {
          bad += 1;
          return [];
        }
        const latitude = Number.parseFloat(element(mark, 'lat') || 'NaN');
        const longitude = Number.parseFloat(element(mark, 'lon') || 'NaN');
        return [
          { text: phrase, start, end, latitude, longitude, isCountry: isCountry(mark, phrase) },
        ];
      });
      return { text: plain, places };
    });
  return { articles, bad };
}

const COUNTRY_CODES = /<fcode>(?:PCL[A-Z]*|CONT|TERR)<\/fcode>/;

function isCountry(mark: string, phrase: string): boolean {
  if (mark.includes('<fcode>')) return COUNTRY_CODES.test(mark);
  const page = decodeURIComponent(/wiki\/([^<]*)</.exec(mark)?.[1] ?? '').replaceAll('_', ' ');
  return COUNTRY_NAMES.has(page) || COUNTRY_NAMES.has(phrase);
}

/** English names of all countries. */
const COUNTRY_NAMES: ReadonlySet<string> = new Set([
  ...regionNames(),
  ..."Europe,Africa,Asia,North America,South America,Oceania,Antarctica,Americas,United States,US,U.S.,USA,UK,Republic of Ireland,Ireland,Democratic Republic of the Congo,Republic of the Congo,Ivory Coast,Burma,Czech Republic,Turkey,People's Republic of China,Holland".split(
    ',',
  ),
]);

function regionNames(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return letters.flatMap((a) => letters.map((b) => names.of(a + b) ?? ''));
}

function element(part: string, name: string): string {
  return new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(part)?.[1] ?? '';
}

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
};
