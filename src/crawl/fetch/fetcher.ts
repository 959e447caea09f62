// What fetches: the contract between the crawler and whatever asks servers, HTTP today, a browser perhaps tomorrow.
import type { HttpHead } from '../../archive/read/http-head.ts';
import type { Timestamp } from '../../model/capture.ts';

/** One request. */
export interface FetchRequest {
  readonly url: string;
  /** Names in lower case, in the order they are sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Most bytes of the answer that are received, and most bytes of its decoded body. */
  readonly maxBytes: number;
  /** Time from the start to the last byte. Milliseconds. */
  readonly timeoutMs: number;
  /** Asked when the head is there; false ends the request. */
  readonly wantsBody?: (head: HttpHead) => boolean;
  /** Looks at the start of a body that is longer; false ends the request. */
  readonly look?: {
    readonly bytes: number;
    readonly wantsRest: (start: Buffer, head: HttpHead) => boolean;
  };
  readonly signal?: AbortSignal | undefined;
}

/** Why an answer is not whole. The first three are reasons of WARC; `unwanted`: we did not want the rest. */
export type Shortening = 'length' | 'time' | 'disconnect' | 'unwanted';

/** What a server answered. */
export interface Answer {
  readonly url: string;
  /** When the request was sent. */
  readonly time: Timestamp;
  readonly head: HttpHead;
  /** The request as it was sent. */
  readonly request: Uint8Array;
  /** The answer as it was received: head, and body with its codings. */
  readonly response: Buffer;
  /** The body with its codings undone. */
  readonly body: Buffer;
  readonly shortened: Shortening | undefined;
  /** Address of the server; `''` when unknown. */
  readonly ipAddress: string;
  /** Bytes that came over the wire. */
  readonly bytes: number;
  readonly durationMs: number;
}

/** Fetches. Redirects are not followed: each is an answer of its own. */
export interface Fetcher {
  /** Throws a `FetchFault` when there is no answer. */
  fetch(request: FetchRequest): Promise<Answer>;
  close(): Promise<void>;
}
