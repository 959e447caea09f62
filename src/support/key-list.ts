// Lists of keys (hash-key.ts) as one short text: for lines of JSON and for rows.

/** Bytes of a key. */
export const KEY_BYTES = 6;

/** Distinct keys, ascending, six bytes each, in the base64 of URLs; `''` for none. */
export function toKeyList(keys: Iterable<number>): string {
  const sorted = Float64Array.from(new Set(keys)).sort();
  const bytes = Buffer.allocUnsafe(sorted.length * KEY_BYTES);
  for (const [at, key] of sorted.entries()) bytes.writeUIntBE(key, at * KEY_BYTES, KEY_BYTES);
  return bytes.toString('base64url');
}

/** The keys of a list. What is left behind the last whole key does not count. */
export function fromKeyList(list: string): number[] {
  if (list === '') return [];
  const bytes = Buffer.from(list, 'base64url');
  const keys: number[] = [];
  for (let at = 0; at + KEY_BYTES <= bytes.length; at += KEY_BYTES) {
    keys.push(bytes.readUIntBE(at, KEY_BYTES));
  }
  return keys;
}

/** Whether a text is a list that `toKeyList` may have made, of so many keys at most. */
export function isKeyList(text: string, mostKeys: number): boolean {
  return text.length % 8 === 0 && text.length <= mostKeys * 8 && /^[\w-]*$/.test(text);
}
