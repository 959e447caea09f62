// Names of places as facets count them and `place:` finds them: `PT`, `Porto, PT`, `Gaia, Porto, PT`.
import type { Address } from './place.ts';

/** The region of a place with its country; `''` when it is not known. */
export function toRegionName({ region, country }: Address): string {
  return region === '' ? '' : joinNames(region, country);
}

/** The town of a place with its region and country; `''` when it is not known. */
export function toTownName({ town, region, country }: Address): string {
  return town === '' ? '' : joinNames(town, region, country);
}

/** Names of one place, the smallest first, without those that are empty. */
export function joinNames(...names: readonly string[]): string {
  return names.filter((name) => name !== '').join(', ');
}

/** A name as it is compared: no capitals, no accents. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .join(', ');
}

/** By what `place:` finds a name: the whole of it, its first part, and the first part with the country. */
export function placeKeys(name: string): string[] {
  const parts = foldName(name)
    .split(',')
    .map((part) => part.trim());
  const first = parts[0] ?? '';
  return [...new Set([parts.join(', '), first, `${first}, ${parts.at(-1)}`])];
}

/** Languages in which countries are known by name. */
const LANGUAGES = ['en', 'pt', 'es', 'fr', 'de', 'it'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

let codes: Map<string, string> | undefined;

/** The code of a country by its name in one of six languages; `undefined` when it is none. */
export function countryCodeOf(name: string): string | undefined {
  codes ??= listCountries();
  return codes.get(foldName(name));
}

/** The name of a country in a language; its code where there is no other. */
export function countryName(code: string, language: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}

function listCountries(): Map<string, string> {
  const found = new Map<string, string>();
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        const code = first + second;
        const name = isCurrent(code) ? names.of(code) : undefined;
        if (name !== undefined && !found.has(foldName(name))) found.set(foldName(name), code);
      }
    }
  }
  return found;
}

/** Old codes have the names of the countries that came after: DD is called Germany, YD Yemen. */
function isCurrent(code: string): boolean {
  return Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}
