// Photographs whose cameras wrote where they were: found again from what their pages say alone.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packFolder } from '../../src/archive/archive.ts';
import { withPlace } from '../../src/enrich/enrich.ts';
import type { Timestamp } from '../../src/model/capture.ts';
import { distanceKm } from '../../src/model/distance.ts';
import type { ImageDocument } from '../../src/model/image.ts';
import type { ShownPlace } from '../../src/model/place.ts';
import { ingestInputs } from '../../src/pipeline/ingest-inputs.ts';
import { openPlaceReader, openSharedGazetteer } from '../../src/pipeline/place-reader.ts';
import { openLibraryFolder } from '../fixtures/library-archives.ts';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';

/** The one with most such photographs. */
const SITE = 'partir-loin';

describeWithRealData('photographs with coordinates, located by their pages alone', () => {
  it('are where their pages say', {
    timeout: 300_000,
  }, async () => {
    await using folder = await openLibraryFolder();
    const out = join(folder.path, 'site.warc.gz');
    const time = '20200101000000' as Timestamp; // 14 digits
    await packFolder(realDataPath('sites', SITE), {
      baseUrl: `http://${SITE}.example/`,
      time,
      out,
    });
    const library = await folder.open('library', { access: 'write', create: {} });
    await ingestInputs(library, [out], { collection: 'sites', withFacts: false, workers: 0 });
    const reader = await openPlaceReader();
    const gazetteer = await openSharedGazetteer();
    let photographs = 0;
    const counts = newCounts();
    const simple = newCounts();
    for (const { document } of library.documents.all()) {
      const { camera, ...bare } = document;
      if (camera === undefined) continue;
      photographs++;
      const { place } = withPlace(bare, reader, undefined);
      if (place !== undefined && isPoint(place)) count(counts, distanceKm(camera, place));
      const [first] = gazetteer.locate(describeAsPaper(bare), { least: 0 });
      const [best] = first === undefined ? [] : gazetteer.named(first.text);
      if (best !== undefined) count(simple, distanceKm(camera, best));
    }
    library.close();
    process.stdout.write(`${photographs} photographs; located ${JSON.stringify(counts)}\n`);
    process.stdout.write(`first match, as paper 001 section 5.1 ${JSON.stringify(simple)}\n`);
    expect(photographs).toBeGreaterThan(20);
    // Measured: 20 of 34 are shown, all of them within 10 km.
    expect(counts.shown / photographs).toBeGreaterThan(0.5);
    expect(counts.within50 / counts.shown).toBeGreaterThanOrEqual(0.85);
  });
});

interface Counts {
  shown: number;
  within10: number;
  within50: number;
  within161: number;
}

function newCounts(): Counts {
  return { shown: 0, within10: 0, within50: 0, within161: 0 };
}

function count(counts: Counts, km: number): void {
  counts.shown++;
  if (km <= 10) counts.within10++;
  if (km <= 50) counts.within50++;
  if (km <= 161) counts.within161++;
}

/** Alternative text, name of the file, and the nearest heading, text or link, one behind the other. */
function describeAsPaper({ alts, oldest, headings, captions, linkTexts }: ImageDocument): string {
  const [near] = [headings, captions, linkTexts].flatMap((texts) => texts ?? []);
  const file = decodeURI(new URL(oldest.url).pathname).split('/').at(-1) ?? '';
  const name = file.replace(/\.\w+$/, '').replace(/[-_]+/g, ' ');
  return [alts[0]?.text, name, near?.text].filter(Boolean).join(' ');
}

/** A region or a country is an area, and has no point that could be right. */
function isPoint({ extent }: ShownPlace): boolean {
  return extent === 'point' || extent === 'town';
}
