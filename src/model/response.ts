// The archived response itself: the first step of every enrichment that needs more than an index line.
import { ARCHIVED, type Archived, defineEnrichment } from './enrichment.ts';

/** The three values of paper 002 section 5.2. */
export interface ResponseValues {
  /** Fields of the WARC or ARC record. */
  readonly recordHeader: Readonly<Record<string, string>>;
  /** Fields of the HTTP header. */
  readonly httpHeader: Readonly<Record<string, string>>;
  /** The body with all codings undone. */
  readonly payload: Uint8Array;
}

/** Record header, HTTP header and payload. */
export const response = defineEnrichment({
  name: 'http.response',
  version: '1',
  needs: ARCHIVED,
  gives: ['recordHeader', 'httpHeader', 'payload'],
  from: import.meta,
  derive: ({ recordHeader, httpHeader, payload }: Archived): ResponseValues => ({
    recordHeader,
    httpHeader,
    payload,
  }),
});

/**
 * The bytes of a content, with all codings undone. In a corpus they are derived from the archived response; a library
 * puts them in place for the enrichments of its contents, which need nothing else.
 */
export const PAYLOAD = response.fields.payload;

/** First line of the HTTP header, such as `HTTP/1.1 200 OK`; `''` where there is none. */
export const statusLine = defineEnrichment({
  name: 'http.statusLine',
  version: '1',
  needs: ARCHIVED,
  gives: 'statusLine',
  from: import.meta,
  derive: (archived) => archived.statusLine,
});
