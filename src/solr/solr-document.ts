// A document as Solr keeps it: fields to find and count by, and the document itself.

import type { Timestamp } from '../model/capture.ts';
import { NO_TAKEN, toTakenCode } from '../model/column-codes.ts';
import { toSite } from '../model/document-fields.ts';
import {
  type FieldValues,
  toFieldValues,
  toSpokenWords,
  toStemmedWords,
  toTextLanguages,
} from '../model/document-words.ts';
import { COLUMN_SOURCES, TEXT_FIELDS } from '../model/field-lists.ts';
import { type ImageDocument, MEDIUM_AREA, SMALL_AREA } from '../model/image.ts';
import type { StemKey } from '../model/index-query.ts';
import { parseLook, toLookPieces } from '../model/look.ts';
import { mapCellOf } from '../model/map-grid.ts';
import { foldName, placeKeys, toRegionName, toTownName } from '../model/place-names.ts';
import { type PriorColumn, RANKING_PROFILES, type RankingProfile } from '../model/ranking.ts';
import { priorOf, VALUE_GAP } from '../model/score.ts';
import { toMillis } from '../model/timestamp.ts';
import { CELL_LEVELS } from './solr-schema.ts';

/** A value of a field in Solr. */
export type SolrValue = string | number | readonly string[] | readonly number[];

/** The score of what nobody could score, above all others. */
export const NSFW_UNKNOWN = 2;

/** Terms of Lucene end at 32,766 bytes; no address that is longer is told apart. */
const MAX_KEY_LENGTH = 8_000;

/** All fields of a document. */
export function toSolrDocument(document: ImageDocument): Record<string, SolrValue> {
  const { id, digest, oldest, width, height, nsfw, picture, look } = document;
  const bits = parseLook(look);
  const taken = toTakenCode(document.taken);
  return {
    key: toKey(document),
    role: 'image',
    document: JSON.stringify(document),
    id,
    digest,
    surt: cutKey(oldest.surt),
    time: toSeconds(document),
    lastTime: Math.max(toSeconds(document), secondsOf(document.lastCapture)),
    ...(taken !== NO_TAKEN && { taken }),
    width,
    height,
    area: width * height,
    orientation: toOrientation(width, height),
    ...(nsfw !== undefined && { nsfw: nsfw === 'unknown' ? NSFW_UNKNOWN : nsfw }),
    ...(picture !== undefined && { picture: picture.lead, picturePlace: picture.place }),
    ...(bits !== undefined && look !== undefined && { look, lookPiece: toLookPieces(bits) }),
    ...siteFields(document),
    ...placeFields(document),
    ...facetFields(document),
    ...wordFields(document),
    ...Object.fromEntries(
      RANKING_PROFILES.map((profile) => [
        `prior_${profile.name}`,
        priorOf(toCodes(document), profile),
      ]),
    ),
  };
}

/** The unique key. Variants of one picture begin with the same digits, so that they lie on the same shard. */
export function toKey({ id, digest, picture }: ImageDocument): string {
  return `${picture?.lead ?? digest.slice(0, 16)}!${id}`;
}

/** A key as it is indexed. */
export function cutKey(text: string): string {
  return text.slice(0, MAX_KEY_LENGTH);
}

const PRIOR_COLUMNS: readonly PriorColumn[] = ['pages', 'changes', 'crowd', 'area', 'caption'];

/** The codes that priors look at. */
export function toCodes(document: ImageDocument): { codes: Partial<Record<PriorColumn, number>> } {
  const codes: Partial<Record<PriorColumn, number>> = {};
  for (const column of PRIOR_COLUMNS) {
    codes[column] = COLUMN_SOURCES.find(({ name }) => name === column)?.toNumber?.(document) ?? 0;
  }
  return { codes };
}

/** Words in Solr's plain form of analysed text; values are set apart as the score wants it. */
export function printWords(values: FieldValues): string {
  const words = values.flatMap((value, at) =>
    value.map((word, place) => (at > 0 && place === 0 ? `${word},i=${VALUE_GAP + 1}` : word)),
  );
  return `1 ${words.join(' ')}`;
}

