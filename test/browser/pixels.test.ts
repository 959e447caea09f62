// What pixels tell, in a real browser: words in a picture with their place, colours to choose from, pictures that look alike.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { ingestInputs } from '../../src/pipeline/ingest-inputs.ts';
import { openServer } from '../../src/serve/serve.ts';
import { httpResponse, warcRecord } from '../fixtures/archives.ts';
import {
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  toDate,
} from '../fixtures/library-archives.ts';
import { type BrowserSite, openBrowserSite } from './browser.ts';

let folder: LibraryFolder;
let server: Awaited<ReturnType<typeof openServer>>;
let site: BrowserSite;

beforeAll(async () => {
  folder = await openLibraryFolder();
  const file = (path: string) => readFile(new URL(`../../${path}`, import.meta.url));
  const coffee = sharp(await file('demo/photographs/coffee.jpg')).resize(480);
  const cut = sharp(await coffee.toBuffer()).extract({
    left: 60,
    top: 40,
    width: 360,
    height: 240,
  });
  const bodies = {
    poster: await sharp(await file('test/fixtures/written/evening.png'))
      .extend({ top: 60, bottom: 120, background: '#fff' })
      .png()
      .toBuffer(),
    coffee: await coffee.png().toBuffer(),
    cut: await cut.flop().png().toBuffer(),
  };
  const records = Object.entries(bodies).map(([name, body]) => {
    const block = httpResponse({ headers: ['Content-Type: image/png'], body });
    return warcRecord({ url: `http://example.org/${name}.png`, date: toDate('20100101'), block });
  });
  const images = Object.keys(bodies).map((name) => ({ src: `/${name}.png`, alt: `The ${name}` }));
  const page = pageRecord('http://example.org/', '20100101', { images });
  const archive = await folder.archive('pixels.warc.gz', page, ...records);
  const library = await folder.open('library', { access: 'write', create: {} });
  await ingestInputs(library, [archive], {
    withFacts: true,
    withNsfw: true,
    enrich: ['ocr'],
    workers: 0,
  });
  library.close();
  const libraryFolder = join(folder.path, 'library');
  server = await openServer({ libraryFolder, port: 0, webFolder: inject('webFolder') });
  site = await openBrowserSite((await server.listen()).replace(/\/$/, ''));
}, 120_000);
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(async () => {
  await site.close();
  await server.close();
  await folder[Symbol.asyncDispose]();
});

it('shows where words stand in a picture, and searches for them', async () => {
  const page = await site.page(`/?q=${encodeURIComponent('text:market')}`);
  await page.locator('[data-tile]').first().waitFor();
  expect(await page.locator('[data-tile]').count()).toBe(1);
  await page.locator('[data-tile]').first().click();
  const line = page.getByRole('link', { name: 'Evening market by the river' });
  await line.focus();
  const box = page.locator('.text-box');
  await box.waitFor();
  const [around, picture] = await Promise.all([
    box.boundingBox(),
    page.locator('.stage-picture').boundingBox(),
  ]);
  expect(around!.width / picture!.width).toBeGreaterThan(0.7);
  expect(around!.y - picture!.y).toBeGreaterThan(picture!.height * 0.2);
  if (process.env['SCREENSHOTS']) {
    await page.screenshot({ path: join(process.env['SCREENSHOTS'], 'words.png') });
  }
  await line.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q')?.startsWith('text:') ?? false);
  await page.locator('[data-tile]').first().waitFor();
});

it('offers colours with their numbers, each a filter', async () => {
  const page = await site.page('/?q=example');
  const group = page.locator('details.filter-group', { hasText: 'Colour' });
  await group.locator('summary').click();
  await group.locator('label', { hasText: 'White' }).click();
  await page.waitForURL((url) => url.searchParams.get('q') === 'example color:white');
  await page.getByRole('img', { name: 'The poster' }).waitFor();
  expect(await page.locator('[data-tile]').count()).toBe(1);
});

it('lists what looks like a picture in its view', async () => {
  const page = await site.page('/?q=coffee');
  await page.locator('[data-tile]').first().click();
  const alike = page.locator('.view-section', { hasText: /look.*alike|looks like/i });
  await alike.locator('.related a').first().waitFor();
  expect(await alike.locator('.related a').first().getAttribute('title')).toBe('The cut');
});
