// The bundled archives keep what demo/README.md promises.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CREDITS, LICENCES } from '../../scripts/demo/photograph.ts';
import { openArchive, openFile } from '../../src/archive/archive.ts';
import { extractArchive } from '../../src/extract/extract.ts';
import type {
  CaptureObservation,
  Observation,
  PageObservation,
  ReferenceObservation,
} from '../../src/model/observation.ts';
import { type IngestResult, type Library, openLibrary } from '../../src/pinakes.ts';
import type { SearchItem } from '../../src/search/search.ts';

/** Words of several languages, a phrase, operators, and all images by time. */
const QUERIES = [
  'farol',
  'lighthouse harbour',
  'locomotive vapeur',
  'webcam Blick Berge',
  '"Black Prince"',
  'museum -painting',
  'cat OR dog',
  'site:openshelf.example cat',
  'type:png year:2005',
  'size:md museum',
  'farol from:2000 to:2010',
];

const ARCHIVES = fileURLToPath(new URL('../../demo/archives', import.meta.url));

let folder = '';
let library: Library;
let items: readonly SearchItem[] = [];
const files: string[] = [];
const results: IngestResult[] = [];
const observations: Observation[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinakes-demo-test-'));
  library = await openLibrary(join(folder, 'library'), { access: 'write', create: {} });
  for (const collection of (await readdir(ARCHIVES)).sort()) {
    const inside = join(ARCHIVES, collection);
    results.push(await library.ingest([inside], { collection, workers: 0 }));
    files.push(...(await readdir(inside)).map((name) => join(inside, name)));
  }
  items = (await library.search({ query: 'variants:all', limit: 1000, sort: 'oldest' })).items;
  for (const file of files) {
    const source = await openFile(file);
    for await (const batch of extractArchive(source)) observations.push(...batch.observations);
    await source.close();
  }
});

afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true, force: true });
});

const count = (facet: 'site' | 'language' | 'type' | 'collection') =>
  library.index.facet({ filters: [] }, facet, 50);
/** Which image, how good it is for the query, and where it is from. */
const toLine = ({ id, score = 0, url }: SearchItem) =>
  `  ${id.slice(0, 12)} ${score.toPrecision(4)} ${url}`;
const pages = () => observations.filter((one): one is PageObservation => one.kind === 'page');
const references = () =>
  observations.filter((one): one is ReferenceObservation => one.kind === 'reference');
const captures = () =>
  observations.filter((one): one is CaptureObservation => one.kind === 'capture');

