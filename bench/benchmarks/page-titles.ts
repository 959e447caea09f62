// Titles and image addresses of all pages of an archive, against the quickest tools that researchers use for it.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { cpuRatio, cpuSecondsOf, interleave, median, type Sample } from '../harness/sample.ts';
import { runPinakes, runSubject } from '../harness/subject.ts';

type PageTitles = typeof import('../subjects/page-titles.ts');

interface Found {
  readonly pages: number;
  readonly titles: number;
  readonly images: number;
}

/** Speed of working on pages. */
export const pageTitles: Benchmark = {
  name: 'page-titles',
  about: `The title and the addresses of the images of each page of the first part of the archive. \`pinakes/corpus\` selects pages by an index, or makes the index first; FastWARC and
resiliparse (C++ and Lexbor, called from Python, with decoding of bodies and of character sets) read all records in order and take the \`src\` of \`img\` elements alone,
where ours finds every kind of reference, resolved. The rows of theirs are left out where Python or the packages are missing (\`pip install fastwarc resiliparse brotli\`;
\`PYTHON\` names another interpreter). Two threads against one is on the clock, and says something only on a machine that does nothing else:
starting threads and compiling in each what it runs takes about two seconds, as long as the work itself here.`,
  async run({ inputs, rounds, isQuick }) {
    const { file } = isQuick ? { file: inputs.archive } : await inputs.cut(0, 300e6);
    const index = `${file}.cdxj`;
    await runPinakes(['cdx', file, '--out', index, '--force', '--quiet']);
    const ours = (more: { workers: number; withIndex?: boolean; withCaptions?: boolean }) => () => {
      const { withIndex = true, ...rest } = more;
      return runSubject<PageTitles>('page-titles', { file, ...(withIndex && { index }), ...rest });
    };
    const hasPeer = await canRunPeer();
    const samples = await interleave(Math.min(rounds, 3), {
      indexed: ours({ workers: 0 }),
      alone: ours({ workers: 0, withIndex: false }),
      captions: ours({ workers: 0, withCaptions: true }),
      one: ours({ workers: 1 }),
      two: ours({ workers: 2 }),
      ...(hasPeer && { peer: () => runPeer(file) }),
    });
    const { indexed, alone, captions, one, two } = samples;
    const figures: Figure[] = [
      { name: 'Pinakes, with an index', value: cpuSecondsOf(indexed), unit: 'CPU-s' },
      { name: 'Pinakes, archive alone', value: cpuSecondsOf(alone), unit: 'CPU-s' },
      { name: 'Pinakes, with captions', value: cpuSecondsOf(captions), unit: 'CPU-s' },
      {
        name: 'Two threads to one, on the clock',
        value: median(one.map(({ result }, at) => result.wallMs / two[at]!.result.wallMs)),
        unit: 'times',
        goal: { bound: 'at least', value: 1.8 },
      },
    ];
    const peer = 'peer' in samples ? (samples.peer as readonly Sample<Found>[]) : undefined;
    if (peer === undefined) return figures;
    compare(indexed[0]!.result, peer[0]!.result);
    return [
      ...figures,
      { name: 'FastWARC and resiliparse', value: cpuSecondsOf(peer), unit: 'CPU-s' },
      {
        name: 'Pinakes, with an index, to FastWARC and resiliparse',
        value: cpuRatio(indexed, peer),
        unit: 'times',
        goal: { bound: 'at most', value: 1.3 },
      },
    ];
  },
};

const SCRIPT = fileURLToPath(new URL('../subjects/page_titles.py', import.meta.url));
const PYTHON = process.env['PYTHON'] ?? 'python3';
const run = promisify(execFile);

async function canRunPeer(): Promise<boolean> {
  try {
    await run(PYTHON, ['-c', 'import brotli, fastwarc.warc, resiliparse.parse.html']);
    return true;
  } catch {
    return false; // the row is left out
  }
}

async function runPeer(file: string): Promise<Sample<Found>> {
  const { stdout } = await run(PYTHON, [SCRIPT, file]);
  return JSON.parse(stdout) as Sample<Found>; // written by our own script
}

/** Whoever finds less would win: ours must find as many pages and titles, and at least as many images. */
function compare(ours: Found, peer: Found): void {
  const isSame = ours.pages === peer.pages && ours.titles >= peer.titles;
  if (isSame && ours.images >= peer.images) return;
  throw new Error(`Pinakes found ${JSON.stringify(ours)}, FastWARC ${JSON.stringify(peer)}`);
}
