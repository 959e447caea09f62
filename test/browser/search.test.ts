// Searching in a real browser: words, suggestions, filters, time, export.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, openBrowserSite } from './browser.ts';
import { IMAGE_COUNT } from './records.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await openBrowserSite();
});
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(() => site.close());

const queryOf = (page: Page) => new URL(page.url()).searchParams.get('q');
const waitForQuery = (page: Page, q: string | null) =>
  page.waitForURL((url) => url.searchParams.get('q') === q);
const waitForCount = (page: Page, count: number) =>
  page.locator('.results-count', { hasText: new RegExp(`^${count} images?\\b`) }).waitFor();

it('finds images by words that are typed', async () => {
  const page = await site.page('/');
  await waitForCount(page, IMAGE_COUNT);
  await page.getByRole('combobox', { name: 'Search for images' }).fill('bridge');
  await page.getByRole('combobox', { name: 'Search for images' }).press('Enter');
  await waitForCount(page, 8);
  expect(queryOf(page)).toBe('bridge');
  expect(await page.locator('.tile').count()).toBe(8);
  expect(await page.locator('.tile img').first().getAttribute('alt')).toContain('bridge');
  await page.goBack();
  await waitForCount(page, IMAGE_COUNT);
});

it('paints the first results within a second', async () => {
  const page = await site.page('/?q=bridge');
  await page.locator('.tile .is-loaded img').first().waitFor();
  const paintedMs = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
  );
  const loadedMs = await page.evaluate<number>(
    `performance.getEntriesByType('resource').find((each) => each.name.includes('/thumbnail')).responseEnd`,
  );
  console.info(`first paint ${Math.round(paintedMs)} ms, thumbnail ${Math.round(loadedMs)} ms`);
  // A shared machine is slower than a person's; the aim is one second.
  expect(Math.max(paintedMs, loadedMs)).toBeLessThan(3000);
});

it('takes a suggestion by the arrow keys', async () => {
  const page = await site.page('/');
  const box = page.getByRole('combobox', { name: 'Search for images' });
  await box.pressSequentially('brid');
  await page.locator('.suggestion').first().waitFor();
  expect(await box.getAttribute('aria-expanded')).toBe('true');
  await box.press('ArrowDown');
  const chosen = page.locator('[role=option][aria-selected=true]');
  await chosen.waitFor();
  expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  expect(await chosen.textContent()).toContain('bridge');
  await box.press('Enter');
  await page.waitForURL(/\?q=/);
  await waitForCount(page, 8);
  expect(await page.locator('.suggestion').count()).toBe(0);
});

it('closes the suggestions with Escape and keeps what was typed', async () => {
  const page = await site.page('/');
  const box = page.getByRole('combobox', { name: 'Search for images' });
  await box.pressSequentially('boa');
  await page.locator('.suggestion').first().waitFor();
  await box.press('Escape');
  await page.locator('.suggestions').waitFor({ state: 'hidden' });
  expect(await box.inputValue()).toBe('boa');
});

it('adds a filter by its check box and takes it away by its chip', async () => {
  const page = await site.page('/?q=red');
  await waitForCount(page, 10);
  const side = page.getByRole('complementary', { name: 'Filters' });
  await side.getByRole('checkbox', { name: /^bridges\.example/ }).check();
  await waitForQuery(page, 'red site:bridges.example');
  await waitForCount(page, 2);
  const chip = page.getByRole('link', { name: 'Remove the filter Site: bridges.example' });
  await chip.click();
  await waitForQuery(page, 'red');
  await waitForCount(page, 10);
  expect(await page.locator('.chips').count()).toBe(0);
  await side.getByRole('checkbox', { name: /^bridges\.example/, checked: false }).waitFor();
});

it('moves the ends of the time by keys', async () => {
  const page = await site.page('/?q=red');
  const [first, last] = ['Start of the time', 'End of the time'].map((name) =>
    page.getByRole('slider', { name }),
  );
  await first!.press('ArrowRight');
  await waitForQuery(page, 'red from:1999 to:2019');
  await waitForCount(page, 9);
  expect(await first!.getAttribute('aria-valuetext')).toMatch(/^1999, 9 images/);
  await last!.press('ArrowLeft');
  await page.waitForURL(/to:2018/);
  await waitForCount(page, 8);
  await page.getByRole('button', { name: 'Any time' }).click();
  await waitForQuery(page, 'red');
  await waitForCount(page, 10);
});

it('chooses a time by dragging over the bars', async () => {
  const page = await site.page('/?q=red');
  await page.getByRole('slider').first().waitFor();
  const box = (await page.locator('.time-area').boundingBox())!;
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
  await page.mouse.move(...at(0.3));
  await page.mouse.down();
  await page.mouse.move(...at(0.5));
  await page.mouse.up();
  await page.waitForURL(/from:\d{4}.*to:\d{4}/);
});

it('exports what was found, one record a line', async () => {
  const page = await site.page('/?q=bridge');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^NDJSON/ }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  const records: { readonly id?: string; readonly alts?: string[] }[] = lines.map((line) =>
    JSON.parse(line),
  );
  const images = records.filter(({ id }) => id !== undefined);
  expect(images).toHaveLength(8);
  expect(images.every(({ alts }) => alts?.some((alt) => alt.includes('bridge')))).toBe(true);
});

it('says that nothing was found and offers a way out', async () => {
  const page = await site.page('/?q=bridge+site:boats.example');
  await page.getByRole('heading', { name: 'No images found' }).waitFor();
  await page
    .getByRole('link', { name: /^Without/ })
    .first()
    .click();
  await waitForCount(page, 8);
});
