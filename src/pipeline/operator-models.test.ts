// Networks that an operator brings, and words in pictures: from archives to answers.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../test/fixtures/archives.ts';
import {
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  toDate,
} from '../../test/fixtures/library-archives.ts';
import { OnnxBuilder } from '../../test/fixtures/onnx-builder.ts';
import { facets, searchImages } from '../search/search.ts';
import { type EnrichRun, enrichImages } from './enrich-images.ts';
import { collectFactStats } from './fact-stats.ts';
import { findLike, findShown } from './find-like.ts';

/** A network that tells the mean of red, green and blue, ten times, as numbers of which shares are made. */
function colorNetwork(): Uint8Array {
  const graph = new OnnxBuilder();
  graph.node('GlobalAveragePool', ['picture'], 'means');
  graph.node('Flatten', ['means'], 'flat');
  const ten = graph.constant('ten', [1], Float32Array.of(10));
  graph.node('Mul', ['flat', ten], 'logits');
  return graph.build({ picture: [1, 3, 8, 8] }, { logits: [1, 3] });
}

/** A network that gives the picture as 4 by 4 pixels: 48 numbers. */
function smallNetwork(): Uint8Array {
  const graph = new OnnxBuilder();
  graph.node('AveragePool', ['picture'], 'small', { kernel_shape: [2, 2], strides: [2, 2] });
  graph.node('Flatten', ['small'], 'seen');
  return graph.build({ picture: [1, 3, 8, 8] }, { seen: [1, 48] });
}

const SEEN = 'width = 8\nheight = 8';

async function writeModels(folder: LibraryFolder, text: string): Promise<void> {
  await writeFile(join(folder.path, 'colors.onnx'), colorNetwork());
  await writeFile(join(folder.path, 'small.onnx'), smallNetwork());
  await writeFile(join(folder.path, 'names.txt'), 'Crimson  Red\ngreen\nblue\n');
  await writeFile(join(folder.path, 'library', 'models.toml'), text);
}

const LABELS = `[labels]\nmodel = "../colors.onnx"\nnames = "../names.txt"\n${SEEN}\nthreshold = 0.6\n`;

const plain = (background: string) =>
  sharp({ create: { width: 90, height: 80, channels: 3, background } })
    .png()
    .toBuffer();

async function openPictures(
  folder: LibraryFolder,
  pictures: Readonly<Record<string, Buffer>>,
): Promise<void> {
  const records = Object.entries(pictures).map(([name, body]) => {
    const block = httpResponse({ headers: ['Content-Type: image/png'], body });
    return warcRecord({ url: `http://example.org/${name}.png`, date: toDate('20180101'), block });
  });
  const images = Object.keys(pictures).map((name) => ({ src: `/${name}.png` }));
  const page = pageRecord('http://example.org/', '20180101', { images, language: 'en' });
  await folder.ingest('library', [await folder.archive('a.warc.gz', page, ...records)]);
}

async function enrich(folder: LibraryFolder, options: EnrichRun = {}) {
  const library = await folder.open('library', { access: 'write' });
  try {
    return await enrichImages(library, { workers: 0, ...options });
  } finally {
    library.close();
  }
}

const namesOf = (folder: LibraryFolder, query: string) =>
  folder.look('library', async ({ index }) => {
    const { items, warnings } = await searchImages(index, { query });
    return [
      ...items.map(({ url }) => url.slice(19, -4)).sort(),
      ...warnings.map((one) => one.code),
    ];
  });

