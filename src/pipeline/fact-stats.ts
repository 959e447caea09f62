// Numbers about facts: what each producer told, what is outdated and what is missing.
import { producersWith, readModels } from '../enrich/enrich.ts';
import type { Library } from '../index/index.ts';
import { producerKey } from '../model/producer.ts';

/** What one producer told about the contents of a library. */
export interface FactStats {
  /** Name of the producer. */
  readonly name: string;
  /** Its version here; absent for one that this program does not know. */
  readonly version?: string;
  /** Contents with a value, outdated ones included. */
  readonly done: number;
  /** Contents without one, by reason, outdated ones included. */
  readonly failed: readonly { readonly reason: string; readonly count: number }[];
  /** Contents of which another version, or the same with other settings, told: used until it is renewed. */
  readonly outdated: number;
  /** Contents that nobody looked at yet. */
  readonly missing: number;
}

/** Counts over the whole library, those of unknown producers last. */
export async function collectFactStats({ folder, facts, digests }: Library): Promise<FactStats[]> {
  const counts = facts.counts();
  const images = digests.countImages();
  // What is wrong with a file of models is told when it is used.
  const { usual, optional } = producersWith(await readModels(folder).catch(() => ({})));
  const known = usual.map(({ name }) => name);
  const others = counts.map(({ producer }) => producer.name).filter((one) => !known.includes(one));
  return [...new Set([...known, ...others])].map((name) => {
    const current = [...usual, ...optional].find((producer) => producer.name === name);
    const failed = new Map<string, number>();
    let [done, outdated, tried] = [0, 0, 0];
    for (const count of counts) {
      if (count.producer.name !== name) continue;
      let all = count.done;
      for (const [reason, times] of Object.entries(count.failed)) {
        failed.set(reason, (failed.get(reason) ?? 0) + times);
        all += times;
      }
      done += count.done;
      tried += all;
      const isOutdated =
        current !== undefined && producerKey(count.producer) !== producerKey(current);
      if (isOutdated) outdated += all;
    }
    return {
      name,
      ...(current !== undefined && { version: current.version }),
      done,
      failed: [...failed]
        .map(([reason, count]) => ({ reason, count }))
        .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
      outdated,
      missing: Math.max(0, images - tried),
    };
  });
}
