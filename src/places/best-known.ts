// The best known places of a part of the world: what a map writes on itself.
import type { PlaceTable } from './place-table.ts';

/** A part of the world in degrees; `west` is larger than `east` over the antimeridian. */
export interface PlaceBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The numbers of the best known countries and towns in a box, best known first. One pass over all places, about 5 ms. */
export function findBestKnown(table: PlaceTable, box: PlaceBox, limit: number): number[] {
  const { west, south, east, north } = box;
  const isOverEdge = west > east;
  const best: { readonly place: number; readonly prior: number }[] = [];
  let least = 0;
  for (let place = 0; place < table.size; place++) {
    const prior = table.prior(place);
    if (prior <= least) continue;
    const kind = table.kind(place);
    if (kind !== 'town' && kind !== 'country') continue;
    const latitude = table.latitude(place);
    if (latitude < south || latitude > north) continue;
    const longitude = table.longitude(place);
    const isInside = isOverEdge
      ? longitude >= west || longitude <= east
      : longitude >= west && longitude <= east;
    if (!isInside) continue;
    // Kept in order: few come in once the first hundreds have been seen.
    let at = best.length;
    while (at > 0 && (best[at - 1]?.prior ?? 0) < prior) at -= 1;
    best.splice(at, 0, { place, prior });
    if (best.length <= limit) continue;
    best.pop();
    least = best.at(-1)?.prior ?? 0;
  }
  return best.map(({ place }) => place);
}
