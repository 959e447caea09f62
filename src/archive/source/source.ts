// Where archive bytes come from: one small interface for files, parts of files and remote objects.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { messageOf, PinakesError } from '../../support/errors.ts';

/**
 * Random access to the bytes of one stored object. An implementer promises: `size` is fixed while
 * the source is open; a read returns fewer bytes than asked for only at the end; reading past the
 * end returns 0; failures throw a `PinakesError` that names the source.
 */
export interface ByteSource {
  /** Path or URL, for messages and index lines. */
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** Fills `target` from `position` on and returns the number of bytes read. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** The same without a promise, where the medium allows it (local files). */
  readonly readSync?: (target: Uint8Array, position: number) => number;
  close(): Promise<void>;
}

/** Opens a local file. */
export function openFile(path: string): ByteSource {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error('not a regular file');
    return fileSource(path, fd, stat.size);
  } catch (cause) {
    if (fd !== undefined) closeSync(fd);
    throw new PinakesError(
      'INPUT_UNREADABLE',
      { input: path, detail: messageOf(cause) },
      { where: { file: path }, cause },
    );
  }
}

/** Bytes in memory as a source: small inputs and tests. */
export function memorySource(bytes: Uint8Array, name = 'memory'): ByteSource {
  const copyOut = (target: Uint8Array, position: number): number => {
    const part = bytes.subarray(position, position + target.length);
    target.set(part);
    return part.length;
  };
  return {
    name,
    size: bytes.length,
    readSync: copyOut,
    read: async (target, position) => copyOut(target, position),
    close: async () => {},
  };
}

/** A part of another source, such as an archive stored inside a WACZ. Closing it closes nothing. */
export function sliceSource(
  whole: ByteSource,
  part: { readonly offset: number; readonly length: number; readonly name: string },
): ByteSource {
  const size = Math.max(0, Math.min(part.length, whole.size - part.offset));
  const clip = (target: Uint8Array, position: number) =>
    target.subarray(0, Math.max(0, Math.min(target.length, size - position)));
  const wholeSync = whole.readSync;
  return {
    name: part.name,
    size,
    read: (target, position) => whole.read(clip(target, position), part.offset + position),
    ...(wholeSync && {
      readSync: (target: Uint8Array, position: number) =>
        wholeSync(clip(target, position), part.offset + position),
    }),
    close: async () => {},
  };
}

function fileSource(path: string, fd: number, size: number): ByteSource {
  let isOpen = true;
  const fill = (target: Uint8Array, position: number): number => {
    try {
      let filled = 0;
      while (filled < target.length) {
        const count = readSync(fd, target, filled, target.length - filled, position + filled);
        if (count === 0) break;
        filled += count;
      }
      return filled;
    } catch (cause) {
      throw new PinakesError(
        'INPUT_UNREADABLE',
        { input: path, detail: messageOf(cause) },
        { where: { file: path, offset: position }, cause },
      );
    }
  };
  return {
    name: path,
    size,
    readSync: fill,
    read: async (target, position) => fill(target, position),
    close: async () => {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}
