// The page of a record, decoded and read once however many enrichments ask for it.
import { type Decoded, decodePage } from '../../extract/page/charset.ts';
import { MAX_PAGE_BYTES, type OpenPage, openPage } from '../../extract/page/page.ts';
import type { DeriveContext } from '../../model/enrichment.ts';
import { charsetHints, contentTypeOf, httpField } from './declared.ts';
import { perRecord } from './per-record.ts';

/** What enrichments of one record have found out so far: all of them are given the same context. */
interface Known {
  payload?: Uint8Array;
  decoded?: Decoded;
  page?: { readonly text: string; readonly page: OpenPage };
}

const knownOf = perRecord((): Known => ({}));

/** The payload of a record as text. */
export function decodedOf(payload: Uint8Array, context: DeriveContext): Decoded {
  const work = knownOf(context);
  if (work.payload === payload && work.decoded !== undefined) return work.decoded;
  const decoded = decodePage(payload, charsetHints(context));
  work.payload = payload;
  work.decoded = decoded;
  return decoded;
}

/** The page that a payload holds, of which the first 16 MB are read. */
export function pageOfPayload(payload: Uint8Array, context: DeriveContext): OpenPage {
  if (payload.length <= MAX_PAGE_BYTES) return pageOf(decodedOf(payload, context), context);
  const decoded = decodePage(payload.subarray(0, MAX_PAGE_BYTES), charsetHints(context));
  return openPage(decoded, pageContext(context), true);
}

/** The page that the text of a record holds, of which the first 16,777,216 characters are read. */
export function pageOfText(text: string, context: DeriveContext): OpenPage {
  const { decoded } = knownOf(context);
  if (decoded?.text === text && text.length <= MAX_PAGE_BYTES) return pageOf(decoded, context);
  return pageOf({ text: text.slice(0, MAX_PAGE_BYTES), charset: '', source: 'detector' }, context);
}

function pageOf(decoded: Decoded, context: DeriveContext): OpenPage {
  const work = knownOf(context);
  if (work.page?.text === decoded.text) return work.page.page;
  const page = openPage(decoded, pageContext(context));
  work.page = { text: decoded.text, page };
  return page;
}

function pageContext(context: DeriveContext) {
  const { url, time, status } = context.capture;
  const contentLanguage = httpField(context, 'content-language');
  return { url, time, status, contentType: contentTypeOf(context), contentLanguage };
}
