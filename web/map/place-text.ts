// Where a picture is, in words.

import type { ShownPlace } from '../../src/model/place.ts';
import { countryName, joinNames } from '../../src/model/place-names.ts';
import { settings } from '../state/settings.ts';

/** Town, region and country, or the coordinates where none is known. */
export function placeText({ town, region, country, latitude, longitude }: ShownPlace): string {
  const land = country === '' ? '' : countryName(country, settings.value.language);
  const names = joinNames(town, region === town ? '' : region, land);
  return names === '' ? `${latitude.toFixed(2)}, ${longitude.toFixed(2)}` : names;
}
