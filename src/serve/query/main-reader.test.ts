import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLibraryFolder } from '../../../test/fixtures/library-archives.ts';
import { storeCaptures } from '../../../test/fixtures/serve-archives.ts';
import type { Timestamp } from '../../model/capture.ts';
import { toSettings } from '../settings.ts';
import { openMainReader } from './main-reader.ts';

it('stops now and then on its way past captures under embargo', async () => {
  await using folder = await openLibraryFolder();
  const writer = await folder.open('library', { access: 'write', create: {} });
  const libraryFolder = join(folder.path, 'library');
  storeCaptures(
    writer,
    'many.warc.gz',
    Array.from({ length: 2000 }, (_, i) => ({
      ...{ surt: `org,many)/${String(i).padStart(5, '0')}`, url: `http://many.org/${i}` },
      ...{ mime: 'text/html', status: 200, digest: '', offset: i, length: 1 },
      time: (i < 3 ? '20010101000000' : '20200101000000') as Timestamp,
    })),
  );
  writer.close();
  const embargoMs = Date.now() - Date.parse('2010-01-01T00:00:00Z');
  const reader = await openMainReader(toSettings({ libraryFolder, embargoMs }));
  const ends = [...reader.captures.blockEnds({ surt: 'org,many)/', matchType: 'host' }, 500)];
  reader.close();
  expect(ends.filter((end) => end !== undefined).map(({ offset }) => offset)).toEqual([499]);
  expect(ends.filter((end) => end === undefined).length).toBeGreaterThan(2);
});
