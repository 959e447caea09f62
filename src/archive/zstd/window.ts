// The output of a frame as far as later blocks may look back on it.
import { allocate, MARGIN, type Memory } from './bits.ts';

/**
 * Decoded bytes in one piece: the dictionary, then the frame. Once the frame is larger than its
 * window the oldest bytes make room for new ones, the dictionary first.
 */
export interface Window {
  memory: Memory;
  /** Where the next byte goes. */
  position: number;
  /** Where the block at hand must end at the latest. */
  limit: number;
  /** How far back matches may reach, in bytes. */
  reach: number;
  /** Bytes of the frame so far. */
  produced: number;
  /** What stands before the frame. */
  readonly dictionary: Uint8Array;
  /** Whether it still does. */
  holdsDictionary: boolean;
}

/** Slides are rare when there is room for half a window behind the window itself. */
const MIN_SLACK = 1 << 20;
const FIRST_BYTES = 1 << 14;

/** An empty window; memory is taken as output comes. */
export function createWindow(dictionary: Uint8Array): Window {
  return {
    memory: allocate(0),
    position: 0,
    limit: 0,
    reach: 0,
    produced: 0,
    dictionary,
    holdsDictionary: false,
  };
}

/** Begins a frame whose matches reach `reach` bytes back. */
export function startFrame(window: Window, reach: number): void {
  const { dictionary } = window;
  window.reach = reach;
  window.produced = 0;
  window.position = 0;
  if (!window.holdsDictionary) {
    makeRoom(window, dictionary.length);
    window.memory.bytes.set(dictionary);
    window.holdsDictionary = true;
  }
  window.position = dictionary.length;
}

/** Makes room for a block of at most `size` bytes. */
export function startBlock(window: Window, size: number): void {
  makeRoom(window, size);
  window.limit = window.position + size;
}

function makeRoom(window: Window, size: number): void {
  const { reach, dictionary } = window;
  const most = dictionary.length + reach + Math.max(reach >>> 1, MIN_SLACK);
  if (window.position > most) slide(window);
  const { memory, position } = window;
  const needed = position + size + MARGIN;
  const present = memory.bytes.length;
  if (needed <= present) return;
  window.memory = allocate(Math.max(needed, Math.min(2 * present, most), FIRST_BYTES));
  window.memory.bytes.set(memory.bytes.subarray(0, position));
}

/** Drops all but the bytes that are within reach. */
function slide(window: Window): void {
  const { memory, position, reach } = window;
  memory.bytes.copyWithin(0, position - reach, position);
  window.position = reach;
  window.holdsDictionary = false;
}
