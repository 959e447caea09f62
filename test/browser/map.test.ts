// The map page in a real browser: clusters that add up, a list that follows the view, no request to other servers.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, OPERATOR_TOKEN, openBrowserSite } from './browser.ts';

/** Images whose camera said where it was. */
const PLACED = 3;

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
    await expect.poll(() => heading.textContent()).toBe(`${PLACED} images in view`);
    await expect.poll(() => page.locator('.map-item').count()).toBe(PLACED);
    const counts = await page.locator('.cluster').allTextContents();
    const sum = counts.reduce((before, text) => before + (text === '' ? 1 : Number(text)), 0);
    expect(sum).toBe(PLACED);
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
  // As far as a third of what is seen.
  await expect.poll(() => page.url()).toContain('near:41.15,-8.61,200');
});

it('goes to what is found, and searches within a box that is drawn', async () => {
  const page = await site.page('/map');
  await page.locator('[data-is-drawn]').waitFor();
  const heading = page.locator('.map-list h2');
  const all = `${PLACED} images in view`;
  await expect.poll(() => heading.textContent()).toBe(all);
  // Nobody said where: all that has a place is in view, nearer than the whole world.
  await expect.poll(() => Number(/at=([\d.]+)/.exec(page.url())?.[1])).toBeGreaterThan(1);
  expect(await heading.textContent()).toBe(all);
  await page.getByRole('button', { name: 'Draw a box' }).click();
  const map = await page.locator('.map').boundingBox();
  if (map === null) throw new Error('There is no map');
  await page.mouse.move(map.x + 40, map.y + 40);
  await page.mouse.down();
  await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/q=bbox:[-\d.,]+/);
  await page.getByRole('list', { name: 'Filters in use' }).getByRole('link').click();
  await expect.poll(() => page.url()).not.toContain('bbox');
});

it('shows an image of the list on the map, with what tells where it is', async () => {
  const page = await site.page('/map');
  await page.locator('[data-is-drawn]').waitFor();
  await page.locator('.map-item a').first().click();
  const popup = page.getByRole('dialog');
  await popup.locator('.map-evidence li').first().waitFor();
  expect(page.url()).toContain('open=');
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'hidden' });
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
