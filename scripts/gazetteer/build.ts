// Builds data/places.bin, the bundled gazetteer: `npx tsx scripts/gazetteer/build.ts [FOLDER-FOR-DOWNLOADS]`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toNameKey } from '../../src/places/name-key.ts';
import { PlaceFileBuilder } from '../../src/places/place-file-builder.ts';
import { readCountries } from './countries.ts';
import { readEverydayWords } from './everyday-words.ts';
import { readOwnPlaces } from './own-lists.ts';
import {
  type DrawnState,
  readDivisions,
  readDrawnStates,
  readPostalTowns,
  readTowns,
  type Town,
} from './settlements.ts';
import { fetchSources } from './sources.ts';

const ATTRIBUTION = 'Places: GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR';
const OUTPUT = join(import.meta.dirname, '..', '..', 'data', 'places.bin');

/** Scripts whose names are kept for places of any size; others for those above a population of 100,000. */
const EVERYDAY_SCRIPT =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\p{M}\s]+$/u;
/** Generic words of English division names that texts leave out: `Rapides` for `Rapides Parish` is not among them, it would catch too much. */
const DIVISION_WORDS =
  /^(?:Autonomous )?(?:Province|State|Region|Governorate|Oblast|District|Department|Prefecture|Distrito|Provincia|Departamento|Estado|Região|Región|Municipality|Province)(?: of| de| del| do| da)? | (?:Province|State|Region|Governorate|Oblast|District|Department|Prefecture|Voivodeship|Municipality|Canton|Krai|Republic)$/;

const sources = fetchSources(process.argv[2] ?? join(tmpdir(), 'pinakes-gazetteer'));
const everyday = readEverydayWords(sources);
const builder = new PlaceFileBuilder((word) => everyday.has(word));
const towns = readTowns(sources);
const drawn = readDrawnStates(sources);
const { first, second } = readDivisions(sources);

addCountries();
const stateNames = addStates();
addCounties();
addTowns();
addPostalTowns();
addOwnPlaces();

const bytes = builder.finish(ATTRIBUTION);
mkdirSync(dirname(OUTPUT), { recursive: true });
writeFileSync(OUTPUT, bytes);
console.log(`${builder.places} places, ${builder.names} names, ${bytes.length} bytes`);

function addCountries(): void {
  for (const country of readCountries(sources)) {
    const points = drawn.filter((state) => state.country === country.code);
    const members =
      points.length > 0
        ? points
        : towns.filter(({ area }) => area === country.code || area.startsWith(`${country.code}.`));
    if (members.length === 0) continue;
    const place = builder.addPlace({
      name: country.name,
      latitude: median(members.map(({ latitude }) => latitude)),
      longitude: median(members.map(({ longitude }) => longitude)),
      kind: 'country',
      prior: 7 + 0.2 * Math.log10(Math.max(1, country.population)),
      area: country.code,
      is: country.code,
    });
    builder.addName(place, country.name, 'main');
    for (const name of country.names) addName(place, name, 9);
    for (const name of country.shortNames) builder.addName(place, name, 'alternate');
    for (const name of country.people) builder.addName(place, name, 'people');
  }
}

/** States by their codes; those that only Natural Earth knows get none and stand in their country. Gives names of US states by postal code. */
function addStates(): Map<string, string> {
  const people = new Map<string, number>();
  const members = new Map<string, Town[]>();
  for (const town of towns) {
    const code = town.area.split('.').slice(0, 2).join('.');
    people.set(code, (people.get(code) ?? 0) + town.population);
    members.set(code, [...(members.get(code) ?? []), town]);
  }
  const byCode = new Map<string, DrawnState[]>();
  for (const state of drawn) byCode.set(state.code, [...(byCode.get(state.code) ?? []), state]);
  const used = new Set<DrawnState>();
  for (const { code, name } of first) {
    const candidates = byCode.get(code) ?? [];
    // Natural Earth draws some countries finer than GeoNames: one drawing for several must not lend its names to all.
    const same =
      candidates.length === 1
        ? candidates[0]
        : (candidates.find((state) => sameName(state, name)) ??
          drawn.find((state) => state.country === code.slice(0, 2) && sameName(state, name)));
    if (same !== undefined) used.add(same);
    addState(name, code, same, members.get(code) ?? [], people.get(code) ?? 0);
  }
  for (const state of drawn) if (!used.has(state)) addDrawnState(state);
  return new Map(first.map(({ code, name }) => [code, name]));
}

