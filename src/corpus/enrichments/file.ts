// A payload as a file: its type told by the bytes, its name, and its digests, in the columns of the Archives Unleashed Toolkit.
import { hash } from 'node:crypto';
import { typeOfBytes } from '../../extract/media-type.ts';
import type { Timestamp } from '../../model/capture.ts';
import { type DeriveContext, defineEnrichment } from '../../model/enrichment.ts';
import { FILE_ENDINGS } from '../../model/file-endings.ts';
import { response } from '../../model/response.ts';
import { declaredMime, httpField } from './declared.ts';
import { splitUrl } from './url-parts.ts';

/** A file as the tables of the Archives Unleashed Toolkit have it. */
export interface FileRow {
  /** 14 digits. */
  readonly crawl_date: Timestamp;
  /** 14 digits from the header `Last-Modified`; `''` where there is none. */
  readonly last_modified_date: string;
  readonly url: string;
  /** Host of the URL without `www.`, which the toolkit calls the domain. */
  readonly domain: string;
  readonly filename: string;
  /** Of the file name, else the usual one of the type. */
  readonly extension: string;
  readonly mime_type_web_server: string;
  /** From the bytes, here not by Apache Tika. */
  readonly mime_type_tika: string;
  /** Hexadecimal. */
  readonly md5: string;
  /** Hexadecimal. */
  readonly sha1: string;
}

/** MIME type of the payload told by its bytes. */
export const payloadType = defineEnrichment({
  name: 'payload.type',
  version: '1',
  needs: response.fields.payload,
  gives: 'type',
  from: import.meta,
  derive: (payload): string => typeOfBytes(payload),
});

/** The payload as a row of the Archives Unleashed Toolkit's tables of files, without its bytes. */
export const file = defineEnrichment({
  name: 'payload.file',
  version: '1',
  needs: response.fields.payload,
  gives: 'file',
  from: import.meta,
  derive: (payload, context): FileRow => toFileRow(payload, typeOfBytes(payload), context),
});

/** The row of a file whose type is known. */
export function toFileRow(payload: Uint8Array, type: string, context: DeriveContext): FileRow {
  const { url, time } = context.capture;
  const { filename, extension } = splitUrl(url);
  return {
    crawl_date: time,
    last_modified_date: toDigits(httpField(context, 'last-modified')),
    url,
    domain: domainOf(url),
    filename,
    extension: extension || (FILE_ENDINGS[type] ?? ''),
    mime_type_web_server: declaredMime(context),
    mime_type_tika: type,
    md5: hash('md5', payload),
    sha1: hash('sha1', payload),
  };
}

/** The host of a URL without `www.`: what the Archives Unleashed Toolkit calls a domain. */
export function domainOf(url: string): string {
  return splitUrl(url).host.replace(/^www\./, '');
}

/** 14 digits of an HTTP date. */
function toDigits(date: string): string {
  const millis = Date.parse(date);
  return Number.isNaN(millis) ? '' : new Date(millis).toISOString().replace(/\D/g, '').slice(0, 14);
}
