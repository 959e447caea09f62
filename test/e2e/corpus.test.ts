// Corpora of real archives, by the package's public name and by the command line.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { examineArchive, openFile } from 'pinakes/archive';
import {
  type CorpusLoss,
  defineEnrichment,
  html,
  http,
  image,
  page as ofPage,
  openCorpus,
  payload,
  readManifest,
  sameRun,
} from 'pinakes/corpus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCrawl } from '../fixtures/library-crawl.ts';
import { type CliFolder, openCliFolder } from './run-cli.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: CliFolder;
let archives: string;
let cdx: string;
const at = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await openCliFolder();
  // 1,590 captures: enough for threads to be started.
  for (const [name, bytes] of makeCrawl(6, 120)) await folder.write(`crawl/${name}`, bytes);
  archives = at('crawl');
  const { code } = await folder.run(['cdx', 'crawl', '--out', 'index.cdxj']);
  expect(code).toBe(0);
  cdx = at('index.cdxj');
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('a corpus', () => {
  it('gives the same records with any number of threads, and without an index', async () => {
    const read = async (workers: number, options: object) => {
      const corpus = await openCorpus(archives, { workers, threadsAfterMs: 0, ...options });
      const pages = corpus
        .where('mime=text/html')
        .enrich(html.title, ofPage.images)
        .enrich(html.attributeOf('img', 'src'))
        .mapEnrich(html.title, 'length', (text) => text.length);
      const found = await pages
        .map((page) => [
          page.url,
          page.time,
          page.get(html.title),
          page.get(ofPage.images)?.length,
          page.get('payload.string.html.title.length'),
          page.get('payload.string.html.img.src'),
        ])
        .toArray();
      await corpus.close();
      return found;
    };
    const alone = await read(0, { cdx });
    expect(alone.length).toBe(720);
    expect(alone[0]?.slice(2)).toEqual([
      expect.any(String),
      3,
      expect.any(Number),
      expect.any(Array),
    ]);
    expect(await read(2, { cdx })).toEqual(alone);
    expect(await read(3, {})).toEqual(alone);
  });

  it('gives the content of originals for revisits, and reads nothing but what was selected', async () => {
    const corpus = await openCorpus(archives, { cdx });
    const revisits = corpus.where('mime=warc/revisit').enrich(image.facts, payload.digests);
    const report = await revisits.forEach((record) => {
      expect(record.failures).toEqual([]);
      expect(record.get(payload.digests.fields.sha1)).toBe(record.digest);
    });
    const count = report.steps.at(-1)!.out;
    expect(count).toBe(144);
    // Each of them and its original.
    expect(report.archives.records).toBe(2 * count);
    expect(report.index.lines).toBe(await corpus.count());
    const one = corpus.where('url=http://www.example.org/3/7').enrich(payload.string);
    const { index, archives: read } = await one.forEach(() => {});
    expect(read.records).toBe(1);
    expect(index.bytes).toBeLessThan((await stat(cdx)).size / 3);
    await corpus.close();
  });

  it('tells what is missing, and goes on', async () => {
    const losses: CorpusLoss[] = [];
    const corpus = await openCorpus([at('crawl/crawl-0.warc.gz')], {
      cdx,
      onLoss: (loss) => losses.push(loss),
    });
    const pages = corpus.where('mime=text/html').enrich(html.title);
    const report = await pages.forEach(() => {});
    expect(report.steps.at(-1)?.out).toBe(720);
    expect([losses.length, report.lossCount, report.failures]).toEqual([
      600,
      600,
      { recordHeader: 600 },
    ]);
    expect(losses[0]).toMatchObject({
      kind: 'record',
      url: expect.any(String),
      reason: expect.stringMatching(/is not there$/),
    });
    expect(await pages.filterFailed().count()).toBe(120);
    expect(await pages.onlyFailed().count()).toBe(600);
    await corpus.close();
  });

  it('runs functions of the caller on values that threads gave', async () => {
    const words = defineEnrichment({
      name: 'words',
      needs: payload.string,
      gives: 'words',
      derive: async (text, { get }) => [text.length, get(http.response.fields.payload)?.length],
    });
    const corpus = await openCorpus(archives, { cdx, workers: 2, threadsAfterMs: 0 });
    const pages = corpus.where('mime=text/html').enrich(words).enrich(html.title);
    const same = await pages
      .filter((page) => page.get(words)?.[0] === page.get(words)?.[1])
      .count();
    expect(same).toBe(720);
    await corpus.close();
  });

  it('loses one record when its derivation kills a thread, and says so', async () => {
    const module = pathToFileURL(await folder.write('deadly.mjs', DEADLY)).href;
    const { deadly } = await import(module);
    const corpus = await openCorpus(archives, { cdx, workers: 2, threadsAfterMs: 0 });
    const pages = corpus.where('mime=text/html').enrich(deadly);
    const report = await pages.forEach(() => {});
    expect(report.steps.at(-1)?.out).toBe(720);
    expect(report.failures).toEqual({ deadly: 1 });
    expect(report.losses).toMatchObject([
      { url: DEADLY_URL, reason: expect.stringMatching(/thread ended/) },
    ]);
    await corpus.close();
  });
});

/** The last page but some: threads are at work by then. */
const DEADLY_URL = 'http://www.example.org/5/7';
const DEADLY = `
import { isMainThread } from 'node:worker_threads';
import { CAPTURE, defineEnrichment } from '${new URL('../../dist/corpus/corpus.js', import.meta.url).href}';
export const deadly = defineEnrichment({
  name: 'deadly',
  version: '1',
  needs: CAPTURE,
  gives: 'deadly',
  from: import.meta,
  derive: ({ url }) => (url === '${DEADLY_URL}' && !isMainThread ? process.exit(1) : url.length),
});
`;

