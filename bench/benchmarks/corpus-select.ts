// Three selections from a large archive by its index, against reading all of it.
import { join } from 'node:path';
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { type CorpusInput, openCorpusInput } from '../harness/corpus-input.ts';
import { cpuRatio, cpuSecondsOf, interleave, median, type Sample } from '../harness/sample.ts';
import { runSubject, type SubjectResult } from '../harness/subject.ts';
import type { Wanted } from '../subjects/corpus-scan.ts';
import type { Selection } from '../subjects/corpus-select.ts';

type CorpusSelect = typeof import('../subjects/corpus-select.ts');
type CorpusScan = typeof import('../subjects/corpus-scan.ts');
type Selected = Sample<SubjectResult<CorpusSelect>>;
type Scanned = Sample<SubjectResult<CorpusScan>>;

/** Milliseconds on the clock for one URL. */
const MOST_MS = 50;
/** Selections that a process has made before the one that is called warm. */
const WARMING = 30;

/** Selections by index, in processor time of full readings. */
export const corpusSelect: Benchmark = {
  name: 'corpus-select',
  about: `The three scenarios of ArchiveSpark's evaluation (Holzmann, Goel and Anand, JCDL 2016, section 6.3): the captures of one URL; the HTML of one domain, 1 % of all
captures; the latest successful capture of each URL of a month, 8 %. Of each selection the lengths of all texts are summed up. The archive is generated
(\`bench/corpus-archive.ts\`): 201,000 captures with requests and metadata, 4.8 GB in 20 files, in the page cache. \`pinakes/corpus\` selects by the
sorted CDX file with 11 fields, from opening it to the sum, as the first thing a process does, with its usual threads once there is enough to do; in a row of its own
without them, or after the program has been compiled. The scan reads
all records in order with \`pinakes/archive\` in one thread, looks at their fields, decodes the bodies of those that are meant, in the same way, and inflates all others
without decoding them. Both must give the same sum of as many texts. Bytes read are those of index lines and records, of the bytes that the archives have.`,
  mostRounds: 3,
  async run(context) {
    const input = await openCorpusInput(context);
    const figures: Figure[] = [];
    for (const scenario of toScenarios(input)) {
      const { selection, wanted } = scenario;
      const { folder, cdx: index, files } = input;
      const select = (more: { before?: number; workers?: number }) => () =>
        runSubject<CorpusSelect>('corpus-select', {
          ...selection,
          folder,
          index,
          before: 0,
          ...more,
        });
      // One URL is so quick that compiling the program is most of it; many records are worth threads.
      const isOne = wanted.kind === 'url';
      const { selected, scanned, other } = await interleave(context.rounds, {
        selected: select({}),
        scanned: () => {
          const paths = files.map((name) => join(folder, name));
          return runSubject<CorpusScan>('corpus-scan', { files: paths, wanted });
        },
        other: select(isOne ? { before: WARMING } : { workers: 0 }),
      });
      compare(scenario, [...selected, ...other], scanned);
      const otherName = isOne ? `after ${WARMING} times in the same process` : 'in one thread';
      figures.push(
        ...toFigures(scenario, input, { selected, scanned }),
        { name: `${otherName}, on the clock`, value: wallMsOf(other), unit: 'ms' },
        {
          name: `the scan to that, processor time`,
          value: cpuRatio(scanned, other),
          unit: 'times',
          goal: { bound: 'at least', value: scenario.goal },
        },
      );
    }
    return figures;
  },
};

interface Scenario {
  readonly name: string;
  readonly selection: Selection;
  readonly wanted: Wanted;
  /** Records that are selected. */
  readonly records: number;
  /** How many times dearer the scan shall be. */
  readonly goal: number;
}

function toScenarios(input: CorpusInput): readonly Scenario[] {
  const { url, urlCaptures, domain, domainPages, month, monthUrls } = input;
  return [
    {
      name: 'One URL',
      selection: { where: `url=${url}`, isLatest: false },
      wanted: { kind: 'url', url },
      records: urlCaptures,
      goal: 1000,
    },
    {
      name: 'HTML of a domain',
      selection: { where: `host=*.${domain} mime=text/html`, isLatest: false },
      wanted: { kind: 'domain', domain },
      records: domainPages,
      goal: 20,
    },
    {
      name: 'Latest of a month',
      selection: { where: `time=${month} status=200`, isLatest: true },
      wanted: { kind: 'month', month },
      records: monthUrls,
      goal: 5,
    },
  ];
}

/** A selection that leaves something out would be the fastest. */
function compare(
  { name, records }: Scenario,
  selected: readonly Selected[],
  scanned: readonly Scanned[],
): void {
  for (const { result } of [...selected, ...scanned]) {
    if (result.records !== records) {
      throw new Error(`${name}: ${result.records} records, not ${records}`);
    }
    const [first] = scanned;
    if (result.sum !== first?.result.sum || result.texts !== first.result.texts) {
      throw new Error(`${name}: sums differ`);
    }
  }
}

function toFigures(
  { name, records, goal, wanted }: Scenario,
  { captures, bytes }: CorpusInput,
  { selected, scanned }: { selected: readonly Selected[]; scanned: readonly Scanned[] },
): Figure[] {
  const share = `${records.toLocaleString('en')} of ${captures.toLocaleString('en')} captures`;
  const { archiveBytes, indexBytes } = selected[0]!.result;
  const wallRatio = median(
    scanned.map(({ result }, round) => result.wallMs / selected[round]!.result.wallMs),
  );
  return [
    { name: `${name}, ${share}`, value: cpuSecondsOf(selected) * 1000, unit: 'CPU-ms' },
    {
      name: 'on the clock',
      value: wallMsOf(selected),
      unit: 'ms',
      ...(wanted.kind === 'url' && { goal: { bound: 'at most', value: MOST_MS } }),
    },
    { name: 'the scan', value: cpuSecondsOf(scanned) * 1000, unit: 'CPU-ms' },
    { name: 'the scan on the clock', value: wallMsOf(scanned), unit: 'ms' },
    {
      name: 'the scan to the selection, processor time',
      value: cpuRatio(scanned, selected),
      unit: 'times',
      goal: { bound: 'at least', value: goal },
    },
    {
      name: 'the scan to the selection, on the clock',
      value: wallRatio,
      unit: 'times',
      goal: { bound: 'at least', value: goal },
    },
    {
      name: `bytes read of ${Math.round(bytes / 1e6).toLocaleString('en')} MB`,
      value: (archiveBytes + indexBytes) / 1e6,
      unit: 'MB',
    },
    { name: 'share of bytes', value: ((archiveBytes + indexBytes) / bytes) * 100, unit: 'percent' },
  ];
}

function wallMsOf(samples: readonly { readonly result: { readonly wallMs: number } }[]): number {
  return median(samples.map(({ result }) => result.wallMs));
}
