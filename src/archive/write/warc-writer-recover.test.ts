// Tests of recovery: a writer is killed in the middle of its work, or its file is cut at any byte.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WARCParser } from 'warcio';
import { sha1Base32 } from './digest.ts';
import { openWarcWriter } from './warc-writer.ts';
import { recoverOpenFiles } from './warc-writer-recover.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Target URIs of all records, whose digests must match. */
async function readUrls(bytes: Uint8Array): Promise<(string | null | undefined)[]> {
  const urls = [];
  for await (const record of WARCParser.iterRecords([bytes], { parseHttp: false })) {
    expect(record.warcBlockDigest).toBe(`sha1:${sha1Base32(await record.readFully(false))}`);
    urls.push(record.warcTargetURI);
  }
  return urls;
}

describe('recoverOpenFiles', () => {
  it('keeps every record that was reported written before the process was killed', async () => {
    const folder = await makeFolder();
    const program = `
      import { openWarcWriter } from ${JSON.stringify(new URL('./warc-writer.ts', import.meta.url).href)};
      const target = { folder: ${JSON.stringify(folder)}, prefix: 'killed' };
      const writer = await openWarcWriter({ target, memoryBytes: 1000 });
      async function* body() {
        for (let i = 0; i < 40; i++) yield crypto.getRandomValues(new Uint8Array(5000));
      }
      for (let i = 0; ; i++) {
        const url = 'http://a.example/' + i;
        await writer.write({ kind: 'resource', url, contentType: 'image/x', body: body() });
        process.stdout.write(url + '\\n');
      }`;
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let reported = '';
    for await (const chunk of child.stdout) {
      reported += chunk;
      if (reported.split('\n').length > 20) break;
    }
    child.kill('SIGKILL');
    await once(child, 'exit');

    const [recovered] = await recoverOpenFiles(folder);
    const urls = await readUrls(await readFile(recovered!.file));
    expect(urls.slice(1)).toEqual(urls.slice(1).map((_, index) => `http://a.example/${index}`));
    expect(urls).toEqual(expect.arrayContaining(reported.trim().split('\n')));
    expect(recovered).toMatchObject({ records: urls.length, hasIndex: false });
    expect((await stat(recovered!.file)).size).toBe(recovered!.keptBytes);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it.each(['a.warc.gz', 'a.warc'])(
    'cuts %s at its last whole record, wherever it was torn',
    async (name) => {
      const folder = await makeFolder();
      const writer = await openWarcWriter({ target: { file: join(folder, name) } });
      const body = Buffer.from('WARC/1.1 in the body '.repeat(20));
      // A plain record is whole without the two line ends behind it.
      const slack = name === 'a.warc' ? 4 : 0;
      const ends: number[] = [];
      for (const url of ['http://a.example/1', 'http://a.example/2']) {
        const { offset, length } = await writer.write({
          kind: 'resource',
          url,
          contentType: 'a/b',
          body,
        });
        ends.push(offset, offset + length + slack);
      }
      await writer.close();
      const bytes = await readFile(join(folder, name));
      await rm(join(folder, name));

      const check = async (size: number) => {
        await rm(join(folder, name), { force: true });
        await writeFile(join(folder, `${name}.open`), bytes.subarray(0, size));
        const [recovered] = await recoverOpenFiles(folder);
        const whole = [0, ends[0]!, ends[1]!, ends[3]!]
          .filter((end) => end - slack <= size)
          .at(-1)!;
        expect(recovered!.hasIndex).toBe(true);
        if (recovered!.records === 0) {
          expect(whole).toBe(0);
          expect(await readdir(folder)).toEqual(['a.cdxj']);
          return;
        }
        expect(recovered!.keptBytes).toBe(Math.min(whole, size));
        expect(recovered!.keptBytes + recovered!.droppedBytes).toBe(size);
        const urls = await readUrls(await readFile(join(folder, name)));
        expect(urls).toHaveLength(recovered!.records);
        await rm(join(folder, name));
      };
      await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), check), {
        numRuns: 60,
        examples: [[bytes.length], [0], [ends[1]!], [ends[1]! - 1], [ends[1]! + 1], [ends[1]! + 9]],
      });
    },
  );

  it.each([
    ['whole', 0],
    ['torn', 4_000_000],
  ])('judges a large record that is %s', async (_, missing) => {
    const folder = await makeFolder();
    const file = join(folder, 'a.warc.gz');
    const writer = await openWarcWriter({ target: { file }, gzipLevel: 1 });
    const url = 'http://a.example/large';
    const body = randomBytes(9_000_000); // more than a reader holds in memory
    const large = await writer.write({ kind: 'resource', url, contentType: 'a/b', body });
    await writer.close();
    await truncate(file, large.offset + large.length - missing);
    await rename(file, `${file}.open`);
    const [recovered] = await recoverOpenFiles(folder);
    expect(recovered).toMatchObject(
      missing === 0
        ? { records: 2, keptBytes: large.offset + large.length, droppedBytes: 0 }
        : { records: 1, keptBytes: large.offset, droppedBytes: large.length - missing },
    );
  });

  it('finds nothing to do where all files are complete', async () => {
    expect(await recoverOpenFiles(await makeFolder())).toEqual([]);
  });
});
