// Names of countries and towns on the map, from the gazetteer of the server; drawn with the fonts of the browser.
import type { GeoJSONSource, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';

/** A name and where it stands. */
export interface Label {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly isCountry: boolean;
}

/** Name of the source of labels. */
export const LABELS = 'labels';

/** Labels as the map takes them, the most important first. */
export function toLabelData(
  labels: readonly Label[],
): Exclude<Parameters<GeoJSONSource['setData']>[0], string> {
  return {
    type: 'FeatureCollection',
    features: labels.map(({ name, latitude, longitude, isCountry }, order) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { name, order, isCountry },
    })),
  };
}

/** The layers of labels: countries spaced out, towns with a dot. */
export function toLabelLayers(colors: {
  readonly land: string;
  readonly ink: string;
  readonly border: string;
}): LayerSpecification[] {
  const paint = {
    'text-color': colors.ink,
    'text-halo-color': colors.land,
    'text-halo-width': 1.5,
  };
  const text: SymbolLayerSpecification['layout'] = {
    'text-field': ['get', 'name'],
    'text-font': ['system-ui', 'sans-serif'],
    'symbol-sort-key': ['get', 'order'],
    'text-padding': 4,
  };
  return [
    {
      id: 'towns',
      type: 'circle',
      source: LABELS,
      filter: ['!', ['get', 'isCountry']],
      paint: { 'circle-radius': 2, 'circle-color': colors.border },
    },
    {
      id: 'town-names',
      type: 'symbol',
      source: LABELS,
      filter: ['!', ['get', 'isCountry']],
      layout: {
        ...text,
        'text-size': 12,
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.5,
      },
      paint,
    },
    {
      id: 'country-names',
      type: 'symbol',
      source: LABELS,
      filter: ['get', 'isCountry'],
      layout: { ...text, 'text-size': 12, 'text-letter-spacing': 0.12 },
      paint,
    },
  ];
}
