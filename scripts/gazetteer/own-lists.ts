// Our own lists of places: regions, landmarks, peaks, parks, rivers and what else no package gives.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS, type PlaceKind } from '../../src/places/kinds.ts';
import type { NewPlace } from '../../src/places/place-file-builder.ts';

/** A place of our own lists. */
export interface OwnPlace extends NewPlace {
  readonly names: readonly string[];
  readonly people: readonly string[];
}

/** Reads all lists of places in a folder. A bad row is an error: the lists are ours. */
export function readOwnPlaces(folder: string): OwnPlace[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith('places-') && file.endsWith('.tsv'))
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .slice(1)
        .filter((row) => row !== '')
        .map((row) => toPlace(row, file)),
    );
}

function toPlace(row: string, file: string): OwnPlace {
  const [name = '', kind = '', point = '', area = '', prior = '', names = '', people = ''] =
    row.split('\t');
  const [latitude = Number.NaN, longitude = Number.NaN] = point.split(',').map(Number);
  const isKind = (KINDS as readonly string[]).includes(kind);
  if (
    !isKind ||
    !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) ||
    !(Number(prior) > 0)
  ) {
    throw new Error(`${file}: this row is not a place: ${row}`);
  }
  const list = (cell: string): string[] => cell.split('|').filter((other) => other !== '');
  return {
    name,
    kind: kind as PlaceKind, // checked above
    latitude,
    longitude,
    area,
    prior: Number(prior),
    names: list(names),
    people: list(people),
  };
}
