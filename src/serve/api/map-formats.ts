// Forms of an export for maps: GeoJSON (RFC 7946) and KML 2.2. Images without a place are left out.
import type { ApiItem } from '../query/api-item.ts';
import type { ExportFormat } from './export-formats.ts';

/** Who is to be named where places are shown. */
export const PLACES_ATTRIBUTION = 'Places: GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR';

/** Both forms by name. */
export const MAP_FORMATS: Readonly<Record<'geojson' | 'kml', ExportFormat>> = {
  geojson: {
    contentType: 'application/geo+json; charset=utf-8',
    extension: 'geojson',
    head: (head) =>
      `${JSON.stringify({ type: 'FeatureCollection', ...head, attribution: PLACES_ATTRIBUTION }).slice(0, -1)},"features":[`,
    item: (item, isFirst) => {
      if (item.place === undefined) return '';
      const { latitude, longitude, ...place } = item.place;
      const { id, url, page, archivedPage, width, height, firstCapture } = item;
      const feature = {
        type: 'Feature',
        id,
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties: {
          ...{ name: nameOf(item), url, page: page?.url ?? null, archivedPage, width, height },
          firstCapture,
          ...place,
        },
      };
      return `${isFirst ? '\n' : ',\n'}${JSON.stringify(feature)}`;
    },
    tail: '\n]}\n',
  },
  kml: {
    contentType: 'application/vnd.google-earth.kml+xml; charset=utf-8',
    extension: 'kml',
    head: ({ query, total, time, version }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n` +
      `<name>${toXml(query === '' ? 'Images' : query)}</name>\n` +
      `<description>${toXml(`${total} images, ${time}, pinakes ${version}. ${PLACES_ATTRIBUTION}`)}</description>\n`,
    item: (item) => {
      const { place } = item;
      if (place === undefined) return '';
      const told = `${place.source}${place.text === '' ? '' : `: ${place.text}`}, ${place.confidence}`;
      return (
        `<Placemark id="i${item.id}"><name>${toXml(nameOf(item))}</name>` +
        `<description>${toXml(`${item.url}\n${told}`)}</description>` +
        `<TimeStamp><when>${toXml(item.firstCapture)}</when></TimeStamp>` +
        `<Point><coordinates>${place.longitude},${place.latitude}</coordinates></Point></Placemark>\n`
      );
    },
    tail: '</Document></kml>\n',
  },
};

function nameOf({ titles, alts, captions, url }: ApiItem): string {
  return ([...titles, ...alts, ...captions][0] ?? url).slice(0, 200);
}

/** Text of XML; characters that no XML may hold become blanks. */
function toXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
