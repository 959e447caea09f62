// A small cache of equal blocks that fetches ahead when they are read one after another.

/** How blocks are kept. */
export interface BlockLayout {
  /** Size of the whole object in bytes. */
  readonly size: number;
  /** Size of every block but the last, in bytes. */
  readonly blockBytes: number;
  /** Blocks held in memory at most, those under way included. */
  readonly keep: number;
  /** Blocks fetched ahead of a sequential reader; `keep` must be larger by at least two. */
  readonly ahead: number;
}

/** Reads through the cache. */
export interface BlockCache {
  /** Fills `target` from `position` on; fewer bytes only at the end of the object. */
  read(target: Uint8Array, position: number): Promise<number>;
  clear(): void;
}

/** Makes the cache. `fetch` gets a whole block; a failed fetch is not remembered. */
export function blockCache(
  layout: BlockLayout,
  fetch: (index: number) => Promise<Uint8Array>,
): BlockCache {
  const { size, blockBytes, keep, ahead } = layout;
  const blockCount = Math.ceil(size / blockBytes);
  // A Map keeps the order of insertion: its first key is the block used least recently.
  const blocks = new Map<number, Promise<Uint8Array>>();

  const makeRoom = () => {
    for (const oldest of blocks.keys()) {
      if (blocks.size < keep) return;
      blocks.delete(oldest);
    }
  };

  const load = (index: number): Promise<Uint8Array> => {
    const held = blocks.get(index);
    const block = held ?? fetch(index);
    if (held === undefined) {
      makeRoom();
      // A block fetched ahead may fail before anyone waits for it; who needs it then asks again.
      block.catch(() => blocks.get(index) === block && blocks.delete(index));
    }
    blocks.delete(index); // Set again below: now it is the one used last.
    blocks.set(index, block);
    return block;
  };

  const blockAt = (index: number): Promise<Uint8Array> => {
    // Holding the block before tells a scan from a jump, also with several scans at a time.
    const isScan = blocks.has(index - 1);
    const block = load(index);
    const last = Math.min(index + ahead, blockCount - 1);
    if (isScan) for (let next = index + 1; next <= last; next += 1) void load(next);
    return block;
  };

  return {
    async read(target, position) {
      const end = Math.min(size, position + target.length);
      let at = position;
      while (at < end) {
        const index = Math.floor(at / blockBytes);
        const start = index * blockBytes;
        const part = (await blockAt(index)).subarray(at - start, end - start);
        target.set(part, at - position);
        at += part.length;
      }
      return Math.max(0, at - position);
    },
    clear: () => blocks.clear(),
  };
}
