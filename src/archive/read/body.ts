// Bodies as a browser would see them: transfer and content codings undone, as far as the bytes go.
import { createDechunker } from './chunked.ts';
import { type CodingStage, createInflateStage } from './content-coding.ts';
import type { HttpHead } from './http-head.ts';
import { createZstdStage } from './zstd-coding.ts';

/** Takes the pieces of a stored body and hands on the decoded ones. */
export interface BodyDecoder {
  /** Decodes one piece. */
  write(piece: Buffer): void;
  /** Ends the body. */
  end(): void;
  /** Whether the body broke off or is damaged: what was handed on is as far as it goes. Final after `end`. */
  readonly isTruncated: boolean;
}

/** Nobody stacks more codings than this; a longer list is hostile. */
const MAX_CODINGS = 8;

/**
 * A decoder for the codings that `head` declares; falsely declared ones are noticed and left out.
 * Views given to `sink` are valid during the call; the sink may throw to stop.
 */
export function createBodyDecoder(
  head: HttpHead | undefined,
  sink: (decoded: Buffer) => void,
): BodyDecoder {
  const stages = codingsOf(head).map(createStage);
  const sinks = stages.map((_, index) => (decoded: Buffer) => feed(index + 1, decoded));
  const feed = (index: number, data: Buffer): void => {
    const stage = stages[index];
    const next = sinks[index];
    if (stage === undefined || next === undefined) sink(data);
    else stage.write(data, next);
  };
  return {
    write: (piece) => feed(0, piece),
    end() {
      stages.forEach((stage, index) => {
        stage.end((decoded) => feed(index + 1, decoded));
      });
    },
    get isTruncated() {
      return stages.some((stage) => stage.isTruncated);
    },
  };
}

/** Whether a body with this head is stored as it is, so that no decoder is needed. */
export function isStoredPlain(head: HttpHead | undefined): boolean {
  if (head === undefined) return true;
  const { fields } = head;
  return fields.get('transfer-encoding') === '' && fields.get('content-encoding') === '';
}

type Coding = 'chunked' | 'gzip' | 'deflate' | 'br' | 'zstd';

/** Declared codings in the order in which they are undone. */
function codingsOf(head: HttpHead | undefined): readonly Coding[] {
  if (head === undefined) return [];
  const transfer = head.fields.all('transfer-encoding');
  const content = head.fields.all('content-encoding');
  if (transfer.length === 0 && content.length === 0) return [];
  const names = [content.join(','), transfer.join(',')].join(',').toLowerCase().split(',');
  return names
    .map(codingOf)
    .filter((coding) => coding !== undefined)
    .slice(-MAX_CODINGS)
    .reverse();
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

function createStage(coding: Coding): CodingStage {
  switch (coding) {
    case 'chunked':
      return createChunkedStage();
    case 'zstd':
      return createZstdStage();
    default:
      return createInflateStage(coding);
  }
}

function createChunkedStage(): CodingStage {
  const dechunker = createDechunker();
  return {
    write: (data, sink) => dechunker.write(data, sink),
    end: () => {},
    get isTruncated() {
      return !dechunker.isComplete;
    },
  };
}
