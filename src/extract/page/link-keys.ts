// Where a page links, as keys: short enough to be kept of every page, though nobody can read addresses out of them.

import { linkHosts } from '../../model/link-target.ts';
import { toSurt } from '../../model/surt.ts';
import { hashKey } from '../../support/hash-key.ts';
import { toKeyList } from '../../support/key-list.ts';

/** Addresses whose keys are remembered: menus link the same from page to page. */
const MAX_REMEMBERED = 20_000;
/** Longer ones are not remembered. */
const MAX_REMEMBERED_LENGTH = 500;

let ofAddress = new Map<string, number>();
let ofHost = new Map<string, readonly number[]>();

/** A list (`toKeyList`) of the keys of addresses, and of their hosts with the domains above them. */
export function linkKeysOf(urls: readonly string[]): string {
  const keys = new Set<number>();
  const hosts = new Set<string>();
  for (const url of new Set(urls)) {
    keys.add(remembered(url));
    hosts.add(hostPart(url));
  }
  for (const host of hosts) for (const key of hostKeys(host)) keys.add(key);
  return toKeyList(keys);
}

function remembered(url: string): number {
  const known = ofAddress.get(url);
  if (known !== undefined) return known;
  const key = hashKey(toSurt(url));
  if (ofAddress.size >= MAX_REMEMBERED) ofAddress = new Map();
  if (url.length <= MAX_REMEMBERED_LENGTH) ofAddress.set(url, key);
  return key;
}

/** An absolute URL up to the end of its host and port. */
function hostPart(url: string): string {
  const end = url.slice(8).search(/[/?#]/); // behind `https://`, and within no shorter host
  return end < 0 ? url : url.slice(0, 8 + end);
}

function hostKeys(host: string): readonly number[] {
  const known = ofHost.get(host);
  if (known !== undefined) return known;
  const keys = linkHosts(toSurt(`${host}/`)).map(hashKey);
  if (ofHost.size >= MAX_REMEMBERED) ofHost = new Map();
  ofHost.set(host, keys);
  return keys;
}
