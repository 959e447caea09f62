// Small changes of a small and of a large library: their cost should follow the change.
import type { BenchContext, Benchmark } from '../harness/benchmark.ts';
import { withCopy } from '../harness/library-input.ts';
import type { Sample } from '../harness/sample.ts';
import { runSubject, type SubjectResult } from '../harness/subject.ts';

type LibraryChange = typeof import('../subjects/library-change.ts');

type Changed = Sample<SubjectResult<LibraryChange>>;

/** The library that the large one is compared with. */
const FEW_IMAGES = 10_000;

/** What a small change costs in a large library. */
export const libraryChange: Benchmark = {
  name: 'library-change',
  about: `Into a copy of the generated library comes one file with 52 images, and the report is made that \`pinakes ingest\` prints; then
all numbers of \`pinakes stats\` are collected, and 10 images are taken down. The same is done with a library of 10,000 images.`,
  mostRounds: 1,
  async run(context) {
    const few = await change({ ...context, images: FEW_IMAGES });
    const many = await change(context);
    const size = context.images.toLocaleString('en');
    return [
      {
        name: `52 images come, in ${size} against 10,000`,
        value: many.add.result.cpuSeconds / few.add.result.cpuSeconds,
        unit: 'times',
        goal: { bound: 'at most', value: 1.3 },
      },
      { name: `52 images come, in ${size}`, value: many.add.result.cpuSeconds, unit: 'CPU-s' },
      { name: `Numbers of ${size}`, value: many.add.result.stats, unit: 'CPU-s' },
      {
        name: `10 images go, of ${size}`,
        value: many.remove.result.cpuSeconds,
        unit: 'CPU-s',
        goal: { bound: 'at most', value: 2 },
      },
      {
        name: 'Peak of memory meanwhile, mapped files included',
        value: many.remove.peakBytes / 1e6,
        unit: 'MB',
        goal: { bound: 'at most', value: 200 },
      },
    ];
  },
};

/** Both steps, each in a process of its own. */
function change(context: BenchContext): Promise<Record<'add' | 'remove', Changed>> {
  const { images } = context;
  return withCopy(context, async (folder) => {
    const add = await runSubject<LibraryChange>('library-change', { folder, images, step: 'add' });
    const remove = await runSubject<LibraryChange>('library-change', {
      folder,
      images,
      step: 'remove',
    });
    const isDone = add.result.documents >= images && remove.result.documents > 0;
    if (!isDone) throw new Error('The library did not change.');
    return { add, remove };
  });
}
