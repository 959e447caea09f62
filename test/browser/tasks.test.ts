// Twelve things that people come for, each done with the mouse as a person would, and no more clicks than are told.
import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, openBrowserSite } from './browser.ts';
import { CHANGED } from './records.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await openBrowserSite();
});
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(() => site.close());

/** A hand at the mouse that counts its clicks; typing costs one, for Enter. */
class Hand {
  clicks = 0;

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  async search(page: Page, words: string): Promise<void> {
    this.clicks++;
    const box = page.getByRole('combobox', { name: 'Search for images' });
    await box.fill(words);
    await box.press('Enter');
  }
}

const waitForCount = (page: Page, count: number) =>
  page.locator('.results-count', { hasText: new RegExp(`^${count} images?\\b`) }).waitFor();
const textOf = async (download: Download) => readFile(await download.path(), 'utf8');
const viewerOf = (page: Page) => page.getByRole('dialog', { name: 'Image' });

it('finds a picture by what it shows: 2 clicks', async () => {
  const [page, hand] = [await site.page('/'), new Hand()];
  await hand.search(page, 'red bridge');
  await hand.click(page.getByRole('link', { name: /A red bridge/ }).first());
  await viewerOf(page)
    .getByRole('heading', { level: 2, name: /red bridge/ })
    .waitFor();
  expect(hand.clicks).toBe(2);
});

it('finds what is older than a year: 1 click', async () => {
  const [page, hand] = [await site.page('/'), new Hand()];
  await hand.search(page, 'red before:2001');
  await waitForCount(page, 1);
  expect(hand.clicks).toBe(1);
});

it('shows how a page changed: 4 clicks', async () => {
  const [page, hand] = [await site.page('/'), new Hand()];
  await hand.search(page, 'red bridge year:2010');
  await hand.click(page.locator('[data-tile]').first());
  await hand.click(viewerOf(page).getByRole('link', { name: 'Open archived page' }));
  await hand.click(page.getByRole('link', { name: 'What changed' }));
  await page.getByRole('heading', { level: 1, name: 'What changed' }).waitFor();
  await page.locator('del', { hasText: '1998' }).first().waitFor();
  await page.locator('ins', { hasText: '2010' }).first().waitFor();
  expect(hand.clicks).toBe(4);
});

it('shows how a picture changed: 3 clicks', async () => {
  const [page, hand] = [await site.page('/'), new Hand()];
  await hand.search(page, `src:"${CHANGED}" green train`);
  await hand.click(page.locator('[data-tile]').first());
  await hand.click(viewerOf(page).getByRole('link', { name: 'Compare' }));
  await page.getByRole('region', { name: 'Two pictures compared' }).waitFor();
  expect(page.url()).toMatch(/[?&]compare=[0-9a-f]{64}/);
  expect(hand.clicks).toBe(3);
});

it('shows all of a site: 2 clicks', async () => {
  const [page, hand] = [await site.page('/'), new Hand()];
  await hand.click(page.getByRole('button', { name: 'Filters' }));
  await hand.click(page.getByRole('checkbox', { name: /^bridges\.example/ }));
  await waitForCount(page, 8);
  expect(hand.clicks).toBe(2);
});

it('exports results as a table: 2 clicks', async () => {
  const [page, hand] = [await site.page('/?q=bridge'), new Hand()];
  await hand.click(page.getByRole('button', { name: 'Export' }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    hand.click(page.getByRole('link', { name: /^CSV/ })),
  ]);
  expect((await textOf(download)).match(/bridges\.example/g)?.length).toBeGreaterThanOrEqual(8);
  expect(hand.clicks).toBe(2);
});

it('cites a picture: 3 clicks', async () => {
  const [page, hand] = [await site.page('/?q=red+bridge+year:1998'), new Hand()];
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await hand.click(page.locator('[data-tile]').first());
  await hand.click(viewerOf(page).getByText('BibTeX', { exact: true }));
  await hand.click(viewerOf(page).getByRole('button', { name: 'Copy citation' }));
  await viewerOf(page).getByText('Copied').first().waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toMatch(/^@misc\{.*A red bridge/s);
  expect(hand.clicks).toBe(3);
});

it('shares some pictures as a link: 4 clicks', async () => {
  const [page, hand] = [await site.page('/?q=bridge'), new Hand()];
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const at of [0, 2]) {
    await page.locator('.tile').nth(at).hover();
    await hand.click(page.locator('.tile .collect').nth(at));
  }
  await hand.click(page.getByRole('link', { name: 'Basket' }));
  await page.locator('.basket .tile').nth(1).waitFor();
  await hand.click(page.getByRole('button', { name: 'Copy a link to them' }));
  await page.getByText('Copied').first().waitFor();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(hand.clicks).toBe(4);
  // Somebody else, who has no basket.
  const other = await site.page(link.slice(site.url.length));
  await other.getByRole('heading', { level: 1, name: 'Shared images' }).waitFor();
  await other.locator('.tile').nth(1).waitFor();
  await other.getByRole('button', { name: 'Put all into my basket' }).click();
  await other.locator('.basket-link', { hasText: '2' }).waitFor();
});

it('finds big ones: 1 click', async () => {
  const [page, hand] = [await site.page('/?q=bridge'), new Hand()];
  await hand.click(page.getByRole('checkbox', { name: /^Medium/ }));
  await page.waitForURL(/size:md/);
  await waitForCount(page, 6);
  expect(hand.clicks).toBe(1);
});

it('takes a filter away: 1 click', async () => {
  const [page, hand] = [await site.page('/?q=red+site:bridges.example'), new Hand()];
  await waitForCount(page, 2);
  await hand.click(page.getByRole('link', { name: 'Remove the filter Site: bridges.example' }));
  await waitForCount(page, 10);
  expect(hand.clicks).toBe(1);
});

it('goes from words to the archived page on a phone: 3 taps', async () => {
  const [page, hand] = [await site.page('/', { width: 390, hasTouch: true }), new Hand()];
  await hand.search(page, 'red bridge');
  await hand.click(page.locator('[data-tile]').first());
  await hand.click(viewerOf(page).getByRole('link', { name: 'Open archived page' }));
  await page.getByRole('region', { name: 'Archived page' }).waitFor();
  expect(hand.clicks).toBe(3);
});

it('downloads a picture, and many with their attribution: 2 and 3 clicks', async () => {
  const [page, hand] = [await site.page('/?q=red+bridge+year:1998'), new Hand()];
  await hand.click(page.locator('[data-tile]').first());
  const [one] = await Promise.all([
    page.waitForEvent('download'),
    hand.click(viewerOf(page).getByRole('link', { name: 'Download' })),
  ]);
  expect(one.suggestedFilename()).toBe('A-red-bridge-bridges.example-1998.jpg');
  await viewerOf(page)
    .getByText(/^“A red bridge”, bridges\.example, captured 1998-06-01/)
    .waitFor();
  expect(hand.clicks).toBe(2);
  const many = new Hand();
  await viewerOf(page).getByRole('button', { name: 'Put into the basket' }).click();
  await page.keyboard.press('Escape');
  await many.click(page.getByRole('link', { name: 'Basket' }));
  await many.click(page.getByRole('button', { name: 'Export' }));
  const [packed] = await Promise.all([
    page.waitForEvent('download'),
    many.click(page.getByRole('button', { name: /^ZIP/ })),
  ]);
  // Names stand in a ZIP as they are.
  const text = (await readFile(await packed.path())).toString('latin1');
  expect(text).toContain('attribution.txt');
  expect(many.clicks).toBe(3);
});
