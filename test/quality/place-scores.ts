// Scores of the geoparser on a corpus: which place a marked name means, and which names are found.
import { distanceKm } from '../../src/model/distance.ts';
import { judgeMentions } from '../../src/places/locate.ts';
import { findAbbreviated, findPlaces, type Mention } from '../../src/places/mention.ts';
import { toTokens } from '../../src/places/name-key.ts';
import { PLACE_BITS } from '../../src/places/place-file.ts';
import type { PlaceTable } from '../../src/places/place-table.ts';
import { resolveMentions } from '../../src/places/resolve.ts';
import type { GoldArticle, GoldPlace } from './place-corpora.ts';

/** Within this distance an answer is right: 100 miles, as in the literature. */
const NEAR_KM = 161;

/** Geocoding with marked names given, countries and peoples left out; unanswered is wrong. */
export interface GeocodingScore {
  readonly marked: number;
  /** Share of names that the gazetteer has. */
  readonly present: number;
  /** Share for which a right place is among those of the name. */
  readonly reachable: number;
  /** Share that is right when the first match is taken, as paper 001 does. */
  readonly firstMatch: number;
  /** Share that is right. */
  readonly right: number;
}

/** Resolves marked names. */
export function scoreGeocoding(
  table: PlaceTable,
  articles: readonly GoldArticle[],
): GeocodingScore {
  let [marked, present, reachable, first, right] = [0, 0, 0, 0, 0];
  for (const article of articles) {
    const answers = geocode(table, article);
    for (const [index, place] of article.places.entries()) {
      if (place.isCountry || Number.isNaN(place.latitude)) continue;
      marked += 1;
      const answer = answers[index];
      if (answer === undefined) continue;
      present += 1;
      const isRight = (at: number | undefined): boolean =>
        at !== undefined && isNear(table, at, place);
      if (answer.values.some((value) => isRight(value & PLACE_BITS))) reachable += 1;
      if (isRight((answer.values[0] ?? 0) & PLACE_BITS)) first += 1;
      if (isRight(answer.place)) right += 1;
    }
  }
  const share = (count: number): number => count / marked;
  return {
    marked,
    present: share(present),
    reachable: share(reachable),
    firstMatch: share(first),
    right: share(right),
  };
}

/** What each marked name of an article is taken for; sees texts and offsets, never coordinates. */
export function geocode(
  table: PlaceTable,
  { text, places }: Pick<GoldArticle, 'text' | 'places'>,
): ({ readonly place: number; readonly values: readonly number[] } | undefined)[] {
  const tokens = toTokens(text);
  const mentions: (Mention & { readonly index: number })[] = [];
  for (const [index, { start, end }] of places.entries()) {
    const from = tokens.findIndex((token) => token.end > start);
    let to = from;
    while ((tokens[to]?.start ?? end) < end) to += 1;
    const first = tokens[from];
    if (first === undefined || to === from) continue;
    const short = to - from === 1 ? findAbbreviated(table, text, first) : [];
    const values =
      short.length > 0 && (first.shape === 'upper' || text[first.end] === '.')
        ? short
        : findPlaces(table, tokens, from, to);
    if (values.length === 0) continue;
    const key = tokens
      .slice(from, to)
      .map(({ word }) => word)
      .join(' ');
    mentions.push({ start, end, from, to, key, values, weight: 1, index });
  }
  mentions.sort((a, b) => a.start - b.start);
  const answers = new Array<{ place: number; values: readonly number[] } | undefined>(
    places.length,
  ).fill(undefined);
  for (const [at, resolution] of resolveMentions(table, mentions, {}).entries()) {
    const mention = mentions[at];
    if (mention !== undefined)
      answers[mention.index] = { place: resolution.place, values: mention.values };
  }
  return answers;
}

function isNear(table: PlaceTable, at: number, gold: GoldPlace): boolean {
  const point = { latitude: table.latitude(at), longitude: table.longitude(at) };
  return distanceKm(point, gold) <= NEAR_KM;
}

/** Precision, recall and their harmonic mean of names found, spans exactly as marked. */
export interface FindingScore {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/** Finds names and compares their spans. */
export function scoreFinding(
  articles: readonly GoldArticle[],
  find: (text: string) => readonly { readonly start: number; readonly end: number }[],
): FindingScore {
  let [found, marked, right] = [0, 0, 0];
  for (const { text, places } of articles) {
    const gold = new Set(places.map(({ start, end }) => `${start} ${end}`));
    const spans = find(text);
    found += spans.length;
    marked += gold.size;
    for (const { start, end } of spans) if (gold.has(`${start} ${end}`)) right += 1;
  }
  const precision = right / Math.max(1, found);
  const recall = right / Math.max(1, marked);
  return { precision, recall, f: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

/** Spans that the geoparser takes for places. */
export function findSpans(
  table: PlaceTable,
  text: string,
  least: number,
): { start: number; end: number }[] {
  return judgeMentions(table, text, {})
    .filter(({ found }) => found >= least)
    .map(({ mention: { start, end } }) => ({ start, end }));
}
