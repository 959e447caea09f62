// What a request costs the server while many clients ask at once.
import type { BenchContext, Benchmark, Figure } from '../harness/benchmark.ts';
import { openGeneratedLibrary } from '../harness/library-input.ts';
import { quantile, type Sample } from '../harness/sample.ts';
import { runSubject, type SubjectResult } from '../harness/subject.ts';

type ServeLoad = typeof import('../subjects/serve-load.ts');
type Result = SubjectResult<ServeLoad>;

const CLIENTS = 50;

/** Table 4 of paper 000: clients, and the different queries of two words that they draw from. */
const TABLE = { clients: [1, 3, 5, 10, 25, 50], queries: 1000 } as const;

/** Processor time, latency and memory of the server under the load of fifty clients. */
export const serveLoad: Benchmark = {
  name: 'serve-load',
  about: `A server for the generated library, and ${CLIENTS} clients in a process of their own for a minute: each asks \`/api/v1/images\` for two words, takes the compressed answer of up
to 50 images and asks again at once, always for a pair that nobody asked for before. Answers are not kept by the server. Processor time is that of the whole server process, all
threads; latency is what a clock on the wall shows on cores that server and clients share. Memory is the server's own, without the mapped database: its mean in the last
sixth of the time to that in the second. A run with a single error fails. The other rows are those of paper 000's Table 4, for \`/imagesearch\`: ${TABLE.queries} queries of two words, each asked
as often as it is drawn, by so many clients for ten seconds. The paper's servers answered one client in 115 ms on average and fifty in 970 ms.`,
  mostRounds: 1,
  async run(context) {
    const folder = await openGeneratedLibrary(context);
    const sample = await runSubject<ServeLoad>('serve-load', {
      folder,
      clients: CLIENTS,
      seconds: context.isQuick ? 10 : 60,
      warmUpSeconds: 3,
      path: 'api/v1/images?q=',
      encoding: 'br, gzip',
    });
    const { errorCount, errors } = sample.result;
    if (errorCount > 0) throw new Error(`${errorCount} requests went wrong: ${errors.join('; ')}`);
    const figures = toFigures(sample);
    const levels = context.isQuick ? [1, CLIENTS] : TABLE.clients;
    for (const clients of levels) figures.push(...(await runLevel(context, folder, clients)));
    return figures;
  },
};

function toFigures({ cpuSeconds, result }: Sample<Result>): Figure[] {
  const { latencies, seconds, memory, hits, bytes } = result;
  const requests = latencies.length;
  const sixth = Math.floor(memory.length / 6);
  const [second, last] = [memory.slice(sixth, 2 * sixth), memory.slice(-sixth)];
  const own = (part: Result['memory']) => mean(part.map((sampled) => sampled.own));
  const count = Math.round(hits).toLocaleString('en');
  return [
    {
      name: `Processor time of a request (${count} hits)`,
      value: (cpuSeconds * 1000) / requests,
      unit: 'CPU-ms',
      goal: { bound: 'at most', value: 8 },
    },
    { name: 'Requests', value: requests / seconds, unit: 'requests/s' },
    { name: 'Latency, mean', value: mean(latencies), unit: 'ms' },
    { name: '99th percentile', value: quantile(latencies, 0.99), unit: 'ms' },
    { name: 'Bytes of an answer', value: Math.round(bytes / requests), unit: 'bytes' },
    { name: 'Memory in the second sixth', value: own(second) / 1e6, unit: 'MB' },
    { name: 'Memory in the last sixth', value: own(last) / 1e6, unit: 'MB' },
    {
      name: 'Ratio',
      value: own(last) / own(second),
      unit: 'times',
      goal: { bound: 'at most', value: 1.1 },
    },
  ];
}

/** One row of the paper's table. */
async function runLevel(
  { isQuick }: BenchContext,
  folder: string,
  clients: number,
): Promise<Figure[]> {
  const { result } = await runSubject<ServeLoad>('serve-load', {
    folder,
    clients,
    seconds: isQuick ? 1 : 10,
    warmUpSeconds: 1,
    path: 'imagesearch?q=',
    encoding: 'identity',
    queries: TABLE.queries,
  });
  const { latencies, seconds, errorCount, errors } = result;
  if (errorCount > 0) throw new Error(`${errorCount} requests went wrong: ${errors.join('; ')}`);
  const name = (what: string) => `${clients} ${clients === 1 ? 'client' : 'clients'}, ${what}`;
  const most = clients === CLIENTS ? { goal: { bound: 'at most', value: 1000 } as const } : {};
  return [
    { name: name('mean'), value: mean(latencies), unit: 'ms', ...most },
    { name: name('median'), value: quantile(latencies, 0.5), unit: 'ms' },
    { name: name('95th percentile'), value: quantile(latencies, 0.95), unit: 'ms' },
    { name: name('99th percentile'), value: quantile(latencies, 0.99), unit: 'ms' },
    { name: name('queries'), value: latencies.length / seconds, unit: 'requests/s' },
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