/** Hosts and what `site:` finds them by. */
function siteFields(document: ImageDocument): Record<string, SolrValue> {
  const host = toSite(document);
  if (host === '') return {};
  const labels = host.split('.');
  const domains = labels.map((_, at) => labels.slice(at).join('.'));
  const named = domains.filter((_, at) => at === 0 || at < labels.length - 1);
  return { domain: named, ...(labels.length > 1 && { tld: labels.at(-1) ?? '' }) };
}

function placeFields({ id, place }: ImageDocument): Record<string, SolrValue> {
  if (place === undefined) return {};
  const { latitude, longitude, confidence } = place;
  const names = [place.country, toRegionName(place), toTownName(place)].filter(
    (name) => name !== '',
  );
  const unsure = Math.round((1 - confidence) * 1_000_000);
  return {
    latitude,
    longitude,
    sure: confidence,
    surest: `${`${Math.max(0, unsure)}`.padStart(7, '0')} ${id}`,
    placeKey: [...new Set(names.flatMap((name) => placeKeys(name).map(foldName)))],
    ...Object.fromEntries(
      CELL_LEVELS.map((level) => [`cell_${level}`, mapCellOf(latitude, longitude, level)]),
    ),
  };
}

/** The names of the table of fields, and what is worked out of numbers. */
function facetFields(document: ImageDocument): Record<string, SolrValue> {
  const fields: Record<string, SolrValue> = {
    facet_year: [document.oldest.time.slice(0, 4)],
    facet_size: [toSize(document.width * document.height)],
  };
  for (const { facet, toName } of COLUMN_SOURCES) {
    if (facet === undefined) continue;
    const names = [toName(document)].flat().filter((name) => name !== '');
    if (names.length === 0) continue;
    const key = `facet_${facet}`;
    // Several columns may be counted together.
    fields[key] = [...new Set([...((fields[key] as string[] | undefined) ?? []), ...names])];
  }
  return fields;
}

function wordFields(document: ImageDocument): Record<string, SolrValue> {
  const byField = toFieldValues(document);
  const all = byField.flat();
  const fields: Record<string, SolrValue> = { spoken: [...toSpokenWords(document)] };
  if (all.length > 0) fields['words'] = printWords(all);
  for (const [at, values] of byField.entries()) {
    if (values.length === 0) continue;
    fields[`words_${TEXT_FIELDS[at]}`] = printWords(values);
    fields[`length_${TEXT_FIELDS[at]}`] = values.reduce((sum, words) => sum + words.length, 0);
  }
  const languages = new Map<string, number>();
  for (const code of toTextLanguages(document)) {
    if (/^[\w-]{1,35}$/.test(code)) languages.set(code, (languages.get(code) ?? 0) + 1);
  }
  fields['stemmed'] = toStemmedWords(document).map(
    ({ language, stem, word }) => `${toStemPrefix({ language, stem })}${word}`,
  );
  fields['textLanguage'] = [...languages.keys()];
  for (const [code, count] of languages) fields[`textsIn_${code}`] = count;
  return fields;
}

/** What the values of `stemmed` begin with. */
export function toStemPrefix({ language, stem }: StemKey): string {
  return `${language} ${stem} `;
}

function toSize(area: number): string {
  if (area <= SMALL_AREA) return 'sm';
  return area <= MEDIUM_AREA ? 'md' : 'lg';
}

function toOrientation(width: number, height: number): string {
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

function toSeconds({ oldest }: ImageDocument): number {
  return secondsOf(oldest.time);
}

function secondsOf(time: Timestamp): number {
  return Math.floor(toMillis(time) / 1000) || 0;
}

/** The field with the product of the priors of a profile. */
export function priorField({ name }: RankingProfile): string | undefined {
  return RANKING_PROFILES.some((known) => known.name === name) ? `prior_${name}` : undefined;
}
