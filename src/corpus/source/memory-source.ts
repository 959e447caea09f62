// Captures that a program has in memory already.
import type { CdxEntry } from '../../archive/archive.ts';
import { matchesWhere } from '../where/where.ts';
import type { CaptureSource } from './capture-source.ts';

const BATCH_LINES = 1000;

/** A source of captures in their order. `locate` tells where their archives are. */
export function memorySource(
  captures: readonly CdxEntry[],
  locate: (file: string) => string | undefined,
): CaptureSource {
  return {
    inputs: [],
    isSorted: captures.every((capture, at) => at === 0 || !isBefore(capture, captures[at - 1])),
    explain: () => ({ text: `${captures.length} captures in memory`, isScan: true }),
    async *captures(where) {
      for (let at = 0; at < captures.length; at += BATCH_LINES) {
        const lines = captures.slice(at, at + BATCH_LINES);
        const met = where === undefined ? lines : lines.filter((one) => matchesWhere(where, one));
        yield { captures: met, lines: lines.length, bytes: 0 };
      }
    },
    locate,
    async findOriginal({ surt, time, digest }) {
      const same = captures.filter((one) => one.digest === digest && !/revisit/.test(one.mime));
      return same.find((one) => one.surt === surt && one.time === time) ?? same[0];
    },
    close: async () => {},
  };
}

function isBefore(a: CdxEntry, b: CdxEntry | undefined): boolean {
  return b !== undefined && (a.surt < b.surt || (a.surt === b.surt && a.time < b.time));
}
