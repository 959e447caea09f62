// A place name in a text with all the places it may mean.
import { abbreviatedArea } from './abbreviations.ts';
import type { PlaceKind } from './kinds.ts';
import { NameHash, type Token } from './name-key.ts';
import { PEOPLE, PLACE_BITS } from './place-file.ts';
import type { PlaceTable } from './place-table.ts';

/** A stretch of words that is the name of at least one place. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  /** Index of its first word. */
  readonly from: number;
  /** Index behind its last word. */
  readonly to: number;
  /** Folded words; mentions of one key in a text mean one place. */
  readonly key: string;
  /** Places of this name with their flags, as `PlaceTable.find` gives them. */
  readonly values: readonly number[];
  /** How much its place counts when other names are decided, 0 to 1. */
  readonly weight: number;
}

/** Words that say what a thing is and that names do without, with what is then meant: Rio Tejo is a river, never a town. */
const GENERIC_WORDS: ReadonlyMap<string, readonly PlaceKind[]> = new Map(
  (
    [
      ['rio river riviere fleuve fiume fluss ribeira arroyo', ['river']],
      ['lago lac lake lagoa laguna', ['lake']],
      [
        'monte mont mt mountain montanha montagne montagna serra sierra pico pic peak',
        ['mountain', 'region'],
      ],
      ['ilha isla ile isola island insel', ['island', 'state', 'country']],
      ['golfo golfe gulf baia bahia baie bay', ['sea']],
      ['parque parc park parco', ['park', 'mountain', 'region']],
      [
        `castelo castillo chateau castello castle schloss praia playa plage spiaggia cidade ciudad ville citta city town village vila
         igreja iglesia eglise chiesa kirche porto puerto catedral cathedrale cattedrale`,
        ['town', 'landmark', 'quarter'],
      ],
      [
        'region regiao province provincia distrito state estado district',
        ['state', 'region', 'county'],
      ],
      ['vale valle vallee valley', ['region', 'river']],
    ] as const
  ).flatMap(([words, kinds]) => words.split(/\s+/).map((word) => [word, kinds] as const)),
);
/** Without `de` behind them these begin names of their own, in which the rest is no town: Porto Salgado is not Salgado. */
const NAMING: readonly PlaceKind[] = ['landmark'];
const OF = new Set('de do da dos das del du des di della of d von la the'.split(' '));

/** Whether a word says what a thing is, so that with a capital behind it it begins a longer name. */
export function isGeneric(word: string): boolean {
  return GENERIC_WORDS.has(word);
}

/** The places that words of a text name, also without the generic words they begin or end with. */
export function findPlaces(
  table: PlaceTable,
  tokens: readonly Token[],
  from: number,
  to: number,
): readonly number[] {
  const found = lookUp(table, tokens, from, to);
  if (found.length > 0 || to - from < 2) return found;
  const before = GENERIC_WORDS.get(tokens[from]?.word ?? '');
  if (before !== undefined) {
    let at = from + 1;
    while (at < to - 1 && OF.has(tokens[at]?.word ?? '')) at += 1;
    const isBare = at === from + 1 && before.includes('town');
    return ofKinds(table, lookUp(table, tokens, at, to), isBare ? NAMING : before);
  }
  const after = GENERIC_WORDS.get(tokens[to - 1]?.word ?? '');
  return after === undefined ? found : ofKinds(table, lookUp(table, tokens, from, to - 1), after);
}

function ofKinds(
  table: PlaceTable,
  values: readonly number[],
  kinds: readonly PlaceKind[],
): readonly number[] {
  return values.filter((value) => kinds.includes(table.kind(value & PLACE_BITS)));
}

/** The area that an abbreviation in the text stands for, as a list of one place. */
export function findAbbreviated(table: PlaceTable, text: string, token: Token): readonly number[] {
  const code = abbreviatedArea(text.slice(token.start, token.end));
  if (code === undefined) return [];
  const place = table.placeOfArea(table.areaOfCode(code));
  return place < 0 ? [] : [place];
}

/** Whether all places of a name bear it as the name of their people. */
export function isPeople(values: readonly number[]): boolean {
  return values.every((value) => (value & PEOPLE) !== 0);
}

/** How well known the best known place of a name is. */
export function bestPrior(table: PlaceTable, values: readonly number[]): number {
  let best = 0;
  for (const value of values) best = Math.max(best, table.prior(value & PLACE_BITS));
  return best;
}

const hash = new NameHash();

function lookUp(
  table: PlaceTable,
  tokens: readonly Token[],
  from: number,
  to: number,
): readonly number[] {
  hash.reset();
  for (let at = from; at < to; at++) hash.add(tokens[at]?.word ?? '');
  return table.find(hash.high, hash.low);
}
