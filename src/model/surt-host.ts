// Host names in their one canonical form: no escapes, Punycode for other scripts, IPv4 in four decimals.
import { escapeMinimally, unescapeFully } from './surt-escapes.ts';
import { toAsciiName } from './surt-idn.ts';

/** The canonical form of a host: lower case, ASCII, no empty labels at its ends. */
export function canonicalHost(host: string): string {
  const bytes = unescapeFully(host);
  const isAscii = !/[^\0-\x7f]/.test(bytes);
  // A name that IDNA refuses stays as its bytes, which are escaped below.
  const name = isAscii ? bytes : (toAsciiName(bytes) ?? bytes);
  // Each pair of dots becomes one, once: a longer row keeps some, as in the keys of others.
  const trimmed = trimDots(name.replaceAll('..', '.'));
  return toIpv4(trimmed) ?? escapeMinimally(lowerAscii(trimmed));
}

function trimDots(name: string): string {
  let start = 0;
  let end = name.length;
  while (start < end && name[start] === '.') start++;
  while (end > start && name[end - 1] === '.') end--;
  return name.slice(start, end);
}

/** Lower case for A-Z alone: the other characters stand for bytes, not for letters. */
function lowerAscii(bytes: string): string {
  return bytes.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

/** Dotted form of a host that is an IPv4 address in one of its old spellings, else `undefined`. */
function toIpv4(host: string): string | undefined {
  if (/^\d+$/.test(host)) return dotted(lowest32Bits(host));
  if (!/^(?:[1-9]\d*(?:\.\d+){1,3}|0[0-7]*(?:\.[0-7]+){1,3})$/.test(host)) return undefined;
  const numbers = host.split('.').map(ipNumber);
  const last = numbers.pop() ?? Number.NaN;
  let address = 0;
  for (const number of numbers) {
    if (!(number <= 255)) return undefined;
    address = address * 256 + number;
  }
  // The last number fills all bytes that are left.
  const room = 256 ** (4 - numbers.length);
  return last < room ? dotted(address * room + last) : undefined;
}

/** One number of an address: octal after a zero (`inet_aton`), or NaN. */
function ipNumber(text: string): number {
  if (!text.startsWith('0')) return Number(text);
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}

function lowest32Bits(digits: string): number {
  let value = 0;
  for (let i = 0; i < digits.length; i++) {
    value = (value * 10 + digits.charCodeAt(i) - 0x30) % 2 ** 32;
  }
  return value;
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}
