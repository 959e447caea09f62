// What operators do in the page: correct what is said of an image, and take the correction back.
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

it('corrects a title with the token, and takes it back in one click', async () => {
  const page = await site.page('/?q=bridge');
  const id = await page.locator('[data-tile]').first().getAttribute('data-tile');
  await page.goto(`${site.url}/image/${id}`);
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.textContent();
  await page.getByText('For operators').click();
  await page.getByText('Operator token').click();
  await page.locator('#operator-token').fill(OPERATOR_TOKEN);
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('Title', { exact: true }).fill('The bridge as the operator knows it');
  await page.getByRole('button', { name: 'Correct title and caption' }).click();
  await page.getByRole('heading', { level: 1, name: 'The bridge as the operator' }).waitFor();
  await page.getByRole('button', { name: /^Take back the correction of Ana/ }).click();
  await page.getByRole('heading', { level: 1, name: before ?? '', exact: true }).waitFor();
});
