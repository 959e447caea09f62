// Photographs whose cameras wrote where they were: found again from what their pages say alone.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packFolder } from '../../src/archive/archive.ts';
import { withPlace } from '../../src/enrich/enrich.ts';
import type { Timestamp } from '../../src/model/capture.ts';
import { distanceKm } from '../../src/model/distance.ts';
import type { ShownPlace } from '../../src/model/place.ts';
import { ingestInputs } from '../../src/pipeline/ingest-inputs.ts';
import { openPlaceReader } from '../../src/pipeline/place-reader.ts';
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
    const counts = {
      photographs: 0,
      shown: 0,
      within10: 0,
      within50: 0,
      within161: 0,
    };
    for (const { document } of library.documents.all()) {
      const { camera, ...bare } = document;
      if (camera === undefined) continue;
      counts.photographs++;
      const { place } = withPlace(bare, reader, undefined);
      if (place === undefined || !isPoint(place)) continue;
      counts.shown++;
      const km = distanceKm(camera, place);
      if (km <= 10) counts.within10++;
      if (km <= 50) counts.within50++;
      if (km <= 161) counts.within161++;
    }
    library.close();
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    expect(counts.photographs).toBeGreaterThan(20);
    // Measured: 20 of 34 are shown, all of them within 10 km.
    expect(counts.shown / counts.photographs).toBeGreaterThan(0.5);
    expect(counts.within50 / counts.shown).toBeGreaterThanOrEqual(0.85);
  });
});

/** A region or a country is an area, and has no point that could be right. */
function isPoint({ extent }: ShownPlace): boolean {
  return extent === 'point' || extent === 'town';
}
