// Reads the place files of others line by line: GeoNames dumps, and tables with a header such as those of Natural Earth and Who's On First.
import { PinakesError } from '../support/errors.ts';
import type { PlaceKind } from './kinds.ts';
import type { NewPlace } from './place-file-builder.ts';

/** A row of a place file. */
export type ImportedRow =
  | {
      readonly kind: 'place';
      readonly id: string;
      readonly place: NewPlace;
      readonly names: readonly string[];
    }
  /** Another name of a place that another row or file gives. */
  | { readonly kind: 'name'; readonly id: string; readonly name: string }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

/** Why a row gave nothing. */
export type SkipReason = 'unwanted-feature' | 'bad-row' | 'no-name' | 'bad-point' | 'code-or-link';

/** Feature classes of GeoNames that are left out: roads, undersea, and most buildings. */
const UNWANTED_CLASSES = new Set(['R', 'U']);
/** Buildings and places of class S that pictures show. */
const SIGHTS = new Set(
  `AIRP AMTH ANS ARCH BDG CAVE CH CSTL CTRR FT HSTS LTHSE MNMT MUS MSTY OBPT OPRA PAL PAGO PYR PYRS RLGR RSTN RUIN SHRN SQR STDM TMB TMPL TOWR UNIV ZOO WALLA`.split(
    ' ',
  ),
);

/** A table of places, line by line; a line that is too long to be read is `undefined`. */
export interface PlaceLines {
  readonly name: string;
  readonly lines: AsyncIterable<string | undefined>;
}

/** Rows of a table. Throws `USAGE` where it is of no kind that is known. */
export async function* iterateImportedRows(table: PlaceLines): AsyncGenerator<ImportedRow> {
  let toRow: ((line: string) => ImportedRow) | undefined;
  for await (const line of table.lines) {
    if (line === undefined) {
      yield { kind: 'skipped', reason: 'bad-row' };
      continue;
    }
    if (toRow === undefined) {
      const header = toHeaderReader(line);
      toRow = header ?? toGeoNamesReader(line);
      if (toRow === undefined) {
        throw new PinakesError('USAGE', {
          command: 'gazetteer',
          detail: `${table.name} is neither a GeoNames dump nor a table with columns name, lat and lon.`,
        });
      }
      if (header !== undefined) continue;
    }
    if (line !== '') yield toRow(line);
  }
}

/** The reader for a dump of GeoNames: 19 columns for places, 8 to 10 for alternate names. */
function toGeoNamesReader(line: string): ((line: string) => ImportedRow) | undefined {
  const cells = line.split('\t');
  if (cells.length === 19 && /^\d+$/.test(cells[0] ?? '')) return geoNamesPlace;
  if (
    cells.length >= 4 &&
    cells.length <= 10 &&
    /^\d+$/.test(cells[0] ?? '') &&
    /^\d+$/.test(cells[1] ?? '')
  )
    return geoNamesAlternate;
  return undefined;
}

function geoNamesPlace(line: string): ImportedRow {
  const cells = line.split('\t');
  if (cells.length !== 19) return { kind: 'skipped', reason: 'bad-row' };
  const [
    id = '',
    name = '',
    ascii = '',
    others = '',
    latitude,
    longitude,
    featureClass = '',
    feature = '',
  ] = cells;
  if (UNWANTED_CLASSES.has(featureClass) || (featureClass === 'S' && !SIGHTS.has(feature)))
    return { kind: 'skipped', reason: 'unwanted-feature' };
  const country = cells[8] ?? '';
  const area = [country, cells[10] ?? '', cells[11] ?? ''];
  const code = area
    .slice(0, area[1] === '' || area[1] === '00' ? 1 : area[2] === '' ? 2 : 3)
    .join('.');
  return checked(
    id,
    {
      name,
      latitude: Number(latitude || 'NaN'),
      longitude: Number(longitude || 'NaN'),
      ...geoNamesKind(featureClass, feature, Number(cells[14]) || 0),
      area: /^[A-Z]{2}/.test(country) ? code : '',
    },
    [ascii, ...others.split(',')],
  );
}

/** What a feature code of GeoNames is, and how well known such places are. */
function geoNamesKind(
  featureClass: string,
  feature: string,
  population: number,
): { readonly kind: PlaceKind; readonly prior: number } {
  const size = Math.log10(Math.max(1, population));
  if (feature.startsWith('PCL')) return { kind: 'country', prior: 7 + 0.2 * size };
  if (feature === 'CONT') return { kind: 'continent', prior: 9 };
  if (feature.startsWith('ADM1')) return { kind: 'state', prior: 5.6 + 0.15 * size };
  if (featureClass === 'A') return { kind: 'county', prior: 2.2 + 0.35 * size };
  if (feature === 'PPLX') return { kind: 'quarter', prior: Math.max(1.3, size - 0.7) };
  if (featureClass === 'P') return { kind: 'town', prior: Math.max(2, size) };
  if (featureClass === 'T')
    return { kind: feature.startsWith('ISL') ? 'island' : 'mountain', prior: 2.5 };
  if (featureClass === 'H')
    return {
      kind: feature.startsWith('STM') ? 'river' : feature.startsWith('LK') ? 'lake' : 'sea',
      prior: 2.3,
    };
  if (featureClass === 'L')
    return { kind: feature.startsWith('P') ? 'park' : 'region', prior: 2.3 };
  return { kind: featureClass === 'V' ? 'park' : 'landmark', prior: 2 };
}

