// Keys of any type as texts that sort bytewise as the keys do. Pure.
import type { SortKey } from './spill.ts';

/** Kinds sort in this order: nothing, no and yes, numbers, texts. */
export function toSortText(key: SortKey, isDescending: boolean): string {
  const digits = toDigits(key);
  // A shorter text sorts before a longer one that begins so; turned round it must sort behind.
  return isDescending ? `${complement(digits)}~` : digits;
}

/** Lower-case hexadecimal digits. */
function toDigits(key: SortKey): string {
  if (key === undefined) return '0';
  if (typeof key === 'boolean') return key ? '11' : '10';
  if (typeof key === 'string') return `3${Buffer.from(key, 'utf8').toString('hex')}`;
  return `2${numberDigits(Number(key))}`;
}

const view = new DataView(new ArrayBuffer(8));

/** Bits of a double, turned so that they sort as the numbers do; what is no number comes last. */
function numberDigits(number: number): string {
  view.setFloat64(0, number === 0 ? 0 : number);
  const bits = view.getBigUint64(0);
  const isNegative = bits >> 63n === 1n && !Number.isNaN(number);
  const turned = isNegative ? ~bits & MASK : bits | SIGN;
  return turned.toString(16).padStart(16, '0');
}

const SIGN = 1n << 63n;
const MASK = (1n << 64n) - 1n;

function complement(digits: string): string {
  let turned = '';
  for (const digit of digits) turned += (15 - Number.parseInt(digit, 16)).toString(16);
  return turned;
}
