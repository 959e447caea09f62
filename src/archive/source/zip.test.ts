// Zip reading: agreement with another reader on honest files, typed refusal of the others.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { buildZip, type ZipEnd, type ZipPart } from '../../../test/fixtures/zip-builder.ts';
import { PinakesError } from '../../support/errors.ts';
import { type ByteSource, memorySource } from './source.ts';
import { readZipEntries } from './zip.ts';
import { type EntryOptions, openEntry, streamEntry } from './zip-entry.ts';

const zipOf = (parts: readonly ZipPart[], end?: ZipEnd) =>
  memorySource(buildZip(parts, end), 'test.wacz');

async function contentOf(source: ByteSource): Promise<Buffer> {
  const bytes = Buffer.alloc(source.size);
  expect(await source.read(bytes, 0)).toBe(source.size);
  return bytes;
}

async function readAll(zip: ByteSource, options: EntryOptions = {}) {
  const files: Record<string, string> = {};
  for (const entry of await readZipEntries(zip)) {
    const source = await openEntry(zip, entry, { name: `test.wacz#${entry.name}`, ...options });
    expect(source.name).toBe(`test.wacz#${entry.name}`);
    files[entry.name] = (await contentOf(source)).toString('latin1');
    await source.close();
  }
  return files;
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const thrown = await work.catch((error: unknown) => error);
  if (thrown instanceof PinakesError && thrown.code === 'WACZ_INVALID') return thrown.message;
  throw new Error(`expected WACZ_INVALID, got ${String(thrown)}`);
}

const TWO: readonly ZipPart[] = [
  { name: 'archive/a.warc', content: 'stored bytes' },
  { name: 'pages/ü.jsonl', content: 'deflated '.repeat(50), method: 8 },
];

