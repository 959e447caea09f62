// Memory of a scan whose bodies are streamed.
import { formatSize } from '../../src/cli/units.ts';
import type { Benchmark, Figure, Goal } from '../harness/benchmark.ts';
import { runSubject } from '../harness/subject.ts';

type ScanBodies = typeof import('../subjects/scan-bodies.ts');

const GOAL: Goal = { bound: 'at most', value: 150 };
const MANY_PASSES = 6;

/** Peak memory by size and kind of input. */
export const peakMemory: Benchmark = {
  name: 'peak-memory',
  about: `The largest resident set, in any round, of a whole Node process that reads an archive and takes its bodies in parts
(\`record.writeBody\`). Node itself takes about 40 MB. The hostile archives are small files of one record: in one the record inflates
to over a gigabyte, in the other its body does, through its \`Content-Encoding\`.`,
  async run({ inputs, rounds, isQuick }) {
    const { archive, archiveBytes } = inputs;
    const part = await inputs.cut(0, Math.round(archiveBytes / 10));
    const bombBytes = isQuick ? 250e6 : 1.1e9;
    const scan = async (file: string, passes = 1): Promise<Scan> => {
      const scans: Scan[] = [];
      while (scans.length < rounds) scans.push(await scanOnce(file, passes));
      return scans.reduce((a, b) => (a.peakBytes > b.peakBytes ? a : b));
    };
    const defuse = async (kind: 'record' | 'coding'): Promise<Scan> => {
      const file = await inputs.bomb(kind, bombBytes);
      const found = await scan(file);
      if (found.bodyBytes === bombBytes) return found;
      throw new Error(`${file}: a body of ${found.bodyBytes} bytes, not of ${bombBytes}`);
    };
    const bombSize = formatSize(bombBytes);
    return [
      toFigure('Library loaded, nothing read', await scan(archive, 0)),
      toFigure(`Archive of ${formatSize(part.bytes)}`, await scan(part.file), GOAL),
      toFigure(`Archive of ${formatSize(archiveBytes)}`, await scan(archive), GOAL),
      toFigure(`The same ${MANY_PASSES} times over`, await scan(archive, MANY_PASSES), GOAL),
      toFigure(`Record that inflates to ${bombSize}`, await defuse('record'), GOAL),
      toFigure(`Body that inflates to ${bombSize}`, await defuse('coding'), GOAL),
    ];
  },
};

interface Scan {
  readonly peakBytes: number;
  readonly bodyBytes: number;
}

async function scanOnce(file: string, passes: number): Promise<Scan> {
  const { peakBytes, result } = await runSubject<ScanBodies>('scan-bodies', { file, passes });
  return { peakBytes, bodyBytes: result.bodyBytes };
}

function toFigure(name: string, { peakBytes }: Scan, goal?: Goal): Figure {
  return { name, value: peakBytes / 1e6, unit: 'MB', ...(goal !== undefined && { goal }) };
}
