// Fetches images that were found as a whole, into the archive.
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { probeImage } from '../extract/extract.ts';
import { type FindContext, IMAGE_ACCEPT, MAX_REDIRECTS, redirectOf } from './find-context.ts';

/** The bytes of an image that was fetched whole. */
export interface WholeImage {
  readonly bytes: Buffer;
  readonly mime: string;
  /** SHA-256 in hexadecimal. */
  readonly id: string;
}

const MAX_IMAGE_BYTES = 32_000_000;
/** Images that are fetched whole at the same time. */
const KEEPERS = 16;

/** Fetches images of a search. */
export class WholeImages {
  readonly #context: FindContext;
  readonly #underWay = new Map<string, Promise<WholeImage | undefined>>();

  constructor(context: FindContext) {
    this.#context = context;
  }

  /** Fetches an image that was found; `undefined` when it cannot be had. */
  async fetch(url: string, signal: AbortSignal): Promise<WholeImage | undefined> {
    if (!this.#context.table.has(url)) return undefined;
    const known = this.#underWay.get(url);
    if (known !== undefined) return known;
    const whole = fetchWhole(this.#context, url, signal);
    this.#underWay.set(url, whole);
    // The bytes are in the archive; only who asks at the same time shares them.
    void whole.finally(() => this.#underWay.delete(url)).catch(() => {});
    return whole;
  }

  /** Fetches the best images, those that were not yet. Gives the number of all that are whole then. */
  async keep(
    count: number,
    signal: AbortSignal,
    onProgress?: (done: number) => void,
  ): Promise<number> {
    const wanted = this.#context.table.ranked().slice(0, count);
    const waiting = wanted.filter(({ id }) => id === '').map(({ url }) => url);
    let done = wanted.length - waiting.length;
    const own = new AbortController();
    setMaxListeners(0, own.signal); // every request under way listens
    const stop = () => own.abort();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const work = async () => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        if (own.signal.aborted) return;
        if ((await this.fetch(url, own.signal)) !== undefined) done += 1;
        onProgress?.(done);
      }
    };
    await Promise.all(Array.from({ length: KEEPERS }, work));
    signal.removeEventListener('abort', stop);
    return done;
  }
}

async function fetchWhole(
  context: FindContext,
  address: string,
  signal: AbortSignal,
): Promise<WholeImage | undefined> {
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    await context.untilReady(url, 'image', signal);
    const request = { headers: { accept: IMAGE_ACCEPT }, maxBytes: MAX_IMAGE_BYTES };
    const asked = await context.hosts.ask(url, 'image', request, signal);
    if (asked.kind === 'refused') return undefined;
    const { answer } = asked;
    const target = redirectOf(answer, url);
    if (answer.head.status !== 200 && target === '') return undefined;
    const output = await context.archive();
    const why = target === '' ? 'image' : 'redirect';
    await output.writeAnswer(answer, { via: '', hops: 1, why });
    if (target !== '') {
      url = target;
      continue;
    }
    const probe = answer.shortened === undefined ? probeImage(answer.body) : undefined;
    if (probe === undefined) return undefined;
    const id = createHash('sha256').update(answer.body).digest('hex');
    context.table.fetched(address, id);
    return { bytes: answer.body, mime: probe.mime, id };
  }
  return undefined;
}
