// What was taken down because a law or a court demands it: whoever asks for it is told so (RFC 7725).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashKey, type Library, type TakedownEntry } from '../../index/index.ts';
import { toSurt } from '../../model/surt.ts';
import { hasExpired, isBelow } from '../../pipeline/takedown.ts';
import { type App, baseOf, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import { parseReplayPath } from '../replay/replay-url.ts';

/** What a request asks for: an image by its digest, or an address; `time` has 14 digits where one capture is meant. */
export type AskedFor =
  | { readonly digest: string }
  | { readonly surt: string; readonly time?: string };

/** The takedowns by order of a library, read again when it has changed. */
export class Orders {
  #library: Library | undefined;
  #generation = -1;
  #images = new Map<string, TakedownEntry>();
  #prefixes: readonly TakedownEntry[] = [];

  /** The one that hides what is asked for. */
  async find(library: Library, asked: AskedFor): Promise<TakedownEntry | undefined> {
    await this.#refresh(library);
    const found = 'digest' in asked ? this.#images.get(asked.digest) : this.#at(library, asked);
    return found === undefined || hasExpired(found) ? undefined : found;
  }

  async #refresh(library: Library): Promise<void> {
    const generation = await library.index.generation();
    if (library === this.#library && generation === this.#generation) return;
    const orders = library.takedowns.list().filter(({ details }) => details?.isOrder === true);
    const ofKind = (wanted: TakedownEntry['kind']) => orders.filter(({ kind }) => kind === wanted);
    this.#images = new Map(ofKind('image').map((entry) => [entry.value, entry]));
    this.#prefixes = ofKind('url-prefix');
    this.#library = library;
    this.#generation = generation;
  }

  /** By its address, or by the image that was captured there: at that very time, or where nothing else is left. */
  #at(
    library: Library,
    { surt, time }: Extract<AskedFor, { readonly surt: string }>,
  ): TakedownEntry | undefined {
    const below = this.#prefixes.find(({ value }) => isBelow(surt, value));
    if (below !== undefined || this.#images.size === 0) return below;
    const hidden = library.hidden
      .at(hashKey(surt))
      .filter(({ digest }) => this.#images.has(digest));
    if (hidden.length === 0) return undefined;
    const exact = hidden.find((capture) => capture.time === time);
    if (exact !== undefined) return this.#images.get(exact.digest);
    for (const batch of library.captures.find({ surt })) if (batch.length > 0) return undefined;
    return this.#images.get(hidden[0]?.digest ?? '');
  }
}

/** Refuses what an order hides, on every route that names an image or an address. */
export function registerOrders(app: App, parts: ServerParts): void {
  app.addHook('onRequest', async (request, reply) => {
    const asked = askedFor(request);
    const order = asked && (await parts.reader.findOrder(asked));
    if (order !== undefined) refuse(order, reply, baseOf(request, parts.settings));
  });
}

function refuse({ details = {} }: TakedownEntry, reply: FastifyReply, base: string): never {
  // Who answers this: not who demanded it, whose address nobody knows.
  void reply.header('link', `<${base}/>; rel="blocked-by"`);
  const { reason, requester, reference } = details;
  const told = [
    ...(reason === undefined ? [] : [reason]),
    ...(requester === undefined ? [] : [`By demand of ${requester}`]),
    ...(reference === undefined ? [] : [`Reference: ${reference}`]),
  ];
  throw new HttpProblem('taken-down', told.length === 0 ? undefined : `${told.join('. ')}.`);
}

/** Routes that take the address of something archived as `url`. */
const BY_URL = /^\/(?:cdx(?:\/search\/cdx)?|wayback\/available)$/;

function askedFor({ originalUrl, params }: FastifyRequest): AskedFor | undefined {
  // Routes name images so; of others it is no digest.
  const id = (params as { readonly id?: unknown } | undefined)?.id;
  const digest = typeof id === 'string' ? /^[0-9a-f]{64}/.exec(id)?.[0] : undefined;
  if (digest !== undefined) return { digest };
  const [path = '', query = ''] = originalUrl.split(/\?(.*)/s, 2);
  if (originalUrl.startsWith('/web/')) {
    const asked = parseReplayPath(originalUrl.slice('/web/'.length));
    if (typeof asked === 'string') return undefined;
    const time = asked.kind === 'capture' && asked.time.length === 14 ? asked.time : undefined;
    return { surt: toSurt(asked.url), ...(time !== undefined && { time }) };
  }
  if (path === '/oembed') {
    const image = /\/image\/([0-9a-f]{64})/.exec(new URLSearchParams(query).get('url') ?? '')?.[1];
    return image === undefined ? undefined : { digest: image };
  }
  const url = BY_URL.test(path) ? new URLSearchParams(query).get('url') : null;
  // A pattern asks for many addresses: those that are hidden are not among them.
  return url === null || url.includes('*') ? undefined : { surt: toSurt(url) };
}
