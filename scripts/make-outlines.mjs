// Makes the outlines of the map page from Natural Earth, as the npm package world-atlas brings it: `node scripts/make-outlines.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoEquirectangular } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';
import { feature } from 'topojson-client';

const OUTPUT = new URL('../web/public/assets/outlines-1.json', import.meta.url);
/** Hundredths of a degree: a kilometre, finer than the data. */
const STEPS = 100;

const require = createRequire(import.meta.url);
const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-110m.json'), 'utf8'));
const countries = feature(atlas, atlas.objects.countries);

// The data is cut for a globe: on a flat map Russia, Fiji and Antarctica would leave bars across the page. Projecting it flat, at
// one unit for each degree, cuts it along the antimeridian.
const flat = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .precision(0.1);
const round = ([x, y]) => [Math.round(x * STEPS) / STEPS + 0, Math.round(-y * STEPS) / STEPS + 0];

const features = countries.features.map(({ properties, geometry }) => {
  const { type, coordinates } = geoProject(geometry, flat);
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return {
    type: 'Feature',
    properties: { name: properties.name },
    // The projection turns the map over, and with it the sense of each ring.
    geometry: {
      type: 'MultiPolygon',
      coordinates: polygons.map((rings) => rings.map((ring) => ring.map(round).reverse())),
    },
  };
});

const text = JSON.stringify({ type: 'FeatureCollection', features });
writeFileSync(OUTPUT, `${text}\n`);
process.stdout.write(`${features.length} outlines, ${text.length} bytes\n`);
