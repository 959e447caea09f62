// Filtering of index lines, without any archive.
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { openCorpusInput, openLongIndex } from '../harness/corpus-input.ts';
import { cpuSecondsOf, interleave, median } from '../harness/sample.ts';
import { runSubject } from '../harness/subject.ts';

type CorpusIndex = typeof import('../subjects/corpus-index.ts');

/** Lines per second. */
const GOAL = 1e6;

/** Speed of `where` on lines that no search can pass over. */
export const corpusIndex: Benchmark = {
  name: 'corpus-index',
  about: `Captures are counted that meet a condition on type, status and time, which no binary search can answer: all lines of an index of two million are
looked at, and those that meet it (one in 21) are parsed. The index has the lines of the archive of \`corpus-select\` ten times over, each time of another top-level
domain. From opening it to the count, as the first thing a process does. Lines are filtered in one thread: the second core is left to what is made of them.`,
  async run(context) {
    const input = await openCorpusInput(context);
    const where = `mime=text/html status=200 time=${input.month}`;
    const figures: Figure[] = [];
    for (const [name, file] of [
      ['CDX with 11 fields', input.cdx],
      ['CDXJ', input.cdxj],
    ] as const) {
      const index = await openLongIndex(file);
      const { filtered } = await interleave(context.rounds, {
        filtered: () =>
          runSubject<CorpusIndex>('corpus-index', {
            folder: input.folder,
            index: index.file,
            where,
          }),
      });
      const [first] = filtered;
      if (first?.result.lines !== index.lines || first.result.found === 0) {
        throw new Error(`${index.file}: ${first?.result.lines} lines, not ${index.lines}`);
      }
      const seconds = median(filtered.map(({ result }) => result.wallMs)) / 1000;
      figures.push(
        {
          name: `${name}, on the clock`,
          value: index.lines / seconds,
          unit: 'lines/s',
          goal: { bound: 'at least', value: GOAL },
        },
        { name, value: index.lines / cpuSecondsOf(filtered), unit: 'lines/CPU-s' },
      );
    }
    return figures;
  },
};
