// Tests of the window: what it keeps and how much memory it takes.
import { describe, expect, it } from 'vitest';
import { createWindow, startBlock, startFrame, type Window } from './window.ts';

const KB = 1024;
const MB = KB * KB;

function write(window: Window, byte: number, size: number): void {
  startBlock(window, size);
  window.memory.bytes.fill(byte, window.position, window.position + size);
  window.position += size;
  window.produced += size;
}

const past = ({ memory, position }: Window, distance: number) => memory.bytes[position - distance];

describe('a window', () => {
  it('takes memory for the output, not for what the frame promises', () => {
    const window = createWindow(new Uint8Array(0));
    startFrame(window, 128 * MB);
    write(window, 1, 1000);
    expect(window.memory.bytes.length).toBeLessThan(20 * KB);
  });

  it('keeps all that is within reach and stays within its bounds', () => {
    const window = createWindow(new Uint8Array(0));
    startFrame(window, 256 * KB);
    for (let i = 0; i < 200; i++) {
      write(window, i, 64 * KB);
      for (const back of [0, 1, 2, 3].filter((blocks) => blocks <= i)) {
        expect(past(window, back * 64 * KB + 1)).toBe(i - back);
        expect(past(window, (back + 1) * 64 * KB)).toBe(i - back);
      }
    }
    expect(window.produced).toBe(200 * 64 * KB);
    expect(window.memory.bytes.length).toBeLessThan(2 * MB);
  });

  it('has the dictionary before each frame, also after one that pushed it out', () => {
    const dictionary = Uint8Array.from({ length: 5000 }, (_, i) => i & 0xff);
    const window = createWindow(dictionary);
    for (const size of [100, 3000, 100]) {
      startFrame(window, 64 * KB);
      expect(window.memory.bytes.slice(0, window.position)).toEqual(dictionary);
      for (let i = 0; i < size; i++) write(window, 0xee, KB);
    }
  });

  it('uses its memory again for the next frame', () => {
    const window = createWindow(new Uint8Array(100));
    startFrame(window, 64 * KB);
    write(window, 1, 64 * KB);
    const { memory } = window;
    startFrame(window, 64 * KB);
    write(window, 2, 64 * KB);
    expect(window.memory).toBe(memory);
  });
});
