// A list of small numbers that grows, in as many bytes as they need.

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Numbers pushed one by one into a typed array. */
export class Column<T extends Numbers> {
  #array: T;
  #length = 0;
  readonly #create: new (
    length: number,
  ) => T;

  constructor(create: new (length: number) => T) {
    this.#create = create;
    this.#array = new create(1024);
  }

  /** How many there are. */
  get length(): number {
    return this.#length;
  }

  /** Adds one at the end. */
  push(value: number): void {
    if (this.#length === this.#array.length) {
      const larger = new this.#create(this.#array.length * 2);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.#length++] = value;
  }

  /** The number at a place; 0 where there is none. */
  at(index: number): number {
    return this.#array[index] ?? 0;
  }

  /** All of them, in an array of their own. */
  toArray(): T {
    return this.#array.slice(0, this.#length) as T; // slice keeps the type of the array
  }
}
