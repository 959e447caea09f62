// The original of a revisit, looked for among the captures of its URL.
import type { CdxEntry, Original, RevisitTarget } from '../../archive/archive.ts';
import type { Where } from '../where/where.ts';
import type { CaptureBatch } from './capture-source.ts';
import { REVISIT_MIME } from './resolve-revisits.ts';

/**
 * The original of a revisit: the capture it names, if its digest does not speak against it; else one of the same URL
 * with the same digest, the latest that is not later than the revisit, else the first behind it.
 */
export async function findOriginalIn(
  captures: (where: Where) => AsyncIterable<CaptureBatch>,
  target: RevisitTarget,
): Promise<Original | undefined> {
  if (target.time === '' && target.digest === '') return undefined;
  let best: CdxEntry | undefined;
  for await (const batch of captures({ kind: 'text', field: 'surt', patterns: [[target.surt]] })) {
    for (const capture of batch.captures) {
      if (capture.mime === REVISIT_MIME || capture.file === '') continue;
      if (capture.time === target.time && agrees(capture, target)) return toOriginal(capture);
      if (target.digest === '' || capture.digest !== target.digest) continue;
      if (best === undefined || isBetter(capture, best, target)) best = capture;
    }
  }
  return best && toOriginal(best);
}

function agrees(capture: CdxEntry, target: RevisitTarget): boolean {
  return target.digest === '' || capture.digest === '' || capture.digest === target.digest;
}

function isBetter(next: CdxEntry, best: CdxEntry, { revisitTime }: RevisitTarget): boolean {
  const isEarlier = next.time <= revisitTime;
  if (isEarlier !== best.time <= revisitTime) return isEarlier;
  return isEarlier ? next.time > best.time : next.time < best.time;
}

function toOriginal({ surt, time, digest, file, offset, length }: CdxEntry): Original {
  return { surt, time, digest, file, offset, length };
}