function addState(
  name: string,
  code: string,
  state: DrawnState | undefined,
  members: readonly Town[],
  population: number,
): void {
  if (state === undefined && members.length === 0) return;
  const place = builder.addPlace({
    name,
    latitude: state?.latitude ?? mean(members.map(({ latitude }) => latitude)),
    longitude: state?.longitude ?? mean(members.map(({ longitude }) => longitude)),
    kind: 'state',
    prior: Math.min(5.6 + 0.15 * Math.log10(Math.max(1, population)), mostOfTowns(members)),
    area: code,
    is: code,
  });
  builder.addName(place, name, 'main');
  addShortName(place, name);
  for (const other of state?.names ?? []) {
    addName(place, other, 5);
    addShortName(place, other);
  }
}

/** Some countries are divided into municipalities: these are hardly better known than the town they are named after. */
function mostOfTowns(members: readonly Town[]): number {
  if (members.length === 0) return Number.POSITIVE_INFINITY;
  return 1.4 + Math.max(...members.map(priorOfTown));
}

function addDrawnState(state: DrawnState): void {
  const place = builder.addPlace({
    name: state.name,
    latitude: state.latitude,
    longitude: state.longitude,
    kind: 'state',
    prior: 5.6 - 0.15 * Math.max(0, state.rank),
    area: state.country,
  });
  builder.addName(place, state.name, 'main');
  for (const other of state.names) {
    addName(place, other, 5);
    addShortName(place, other);
  }
}

function addCounties(): void {
  const members = new Map<string, Town[]>();
  for (const town of towns) {
    if (town.area.split('.').length === 3)
      members.set(town.area, [...(members.get(town.area) ?? []), town]);
  }
  for (const { code, name } of second) {
    const inside = members.get(code);
    if (inside === undefined) continue;
    const population = inside.reduce((sum, town) => sum + town.population, 0);
    const place = builder.addPlace({
      name,
      latitude: mean(inside.map(({ latitude }) => latitude)),
      longitude: mean(inside.map(({ longitude }) => longitude)),
      kind: 'county',
      prior: 2.2 + 0.35 * Math.log10(Math.max(1, population)),
      area: code,
      is: code,
    });
    builder.addName(place, name, 'main');
    addShortName(place, name);
  }
}

function addTowns(): void {
  for (const town of towns) {
    const place = builder.addPlace({
      name: town.name,
      latitude: town.latitude,
      longitude: town.longitude,
      kind: isQuarter(town) ? 'quarter' : 'town',
      prior: priorOfTown(town),
      area: town.area,
    });
    builder.addName(place, town.name, 'main');
    for (const name of town.names) addName(place, name, Math.log10(town.population + 1));
  }
}

function priorOfTown(town: Town): number {
  const size = Math.log10(Math.max(100, town.population));
  return size + seatBonus(town.feature) - (isQuarter(town) ? 0.7 : 0);
}

function isQuarter({ feature }: Town): boolean {
  return feature === 'PPLX';
}

function addPostalTowns(): void {
  const known = new Set<string>();
  for (const { name, area } of towns) {
    if (area.startsWith('US.'))
      known.add(`${area.split('.').slice(0, 2).join('.')} ${toNameKey(name)}`);
  }
  for (const { name, state, latitude, longitude } of readPostalTowns(sources)) {
    const area = `US.${state}`;
    if (known.has(`${area} ${toNameKey(name)}`) || !stateNames.has(area)) continue;
    const place = builder.addPlace({ name, latitude, longitude, kind: 'town', prior: 2, area });
    builder.addName(place, name, 'main');
  }
}

function addOwnPlaces(): void {
  for (const own of readOwnPlaces(join(import.meta.dirname, 'lists'))) {
    const place = builder.addPlace(own);
    builder.addName(place, own.name, 'main');
    for (const name of own.names) builder.addName(place, name, 'alternate');
    for (const name of own.people) builder.addName(place, name, 'people');
  }
}

/** Adds an alternate name unless it is a code or of a script that few captions near such a place are written in. */
function addName(place: number, name: string, size: number): void {
  if (name.length < 3 && !/[^\p{Script=Latin}]/u.test(name)) return;
  if (/^[A-Z]{3,4}$/.test(name)) return; // codes of airports
  if (/^https?:/.test(name) || name.length > 60) return;
  if (size < 5 && !EVERYDAY_SCRIPT.test(name)) return;
  builder.addName(place, name, 'alternate');
}

function addShortName(place: number, name: string): void {
  const short = name.replace(DIVISION_WORDS, '');
  if (short !== name && short.length > 3) builder.addName(place, short, 'alternate');
}

function sameName(state: DrawnState, name: string): boolean {
  const key = toNameKey(name);
  return [state.name, ...state.names].some((other) => toNameKey(other) === key);
}

function seatBonus(feature: string): number {
  if (feature === 'PPLC') return 1;
  return feature === 'PPLA' ? 0.3 : 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
