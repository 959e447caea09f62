// Pictures that the family filter hides: not there, blurred, or shown when they are asked for.
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
import { drawWaves, FLAGGED_SEED, HARMLESS_SEED, SIDE } from '../fixtures/nsfw-pictures.ts';
import { type BrowserSite, openBrowserSite } from './browser.ts';

let folder: LibraryFolder;
let server: Awaited<ReturnType<typeof openServer>>;
let site: BrowserSite;

beforeAll(async () => {
  folder = await openLibraryFolder();
  const archive = await folder.archive(
    'waves.warc.gz',
    await wavesRecord('calm', HARMLESS_SEED),
    await wavesRecord('wild', FLAGGED_SEED),
    pageRecord('http://example.org/', '20100101', {
      title: 'Waves',
      body: '<img src="calm.png" alt="Calm waves"><img src="wild.png" alt="Wild waves">',
    }),
  );
  const library = await folder.open('library', { access: 'write', create: {} });
  await ingestInputs(library, [archive], { withFacts: true, withNsfw: true, workers: 0 });
  library.close();
  const libraryFolder = join(folder.path, 'library');
  server = await openServer({ libraryFolder, port: 0, webFolder: inject('webFolder') });
  site = await openBrowserSite((await server.listen()).replace(/\/$/, ''));
});
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(async () => {
  await site.close();
  await server.close();
  await folder[Symbol.asyncDispose]();
});

async function wavesRecord(name: string, seed: number): Promise<Buffer> {
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const;
  const body = await sharp(drawWaves(seed), { raw }).png().toBuffer();
  const block = httpResponse({ headers: ['Content-Type: image/png'], body });
  return warcRecord({ url: `http://example.org/${name}.png`, date: toDate('20100101'), block });
}

it('hides them from a search', async () => {
  const page = await site.page('/?q=waves');
  await page.getByRole('img', { name: 'Calm waves' }).waitFor();
  expect(await page.locator('.tile').count()).toBe(1);
});

it('blurs them where all are asked for, says nothing of them, and shows them by a button', async () => {
  const page = await site.page(`/?q=${encodeURIComponent('waves safe:off')}`);
  const hidden = page.locator('.tile.is-hidden');
  await hidden.waitFor();
  expect(await page.locator('.tile').count()).toBe(2);
  const filter = await page.evaluate(
    `getComputedStyle(document.querySelector('.tile.is-hidden img')).filter`,
  );
  expect(filter).toContain('blur');
  expect(await hidden.textContent()).not.toContain('Wild');
  const button = hidden.getByRole('button');
  await button.focus();
  await page.keyboard.press('Enter');
  await hidden.waitFor({ state: 'detached' });
  await page.getByRole('img', { name: 'Wild waves' }).waitFor();
});
