// The page of crawls, as people watch and steer them.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, OPERATOR_TOKEN, openBrowserSite } from './browser.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await openBrowserSite();
});
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(() => site.close());

it('shows how a crawl is doing, and how strategies compare', async () => {
  const page = await site.page('/');
  await page.getByRole('link', { name: 'Crawls' }).click();
  await page.waitForURL(/\/crawls$/);
  const numbers = page.locator('.totals');
  await numbers.waitFor();
  expect(await numbers.textContent()).toMatch(/Images with location\s*2\s*22\.2%/);
  expect(await page.getByRole('region', { name: 'Hosts' }).textContent()).toContain(
    'bridges.example',
  );
  expect(await page.locator('.crawl-images img').count()).toBe(6);
  expect(await page.getByRole('region', { name: 'Strategies in numbers' }).textContent()).toContain(
    'learned',
  );
});

it('lets an operator pause and start, with the keyboard, and nobody else', async () => {
  const page = await site.page('/crawls?crawl=night');
  const pause = page.getByRole('button', { name: 'Pause' });
  await pause.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('operator token').waitFor();
  await page.getByText('Operator token', { exact: true }).click();
  await page.getByLabel(/serve-token/).fill(OPERATOR_TOKEN);
  await page.keyboard.press('Enter');
  await pause.focus();
  await page.keyboard.press('Enter');
  await page.getByText('pauses soon').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
