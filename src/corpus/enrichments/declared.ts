// What the headers of a record say its payload is.
import type { DeriveContext } from '../../model/enrichment.ts';
import { response } from '../../model/response.ts';
import { parseUrl } from '../../support/parse-url.ts';

/** A field of the HTTP header, whatever the case of its name; `''` where it is absent. */
export function httpField(context: DeriveContext, name: string): string {
  const header = context.get(response.fields.httpHeader) ?? {};
  const plain = header[name];
  if (plain !== undefined) return plain;
  return Object.entries(header).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

/** Value of `Content-Type`; that of the index line where the header has none. */
export function contentTypeOf(context: DeriveContext): string {
  const { mime } = context.capture;
  return httpField(context, 'content-type') || (mime === 'warc/revisit' ? '' : mime);
}

/** The type without its parameters, lower case; `''` where none is declared. */
export function declaredMime(context: DeriveContext): string {
  const type = contentTypeOf(context).split(';', 1)[0] ?? '';
  return type.trim().toLowerCase();
}

/** The declared type for messages. */
export function nameOfType(context: DeriveContext): string {
  return declaredMime(context) || 'of no declared type';
}

/** What the decoding of text wants to know beside its bytes. */
export function charsetHints(context: DeriveContext) {
  const host = parseUrl(context.capture.url)?.hostname ?? '';
  return {
    contentType: contentTypeOf(context),
    topLevelDomain: host.slice(host.lastIndexOf('.') + 1).toLowerCase(),
  };
}
