// One look at the first bytes of an image, which tell its size.
import { createHash } from 'node:crypto';
import type { HttpHead } from '../archive/read/http-head.ts';
import { parseDirectives } from '../crawl/crawl.ts';
import { probeImage } from '../extract/extract.ts';
import { type DiscardReason, discardBySize, meetsConditions } from '../find/find.ts';
import { type FindContext, IMAGE_ACCEPT, redirectOf } from './find-context.ts';

/** Bytes of a first look: they tell the size of nearly all images; JPEG files with a long preface say where to look further. */
const LOOK_BYTES = 512;
/** Looks at one image, redirects included. */
const MAX_LOOKS = 4;

/** Looks at an image, and keeps or discards it. */
export async function probe(
  context: FindContext,
  address: string,
  signal: AbortSignal,
): Promise<void> {
  let url = address;
  let first: Buffer | undefined;
  let from = 0;
  for (let requests = 0; requests < MAX_LOOKS; requests += 1) {
    const headers = { accept: IMAGE_ACCEPT, range: `bytes=${from}-${from + LOOK_BYTES - 1}` };
    const asked = await context.hosts.ask(url, 'image', { ...LOOK, headers }, signal);
    if (asked.kind === 'refused') {
      if (signal.aborted) context.images.add(address, Number.MAX_VALUE);
      else rule(context, address, asked.reason === 'robots' ? 'robots' : 'unreachable');
      return;
    }
    const { head, body } = asked.answer;
    const target = redirectOf(asked.answer, url);
    if (target !== '') {
      url = target;
      continue;
    }
    if (head.status !== 206 && head.status !== 200) {
      rule(context, address, 'unreachable');
      return;
    }
    const isMore = first !== undefined && head.status === 206;
    const reading = isMore && first !== undefined ? probeImage(first, body) : probeImage(body);
    if (reading !== undefined && reading.missingFrom >= 0 && !isMore && head.status === 206) {
      first = body;
      from = reading.missingFrom;
      continue;
    }
    judge(context, address, { head, start: first ?? body, reading });
    return;
  }
  rule(context, address, 'unreachable');
}

const LOOK = {
  maxBytes: 16 * LOOK_BYTES,
  // One more than was asked for: only what is sent without regard to the range is broken off.
  look: { bytes: LOOK_BYTES + 1, wantsRest: () => false },
};

function judge(
  context: FindContext,
  url: string,
  {
    head: { fields },
    start,
    reading,
  }: {
    readonly head: HttpHead;
    readonly start: Buffer;
    readonly reading: ReturnType<typeof probeImage>;
  },
): void {
  const { counts, options, product, table } = context;
  counts.probed += 1;
  const sizeBytes =
    totalOf(fields.get('content-range')) || Number(fields.get('content-length')) || 0;
  counts.wholeBytes += sizeBytes;
  const rules = parseDirectives(fields.all('x-robots-tag'), product);
  if (rules.noimageindex) rule(context, url, 'robots');
  else if (reading === undefined || reading.width === 0) rule(context, url, 'not-image');
  else {
    const { mime, width, height } = reading;
    const reason = discardBySize(width, height);
    if (reason !== undefined) rule(context, url, reason);
    else if (!meetsConditions(options.query.conditions, { mime, width, height }))
      rule(context, url, 'condition');
    else {
      const hash = createHash('sha1').update(start).digest('hex');
      const fingerprint = sizeBytes === 0 ? '' : `${hash}-${sizeBytes}`;
      table.keep(url, { mime, width, height, sizeBytes, fingerprint });
    }
  }
}

function rule(context: FindContext, url: string, reason: DiscardReason): void {
  context.table.discard(url, reason);
  context.discard(reason);
}

function totalOf(contentRange: string): number {
  return Number(/\/(\d+)\s*$/.exec(contentRange)?.[1] ?? 0);
}
