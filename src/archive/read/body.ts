// Bodies as a browser would see them: transfer and content codings undone, as far as the bytes go.
import { ChunkedStage } from './chunked.ts';
import { type BodyTarget, type CodingStage, InflateStage } from './content-coding.ts';
import type { HttpHead } from './http-head.ts';
import { ZstdStage } from './zstd-coding.ts';

/** Nobody stacks more codings than this; a longer list is hostile. */
const MAX_CODINGS = 8;

/** Takes the pieces of a stored body and hands on the decoded ones. */
export class BodyDecoder {
  readonly #first: BodyTarget;
  /** In the order in which they are undone. */
  readonly #stages: readonly CodingStage[];

  /**
   * A decoder for codings in the order in which they were put on; falsely declared ones are noticed
   * and left out. The target may throw to stop.
   */
  constructor(codings: readonly Coding[], target: BodyTarget) {
    const stages: CodingStage[] = [];
    let next = target;
    for (const coding of codings) {
      const stage = createStage(coding, next);
      stages.unshift(stage);
      next = stage;
    }
    this.#stages = stages;
    this.#first = next;
  }

  /** Decodes the bytes of `data` from `start` on. */
  write(data: Buffer, start = 0): void {
    this.#first.write(data, start, data.length);
  }

  /** Ends the body. */
  end(): void {
    for (const stage of this.#stages) stage.end();
  }

  /** Whether the body broke off or is damaged: what was handed on is as far as it goes. Final after `end`. */
  get isTruncated(): boolean {
    for (const stage of this.#stages) if (stage.isTruncated) return true;
    return false;
  }
}

/** A coding that can be undone. */
export type Coding = 'chunked' | 'gzip' | 'deflate' | 'br' | 'zstd';

/** The codings that a head declares, in the order in which they were put on: often none. */
export function codingsOf(head: HttpHead | undefined): readonly Coding[] {
  if (head === undefined) return NO_CODINGS;
  const { fields } = head;
  if (fields.get('transfer-encoding') === '' && fields.get('content-encoding') === '') {
    return NO_CODINGS;
  }
  const list = [...fields.all('content-encoding'), ...fields.all('transfer-encoding')].join(',');
  let codings = known.get(list);
  if (codings === undefined) {
    codings = list.toLowerCase().split(',').map(codingOf).filter(isCoding).slice(-MAX_CODINGS);
    if (known.size < MAX_KNOWN && list.length < MAX_KNOWN) known.set(list, codings);
  }
  return codings;
}

const NO_CODINGS: readonly Coding[] = [];
/** Lists already taken apart: a crawl has hardly ten different ones. */
const known = new Map<string, readonly Coding[]>();
const MAX_KNOWN = 100;

function isCoding(coding: Coding | undefined): coding is Coding {
  return coding !== undefined;
}

function codingOf(name: string): Coding | undefined {
  const token = name.trim();
  switch (token) {
    case 'chunked':
    case 'gzip':
    case 'deflate':
    case 'br':
    case 'zstd':
      return token;
    case 'x-gzip':
      return 'gzip';
    default:
      return undefined; // identity, and names nobody can undo: the bytes are handed on as they are
  }
}

function createStage(coding: Coding, next: BodyTarget): CodingStage {
  switch (coding) {
    case 'chunked':
      return new ChunkedStage(next);
    case 'zstd':
      return new ZstdStage(next);
    default:
      return new InflateStage(coding, next);
  }
}
