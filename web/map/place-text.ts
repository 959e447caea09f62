// Where a picture is, in words.

import type { ShownPlace } from '../../src/model/place.ts';
import { countryName, joinNames } from '../../src/model/place-names.ts';
import type { GazetteerPlace } from '../api/types.ts';
import { formatNumber } from '../i18n/i18n.ts';
import { settings } from '../state/settings.ts';

/** What a point is near to: `Porto, Portugal (0.3 km)`. */
export function nearText({ name, region, country, distanceKm = 0 }: GazetteerPlace): string {
  const land = country === '' ? '' : countryName(country, settings.value.language);
  const names = joinNames(name, region === name ? '' : region, land);
  return `${names} (${formatNumber(distanceKm)} km)`;
}

/** Town, region and country, or the coordinates where none is known. */
export function placeText({ town, region, country, latitude, longitude }: ShownPlace): string {
  const land = country === '' ? '' : countryName(country, settings.value.language);
  const names = joinNames(town, region === town ? '' : region, land);
  return names === '' ? `${latitude.toFixed(2)}, ${longitude.toFixed(2)}` : names;
}
