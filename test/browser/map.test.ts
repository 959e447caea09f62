// The map page in a real browser: clusters that add up, a list that follows the view, no request to other servers.
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

it.each([1280, 360])(
  'shows what has a place, as clusters and as a list, at %i pixels',
  async (width) => {
    const page = await site.page('/map', { width });
    await page.locator('[data-is-drawn]').waitFor();
    const heading = page.locator('.map-list h2');
    await expect.poll(() => heading.textContent()).toMatch(/^\d+ images? in view$/);
    const total = Number.parseInt((await heading.textContent()) ?? '', 10);
    expect(await page.locator('.map-item').count()).toBe(Math.min(50, total));
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  },
);

it('keeps the query, the part of the world and the sureness in its address', async () => {
  const page = await site.page('/map?q=bridge&at=5/41.15/-8.61&sure=0.6');
  await page.locator('[data-is-drawn]').waitFor();
  await page.getByRole('combobox', { name: 'Search for images' }).fill('red');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('/map?q=red&at=5/41.15/-8.61&sure=0.6');
  await page.getByRole('button', { name: 'Search here' }).click();
  await expect.poll(() => page.url()).toContain('near:41.15,-8.61,20');
});

it('lets operators put an image elsewhere, by name, and take that back', async () => {
  const page = await site.page('/?q=bridge');
  const id = await page.locator('[data-tile]').first().getAttribute('data-tile');
  await page.goto(`${site.url}/map?open=${id}`);
  await page.locator('[data-is-drawn]').waitFor();
  const popup = page.getByRole('dialog');
  const place = popup.locator('.map-place');
  await place.waitFor();
  const before = await place.textContent();
  await popup.getByText('Is this place right?').click();
  await popup.getByText('Operator token').click();
  await popup.locator('#operator-token').fill(OPERATOR_TOKEN);
  await popup.getByRole('button', { name: 'Use it' }).click();
  await popup.getByLabel('Your name').fill('Ana');
  await popup.getByRole('button', { name: 'It is elsewhere' }).click();
  await popup.getByLabel('Name of the place').fill('Reykjavik');
  await popup.getByRole('button', { name: 'Go there' }).click();
  await popup.getByText(/Reykjav.*Iceland \(0.*km\)/).waitFor();
  await popup.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => place.textContent()).toContain('Iceland');
  expect(await popup.getByText('from the correction: Ana').count()).toBe(1);
  // The map went there, and the list with it.
  await expect.poll(() => page.locator('.map-list h2').textContent()).toBe('1 image in view');
  expect(await page.locator('.map-item').count()).toBe(1);
  expect(await page.locator('.cluster').count()).toBe(1);
  await popup.getByRole('button', { name: 'Take the correction back' }).click();
  await expect.poll(() => place.textContent()).toBe(before);
});

it('is a list of places without scripts', async () => {
  const page = await site.page('/map', { javaScriptEnabled: false });
  expect(await page.locator('main h1').textContent()).toBe('Map');
});
