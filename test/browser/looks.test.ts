// How the pages adapt: language, dark and light, narrow screens, no scripts.
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

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const BACKGROUND = 'getComputedStyle(document.documentElement).backgroundColor';

/** Brightness of a colour as computed styles give it, from 0 to 255. */
function brightness(colour: string): number {
  const parts = [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(([text]) => Number(text));
  return parts.reduce((sum, part) => sum + part, 0) / 3;
}

it('speaks Portuguese when asked to, and remembers it', async () => {
  const page = await site.page('/?q=livro');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('label', { hasText: 'Português' }).click();
  await page.getByRole('button', { name: 'Filtros' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('pt');
  await page.locator('.results-count', { hasText: '8 imagens' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Filtros' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('pt');
});

it('is dark where the system is, and where it is chosen', async () => {
  const dark = await site.page('/?q=bridge', { colorScheme: 'dark' });
  await dark.locator('.tile').first().waitFor();
  expect(brightness(await dark.evaluate<string>(BACKGROUND))).toBeLessThan(60);
  const page = await site.page('/?q=bridge');
  await page.locator('.tile').first().waitFor();
  expect(brightness(await page.evaluate<string>(BACKGROUND))).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('label', { hasText: 'Dark' }).click();
  await page.locator('html[data-theme=dark]').waitFor();
  expect(brightness(await page.evaluate<string>(BACKGROUND))).toBeLessThan(60);
  await page.reload();
  await page.locator('html[data-theme=dark] .tile').first().waitFor();
});

it('has no sideways scrolling from 320 pixels up', async () => {
  const page = await site.page('/');
  const id = await page.locator('[data-tile]').first().getAttribute('data-tile');
  for (const path of ['/', '/?q=bridge', `/image/${id}`, '/stats', '/crawls', '/about']) {
    await page.goto(site.url + path);
    await page.locator('main :is(h1, .tile)').first().waitFor();
    for (const width of [320, 360, 640, 768, 1024, 1280, 3840]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(OVERFLOW), `${path} at ${width}`).toBe(0);
    }
  }
});

/** Links and buttons of the bar whose middle belongs to something else. */
const COVERED = `[...document.querySelectorAll('.top-bar a, .top-bar button, .top-bar input')].filter((each) => each.checkVisibility()).flatMap((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isFree = width > 0 && (each === hit || each.contains(hit));
  return isFree ? [] : [each.textContent + ' is covered by ' + hit?.className];
})`;

const FILL_BASKET =
  "localStorage.setItem('pinakes.basket', JSON.stringify([...document.querySelectorAll('[data-tile]')].map((each) => each.dataset.tile)))";

it('has nothing in its bar covered at any width', async () => {
  const page = await site.page('/?q=bridge');
  await page.locator('.tile').first().waitFor();
  // The way to the basket takes part, too.
  await page.evaluate(FILL_BASKET);
  for (const path of ['/', '/?q=bridge', '/basket', '/stats', '/crawls']) {
    await page.goto(site.url + path);
    await page.locator('.top-bar a').first().waitFor();
    for (const width of [360, 640, 768, 1024, 1280, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(COVERED), `${path} at ${width}`).toEqual([]);
    }
  }
});

it('folds the time line on a phone', async () => {
  const page = await site.page('/?q=red', { width: 360 });
  const fold = page.getByRole('button', { name: 'First captured' });
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByRole('slider').count()).toBe(0);
  await fold.click();
  await page.getByRole('slider').first().waitFor();
});

it('shows the filters as a sheet on narrow screens', async () => {
  const page = await site.page('/?q=red', { width: 360 });
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('checkbox', { name: /^boats\.example/ }).check();
  await page.waitForURL(/site:boats\.example/);
  await sheet.getByRole('button', { name: 'Show 2 images' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: /Site: boats\.example/ }).waitFor();
  expect(await page.evaluate(OVERFLOW)).toBe(0);
});

it('searches and shows a picture without scripts', async () => {
  const page = await site.page('/', { javaScriptEnabled: false });
  await page.getByText(`${IMAGE_COUNT} images`).first().waitFor();
  await page.locator('input[name=q]').fill('bridge');
  await page.locator('input[name=q]').press('Enter');
  await page.waitForURL(/[?&]q=bridge/);
  await page.getByText('8 images').first().waitFor();
  expect(await page.locator('.results li').count()).toBe(8);
  await page.locator('.results a[href^="/image/"]').first().click();
  await page.waitForURL(/\/image\/[0-9a-f]{64}/);
  await page.getByRole('heading', { level: 1, name: /bridge/ }).waitFor();
  await page.getByText('crawl.warc.gz').first().waitFor();
  await page.locator('a[href*="/web/"]').first().click();
  await page.getByRole('region', { name: 'Archived page' }).waitFor();
});

it('shows results as a list or in rows of other heights, and remembers it', async () => {
  const page = await site.page('/?q=bridge');
  const tile = page.locator('.tile').first();
  await tile.waitFor();
  const height = async () => (await tile.locator('.frame').boundingBox())?.height ?? 0;
  const rows = await height();
  const view = page.getByLabel('View');
  await view.selectOption('small');
  expect(await height()).toBeLessThan(rows);
  await view.selectOption('large');
  expect(await height()).toBeGreaterThan(rows);
  await view.selectOption('list');
  await page.reload();
  await page.locator('.is-list .tile-text').first().waitFor();
  const tops = await page.evaluate<number[]>(
    "[...document.querySelectorAll('.tile')].map((each) => each.getBoundingClientRect().top)",
  );
  expect(new Set(tops).size).toBe(tops.length);
  for (const width of [320, 768, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(OVERFLOW)).toBe(0);
  }
});

it.each([
  ['es', 'Filtros', /imágenes/],
  ['fr', 'Filtres', /images/],
  ['de', 'Filter', /Bilder/],
])('speaks %s, and fits at every width', async (language, filters, images) => {
  const page = await site.page(`/?q=bridge&lang=${language}`);
  await page.getByRole('button', { name: filters, exact: true }).waitFor();
  await page.locator('.results-count', { hasText: images }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe(language);
  for (const width of [320, 360, 640, 768, 1024, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(COVERED), `at ${width}`).toEqual([]);
    expect(await page.evaluate(OVERFLOW), `at ${width}`).toBe(0);
    // A short word can be read in the box, however long the words beside it are.
    const box = await page.locator('input[name=q]').boundingBox();
    expect(box?.width, `at ${width}`).toBeGreaterThan(70);
  }
  const plain = await site.page(`/?q=bridge&lang=${language}`, { javaScriptEnabled: false });
  expect(await plain.locator('html').getAttribute('lang')).toBe(language);
  await plain.getByText(filters, { exact: true }).first().waitFor();
});
