// The archived response itself: the first step of every enrichment that opens archives.
import { ARCHIVED, type Archived, defineEnrichment } from '../../model/enrichment.ts';

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
  name: 'response',
  needs: ARCHIVED,
  gives: ['recordHeader', 'httpHeader', 'payload'],
  origin: { module: import.meta.url, export: 'response' },
  derive: ({ recordHeader, httpHeader, payload }: Archived): ResponseValues => ({
    recordHeader,
    httpHeader,
    payload,
  }),
});

/** First line of the HTTP header, such as `HTTP/1.1 200 OK`; `''` where there is none. */
export const statusLine = defineEnrichment({
  name: 'statusLine',
  needs: ARCHIVED,
  gives: 'statusLine',
  origin: { module: import.meta.url, export: 'statusLine' },
  derive: (archived) => archived.statusLine,
});
