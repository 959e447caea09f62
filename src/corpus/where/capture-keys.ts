// URLs and hosts of a condition as texts of SURT keys, by which captures are compared.
import { toSurt } from '../../model/surt.ts';
import { matchesPattern } from './text-pattern.ts';
import type { TextPattern } from './where-node.ts';

/** Keys that are equal to a text, or that begin with it. */
export interface KeyTest {
  readonly text: string;
  readonly isPrefix: boolean;
}

/**
 * The keys that a pattern of URLs stands for; `undefined` when wildcards stand elsewhere than at its end. A folder
 * (`http://example.org/a/*`) is there itself, with any query.
 */
export function urlKeys(pattern: TextPattern): readonly KeyTest[] | undefined {
  const [text = ''] = pattern;
  if (pattern.length === 1) return [{ text: toSurt(text), isPrefix: false }];
  if (pattern.length > 2 || pattern[1] !== '') return undefined;
  if (text === '') return [{ text: '', isPrefix: true }];
  const key = toSurt(text);
  // Keys have lost the slash at the end of a folder.
  const isFolder = text.endsWith('/') && !key.includes('?') && !key.endsWith('/');
  if (!isFolder) return [{ text: key, isPrefix: true }];
  return [
    { text: key, isPrefix: false },
    { text: `${key}/`, isPrefix: true },
    { text: `${key}?`, isPrefix: true },
  ];
}

/** What a pattern of hosts stands for in keys. */
export type HostTest =
  /** The host of a key, such as `org,example`, with its port where `hasPort`. */
  | {
      readonly kind: 'host';
      readonly host: string;
      readonly hasPort: boolean;
      readonly withSubdomains: boolean;
    }
  /** A pattern of hosts in their usual order. */
  | { readonly kind: 'pattern'; readonly pattern: TextPattern };

/** The test of a pattern of hosts: `*.example.org` is the host with its sub-domains. */
export function hostTest(pattern: TextPattern): HostTest {
  const [first = '', second = ''] = pattern;
  const isDomain = pattern.length === 2 && first === '' && second.startsWith('.');
  if (pattern.length > 1 && !isDomain) return { kind: 'pattern', pattern };
  const key = toSurt(`http://${isDomain ? second.slice(1) : first}/`);
  const { host, port } = splitKey(key);
  const withPort = port === '' ? host : `${host}:${port}`;
  return { kind: 'host', host: withPort, hasPort: port !== '', withSubdomains: isDomain };
}

/** Host and port of a key: `org,example` and `8080`; `''` where it has none. */
export function splitKey(key: string): { readonly host: string; readonly port: string } {
  const place = key.slice(0, Math.max(0, key.indexOf(')')));
  const colon = place.indexOf(':');
  // More than one colon is an address of IPv6, which no known key has a port behind.
  if (colon < 0 || place.indexOf(':', colon + 1) >= 0) return { host: place, port: '' };
  return { host: place.slice(0, colon), port: place.slice(colon + 1) };
}

/** Whether a key is of a host that fits. */
export function isOfHost(key: string, test: HostTest): boolean {
  const { host, port } = splitKey(key);
  if (test.kind === 'pattern') {
    return matchesPattern(test.pattern, host.split(',').reverse().join('.'));
  }
  const found = test.hasPort && port !== '' ? `${host}:${port}` : host;
  return found === test.host || (test.withSubdomains && host.startsWith(`${test.host},`));
}