function geoNamesAlternate(line: string): ImportedRow {
  const [, id = '', language = '', name = ''] = line.split('\t');
  // `link`, `post`, `iata` and other codes are not names.
  if (/^(?:link|post|iata|icao|faac|wkdt|unlc|phon|piny|abbr)$/.test(language))
    return { kind: 'skipped', reason: 'code-or-link' };
  return name === '' ? { kind: 'skipped', reason: 'no-name' } : { kind: 'name', id, name };
}

/** The reader for a table with a header, or `undefined`. */
function toHeaderReader(line: string): ((line: string) => ImportedRow) | undefined {
  const columns = line.split('\t').map((name) => name.trim().toLowerCase());
  const at = (...names: readonly string[]): number =>
    columns.findIndex((column) => names.includes(column));
  const name = at('name');
  const latitude = at('lat', 'latitude', 'label_lat', 'centroid_lat');
  const longitude = at('lon', 'lng', 'longitude', 'label_lon', 'centroid_lon');
  if (name < 0 || latitude < 0 || longitude < 0) return undefined;
  const id = at('wof_id', 'id', 'adm1_code', 'geonameid');
  const kind = at('placetype', 'kind', 'type_en', 'featurecla');
  const country = at('country', 'iso_a2', 'country_code');
  const state = at('gn_a1_code');
  const population = at('population');
  const importance = at('importance');
  const names = at('names', 'names_all_languages', 'names_by_language', 'alt_names');
  return (row) => {
    const cells = row.split('\t');
    if (cells.length !== columns.length) return { kind: 'skipped', reason: 'bad-row' };
    const cell = (index: number): string => (index < 0 ? '' : (cells[index] ?? ''));
    const code = cell(country).toUpperCase();
    const stateCode = cell(state);
    const level = tableKind(
      cell(kind),
      Number(cell(population)) || 0,
      Number(cell(importance)) || 0,
    );
    return checked(
      cell(id),
      {
        name: cell(name),
        latitude: Number(cell(latitude) || 'NaN'),
        longitude: Number(cell(longitude) || 'NaN'),
        ...level,
        area: /^[A-Z]{2}\./.test(stateCode) ? stateCode : /^[A-Z]{2}$/.test(code) ? code : '',
      },
      cell(names)
        .split('|')
        .map((other) => other.replace(/^[a-z]{2,3}=/, '')),
    );
  };
}

function tableKind(
  written: string,
  population: number,
  importance: number,
): { readonly kind: PlaceKind; readonly prior: number } {
  const size = Math.log10(Math.max(1, population));
  const known = KINDS_OF_TABLES.find(([pattern]) => pattern.test(written));
  const [, kind, prior] = known ?? [undefined, 'region' as const, 2.5];
  return {
    kind,
    prior: Math.min(9, Math.max(prior, size, importance > 0 ? 2 + importance / 3 : 0)),
  };
}

const KINDS_OF_TABLES: readonly (readonly [RegExp, PlaceKind, number])[] = [
  [/^(?:country|PCL\w*|dependency)$/i, 'country', 7.5],
  [/^(?:region|state|province|department|macroregion|ADM1)$/i, 'state', 4.5],
  [/^(?:county|localadmin|borough|macrocounty|ADM2)$/i, 'county', 3],
  [/^(?:locality|town|city|PPL\w*|populated place)$/i, 'town', 2],
  [/neighbourhood|microhood|macrohood|PPLX/i, 'quarter', 1.5],
  [/continent/i, 'continent', 8],
  [/mountain|peak|MT|range|volcano|hill|plateau/i, 'mountain', 3],
  [/river|STM|canal/i, 'river', 3],
  [/lake|reservoir|LK/i, 'lake', 3],
  [/sea|ocean|bay|gulf|strait|sound|channel/i, 'sea', 3],
  [/island|ISL|archipelago/i, 'island', 3],
  [/park|reserve|PRK/i, 'park', 3],
  [/port|airport|venue|monument|castle/i, 'landmark', 2.5],
];

function checked(id: string, place: NewPlace, names: readonly string[]): ImportedRow {
  if (place.name === '') return { kind: 'skipped', reason: 'no-name' };
  if (!(Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180))
    return { kind: 'skipped', reason: 'bad-point' };
  return {
    kind: 'place',
    id,
    place,
    names: names.filter((name) => name !== '' && name.length <= 100),
  };
}
