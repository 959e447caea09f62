// IPTC-IIM: title, caption, date and names of the place, bare or inside Photoshop image resources.
import { hasText, u16, u32 } from './bytes.ts';
import type { EmbeddedFacts } from './facts.ts';
import { toTakenTime } from './taken-time.ts';
import { decodeText } from './text.ts';

const RESOURCE_MARK = '8BIM';
const IPTC_RESOURCE = 0x0404;

const DATA_SET_MARK = 0x1c;
const APPLICATION_RECORD = 2;
const OBJECT_NAME = 5;
const DATE_CREATED = 55;
const TIME_CREATED = 60;
const CITY = 90;
const SUBLOCATION = 92;
const STATE = 95;
const COUNTRY = 101;
const HEADLINE = 105;
const CREDIT = 110;
const COPYRIGHT = 116;
const CAPTION = 120;
const PLACE_NAMES = [SUBLOCATION, CITY, STATE, COUNTRY];
// Authors and contacts are in neighbouring data sets: never looked at. The credit line counts only beside a licence.
const WANTED = new Set([
  ...[OBJECT_NAME, DATE_CREATED, TIME_CREATED, HEADLINE, CAPTION, CREDIT, COPYRIGHT],
  ...PLACE_NAMES,
]);

/** The facts of IPTC data sets. The walk ends at the first byte that is no data set. */
export function readIptc(block: Uint8Array): EmbeddedFacts {
  const found = new Map<number, Uint8Array>();
  let at = 0;
  while (block[at] === DATA_SET_MARK && at + 5 <= block.length) {
    const number = block[at + 2] ?? 0;
    const length = u16(block, at + 3);
    // The top bit announces lengths over 32 KB, which no wanted text has.
    if (length > 0x7fff) break;
    const isWanted = block[at + 1] === APPLICATION_RECORD && WANTED.has(number);
    if (isWanted && !found.has(number)) found.set(number, block.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  const text = (number: number) => decodeText(found.get(number) ?? new Uint8Array());
  return {
    taken: takenAt(text(DATE_CREATED), text(TIME_CREATED)),
    titles: [text(OBJECT_NAME), text(HEADLINE)],
    descriptions: [text(CAPTION)],
    placeNames: PLACE_NAMES.map(text),
    rights: { licenceUrl: '', words: text(COPYRIGHT), credit: text(CREDIT) },
  };
}

/** The IPTC data inside Photoshop image resources, or undefined. */
export function findIptc(resources: Uint8Array): Uint8Array | undefined {
  let at = 0;
  while (hasText(resources, at, RESOURCE_MARK)) {
    // A name with its length in front, then the data, each filled up to an even length.
    const nameLength = 1 + (resources[at + 6] ?? 0);
    const size = at + 6 + nameLength + (nameLength % 2);
    const length = u32(resources, size);
    const data = size + 4;
    if (u16(resources, at + 4) === IPTC_RESOURCE) return resources.subarray(data, data + length);
    at = data + length + (length % 2);
  }
  return undefined;
}

/** `20081022` with zeros for what is unknown, and `162839+0200`. */
function takenAt(date: string, time: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? [];
  const known = [year, month, day].filter((part) => part !== '00').join('-');
  const [, hour, minute, second, zone = ''] = /^(\d\d)(\d\d)(\d\d)(\S*)$/.exec(time) ?? [];
  const clock = hour === undefined ? '' : ` ${hour}:${minute}:${second}${zone}`;
  return toTakenTime(known + clock) || toTakenTime(known);
}
