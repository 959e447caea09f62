// Observations as JSON lines, encoded straight into bytes: references are by far the most frequent output.
import type { Observation, PageKey, ReferenceObservation } from '../model/observation.ts';

const INITIAL_BYTES = 1 << 20;
/** Bytes that a character of a line may need in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3;

/** The JSON lines of observations, each with its line end, in a buffer of their own. */
export function toJsonLines(observations: readonly Observation[]): Buffer<ArrayBuffer> {
  let buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  let end = 0;
  const write = createWriter();
  for (const observation of observations) {
    const line = write(observation);
    const needed = end + line.length * MAX_BYTES_PER_CHARACTER;
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2));
      buffer.copy(larger, 0, 0, end);
      buffer = larger;
    }
    end += buffer.write(line, end, 'utf8');
  }
  return buffer.subarray(0, end);
}

/**
 * Makes lines. A reference is put together by hand, because its page, the same for all references of
 * it, is half of the text: this takes 2.4 us a reference, where JSON.stringify, join and encoding of
 * whole batches take 4 (Node 20, references of the benchmark archive).
 */
function createWriter(): (observation: Observation) => string {
  let page: PageKey | undefined;
  let pageText = '';
  return (observation) => {
    if (observation.kind !== 'reference') return `${JSON.stringify(observation)}\n`;
    if (observation.page !== page) {
      page = observation.page;
      pageText = JSON.stringify(page);
    }
    return referenceLine(observation, pageText);
  };
}

function referenceLine(r: ReferenceObservation, page: string): string {
  return (
    `{"kind":"reference","surt":${text(r.surt)},"url":${text(r.url)},"tag":"${r.tag}"` +
    `,"alt":${text(r.alt)},"title":${text(r.title)},"caption":${text(r.caption)}` +
    `,"captionSource":"${r.captionSource}","paperCaption":${text(r.paperCaption)},"anchorText":${text(r.anchorText)}` +
    `,"heading":${text(r.heading)},"nearText":${text(r.nearText)},"location":${text(r.location)}` +
    `,"width":${r.width},"height":${r.height},"depth":${r.depth},"siblings":${r.siblings}` +
    `,"position":${r.position},"lazy":${r.lazy},"element":${text(r.element)},"descriptor":${text(r.descriptor)}` +
    `,"licence":${text(r.licence)},"sameSite":${r.sameSite},"parentTextLength":${r.parentTextLength},"page":${page}` +
    `,"imagesInPage":${r.imagesInPage}}\n`
  );
}

function text(value: string): string {
  return value === '' ? '""' : JSON.stringify(value);
}
