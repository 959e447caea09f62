// The face of places: opens the gazetteer, which finds places in texts, by name and by point.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { messageOf, PinakesError } from '../support/errors.ts';
import { findBestKnown, type PlaceBox } from './best-known.ts';
import { describePlace } from './describe-place.ts';
import { locateInText } from './locate.ts';
import type { LocateContext, LocatedPlace, NamedPlace, NearbyPlace } from './located.ts';
import { NameHash, toTokens } from './name-key.ts';
import { NearestTown } from './nearest-town.ts';
import { decodePlaceFile, PEOPLE, type PlaceFile } from './place-file.ts';
import { PlaceTable } from './place-table.ts';
import { orderChoices } from './resolve.ts';

export type { PlaceBox } from './best-known.ts';
export type { PlaceKind } from './kinds.ts';
export type { LocateContext, LocatedPlace, NamedPlace, NearbyPlace } from './located.ts';

/** Places of the world, in memory; answers without waiting. */
export interface Gazetteer {
  /** Changes with the places and with the rules that find them; kept with every point that was derived. */
  readonly version: string;
  /** Who is to be named where places are shown. */
  readonly attribution: string;
  /** Place names in a text, resolved, in the order of the text. */
  locate(text: string, context?: LocateContext): readonly LocatedPlace[];
  /** Places of a name, for `near:"Porto"`: best known first, at most 20. */
  named(name: string): readonly NamedPlace[];
  /** The town nearest to a point, within 50 km and in the country of the point; `undefined` at sea and where there is none. */
  nearest(latitude: number, longitude: number): NearbyPlace | undefined;
  /** The best known countries and towns of a part of the world, best known first. */
  within(box: PlaceBox, limit: number): readonly NamedPlace[];
}

/** Version of the rules of `locate`: raised when the same text may give another answer. */
const RULES_VERSION = 2;
/** The places that come with the package. */
const BUNDLED = fileURLToPath(new URL('../../data/places.bin', import.meta.url));
const MAX_NAMED = 20;

/**
 * Opens the bundled gazetteer, with what an operator imported (`extra`: a file made by `pinakes gazetteer import`).
 * Throws `INPUT_UNREADABLE` and `PLACE_FILE_INVALID`.
 *
 * @example
 * const gazetteer = await openGazetteer();
 * gazetteer.locate('The river at Porto, Portugal')[0]?.latitude; // 41.14961
 */
export async function openGazetteer(
  options: { readonly extra?: string | undefined } = {},
): Promise<Gazetteer> {
  const files = [await readPlaceFile(BUNDLED)];
  if (options.extra !== undefined) files.push(await readPlaceFile(options.extra));
  return new OpenGazetteer(files);
}

async function readPlaceFile(path: string): Promise<PlaceFile> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new PinakesError(
      'INPUT_UNREADABLE',
      { input: path, detail: messageOf(cause) },
      { where: { file: path }, cause },
    );
  }
  return decodePlaceFile(bytes, path);
}

class OpenGazetteer implements Gazetteer {
  readonly version: string;
  readonly attribution: string;
  readonly #table: PlaceTable;
  #nearest: NearestTown | undefined;

  constructor(files: readonly PlaceFile[]) {
    this.#table = new PlaceTable(files);
    this.version = [RULES_VERSION, ...files.map(({ head }) => head.version)].join('-');
    this.attribution = [...new Set(files.map(({ head }) => head.attribution))].join('; ');
  }

  locate(text: string, context: LocateContext = {}): readonly LocatedPlace[] {
    return locateInText(this.#table, text, context);
  }

  named(name: string): readonly NamedPlace[] {
    const hash = new NameHash();
    for (const { word } of toTokens(name)) hash.add(word);
    const values = this.#table.find(hash.high, hash.low).filter((value) => (value & PEOPLE) === 0);
    return orderChoices(this.#table, values)
      .slice(0, MAX_NAMED)
      .map((place) => describePlace(this.#table, place));
  }

  nearest(latitude: number, longitude: number): NearbyPlace | undefined {
    this.#nearest ??= new NearestTown(this.#table);
    return this.#nearest.find(latitude, longitude);
  }

  within(box: PlaceBox, limit: number): readonly NamedPlace[] {
    return findBestKnown(this.#table, box, limit).map((place) => describePlace(this.#table, place));
  }
}