it('labels pictures by a classifier, which are found, counted and renewed', async () => {
  await using folder = await openLibraryFolder();
  await openPictures(folder, {
    red: await plain('#ff0000'),
    blue: await plain('#0000ff'),
    grey: await plain('#777777'),
    both: await plain('#ff00ff'),
  });
  const labels = { only: ['labels'] };
  expect(await namesOf(folder, 'label:blue')).toEqual(['no-label-data']);
  await writeModels(folder, LABELS);
  expect(await enrich(folder, labels)).toMatchObject({ made: 4, failed: 0 });
  expect(await namesOf(folder, 'label:"crimson red"')).toEqual(['red']);
  expect(await namesOf(folder, '-label:blue')).toEqual(['both', 'grey', 'red']);
  const facet = () =>
    folder.look('library', ({ index }) =>
      facets(index, { query: '', names: ['label'] }).then(([answer]) => answer?.values),
    );
  expect(await facet()).toEqual([
    { value: 'blue', count: 1 },
    { value: 'crimson red', count: 1 },
  ]);
  // Words of labels are found, in last place.
  expect(await namesOf(folder, 'crimson')).toEqual(['red']);
  const [item] = await folder.look('library', async ({ index }) => {
    return (await searchImages(index, { query: 'label:blue' })).items;
  });
  expect(item?.labels).toEqual([{ name: 'blue', score: 1 }]);

  // Both of two colours at once: other shares, so all are outdated.
  await writeModels(folder, `${LABELS.replace('0.6', '0.9')}scores = "any-of"\n`);
  const outdated = await folder.look('library', collectFactStats);
  expect(outdated.find(({ name }) => name === 'labels')).toMatchObject({ done: 4, outdated: 4 });
  expect(await enrich(folder, labels)).toMatchObject({ made: 0 });
  expect(await enrich(folder, { ...labels, isOutdatedWanted: true })).toMatchObject({ made: 4 });
  expect(await namesOf(folder, 'label:blue')).toEqual(['blue', 'both', 'grey']);
  expect(await facet()).toContainEqual({ value: 'blue', count: 3 });
});

it('says what is wrong with a file of models', async () => {
  await using folder = await openLibraryFolder();
  await openPictures(folder, { red: await plain('#ff0000') });
  const complaint = async (text: string) => {
    await writeModels(folder, text);
    return enrich(folder, { only: ['labels'] }).then(
      () => 'none',
      (thrown: Error) => thrown.message,
    );
  };
  expect(await complaint('[labels')).toContain('line 1');
  expect(await complaint(`[labels]\n${SEEN}\n`)).toContain('`labels`');
  expect(await complaint(`${LABELS}colour = 1\n`)).toContain('`labels.colour` is not known');
  expect(await complaint(LABELS.replace('colors', 'lost'))).toContain('lost.onnx cannot be read');
  expect(await complaint(`${LABELS}output = "other"\n`)).toContain('no output other');
  await writeModels(folder, LABELS);
  await writeFile(join(folder.path, 'names.txt'), 'red\n');
  await expect(enrich(folder, { only: ['labels'] })).rejects.toThrow('its list names 1');
  await rm(join(folder.path, 'library', 'models.toml'));
  expect(await enrich(folder, { only: ['labels'] })).toMatchObject({ made: 0 });
});

it('finds look-alikes by a network of the operator', async () => {
  await using folder = await openLibraryFolder();
  const draw = (left: string, right: string) =>
    sharp({ create: { width: 160, height: 120, channels: 3, background: left } })
      .composite([
        {
          input: { create: { width: 80, height: 120, channels: 3, background: right } },
          left: 80,
          top: 0,
        },
      ])
      .png()
      .toBuffer();
  await openPictures(folder, {
    flag: await draw('#ff0000', '#00ff00'),
    other: await draw('#0000ff', '#00ffff'),
  });
  await writeModels(folder, `[vector]\nmodel = "../small.onnx"\n${SEEN}\n`);
  // Those that came along when the pictures were ingested are of another network.
  await enrich(folder, { only: ['image.vector'], isOutdatedWanted: true });
  const file = join(folder.path, 'like.png');
  await writeFile(file, await draw('#ee1111', '#11ee11'));
  const found = await folder.look('library', (library) => findLike(library, file, {}));
  expect(found.items.map(({ url, match }) => [url, match])).toEqual([
    ['http://example.org/flag.png', 'alike'],
  ]);
  const stats = await folder.look('library', collectFactStats);
  expect(stats.find(({ name }) => name === 'image.vector')).toMatchObject({ done: 2, outdated: 0 });
});

