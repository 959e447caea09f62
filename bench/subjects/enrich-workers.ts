// Looks at pictures in one or several processes that decode, as the threads of a library's run do.
import { readdirSync, readFileSync } from 'node:fs';
import { importBuilt } from './built.ts';
import { drawPictures } from './enrich-pictures.ts';

const { createTurn, inTurn } =
  await importBuilt<typeof import('../../dist/support/turn.js')>('support/turn.js');
const { openFactMaker } =
  await importBuilt<typeof import('../../dist/enrich/enrich.js')>('enrich/enrich.js');

/**
 * Gives the seconds by the clock, and the most memory that all processes together had at any moment, in bytes; 0 where the system does not
 * tell. Large pictures are decoded one at a time, as a library's run does.
 */
export async function prepare(args: {
  readonly names: readonly string[];
  readonly workers: number;
  readonly passes: number;
  /** Also an interlaced picture of so many million pixels for each, which decoders hold as a whole. */
  readonly largeMegapixels: number;
}) {
  const pictures = await drawPictures(args.largeMegapixels);
  const large = new Set(args.largeMegapixels > 16 ? pictures.slice(-2) : []);
  const turn = createTurn();
  const makers = Array.from({ length: args.workers }, () => openFactMaker());
  const [first = new Uint8Array()] = pictures;
  await Promise.all(makers.map((maker) => maker.make(first, args.names)));
  return async () => {
    const started = performance.now();
    let most = 0;
    const sampling = setInterval(() => {
      most = Math.max(most, residentBytes());
    }, SAMPLE_MS);
    const waiting = Array.from({ length: args.passes }, () => pictures).flat();
    await Promise.all(
      makers.map(async (maker) => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const bytes = next;
          const make = () => maker.make(bytes, args.names);
          await (large.has(bytes) ? inTurn(turn, make) : make());
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    clearInterval(sampling);
    for (const maker of makers) await maker.close();
    return { seconds, bytes: most };
  };
}

const SAMPLE_MS = 20;

/** Of this process and those that it started. */
function residentBytes(): number {
  if (process.platform !== 'linux') return 0;
  const tasks = readdirSync('/proc/self/task');
  const children = tasks.flatMap((task) =>
    read(`/proc/self/task/${task}/children`).split(' ').filter(Boolean),
  );
  return ['self', ...children].reduce((sum, id) => {
    const status = read(`/proc/${id}/status`);
    return sum + Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  }, 0);
}

/** Threads and processes may end while they are looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
