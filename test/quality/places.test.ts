// How well place names are found and decided, on news that people marked; no weight was fitted to these texts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodePlaceFile } from '../../src/places/place-file.ts';
import { PlaceTable } from '../../src/places/place-table.ts';
import { openGazetteer } from '../../src/places/places.ts';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';
import { type GoldArticle, readCorpus } from './place-corpora.ts';
import { findSpans, geocode, scoreFinding, scoreGeocoding } from './place-scores.ts';

/** Measured: LGL 0.788 and F 0.754, GeoVirus 0.865 and F 0.835. */
const BARS = {
  LGL: { articles: 588, right: 0.78, f: 0.72 },
  GeoVirus: { articles: 238, right: 0.84, f: 0.8 },
} as const;

/** Names that are more likely places than not. */
const LEAST = 0.5;

const FILE = join(import.meta.dirname, '..', '..', 'data', 'places.bin');

function openTable(): PlaceTable {
  return new PlaceTable([decodePlaceFile(readFileSync(FILE), FILE)]);
}

describeWithRealData('places in news', () => {
  it.each(['LGL', 'GeoVirus'] as const)('%s', (name) => {
    const table = openTable();
    const { articles, bad } = readCorpus(realDataPath(), name);
    const bar = BARS[name];
    expect(bad).toBe(0);
    expect(articles).toHaveLength(bar.articles);
    const geocoding = scoreGeocoding(table, articles);
    const finding = scoreFinding(articles, (text) => findSpans(table, text, LEAST));
    const firstMatch = scoreFinding(articles, (text) => findSpans(table, text, 0));
    console.log(describeScores(name, { geocoding, finding, firstMatch }));
    expect(geocoding.right).toBeGreaterThanOrEqual(bar.right);
    expect(geocoding.right).toBeGreaterThan(geocoding.firstMatch);
    expect(finding.f).toBeGreaterThanOrEqual(bar.f);
    expect(finding.f).toBeGreaterThan(firstMatch.f);
  });

  it('answers the same when the marked coordinates are shuffled', () => {
    const table = openTable();
    const { articles } = readCorpus(realDataPath(), 'GeoVirus');
    const points = articles.flatMap(({ places }) => places);
    let next = 7;
    const shuffled = articles.map((article): GoldArticle => {
      const places = article.places.map((place) => {
        next = (next * 7919) % points.length;
        const { latitude = 0, longitude = 0 } = points[next] ?? {};
        return { ...place, latitude, longitude };
      });
      return { ...article, places };
    });
    expect(shuffled.map((article) => geocode(table, article))).toEqual(
      articles.map((article) => geocode(table, article)),
    );
    expect(scoreGeocoding(table, shuffled).right).toBeLessThan(0.2);
  });
});

it('reads captions at a good pace, from a gazetteer that opens fast and stays small', async () => {
  const before = process.memoryUsage().rss;
  const opening = process.cpuUsage();
  const gazetteer = await openGazetteer();
  const { user } = process.cpuUsage(opening);
  const captions = Array.from(
    { length: 20_000 },
    (_, index) => CAPTIONS[index % CAPTIONS.length] ?? '',
  );
  for (const caption of captions) gazetteer.locate(caption); // the first run compiles
  const started = process.cpuUsage();
  for (const caption of captions) gazetteer.locate(caption);
  const used = process.cpuUsage(started);
  const perSecond = captions.length / ((used.user + used.system) / 1e6);
  const megabytes = (process.memoryUsage().rss - before) / 1e6;
  console.log(
    `opened in ${Math.round(user / 1000)} ms, ${Math.round(perSecond)} captions per second, ${Math.round(megabytes)} MB with garbage`,
  );
  expect(user / 1000).toBeLessThan(400); // 100 to 200 ms on an idle machine
  expect(perSecond).toBeGreaterThan(20_000); // 66,000 on an idle machine
});

const CAPTIONS = [
  'The old bridge over the Douro between Porto and Vila Nova de Gaia, seen in the evening from the north bank',
  'Students of the University of Oxford on their bicycles near the market on a rainy day in November 1998',
  'O presidente da câmara de Évora com o ministro na inauguração da nova biblioteca municipal, ontem à tarde',
  'Blick vom Turm der Frauenkirche auf die Altstadt von Dresden und die Elbe, im Hintergrund die Neustadt',
  'A man with a dog and two children stands in front of a house with green windows and a broken roof',
  'Les vignobles autour de Beaune, en Bourgogne, pendant les vendanges; au fond le village de Pommard',
];

interface Scores {
  readonly geocoding: ReturnType<typeof scoreGeocoding>;
  readonly finding: ReturnType<typeof scoreFinding>;
  readonly firstMatch: ReturnType<typeof scoreFinding>;
}

function describeScores(name: string, { geocoding, finding, firstMatch }: Scores): string {
  const share = (value: number): string => value.toFixed(3);
  return [
    `${name}: ${geocoding.marked} marked names without countries; in the gazetteer ${share(geocoding.present)}, reachable ${share(geocoding.reachable)}`,
    `  within 161 km: first match ${share(geocoding.firstMatch)}, ours ${share(geocoding.right)}`,
    `  exact spans, every match: P ${share(firstMatch.precision)} R ${share(firstMatch.recall)} F ${share(firstMatch.f)}`,
    `  exact spans, ours: P ${share(finding.precision)} R ${share(finding.recall)} F ${share(finding.f)}`,
  ].join('\n');
}
