// A further crawl of known images: how fast it is merged, and how much a library grows.
import type { BenchContext, Benchmark } from '../harness/benchmark.ts';
import { withCopy } from '../harness/library-input.ts';
import { runSubject, type SubjectResult } from '../harness/subject.ts';

type LibraryUpsert = typeof import('../subjects/library-upsert.ts');

/** Share of the library that is crawled again where speed is measured. */
const SHARE = 0.1;

/** Growth is the same at any size; this is large enough. */
const GROWTH_IMAGES = 100_000;

/** Speed of merging, and bytes for each further capture or reference. */
export const libraryUpsert: Benchmark = {
  name: 'library-upsert',
  about: `Into a copy of the generated library come further files with a tenth of its pages, taken at random, crawled again a year later: each of
their images has a further capture and a further reference, one caption in ten is another. Rows are stored, and documents and index are
brought up to date. Growth is measured with all pages of a library of 100,000 images; it counts everything, the further rows of pages and what revisits would be settled by too, for
each capture and each reference.`,
  mostRounds: 1,
  async run(context) {
    const { images } = context;
    const changed = images * SHARE;
    const { times } = await crawlAgain(context, changed, 'partly');
    const growth = { ...context, images: Math.min(images, GROWTH_IMAGES) };
    const { before, after } = await crawlAgain(growth, growth.images, 'wholly');
    return [
      {
        name: `${changed.toLocaleString('en')} images of ${images.toLocaleString('en')}`,
        value: changed / (times.rows + times.derive + times.merge),
        unit: 'images/CPU-s',
        goal: { bound: 'at least', value: 3000 },
      },
      { name: 'Storing rows', value: changed / times.rows, unit: 'images/CPU-s' },
      { name: 'Documents and index', value: changed / times.derive, unit: 'images/CPU-s' },
      {
        name: 'Growth for each capture and reference',
        value: (after.total - before.total) / (2 * growth.images),
        unit: 'bytes',
        goal: { bound: 'at most', value: 200 },
      },
    ];
  },
};

async function crawlAgain(
  context: BenchContext,
  changed: number,
  merge: 'wholly' | 'partly',
): Promise<SubjectResult<LibraryUpsert>> {
  const { images } = context;
  const { result } = await withCopy(context, (folder) =>
    runSubject<LibraryUpsert>('library-upsert', { folder, images, changed, merge }),
  );
  if (!result.isSame) throw new Error('The number of documents has changed.');
  return result;
}
