// A set of texts that keeps 64 bits of each: for counting more distinct texts than one wants to hold.

/** Slots of a new set; a power of two. */
const MIN_SLOTS = 1024;
/** Odd, so that steps of this width visit each slot once; 2^32 divided by the golden ratio spreads them. */
const STRIDE = 0x9e3779b1;
/**
 * Where a hash has its slot differs from process to process, so that nobody can make texts that all
 * want the same slot. What is counted and stored does not depend on it.
 */
const SECRET = Math.floor(Math.random() * 2 ** 32) | 1;

/**
 * Open addressing in one typed array: 8 bytes a slot, between 3/8 and 3/4 full, about 16 bytes a text.
 *
 * It takes two texts of equal hash for one. Among n texts this happens with a chance of about n^2 / 2^65: 3 in 100 million
 * for a million texts, 3 in 10,000 for a hundred million. Somebody who makes such
 * texts on purpose gets a counter that is too low, nothing else.
 */
export class HashSet {
  #slots = new Uint32Array(2 * MIN_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  addText(text: string): void {
    hashText(text, LANES);
    this.#add(LANES[0] ?? 0, LANES[1] ?? 0);
  }

  merge(other: HashSet): void {
    const slots = other.#slots;
    const mask = slots.length / 2 - 1;
    // In the order of the slots one end of our table would fill up long before the rest: 14 s instead
    // of 0.2 s for two sets of 700,000.
    for (let step = 0; step <= mask; step++) {
      const at = 2 * (Math.imul(step, STRIDE) & mask);
      const low = slots[at] ?? 0;
      const high = slots[at + 1] ?? 0;
      if ((low | high) !== 0) this.#add(low, high);
    }
  }

  /** The hashes in ascending order as base64: equal for equal sets. The bytes are in the order of the machine. */
  toBase64(): string {
    const hashes = new BigUint64Array(this.#slots.buffer).filter((hash) => hash !== 0n).sort();
    return Buffer.from(hashes.buffer, 0, hashes.byteLength).toString('base64');
  }

  static fromBase64(text: string): HashSet {
    const set = new HashSet();
    const bytes = Uint8Array.from(Buffer.from(text, 'base64')); // a copy that starts at offset 0
    const lanes = new Uint32Array(bytes.buffer, 0, bytes.length >>> 2);
    for (let at = 0; at < lanes.length; at += 2) set.#add(lanes[at] ?? 0, lanes[at + 1] ?? 0);
    return set;
  }

  #add(low: number, high: number): void {
    if (!put(this.#slots, low, high)) return;
    this.#size++;
    if (this.#size * 8 > this.#slots.length * 3) this.#grow();
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      const low = old[at] ?? 0;
      const high = old[at + 1] ?? 0;
      if ((low | high) !== 0) put(slots, low, high);
    }
    this.#slots = slots;
  }
}

const LANES = new Uint32Array(2);

/**
 * A hash of two lanes of 32 bits, written into `lanes`; never 0 in both. Each step is a bijection of the state: xor,
 * odd multiplier and shift, the second lane fed by the first, so that texts of one length that differ in a
 * single place never meet. Multipliers and final mix are those of MurmurHash3 (Austin Appleby).
 */
export function hashText(text: string, lanes: Uint32Array): void {
  let low = 0x2c1b3c6d ^ text.length;
  let high = 0x297a2d39;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0xcc9e2d51);
    low ^= low >>> 15;
    high = Math.imul(high ^ low ^ (unit << 16), 0x1b873593);
    high ^= high >>> 13;
  }
  low = mix(low ^ high);
  high = mix(high + Math.imul(low, STRIDE));
  lanes[0] = (low | high) === 0 ? 1 : low;
  lanes[1] = high;
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function toSlot(low: number, high: number): number {
  return mix(low ^ Math.imul(high, SECRET));
}

/** Puts a hash into a free slot; `false` when it is there already. */
function put(slots: Uint32Array, low: number, high: number): boolean {
  const mask = slots.length / 2 - 1;
  for (let slot = toSlot(low, high) & mask; ; slot = (slot + 1) & mask) {
    const storedLow = slots[2 * slot] ?? 0;
    const storedHigh = slots[2 * slot + 1] ?? 0;
    if (storedLow === low && storedHigh === high) return false;
    if ((storedLow | storedHigh) !== 0) continue;
    slots[2 * slot] = low;
    slots[2 * slot + 1] = high;
    return true;
  }
}