/** A network of words: what stands for the sum of rows of a table, one row for each token. */
function wordsNetwork(rows: readonly (readonly number[])[]): Uint8Array {
  const graph = new OnnxBuilder();
  const table = graph.constant('table', [rows.length, 48], Float32Array.from(rows.flat()));
  const axes = graph.constant('axes', [1], BigInt64Array.of(1n));
  graph.node('Gather', [table, 'input_ids'], 'found');
  graph.node('ReduceSum', ['found', axes], 'text_embeds', { keepdims: 0 });
  return graph.build({ input_ids: [1, 6] }, { text_embeds: [1, 48] }, 'pinakes', ['input_ids']);
}

it('finds pictures that show what words say', async () => {
  await using folder = await openLibraryFolder();
  await openPictures(folder, { red: await plain('#ff0000'), blue: await plain('#0000ff') });
  // Pixels of red, then of green, then of blue.
  const plane = (color: number) => Array.from({ length: 48 }, (_, at) => Number(at >> 4 === color));
  const nothing = new Array<number>(48).fill(0);
  const vocabulary = [
    'r',
    'e',
    'd</w>',
    're',
    'red</w>',
    'sky</w>',
    '<|startoftext|>',
    '<|endoftext|>',
  ];
  const rows = [...new Array(4).fill(nothing), plane(0), plane(2), nothing, nothing];
  await writeModels(
    folder,
    `[vector]\nmodel = "../small.onnx"\n${SEEN}\n[vector.words]\nmodel = "../words.onnx"\nvocabulary = "../vocab.json"\nmerges = "../merges.txt"\nlength = 6\n`,
  );
  await writeFile(join(folder.path, 'words.onnx'), wordsNetwork(rows));
  const numbers = Object.fromEntries(vocabulary.map((token, at) => [token, at]));
  await writeFile(join(folder.path, 'vocab.json'), JSON.stringify(numbers));
  await writeFile(join(folder.path, 'merges.txt'), '#version: 0.2\nr e\nre d</w>\n');
  await enrich(folder, { only: ['image.vector'] });
  const shown = (words: string) =>
    folder.look('library', async (library) => {
      const { items } = await findShown(library, words, {});
      return items.map(({ url, match }) => [url.slice(19, -4), match]);
    });
  expect(await shown('A RED')).toEqual([['red', 'alike']]);
  await expect(shown('')).rejects.toThrow('makes nothing');
  await writeModels(folder, '');
  await expect(shown('red')).rejects.toMatchObject({ code: 'WORDS_MISSING' });
});

it('finds pictures by the words in them, and shows where these stand', async () => {
  await using folder = await openLibraryFolder();
  const written = new URL('../../test/fixtures/written/evening.png', import.meta.url);
  await openPictures(folder, { poster: await readFile(written), red: await plain('#ff0000') });
  expect(await enrich(folder, { only: ['ocr'] })).toMatchObject({ made: 2, failed: 0 });
  expect(await enrich(folder, { also: ['ocr'], only: ['ocr'] })).toMatchObject({ made: 0 });
  for (const query of ['text:market', 'text:"market by the river"', 'evening river']) {
    expect([query, await namesOf(folder, query)]).toEqual([query, ['poster']]);
  }
  expect(await namesOf(folder, '-text:market')).toEqual(['red']);
  expect(await namesOf(folder, 'text:"river market"')).toEqual([]);
  const [item] = await folder.look('library', async ({ index }) => {
    return (await searchImages(index, { query: 'text:market' })).items;
  });
  expect(item?.pictureTexts).toEqual([
    { text: 'Evening market by the river', box: expect.anything() },
  ]);
  expect(item?.pictureTexts?.[0]?.box.width).toBeGreaterThan(0.6);
});

it('reads words only where somebody wants it', async () => {
  await using folder = await openLibraryFolder();
  await openPictures(folder, { red: await plain('#ff0000') });
  await enrich(folder, { except: ['nsfw', 'image.vector'] });
  const stats = await folder.look('library', collectFactStats);
  expect(stats.map(({ name }) => name)).not.toContain('ocr');
});
