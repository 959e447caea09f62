// Answers that cost much and change seldom: counted once for each state of the library, however many ask.
import { currentView } from './access/view.ts';
import type { ServerParts } from './parts.ts';
import { HttpProblem } from './problems.ts';
import type { QueryRequest } from './query/query-requests.ts';
import { ask, type GoodAnswer } from './send-answer.ts';

/** Keeps answers. */
export interface KeptAnswers {
  /**
   * The answer to a question, kept or new. Throws the problem `timeout` when it is not there soon; the work goes
   * on, and a later request finds it done.
   */
  get(parts: ServerParts, query: QueryRequest): Promise<FoundAnswer>;
}

/** An answer with a value. */
export type FoundAnswer = Extract<GoodAnswer, { kind: 'found' }>;

/** Counting everything may take minutes in a library of millions. */
const WORK_MS = 600_000;
/** Less than the time after which a connection without a byte is closed. */
const PATIENCE_MS = 45_000;
/** Kept at a time: the library and some of its collections. */
const MAX_KEPT = 50;

/** Keeps nothing yet. */
export function createKeptAnswers(patienceMs = PATIENCE_MS): KeptAnswers {
  const kept = new Map<string, FoundAnswer>();
  const underWay = new Map<string, Promise<FoundAnswer>>();

  async function work(parts: ServerParts, query: QueryRequest, key: string): Promise<FoundAnswer> {
    const before = kept.get(key);
    const answer = await ask(parts, query, {
      pool: parts.background,
      timeoutMs: WORK_MS,
      known: before?.etag,
    });
    if (answer.kind === 'unchanged' && before !== undefined) return before;
    if (answer.kind !== 'found') throw new HttpProblem('internal');
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, answer);
    return answer;
  }

  return {
    async get(parts, query) {
      const key = JSON.stringify([query, currentView()]);
      let running = underWay.get(key);
      if (running === undefined) {
        running = work(parts, query, key).finally(() => underWay.delete(key));
        underWay.set(key, running);
      }
      return withPatience(running, patienceMs);
    },
  };
}

async function withPatience<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, refuse) => {
    const problem = new HttpProblem('timeout', 'It is still being counted.', { retryAfter: 30 });
    timer = setTimeout(() => refuse(problem), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // Whatever comes of it later is told to those who ask then.
    work.catch(() => {});
  }
}
