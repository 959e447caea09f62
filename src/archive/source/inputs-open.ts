// Opens an input wherever it lies: a file, a web, S3 or WebHDFS address, a member of a WACZ in any of them.
import { existsSync } from 'node:fs';
import { PinakesError } from '../../support/errors.ts';
import { openHttp } from './http-source.ts';
import { placeKind } from './inputs.ts';
import { openS3, type S3Options } from './s3-source.ts';
import { type Format, sniffSource } from './sniff.ts';
import { type ByteSource, openFile, sliceSource } from './source.ts';
import { openWacz, splitMemberName, toMemberName, type Wacz, type WaczMember } from './wacz.ts';
import { openWebHdfs } from './webhdfs-source.ts';
import type { EntryOptions } from './zip-entry.ts';

/** Options for inputs of all kinds. */
export interface InputOptions extends S3Options, EntryOptions {}

/** An input with the archives it holds: itself, or the members of a WACZ. */
export interface OpenedInput {
  readonly name: string;
  readonly format: Format;
  /** The archives to read one by one. Each is opened, and closed, by whoever reads it. */
  readonly archives: readonly Pick<WaczMember, 'name' | 'size' | 'open'>[];
  /** The whole WACZ with its indexes and pages, if the input is one. */
  readonly wacz?: Wacz;
  /** Closes the input; archives opened from it can no longer be read. */
  close(): Promise<void>;
}

/**
 * Opens the bytes of one input: a path, an http(s), S3 or WebHDFS address, or the name of a WACZ member
 * (`crawl.wacz#archive/data.warc.gz`).
 */
export async function openInput(location: string, options: InputOptions = {}): Promise<ByteSource> {
  const member = splitMemberName(location);
  const isPath = placeKind(location) === 'file';
  // A file may have such a name itself; the rest of a URL behind # is never part of the address.
  if (member === undefined || (isPath && existsSync(location))) return openWhole(location, options);
  const source = await openWhole(member.wacz, options);
  try {
    const wacz = await openWacz(source, options);
    const inner = await findMember(wacz, member.path).open();
    return {
      ...inner,
      close: async () => {
        await inner.close();
        await wacz.close();
      },
    };
  } catch (thrown) {
    await source.close();
    throw thrown;
  }
}

/** Opens an input and finds the archives in it, by its first bytes. */
export async function openArchives(
  location: string,
  options: InputOptions = {},
): Promise<OpenedInput> {
  const source = await openInput(location, options);
  try {
    const { name, size } = source;
    const format = await sniffSource(source);
    const close = () => source.close();
    if (format === 'zip') {
      const wacz = await openWacz(source, options);
      return { name, format, archives: wacz.archives(), wacz, close };
    }
    const open = async () => sliceSource(source, { offset: 0, length: size, name });
    return { name, format, archives: [{ name, size, open }], close };
  } catch (thrown) {
    await source.close();
    throw thrown;
  }
}

async function openWhole(location: string, options: InputOptions): Promise<ByteSource> {
  const kind = placeKind(location);
  if (kind === 'http') return openHttp(location, options);
  if (kind === 'webhdfs') return openWebHdfs(location, options);
  return kind === 's3' ? openS3(location, options) : openFile(location);
}

function findMember(wacz: Wacz, path: string): WaczMember {
  const found = [...wacz.archives(), ...wacz.indexes()].find((member) => member.path === path);
  if (found) return found;
  throw new PinakesError('INPUT_NOT_FOUND', { input: toMemberName(wacz.name, path) });
}
