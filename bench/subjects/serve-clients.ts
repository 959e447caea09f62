// A process of many clients: each asks for two words, waits for the answer, asks again.
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { wordAt } from '../library-words.ts';
import { createRandom } from '../random.ts';

/** What is to be asked. */
export interface ClientTask {
  readonly url: string;
  readonly clients: number;
  readonly seconds: number;
  readonly seed: number;
  readonly path: string;
  readonly encoding: string;
  /** Different queries, which are asked again and again; default: none is asked twice. */
  readonly queries?: number;
}

/** What the clients saw. */
export interface ClientReport {
  /** Time to each whole answer. Milliseconds, in no order. */
  readonly latencies: readonly number[];
  /** What went wrong, the first of each kind. */
  readonly errors: readonly string[];
  readonly errorCount: number;
  /** Bytes of bodies as they were sent. */
  readonly bytes: number;
  readonly seconds: number;
  /** Hits on average, of the answers that were looked into. */
  readonly hits: number;
}

/** Words stand in 200 to 15,000 of a million images. */
const RANKS = [50, 999] as const;
/** Each of so many answers is looked into; all of them would keep the clients busier than the server. */
const LOOK_EVERY = 50;

process.on('message', (task: ClientTask) => {
  void run(task).then((report) => process.send?.(report));
});

async function run(task: ClientTask): Promise<ClientReport> {
  const { url, clients, seconds } = task;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const next = task.queries === undefined ? createQueries(task.seed) : repeat(task.queries, task);
  const latencies: number[] = [];
  const errors = new Map<string, number>();
  let bytes = 0;
  let looked = 0;
  let hits = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      try {
        const answer = await ask(`${url}${task.path}${next()}`, agent, task.encoding);
        latencies.push(performance.now() - asked);
        bytes += answer.body.length;
        if (latencies.length % LOOK_EVERY === 0) {
          hits += totalOf(answer);
          looked++;
        }
      } catch (thrown) {
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        errors.set(message, (errors.get(message) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return {
    latencies,
    errors: [...errors.keys()].slice(0, 5),
    errorCount: [...errors.values()].reduce((sum, count) => sum + count, 0),
    bytes,
    seconds: (performance.now() - started) / 1000,
    hits: looked === 0 ? 0 : hits / looked,
  };
}

/** Pairs of words, none twice in any order. */
function createQueries(seed: number): () => string {
  const random = createRandom(seed);
  const asked = new Set<number>();
  return () => {
    for (;;) {
      const [a, b] = [random.int(...RANKS), random.int(...RANKS)];
      const key = Math.min(a, b) * 1000 + Math.max(a, b);
      if (a === b || asked.has(key)) continue;
      asked.add(key);
      return `${wordAt(a)}+${wordAt(b)}`;
    }
  };
}

/** Some of so many queries, each as often as it comes. */
function repeat(count: number, { seed, clients }: ClientTask): () => string {
  const fresh = createQueries(seed);
  const queries = Array.from({ length: count }, fresh);
  const random = createRandom(seed + clients);
  return () => queries[random.int(0, count - 1)] ?? '';
}

interface Answer {
  readonly body: Buffer;
  readonly coding: string;
}

function ask(url: string, agent: Agent, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'accept-encoding': encoding } }, (response) => {
      const { statusCode, headers } = response;
      buffer(response).then((body) => {
        if (statusCode === 200) resolve({ body, coding: headers['content-encoding'] ?? '' });
        else reject(new Error(`status ${statusCode}: ${body.toString('utf8', 0, 200)}`));
      }, reject);
    });
    request.on('error', reject);
  });
}

/** The total of an answer; throws where it is none. */
function totalOf({ body, coding }: Answer): number {
  const plain =
    coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
  const answer = JSON.parse(plain.toString());
  const total = answer.total?.value ?? answer.totalItems;
  const items = answer.items ?? answer.responseItems;
  if (typeof total !== 'number' || items.length !== Math.min(50, total)) {
    throw new Error('An answer does not hold what it should.');
  }
  return total;
}
