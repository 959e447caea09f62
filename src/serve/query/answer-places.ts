// Answers of `/api/v1/places`: what the gazetteer knows of a name, of a point, or of a part of the map.
import { openSharedGazetteer } from '../../pipeline/place-reader.ts';
import type { Answered } from './answer-context.ts';
import type { PlacesQuery } from './query-requests.ts';

/** Places with where they belong, the best known or the nearest first. */
export async function answerPlaces({ by, limit }: PlacesQuery): Promise<Answered> {
  const gazetteer = await openSharedGazetteer();
  const found = () => {
    if ('name' in by) return gazetteer.named(by.name);
    if ('box' in by) return gazetteer.within(by.box, limit);
    return gazetteer.nearest(by.latitude, by.longitude) ?? [];
  };
  const places = [found()].flat().slice(0, limit);
  return {
    value: {
      places: places.map((place) => ({
        name: place.name,
        kind: place.kind,
        latitude: place.latitude,
        longitude: place.longitude,
        region: place.region ?? '',
        country: place.countryCode ?? '',
        ...('distanceKm' in place && { distanceKm: place.distanceKm }),
      })),
      attribution: gazetteer.attribution,
    },
  };
}