describe('the library of the demo', () => {
  it('is read without loss and holds at least 300 images of eleven sites in four collections', async () => {
    const clean = { failed: 0, losses: 0, skippedBytes: 0, unreadable: [] };
    for (const result of results) expect(result).toMatchObject(clean);
    expect(items.length).toBeGreaterThanOrEqual(300);
    expect((await count('site')).filter(({ value }) => value.endsWith('.example'))).toHaveLength(
      11,
    );
    expect((await count('collection')).map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        'museums-and-gardens',
        'news-and-sport',
        'open-pictures',
        'personal-pages',
      ]),
    );
  });

  it('speaks seven languages and has images in six formats, one of them animated', async () => {
    const languages = (await count('language')).map(({ value }) => value);
    expect(languages.sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'ja', 'pt']);
    const types = (await count('type')).map(({ value }) => value);
    const formats = ['avif', 'gif', 'jpeg', 'png', 'svg+xml', 'webp'];
    expect(types.sort()).toEqual(formats.map((format) => `image/${format}`));
    expect(items.filter(({ frames }) => frames > 1)).toHaveLength(1);
  });

  it('spans the years from 1998 to 2024, and most images were seen more than once', () => {
    const years = new Set(captures().map(({ time }) => time.slice(0, 4)));
    expect(years.size).toBeGreaterThanOrEqual(20);
    expect([[...years].sort().at(0), [...years].sort().at(-1)]).toEqual(['1998', '2024']);
    const again = items.filter((item) => item.captures > 1);
    expect(again.length).toBeGreaterThan(items.length / 2);
  });

  it('has positions in all hemispheres', () => {
    // Those of cameras; texts name further places.
    const places = items.flatMap(({ place }) => (place?.source === 'exif' ? [place] : []));
    expect(places.length).toBeGreaterThanOrEqual(40);
    const signs = places.map(({ latitude, longitude }) => [latitude > 0, longitude > 0].join());
    expect([...new Set(signs)].sort()).toEqual(['false,false', 'true,false', 'true,true']);
    expect(items.filter(({ taken }) => taken !== undefined).length).toBe(places.length);
  });

  it('merges what is the same at several addresses and sites', () => {
    const hosts = new Map<string, Set<string>>();
    const urls = new Map<string, Set<string>>();
    for (const { digest, url } of captures()) {
      if (url.startsWith('data:')) continue;
      const { hostname, pathname } = new URL(url);
      hosts.set(digest, (hosts.get(digest) ?? new Set()).add(hostname));
      urls.set(digest, (urls.get(digest) ?? new Set()).add(hostname + pathname));
    }
    const kept = new Set(items.map(({ digest }) => digest));
    const several = (sets: Map<string, Set<string>>) =>
      [...sets].filter(([digest, set]) => kept.has(digest) && set.size > 1).length;
    expect(several(hosts)).toBeGreaterThanOrEqual(5);
    expect(several(urls)).toBeGreaterThanOrEqual(10);
  });

  it('shows photographs of others, and pages credit those whose licence asks for it', async () => {
    const shown = (
      await library.search({ query: 'collection:open-pictures variants:all', limit: 100 })
    ).items;
    for (const { name, author, licence } of CREDITS) {
      const own = shown.filter(({ url }) => url.includes(`/photos/${name}`));
      expect(own.length, name).toBeGreaterThan(0);
      const told = own.flatMap(({ captions }) => captions).join('\n');
      expect(told, name).toContain(`${author}, ${licence}`);
    }
    const bare = shown.filter(({ page }) => page?.url.includes('sem-nome'));
    expect(bare).toHaveLength(3);
    const free = CREDITS.filter(({ licence }) => !licence.startsWith('CC BY'));
    for (const { url } of bare) {
      expect(
        free.some(({ name }) => url.endsWith(`/${name}.jpg`)),
        url,
      ).toBe(true);
    }
  });

  it('knows the licences that files and pages state, and no others', async () => {
    const found = async (query: string) =>
      (await library.search({ query: `${query} variants:all`, limit: 100 })).items;
    const picos = (await found('picos')).filter(({ url }) => url.endsWith('/photos/picos.jpg'));
    expect(picos[0]?.licence).toEqual({
      name: 'by',
      url: LICENCES['CC BY 4.0'],
      credit: 'Aitzol Berasategi',
      source: 'xmp',
    });
    const sources = new Map<string, number>();
    for (const { licence } of await found('collection:open-pictures')) {
      const source = licence?.source ?? 'none';
      sources.set(source, (sources.get(source) ?? 0) + 1);
    }
    // Sizes of one picture in srcset share a figure, but only the large one is in JSON-LD.
    expect(Object.fromEntries(sources)).toEqual({ xmp: 6, jsonld: 23, near: 17, none: 11 });
    expect((await found('licence:cc')).length).toBe(41);
    expect((await found('licence:pd')).every(({ licence }) => licence?.name === 'pd')).toBe(true);
    expect((await found('license:cc-by-sa site:openshelf.example')).length).toBe(7);
    expect((await library.index.facet({ filters: [] }, 'licence', 20)).length).toBe(4);
  });

  it('answers in its languages', async () => {
    for (const query of ['farol', 'locomotive', 'estadio', 'tarte', 'Webcam', 'farfalla', '灯台']) {
      expect((await library.search({ query })).items.length, query).toBeGreaterThan(0);
    }
    const { items: found } = await library.search({ query: 'webcam Blick Berge' });
    expect(found[0]?.url).toContain('/webcam/aktuell.jpg');
  });

  // A change of these lines is a change of what people find: it has to be meant. `vitest -u` writes them.
  it('gives the same answers in the same order as before, in every profile', async () => {
    const lines: string[] = [];
    for (const query of QUERIES) {
      for (const profile of ['pinakes', 'paper', 'arquivo'] as const) {
        const answer = await library.search({ query, profile, limit: 10 });
        lines.push(`${query} | ${profile} | ${answer.total.relation} ${answer.total.value}`);
        lines.push(...answer.items.map(toLine));
      }
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../fixtures/demo-answers.txt');
  });
});

