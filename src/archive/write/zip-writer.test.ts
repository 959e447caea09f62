// ZIP files that we write, as another reader sees them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { memberOfBytes, memberOfFile, type ZipMember, zipBytes } from './zip-writer.ts';

/** Names and texts of a ZIP, checked by another program's rules. */
async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  await new Promise<void>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject).on('end', resolve);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          void buffer(stream).then((read) => {
            files[entry.fileName] = read.toString();
            zip.readEntry();
          }, reject);
        });
      });
      zip.readEntry();
    });
  });
  return files;
}

async function pack(members: readonly ZipMember[]): Promise<Buffer> {
  return buffer(zipBytes(members));
}

it('writes what others read, names in any script', async () => {
  const members = [
    memberOfBytes('a.txt', Buffer.from('one')),
    memberOfBytes('images/ponte-de-Março-橋.txt', Buffer.from('two')),
    memberOfBytes('empty', new Uint8Array(0)),
  ];
  expect(await unzip(await pack(members))).toEqual({
    'a.txt': 'one',
    'images/ponte-de-Março-橋.txt': 'two',
    empty: '',
  });
  expect(await unzip(await pack([]))).toEqual({});
  expect((await pack(members)).equals(await pack(members))).toBe(true);
});

it('packs files, and notices one that changes meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-zip-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, 'x'.repeat(600_000));
    const member = await memberOfFile('file', path);
    expect((await unzip(await pack([member])))['file']).toHaveLength(600_000);
    await writeFile(path, 'shorter');
    await expect(pack([member])).rejects.toThrow('has changed');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('refuses what does not fit', async () => {
  const large = { ...memberOfBytes('a', Buffer.from('x')), size: 2 ** 32 };
  await expect(pack([large])).rejects.toThrow(RangeError);
});
