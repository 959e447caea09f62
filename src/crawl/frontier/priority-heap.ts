// A heap of numbered things by priority, in 8 bytes each: the highest first, of equal ones the oldest or the newest.

const MIN_CAPACITY = 4;
/** Words of an entry: its priority as an integer that orders like it, and its number. */
const WORDS = 2;

/** Things known by a number below 2^32; priorities are kept with the precision of a 32-bit float. */
export class PriorityHeap {
  /** One array for both: most hosts have few links, and an array takes 150 bytes by itself. */
  #entries = new Uint32Array(MIN_CAPACITY * WORDS);
  #size = 0;
  readonly #isNewestFirst: boolean;

  /** Of equal ones the oldest, which has the smallest number, comes first by default. */
  constructor(isNewestFirst = false) {
    this.#isNewestFirst = isNewestFirst;
  }

  get size(): number {
    return this.#size;
  }

  /** Priority of the first; -Infinity when there is none. */
  get topPriority(): number {
    return this.#size === 0 ? Number.NEGATIVE_INFINITY : fromOrdered(this.#entries[0] ?? 0);
  }

  /** Number of the first; 0 when there is none. */
  get topNumber(): number {
    return this.#size === 0 ? 0 : this.#turn(this.#entries[1] ?? 0);
  }

  push(priority: number, thing: number): void {
    const number = this.#turn(thing);
    if (this.#size * WORDS === this.#entries.length) this.#resize(Math.ceil(this.#size * 1.5));
    const ordered = toOrdered(priority);
    const entries = this.#entries;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(ordered, number, entries, parent)) break;
      move(entries, parent, at);
      at = parent;
    }
    entries[at * WORDS] = ordered;
    entries[at * WORDS + 1] = number;
  }

  /** Takes the first out; `undefined` when there is none. */
  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const entries = this.#entries;
    const first = this.#turn(entries[1] ?? 0);
    this.#size -= 1;
    const size = this.#size;
    const ordered = entries[size * WORDS] ?? 0;
    const number = entries[size * WORDS + 1] ?? 0;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      const right = child + 1;
      const isRight =
        right < size &&
        isBefore(entries[right * WORDS] ?? 0, entries[right * WORDS + 1] ?? 0, entries, child);
      if (isRight) child = right;
      if (isBefore(ordered, number, entries, child)) break;
      move(entries, child, at);
      at = child;
    }
    entries[at * WORDS] = ordered;
    entries[at * WORDS + 1] = number;
    if (size * 4 * WORDS < entries.length && size >= MIN_CAPACITY) this.#resize(size * 2);
    return first;
  }

  /** Numbers are turned round where the newest comes first, and back again. */
  #turn(number: number): number {
    return this.#isNewestFirst ? ~number >>> 0 : number;
  }

  #resize(capacity: number): void {
    const entries = new Uint32Array(capacity * WORDS);
    entries.set(this.#entries.subarray(0, this.#size * WORDS));
    this.#entries = entries;
  }
}

function isBefore(ordered: number, number: number, entries: Uint32Array, other: number): boolean {
  const theirs = entries[other * WORDS] ?? 0;
  return ordered > theirs || (ordered === theirs && number < (entries[other * WORDS + 1] ?? 0));
}

function move(entries: Uint32Array, from: number, to: number): void {
  entries[to * WORDS] = entries[from * WORDS] ?? 0;
  entries[to * WORDS + 1] = entries[from * WORDS + 1] ?? 0;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const SIGN = 0x8000_0000;

/** The bits of a 32-bit float as an integer that orders like it: negative ones turned round, the others above them. */
function toOrdered(priority: number): number {
  float[0] = priority + 0; // -0 is 0
  const raw = bits[0] ?? 0;
  return (raw >= SIGN ? ~raw : raw | SIGN) >>> 0;
}

function fromOrdered(ordered: number): number {
  bits[0] = (ordered >= SIGN ? ordered & ~SIGN : ~ordered) >>> 0;
  return float[0] ?? 0;
}