describe('the archives of the demo', () => {
  it('show images that changed under one address', () => {
    const contents = new Map<string, Set<string>>();
    for (const { surt, digest } of captures()) {
      contents.set(surt, (contents.get(surt) ?? new Set()).add(digest));
    }
    expect(contents.get('example,wetterwarte-hohenried)/webcam/aktuell.jpg')?.size).toBe(17);
    expect([...contents.values()].filter(({ size }) => size > 1).length).toBeGreaterThanOrEqual(4);
  });

  it('mention images in the ways of their time', () => {
    const tags = new Set(references().map(({ tag }) => tag));
    for (const tag of ['img', 'srcset', 'picture', 'a', 'background', 'og', 'jsonld'] as const) {
      expect(tags.has(tag), tag).toBe(true);
    }
    // The image of a linked style sheet is settled by ingest, when all records are known.
    const banner = items.filter(({ url }) => url.includes('/css/'));
    expect(banner.every(({ page }) => page !== null)).toBe(true);
    expect(banner.length).toBeGreaterThanOrEqual(8);
    expect(references().some(({ url }) => url.endsWith('/img/spacer.gif'))).toBe(true);
    expect(references().some(({ lazy }) => lazy)).toBe(true);
    expect(references().some(({ captionSource }) => captionSource === 'figcaption')).toBe(true);
    expect(captures().some(({ url }) => url.startsWith('data:'))).toBe(true);
  });

  it('hold pages in old encodings that are read aright', () => {
    const titled = (charset: string) =>
      pages().find((page) => page.charset === charset && page.time < '2005')?.title;
    expect(titled('shift_jis')).toBe('灯と海図：古い海図と灯台の部屋');
    expect(titled('windows-1252')).toBeDefined(); // what ISO-8859-1 means on the web
    expect(pages().some(({ title }) => title.includes('jornal semanário'))).toBe(true);
  });

  it('hold revisits of both kinds, answers of 404 and a truncated image', async () => {
    const profiles = new Set<string>();
    let missing = 0;
    for (const file of files) {
      const reader = await openArchive(file);
      for (const record of reader) {
        const profile = record.fields.get('warc-profile');
        if (record.type === 'revisit') profiles.add(profile?.split('/').at(-1) ?? '');
        if (record.type === 'response' && record.status === 404) missing++;
      }
      await reader.close();
    }
    expect([...profiles].sort()).toEqual(['identical-payload-digest', 'server-not-modified']);
    expect(missing).toBeGreaterThanOrEqual(3);
    expect(captures().some(({ truncated }) => truncated)).toBe(true);
    expect(captures().some(({ rejected }) => rejected === 'too-small')).toBe(true);
  });

  it('are small, and the readme tells their numbers', async () => {
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6_000_000);
    const readme = await readFile(join(ARCHIVES, '..', 'README.md'), 'utf8');
    expect(readme).toContain(`| images | ${items.length} |`);
    for (const { name, author, licence } of CREDITS) {
      expect(LICENCES[licence], name).toBeDefined();
      expect(readme).toContain(`| ${name} | ${author} | [${licence}](${LICENCES[licence]}) |`);
    }
  });
});
