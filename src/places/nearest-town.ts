// The town nearest to a point: towns by cells of one degree, countries by polygons.
import { createRequire } from 'node:module';
import { distanceKm } from '../model/distance.ts';
import { describePlace } from './describe-place.ts';
import type { NearbyPlace } from './located.ts';
import type { PlaceTable } from './place-table.ts';

/** Beyond this the nearest town says nothing about a point. */
const MAX_DISTANCE_KM = 50;
const KM_PER_DEGREE = 111.2;
const COLUMNS = 360;
const ROWS = 181;

/** Finds towns near points; made on first use, in about 10 ms and 1.5 MB. */
export class NearestTown {
  readonly #table: PlaceTable;
  /** Towns, ordered by cell. */
  readonly #towns: Uint32Array;
  /** For each cell the index of its first town; one more at the end. */
  readonly #starts = new Uint32Array(COLUMNS * ROWS + 1);

  constructor(table: PlaceTable) {
    this.#table = table;
    const cells = new Int32Array(table.size).fill(-1);
    let towns = 0;
    for (let place = 0; place < table.size; place++) {
      if (table.kind(place) !== 'town') continue;
      const cell = cellOf(table.latitude(place), table.longitude(place));
      cells[place] = cell;
      this.#starts[cell + 1] = (this.#starts[cell + 1] ?? 0) + 1;
      towns += 1;
    }
    for (let cell = 0; cell < COLUMNS * ROWS; cell++) {
      this.#starts[cell + 1] = (this.#starts[cell + 1] ?? 0) + (this.#starts[cell] ?? 0);
    }
    this.#towns = new Uint32Array(towns);
    const next = this.#starts.slice();
    for (const [place, cell] of cells.entries()) {
      if (cell < 0) continue;
      const at = next[cell] ?? 0;
      this.#towns[at] = place;
      next[cell] = at + 1;
    }
  }

  /** The nearest town in the country of the point; `undefined` at sea, and where none is within 50 km. */
  find(latitude: number, longitude: number): NearbyPlace | undefined {
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
    const country = this.#table.areaOfCode(countryCodeAt(latitude, longitude) ?? '');
    if (country === 0) return undefined;
    let best = -1;
    let bestKm = MAX_DISTANCE_KM;
    const here = { latitude, longitude };
    const reach = MAX_DISTANCE_KM / KM_PER_DEGREE;
    const width = Math.min(180, reach / Math.max(0.001, Math.cos((latitude * Math.PI) / 180)));
    for (let row = rowOf(latitude - reach); row <= rowOf(latitude + reach); row++) {
      for (let lon = Math.floor(longitude - width); lon <= Math.floor(longitude + width); lon++) {
        const cell = row * COLUMNS + ((lon + 180 + COLUMNS) % COLUMNS);
        for (let index = this.#starts[cell] ?? 0; index < (this.#starts[cell + 1] ?? 0); index++) {
          const town = this.#towns[index] ?? 0;
          const point = {
            latitude: this.#table.latitude(town),
            longitude: this.#table.longitude(town),
          };
          const km = distanceKm(here, point);
          if (km >= bestKm) continue;
          if (this.#table.countryOfArea(this.#table.area(town)) !== country) continue;
          best = town;
          bestKm = km;
        }
      }
    }
    if (best < 0) return undefined;
    return { ...describePlace(this.#table, best), distanceKm: Math.round(bestKm * 10) / 10 };
  }
}

function rowOf(latitude: number): number {
  return Math.max(0, Math.min(ROWS - 1, Math.floor(latitude + 90)));
}

function cellOf(latitude: number, longitude: number): number {
  return rowOf(latitude) * COLUMNS + ((Math.floor(longitude) + 180) % COLUMNS);
}

interface CountryCoder {
  iso1A2Code(point: [number, number], options: { level: string }): string | null;
}

let coder: CountryCoder | undefined;

/** ISO code of the country or territory around a point. The polygons are loaded when the first point is asked for. */
function countryCodeAt(latitude: number, longitude: number): string | undefined {
  coder ??= createRequire(import.meta.url)('@rapideditor/country-coder') as CountryCoder; // its own types describe more than is used
  const code = coder.iso1A2Code([longitude, latitude], { level: 'territory' });
  return code ?? undefined;
}
