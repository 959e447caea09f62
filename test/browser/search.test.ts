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
  const page = await site.page('/?q=bridge&sort=oldest');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByText('All results of this search in the order chosen').waitFor();
  const link = await page.getByRole('link', { name: /^NDJSON/ }).getAttribute('href');
  expect(link).toContain('&sort=oldest&limit=100000&');
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

/** What has the focus: its tag and its name. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `document.activeElement.tagName + ' ' + (document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()`,
  );
const waitForFocus = (page: Page, selector: string) =>
  page.locator(`${selector}:focus`).waitFor({ state: 'attached' });

it('goes on at the heading of the results after a search by Enter', async () => {
  const page = await site.page('/');
  for (const word of ['bridge', 'boat']) {
    const box = page.getByRole('combobox', { name: 'Search for images' });
    await box.fill(word);
    await box.press('Enter');
    await waitForQuery(page, word);
    await waitForFocus(page, 'h1');
    expect(await focused(page)).toBe(`H1 Images for ${word}`);
    await page.keyboard.press('Tab');
    // The next stop is in the page, not the first of the document.
    await waitForFocus(page, 'main *');
  }
});

it('goes on at the next chip when one was removed, and in the search box behind the last', async () => {
  const page = await site.page('/?q=red+site:bridges.example+type:png+orientation:landscape');
  const chips = page.locator('.chips a');
  await chips.nth(1).focus();
  await page.keyboard.press('Enter');
  await waitForQuery(page, 'red site:bridges.example orientation:landscape');
  await waitForFocus(page, '.chips a');
  expect(await focused(page)).toMatch(/^A Remove the filter Orientation/);
  await page.keyboard.press('Enter');
  await waitForQuery(page, 'red site:bridges.example');
  await waitForFocus(page, '.chips a');
  expect(await focused(page)).toMatch(/^A Remove the filter Site/);
  await page.keyboard.press('Enter');
  await waitForQuery(page, 'red');
  await waitForFocus(page, '[role=combobox]');
  expect(await page.locator('.suggestion').count()).toBe(0);
});

it('leaves the focus where it is when that is still there', async () => {
  const page = await site.page('/?q=red');
  await page.getByLabel('Order').focus();
  await page.getByLabel('Order').selectOption('oldest');
  await page.waitForURL(/sort=oldest/);
  await waitForCount(page, 10);
  await waitForFocus(page, '.sort select');
});

it('asks for sensitive pictures without a change to the query', async () => {
  const page = await site.page('/');
  await page.evaluate(
    `localStorage.setItem('pinakes.settings', JSON.stringify({ sensitive: 'show' }))`,
  );
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) asked.push(searchParams);
  });
  await page.goto(`${site.url}/?q=${encodeURIComponent('"red bridge')}`);
  await page.locator('.tile').first().waitFor();
  const [first] = asked.filter((one) => one.has('sort'));
  expect([first?.get('q'), first?.get('safe')]).toEqual(['"red bridge', 'off']);
  expect(asked.filter((one) => one.get('q')?.includes('safe:'))).toEqual([]);
});

it('begins with searches that find something', async () => {
  const page = await site.page('/');
  const chips = page.locator('.hero-examples a');
  await chips.first().waitFor();
  const addresses = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.hero-examples a')].map((link) => link.search)`,
  );
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) {
    const answer = await fetch(`${site.url}/api/v1/images${address}`);
    const { total } = (await answer.json()) as { total: { value: number } };
    expect(total.value, address).toBeGreaterThan(0);
  }
});

it('offers the sites whose names begin as the one that shows nothing', async () => {
  const page = await site.page('/?q=red+site:bridg');
  await page.getByRole('link', { name: 'Site: bridges.example' }).click();
  await waitForQuery(page, 'red site:bridges.example');
  await waitForCount(page, 2);
});

it('keeps the years of the library as the axis of the time', async () => {
  const page = await site.page('/?q=bait');
  await waitForCount(page, 1);
  await page.locator('.time-axis').waitFor();
  expect(await page.locator('.time-bars g').count()).toBe(22);
});

it('names pictures by what was said of them, with site and years', async () => {
  const page = await site.page('/?q=red+bridge+year:1998');
  await page.locator('.tile-title', { hasText: 'A red bridge' }).waitFor();
  await page.locator('.tile-more', { hasText: 'bridges.example · 1998–2020' }).waitFor();
});
