// What the URL of a capture is made of; known without opening an archive.
import { parse } from 'tldts';
import { CAPTURE, defineEnrichment } from '../../model/enrichment.ts';
import { toSurt } from '../../model/surt.ts';
import { parseUrl } from '../../support/parse-url.ts';

/** Parts of a URL. What is absent is `''`. */
export interface UrlPartValues {
  /** Without the colon: `https`. */
  readonly scheme: string;
  readonly host: string;
  /** `''` where it is the one of the scheme. */
  readonly port: string;
  /** Registrable domain of the host, by the Public Suffix List: `example.co.uk`. */
  readonly domain: string;
  /** Public suffix: `co.uk`. */
  readonly suffix: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Last segment of the path: `photo.jpg`. */
  readonly filename: string;
  /** Of the file name, lower case, without the point: `jpg`. */
  readonly extension: string;
}

/** The parts of the capture's URL. */
export const urlParts = defineEnrichment({
  name: 'url.parts',
  version: '1',
  needs: CAPTURE,
  gives: 'url',
  from: import.meta,
  derive: ({ url }): UrlPartValues => splitUrl(url),
});

/** The SURT key of the capture's URL, by our own rules whatever the index holds. */
export const surt = defineEnrichment({
  name: 'url.surt',
  version: '1',
  needs: CAPTURE,
  gives: 'surt',
  from: import.meta,
  derive: ({ url }) => toSurt(url),
});

/** The parts of a URL; all `''` where it is none. */
export function splitUrl(url: string): UrlPartValues {
  const parsed = parseUrl(url);
  if (parsed === undefined) return NOTHING;
  const { domain, publicSuffix } = parse(parsed.hostname, { allowPrivateDomains: true });
  const filename = parsed.pathname.slice(parsed.pathname.lastIndexOf('/') + 1);
  return {
    scheme: parsed.protocol.slice(0, -1),
    host: parsed.hostname,
    port: parsed.port,
    domain: domain ?? '',
    suffix: publicSuffix ?? '',
    path: parsed.pathname,
    query: parsed.search.slice(1),
    filename,
    extension: /[^.]\.([a-z0-9]{1,10})$/i.exec(filename.slice(-64))?.[1]?.toLowerCase() ?? '',
  };
}

const NOTHING: UrlPartValues = {
  scheme: '',
  host: '',
  port: '',
  domain: '',
  suffix: '',
  path: '',
  query: '',
  filename: '',
  extension: '',
};