describe('the output of a corpus', () => {
  const save = (out: string, ...more: string[]) =>
    folder.run([
      'corpus',
      'crawl',
      '--cdx',
      'index.cdxj',
      '--where',
      'mime=text/html',
      '--enrich',
      'html.title,images',
      '--out',
      out,
      '--json',
      '--quiet',
      ...more,
    ]);

  it('is the same each time, and the manifest says so', async () => {
    const first = await save('first/pages.jsonl.gz');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    const second = await save('second/pages.jsonl.gz', '--workers', '0');
    expect(JSON.parse(second.stdout)).toMatchObject({ written: 720, lossCount: 0 });
    expect(await readFile(at('second/pages.jsonl.gz'))).toEqual(
      await readFile(at('first/pages.jsonl.gz')),
    );
    const manifests = ['first', 'second'].map((one) =>
      readManifest(at(`${one}/pages.jsonl.gz.manifest.json`)),
    );
    const [a, b] = await Promise.all(manifests);
    expect(sameRun(a!, b!)).toBe(true);
    expect(a!.steps.map(({ in: taken, out }) => [taken, out])).toEqual([
      [1590, 720],
      [720, 720],
      [720, 720],
    ]);
  });

  it('is completed after a kill, byte by byte the same', async () => {
    const whole = await readFile(at('first/pages.jsonl.gz'));
    const script = await folder.write('save.mjs', SCRIPT);
    const resumed: number[] = [];
    for (const waitMs of [0, 40]) {
      const out = at(`killed-${waitMs}.jsonl.gz`);
      const args = [script, archives, cdx, out];
      await killWhen(args, () => existsSync(`${out}.checkpoint`), waitMs);
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
      resumed.push(Number(stdout));
      expect((await readFile(out)).equals(whole)).toBe(true);
      const [a, b] = await Promise.all(
        ['first/pages.jsonl.gz', `killed-${waitMs}.jsonl.gz`].map((name) =>
          readManifest(at(`${name}.manifest.json`)),
        ),
      );
      expect({ ...a!.steps }).toEqual({ ...b!.steps });
      expect(b!.archives).toEqual(a!.archives);
    }
    // At least once it had come some way.
    expect(Math.max(...resumed)).toBeGreaterThan(0);
  });

  it('can be archives: records copied byte by byte, with an index', async () => {
    const { code, stderr } = await folder.run([
      'corpus',
      'crawl',
      '--cdx',
      'index.cdxj',
      '--where',
      'mime=image/png type!=revisit year=2003',
      '--out',
      'y2003.warc.gz',
      '--quiet',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const source = await openFile(at('y2003.warc.gz'));
    const health = await examineArchive(source);
    expect(health.losses).toEqual([]);
    await source.close();
    const copied = await openCorpus(at('y2003.warc.gz'));
    const original = await openCorpus(archives, { cdx });
    const list = (corpus: typeof copied) =>
      corpus
        .where('mime=image/png type!=revisit year=2003')
        .enrich(payload.digests)
        .map(
          (record) => `${record.url} ${record.time} ${record.get(payload.digests.fields.sha256)}`,
        )
        .toArray();
    expect((await list(copied)).sort()).toEqual((await list(original)).sort());
    await copied.close();
    await original.close();
  });

  it('explains itself, and says what is wrong', async () => {
    const explained = await folder.run([
      'corpus',
      'crawl',
      '--cdx',
      'index.cdxj',
      '--where',
      'host=www.example.org year=2003',
      '--enrich',
      'images',
      '--explain',
      '--json',
    ]);
    expect(JSON.parse(explained.stdout)).toMatchObject({
      fromArchives: ['enrich page.images of payload.page'],
    });
    const wrong = await folder.run([
      'corpus',
      'crawl',
      '--where',
      'mime=text/html colour=red',
      '--quiet',
    ]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('colour');
    const unknown = await folder.run(['corpus', 'crawl', '--enrich', 'html.titel', '--quiet']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('html.title');
    const nothing = await folder.run([
      'corpus',
      'crawl',
      '--cdx',
      'index.cdxj',
      '--where',
      'status=418',
      '--quiet',
    ]);
    expect({ code: nothing.code, stdout: nothing.stdout }).toEqual({ code: 1, stdout: '' });
  });
});

/** Saves the same as the command line does, with a checkpoint after each batch; prints what was there already. */
const SCRIPT = `
import { html, openCorpus, page } from '${new URL('../../dist/corpus/corpus.js', import.meta.url).href}';
const [archives, cdx, out] = process.argv.slice(2);
const corpus = await openCorpus(archives, { cdx });
const pages = corpus.where('mime=text/html').enrich(html.title).enrich(page.images);
const { resumed } = await pages.save(out, { checkpointMs: 0 });
console.log(resumed);
await corpus.close();
`;

/** Runs a script and kills it some time after a condition has become true. */
function killWhen(args: readonly string[], isTrue: () => boolean, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
    const watch = setInterval(() => {
      if (!isTrue()) return;
      clearInterval(watch);
      setTimeout(() => child.kill('SIGKILL'), waitMs);
    }, 1);
    child.on('exit', () => {
      clearInterval(watch);
      resolve();
    });
  });
}
