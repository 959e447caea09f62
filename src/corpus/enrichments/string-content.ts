// The payload as text.
import { isUtf16 } from '../../extract/page/charset.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import { response } from '../../model/response.ts';
import { nameOfType } from './declared.ts';
import { decodedOf } from './open-page.ts';

/** Bytes that are looked at to tell text from binary data. */
const SAMPLE_BYTES = 1024;

/** Compressed data has one control character in ten; texts have hardly any, UTF-16 aside. */
const MAX_CONTROL_SHARE = 0.05;

/**
 * The payload as text, in the encoding that the byte order mark, the header, the bytes or the page tell. Binary
 * payloads (images, archives) fail.
 */
export const string = defineEnrichment({
  name: 'payload.string',
  version: '1',
  needs: response.fields.payload,
  gives: 'string',
  from: import.meta,
  derive: (payload, context) => {
    if (isBinary(payload))
      throw new Error(`no text: the payload is binary, ${nameOfType(context)}`);
    return decodedOf(payload, context).text;
  },
});

/** Number of characters of the text, as JavaScript counts them. */
export const length = defineEnrichment({
  name: 'payload.stringLength',
  version: '1',
  needs: string,
  gives: 'length',
  from: import.meta,
  derive: (text) => text.length,
});

/** The text in lower case, by the rules that hold in all languages. */
export const lowerCase = defineEnrichment({
  name: 'payload.lowerCase',
  version: '1',
  needs: string,
  gives: 'lowerCase',
  from: import.meta,
  derive: (text) => text.toLowerCase(),
});

function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let controls = 0;
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    const isSpace = byte >= 0x09 && byte <= 0x0d;
    // The escape character is how ISO-2022-JP changes alphabets.
    if (byte < 0x20 && !isSpace && byte !== 0x1b) controls += 1;
  }
  return controls > sample.length * MAX_CONTROL_SHARE && !isUtf16(sample);
}
