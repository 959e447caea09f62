// Small changes of a small and of a large library: their cost should follow the change.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext, Benchmark } from '../harness/benchmark.ts';
import { withCopy } from '../harness/library-input.ts';
import type { Sample } from '../harness/sample.ts';
import { runSubject, type SubjectResult } from '../harness/subject.ts';

type LibraryChange = typeof import('../subjects/library-change.ts');

type Changed = Sample<SubjectResult<LibraryChange>>;

type PassOver = typeof import('../subjects/library-pass-over.ts');

/** The libraries that the large one is compared with. */
const FEW_IMAGES = 10_000;
const MORE_IMAGES = 100_000;

/** Files that are passed over. */
const FILES = 10_000;

/** What a small change costs in a large library. */
export const libraryChange: Benchmark = {
  name: 'library-change',
  about: `Into a copy of the generated library comes one file with 52 images, and the report is made that \`pinakes ingest\` prints; then
all numbers of \`pinakes stats\` are collected, and 10 images are taken down. The same is done with libraries of 10,000 and
100,000 images. Another library knows 10,000 files of one record each, and is asked to ingest all of them again.`,
  mostRounds: 1,
  async run(context) {
    const few = await change({ ...context, images: FEW_IMAGES });
    const more = await change({ ...context, images: Math.min(MORE_IMAGES, context.images) });
    const many = await change(context);
    const perSecond = await passOver(context);
    const size = context.images.toLocaleString('en');
    const added = ({ add }: Changes) => add.result.cpuSeconds;
    const ratioGoal = { bound: 'at most', value: 1.3 } as const;
    return [
      {
        name: `52 images come, in ${size} against 10,000`,
        value: added(many) / added(few),
        unit: 'times',
        goal: ratioGoal,
      },
      {
        name: 'The same, in 100,000 against 10,000',
        value: added(more) / added(few),
        unit: 'times',
        goal: ratioGoal,
      },
      { name: '52 images come, in 10,000', value: added(few), unit: 'CPU-s' },
      { name: '52 images come, in 100,000', value: added(more), unit: 'CPU-s' },
      { name: `52 images come, in ${size}`, value: added(many), unit: 'CPU-s' },
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
      {
        name: '10,000 files that are known are passed over',
        value: perSecond,
        unit: 'files/CPU-s',
        goal: { bound: 'at least', value: 20_000 },
      },
    ];
  },
};

type Changes = Record<'add' | 'remove', Changed>;

/** Known files that are passed over in a second of processor time. */
async function passOver({ inputs }: BenchContext): Promise<number> {
  const folder = join(inputs.folder, 'pass-over');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const { result } = await runSubject<PassOver>('library-pass-over', { folder, files: FILES });
    if (result.known !== FILES || result.files !== 0) throw new Error('Files were read again.');
    return FILES / result.cpuSeconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Both steps, each in a process of its own. */
function change(context: BenchContext): Promise<Changes> {
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