describe('readZipEntries', () => {
  it('sees what another zip reader sees', async () => {
    const part = fc.record({
      name: fc.stringMatching(/^[a-z]{1,8}(\/[a-zé]{1,8}){0,2}$/),
      content: fc.uint8Array({ maxLength: 300 }),
      method: fc.constantFrom(0, 8),
      zip64: fc.boolean(),
    });
    const parts = fc.uniqueArray(part, { selector: ({ name }) => name, maxLength: 6 });
    const end = fc.record({ zip64: fc.boolean(), comment: fc.uint8Array({ maxLength: 40 }) });
    await fc.assert(
      fc.asyncProperty(parts, end, async (files, last) => {
        const bytes = buildZip(files, last);
        const other = await yauzl.fromBufferPromise(bytes, {});
        const seen: [string, number][] = [];
        for await (const entry of other.eachEntry()) {
          seen.push([entry.fileName, entry.uncompressedSize]);
        }
        const ours = memorySource(bytes);
        const entries = await readZipEntries(ours);
        expect(entries.map(({ name, size }) => [name, size])).toEqual(seen);
        for (const [index, entry] of entries.entries()) {
          const source = await openEntry(ours, entry, { name: 'x' });
          expect(await contentOf(source)).toEqual(Buffer.from(files[index]!.content));
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('ignores an end record inside the comment', async () => {
    const comment = Buffer.concat([buildZip([]), Buffer.from('more')]);
    expect(Object.keys(await readAll(zipOf(TWO, { comment })))).toHaveLength(2);
  });

  it('refuses names that lead out of the archive, are huge or appear twice', async () => {
    const bad = ['../a', 'a/../../b', '/etc/passwd', 'a\\b', 'a//b', './a', 'a\nb', 'a\0', ''];
    for (const name of [...bad, 'x'.repeat(1025)]) {
      const message = await refusal(readZipEntries(zipOf([{ name, content: 'x' }])));
      expect(message).toContain('it holds a file named');
    }
    const twice = [TWO[0]!, { name: 'archive/a.warc', content: 'other' }];
    expect(await refusal(readZipEntries(zipOf(twice)))).toContain('twice');
  });

  it('refuses absurd counts, sizes and places', async () => {
    const ends: ZipEnd[] = [
      { count: 3 },
      { count: 2 ** 40, zip64: true },
      { directoryBytes: 2 ** 31 },
      { directoryBytes: 2 ** 52, zip64: true },
      { directoryOffset: 0xfffffff0 },
      { directoryOffset: 5 },
      { directoryOffset: Number.MAX_SAFE_INTEGER, zip64: true },
    ];
    for (const end of ends) await refusal(readZipEntries(zipOf(TWO, end)));
    const huge = { name: 'a', content: 'x', size: 2 ** 50, compressedSize: 2 ** 50, zip64: true };
    await refusal(readZipEntries(zipOf([huge])));
  });

  it('refuses entries that share bytes', async () => {
    const shared = [TWO[0]!, { name: 'archive/b.warc', content: 'stored bytes', headerOffset: 0 }];
    expect(await refusal(readZipEntries(zipOf(shared)))).toContain('overlaps');
    const long = [{ ...TWO[0]!, compressedSize: 60, size: 60 }, TWO[1]!];
    expect(await refusal(readZipEntries(zipOf(long)))).toContain('overlaps');
  });

  it('refuses every cut of a file, and survives every damaged byte', async () => {
    const whole = buildZip(TWO, { zip64: true });
    for (let length = 0; length < whole.length; length += 1) {
      await refusal(readZipEntries(memorySource(whole.subarray(0, length))));
    }
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = damaged[at]! ^ 0xff;
      const files = await readAll(memorySource(damaged, 'test.wacz')).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'WACZ_INVALID' });
      });
      // A stored file is given as it lies there; only its own bytes may differ.
      if (files) expect(Object.keys(files)).toHaveLength(2);
    }
  });
});

describe('openEntry', () => {
  it('names what it cannot open and leaves the neighbours alone', async () => {
    const bad: [Partial<ZipPart>, string][] = [
      [{ flags: 1 }, 'is encrypted'],
      [{ method: 12 }, 'method 12'],
      [{ size: 5 }, 'two sizes'],
      [{ localName: 'archive/b.warc' }, 'contradicts'],
      [{ method: 8, crc32: 1 }, 'checksum'],
      [{ method: 8, size: 5 }, 'not 5 bytes'],
      [{ method: 8, size: 500 }, 'not 500 bytes'],
    ];
    for (const [change, message] of bad) {
      const zip = zipOf([{ ...TWO[0]!, ...change }, TWO[1]!]);
      const [first, second] = await readZipEntries(zip);
      expect(await refusal(openEntry(zip, first!, { name: 'n' }))).toContain(message);
      expect((await openEntry(zip, second!, { name: 'n' })).size).toBe(450);
    }
  });

  it('names a member whose compressed bytes are damaged', async () => {
    const bytes = buildZip([{ ...TWO[1]!, name: 'a' }]);
    bytes.fill(0xff, 31, 36);
    const zip = memorySource(bytes);
    const [entry] = await readZipEntries(zip);
    expect(await refusal(openEntry(zip, entry!, { name: 'n' }))).toContain('cannot be unpacked');
  });

  it('unpacks a large member to a file that leaves no trace', async () => {
    const tempFolder = await mkdtemp(join(tmpdir(), 'pinakes-test-'));
    const content = Buffer.alloc(5 << 20, 'large ');
    const zip = zipOf([{ name: 'a.warc', content, method: 8 }]);
    const [entry] = await readZipEntries(zip);
    const source = await openEntry(zip, entry!, { name: 'n', tempFolder });
    expect((await contentOf(source)).equals(content)).toBe(true);
    expect(source.readSync).toBeDefined();
    expect(await readdir(tempFolder)).toEqual([]);
    await source.close();
    const capped = openEntry(zip, entry!, { name: 'n', tempFolder, maxMemberBytes: 5 << 19 });
    expect(await refusal(capped)).toContain('unpacks to more than');
    const spoilt = { ...entry!, crc32: 1 };
    expect(await refusal(openEntry(zip, spoilt, { name: 'n', tempFolder }))).toContain('checksum');
    expect(await readdir(tempFolder)).toEqual([]);
    await rm(tempFolder, { recursive: true });
  });

  it('says when there is no place to unpack to', async () => {
    const zip = zipOf([{ name: 'a.warc', content: Buffer.alloc(5 << 20), method: 8 }]);
    const [entry] = await readZipEntries(zip);
    const tempFolder = join(tmpdir(), 'pinakes-no-such-folder');
    const opening = openEntry(zip, entry!, { name: 'n', tempFolder });
    await expect(opening).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
  });
});

describe('streamEntry', () => {
  it('stops a bomb at the size it claims', async () => {
    const bomb = { name: 'a', content: Buffer.alloc(64 << 20), method: 8, size: 1000 };
    const zip = zipOf([bomb]);
    const [entry] = await readZipEntries(zip);
    let given = 0;
    const reading = (async () => {
      for await (const chunk of streamEntry(zip, entry!)) given += chunk.length;
    })();
    expect(await refusal(reading)).toContain('not 1000 bytes');
    expect(given).toBeLessThanOrEqual(1000);
  });

  it('can be left early', async () => {
    const zip = zipOf([{ name: 'a', content: Buffer.alloc(8 << 20), method: 8 }]);
    const [entry] = await readZipEntries(zip);
    for await (const chunk of streamEntry(zip, entry!)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });
});
