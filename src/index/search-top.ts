// The few smallest of many numbers, without sorting them all.

/**
 * Places of the `count` smallest keys and of all others that equal the largest of these, in the
 * order of the places.
 */
export function placesOfSmallest(keys: Float64Array, count: number): Uint32Array {
  if (count <= 0) return new Uint32Array(0);
  const limit = count >= keys.length ? Number.POSITIVE_INFINITY : smallest(keys, count);
  const places = new Uint32Array(keys.length);
  let used = 0;
  for (let place = 0; place < keys.length; place++) {
    if ((keys[place] ?? 0) <= limit) places[used++] = place;
  }
  return places.slice(0, used);
}

/** The key that `count - 1` keys come before: the root of a heap that holds the smallest so far. */
function smallest(keys: Float64Array, count: number): number {
  const heap = keys.slice(0, count);
  for (let at = (count >>> 1) - 1; at >= 0; at--) sink(heap, at, heap[at] ?? 0);
  let largest = heap[0] ?? 0;
  for (let place = count; place < keys.length; place++) {
    const key = keys[place] ?? 0;
    if (key >= largest) continue;
    sink(heap, 0, key);
    largest = heap[0] ?? 0;
  }
  return largest;
}

/** Puts a key where a smaller or equal one may stand, with the largest at the root. */
function sink(heap: Float64Array, from: number, key: number): void {
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) > (heap[child] ?? 0)) child++;
    const value = heap[child] ?? 0;
    if (value <= key) break;
    heap[at] = value;
    at = child;
  }
  heap[at] = key;
}
