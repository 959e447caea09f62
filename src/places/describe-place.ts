// A place of the table as callers see it.
import type { NamedPlace } from './located.ts';
import type { PlaceTable } from './place-table.ts';

/** A place with the areas that hold it, by name. */
export function describePlace(table: PlaceTable, place: number): NamedPlace {
  const area = table.area(place);
  const country = table.countryOfArea(area);
  const state = table.stateOfArea(area);
  const county = area === state || area === country ? 0 : area;
  const named = (of: number): string | undefined => {
    const at = of === 0 ? -1 : table.placeOfArea(of);
    return at < 0 || at === place ? undefined : table.name(at);
  };
  const described: { -readonly [K in keyof NamedPlace]: NamedPlace[K] } = {
    name: table.name(place),
    latitude: table.latitude(place),
    longitude: table.longitude(place),
    kind: table.kind(place),
    prominence: table.prior(place),
  };
  const countryPlace = country === 0 ? -1 : table.placeOfArea(country);
  if (countryPlace >= 0) described.country = table.name(countryPlace);
  if (country !== 0) described.countryCode = table.codeOfArea(country);
  const region = named(state);
  if (region !== undefined) described.region = region;
  const countyName = named(county);
  if (countyName !== undefined) described.county = countyName;
  return described;
}
