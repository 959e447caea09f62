// Real pages for quality tests, read from the data folder and never written anywhere.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { realDataPath } from '../fixtures/real-data.ts';

/** A real page. */
export interface RealPage {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The saved pages of two extraction test suites and the pages of five static sites. */
export function* realPages(): Generator<RealPage> {
  const pages = realDataPath('pages');
  for (const name of readdirSync(pages).filter((file) => file.endsWith('.tar.gz'))) {
    yield* filesOfTar(gunzipSync(readFileSync(join(pages, name))));
  }
  const sites = realDataPath('sites');
  for (const name of readdirSync(sites, { recursive: true, encoding: 'utf8' }).sort()) {
    if (isPage(name)) yield { name, bytes: readFileSync(join(sites, name)) };
  }
}

function isPage(name: string): boolean {
  return /\.html?$/i.test(name);
}

/** Pages in a tar archive: a header of 512 bytes each, the content padded to 512. */
export function* filesOfTar(tar: Buffer): Generator<RealPage> {
  let offset = 0;
  while (offset + 512 <= tar.length && tar[offset] !== 0) {
    const field = (start: number, size: number) =>
      tar.toString('latin1', offset + start, offset + start + size).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12), 8) || 0;
    const name = field(0, 100);
    const bytes = tar.subarray(offset + 512, offset + 512 + size);
    if (field(156, 1) !== '5' && isPage(name)) yield { name, bytes };
    offset += 512 + Math.ceil(size / 512) * 512;
  }
}
