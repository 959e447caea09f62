// What `link:` is asked for, and what a link is found by: the SURT of an address, or its part for a host.
import { toSurt } from './surt.ts';

/** Domains above a host that it is found by. */
const MAX_LABELS = 8;

/**
 * By which host parts of SURTs a link to an address is found: that of the host itself, and those of the domains above it, but for
 * the top one: `pt,example` and `pt,example,news` for `pt,example,news)/a`.
 */
export function linkHosts(surt: string): string[] {
  const host = hostOfSurt(surt);
  const labels = host.split(',');
  const first = Math.min(2, labels.length);
  const found: string[] = [];
  for (let count = first; count <= Math.min(labels.length, MAX_LABELS); count++) {
    found.push(labels.slice(0, count).join(','));
  }
  if (labels.length > MAX_LABELS) found.push(host);
  return found.filter((each) => each !== '');
}

/** What a person means by a URL or host: the SURT of the URL, or the part of SURTs that is the host. */
export function toLinkTarget(typed: string): string {
  const isUrl = typed.includes('/');
  const surt = toSurt(/^\w[\w+.-]*:\/\//.test(typed) ? typed : `http://${typed}`);
  return isUrl ? surt : hostOfSurt(surt);
}

/** The part of a SURT before its path. */
function hostOfSurt(surt: string): string {
  const end = surt.indexOf(')');
  return end < 0 ? surt : surt.slice(0, end);
}
