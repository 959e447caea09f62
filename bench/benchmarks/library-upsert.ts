// A further crawl of known images: how fast it is merged, and how much a library grows.
import type { Benchmark } from '../harness/benchmark.ts';
import { withCopy } from '../harness/library-input.ts';
import { runSubject } from '../harness/subject.ts';

type LibraryUpsert = typeof import('../subjects/library-upsert.ts');

/** Share of the library that is crawled again. */
const SHARE = 0.1;

/** Speed of merging, and bytes for each further capture or reference. */
export const libraryUpsert: Benchmark = {
  name: 'library-upsert',
  about: `Into a copy of the generated library comes another file with a tenth of its pages, crawled again a year later: each of their images
has a further capture and a further reference, one caption in ten is another. Rows are stored, and documents and index are
brought up to date. Growth counts everything, the rows of the pages too, for each capture and each reference: as
it is left by the run, with parts of the index that wait to be merged, and after merging.`,
  mostRounds: 1,
  async run(context) {
    const { images } = context;
    const changed = images * SHARE;
    const { result } = await withCopy(context, (folder) =>
      runSubject<LibraryUpsert>('library-upsert', { folder, images, changed }),
    );
    const { times, before, after, merged, isSame } = result;
    if (!isSame) throw new Error('The number of documents has changed.');
    const perObservation = (bytes: number) => (bytes - before.total) / (2 * changed);
    const count = changed.toLocaleString('en');
    return [
      {
        name: `${count} images of ${images.toLocaleString('en')}`,
        value: changed / (times.rows + times.derive + times.merge),
        unit: 'images/CPU-s',
        goal: { bound: 'at least', value: 3000 },
      },
      { name: 'Storing rows', value: changed / times.rows, unit: 'images/CPU-s' },
      { name: 'Documents and index', value: changed / times.derive, unit: 'images/CPU-s' },
      { name: 'Growth as left', value: perObservation(after.total), unit: 'bytes' },
      {
        name: 'Growth after merging',
        value: perObservation(merged.total),
        unit: 'bytes',
        goal: { bound: 'at most', value: 150 },
      },
    ];
  },
};
