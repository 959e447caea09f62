// Looks at pictures in one or several processes that decode, as the threads of a library's run do.
import { readdirSync, readFileSync } from 'node:fs';
import { importBuilt } from './built.ts';
import { drawPictures } from './enrich-pictures.ts';

const { openFactMaker } =
  await importBuilt<typeof import('../../dist/enrich/enrich.js')>('enrich/enrich.js');

/** Gives the seconds by the clock, and the largest resident sets of all processes together, in bytes; 0 where the system does not tell. */
export async function prepare(args: {
  readonly names: readonly string[];
  readonly workers: number;
  readonly passes: number;
  /** Also an interlaced picture of so many million pixels for each, which decoders hold as a whole. */
  readonly largeMegapixels: number;
}) {
  const pictures = await drawPictures(args.largeMegapixels);
  const makers = Array.from({ length: args.workers }, () => openFactMaker());
  const [first = new Uint8Array()] = pictures;
  await Promise.all(makers.map((maker) => maker.make(first, args.names)));
  return async () => {
    const started = performance.now();
    const waiting = Array.from({ length: args.passes }, () => pictures).flat();
    await Promise.all(
      makers.map(async (maker) => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          await maker.make(next, args.names);
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    const bytes = peakOfChildren();
    for (const maker of makers) await maker.close();
    return { seconds, bytes };
  };
}

function peakOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const tasks = readdirSync('/proc/self/task');
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return ['self', ...children].reduce((sum, id) => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return sum + Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  }, 0);
}
