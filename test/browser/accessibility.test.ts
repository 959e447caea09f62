// Every page is checked against WCAG by axe-core: light and dark, narrow and wide, with and without scripts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { packIds } from '../../web/state/packed-ids.ts';
import { type BrowserSite, openBrowserSite } from './browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: BrowserSite;
let imagePath: string;
let sharedPath: string;
beforeAll(async () => {
  site = await openBrowserSite();
  const page = await site.page('/?q=bridge');
  const id = await page.locator('[data-tile]').first().getAttribute('data-tile');
  imagePath = `/image/${id}`;
  sharedPath = `/basket#${packIds([id ?? ''])}`;
});
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(() => site.close());

/** What axe finds wrong, one line for each element. `rules`: these alone. */
async function findViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(AXE);
  const options = rules.length === 0 ? {} : { runOnly: rules };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}

/** All rules in light, and those about colours in dark, which nothing else depends on. */
async function findInBothThemes(page: Page): Promise<string[]> {
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((line) => `dark ${line}`)];
}

const WIDTHS = [1280, 360] as const;

it.each<[name: string, pathOf: () => string, ready: string]>([
  ['the start page', () => '/', '.tile .is-loaded'],
  ['results', () => '/?q=red+site:bridges.example', '.tile .is-loaded'],
  ['no results', () => '/?q=nothing+year:1990', 'main h2'],
  ['an image', () => imagePath, 'main h1'],
  ['the basket', () => '/basket', '.state h2'],
  ['shared images', () => sharedPath, '.tile .is-loaded'],
  ['search by image', () => '/by-image', 'main h1'],
  ['the map', () => '/map', '[data-is-drawn]'],
  ['an image on the map', () => imagePath.replace('/image/', '/map?open='), '.map-popup'],
  ['the statistics', () => '/stats', 'main table, main svg'],
  ['the crawls', () => '/crawls', '.crawl-images img'],
  ['the help', () => '/about', 'main h1'],
])('has nothing against %s', async (_, pathOf, ready) => {
  const page = await site.page(pathOf());
  await page.locator('.top-bar').waitFor();
  await page.locator(ready).first().waitFor({ state: 'attached' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findInBothThemes(page), `${width} pixels`).toEqual([]);
  }
});

it.each(WIDTHS)('has nothing against what is opened above the page at %i pixels', async (width) => {
  const page = await site.page('/?q=red', { width });
  await page.locator('.tile .is-loaded').first().waitFor();
  await page.getByRole('combobox', { name: 'Search for images' }).fill('red bri');
  await page.locator('.suggestion').first().waitFor();
  expect(await findInBothThemes(page), 'suggestions').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  expect(await findInBothThemes(page), 'settings').toEqual([]);
  await page.keyboard.press('Escape');
  if (width < 600) {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('checkbox').first().waitFor();
    expect(await findInBothThemes(page), 'filters').toEqual([]);
    await page.keyboard.press('Escape');
  }
  await page.locator('[data-tile]').first().click();
  await page.getByRole('dialog', { name: 'Image' }).getByText('1 of 10').waitFor();
  expect(await findInBothThemes(page), 'viewer').toEqual([]);
});

it('has nothing against two pictures compared, and the keys', async () => {
  for (const width of [360, 1280]) {
    const page = await site.page('/?q=green+train+year:2008', { width });
    await page.locator('[data-tile]').first().click();
    const dialog = page.getByRole('dialog', { name: 'Image' });
    await dialog.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Two pictures compared' }).waitFor();
    expect(await findInBothThemes(page), `${width} pixels`).toEqual([]);
    await page.keyboard.press('?');
    expect(await findInBothThemes(page), `${width} pixels`).toEqual([]);
    await site.closePages();
  }
});

it('has nothing against the pages without scripts', async () => {
  for (const path of ['/?q=bridge', imagePath, '/stats', '/crawls', '/about']) {
    // Scripts must run for axe; the page's own are kept away.
    const page = await site.page(path, { withoutOwnScripts: true });
    expect(await findViolations(page), path).toEqual([]);
    await site.closePages();
  }
});

it.each([
  ['the history of a page', '/web/*/http://bridges.example/'],
  ['what changed in it', '/web/diff/1998/2010/http://bridges.example/'],
  ['an archived page with its banner', '/web/2010/http://bridges.example/'],
  ['the addresses of a site', '/web/*/bridges.example*'],
  ['an address without captures', '/web/2010/http://nowhere.example/'],
])('has nothing against %s', async (_, path) => {
  for (const width of WIDTHS) {
    const page = await site.page(path, { width });
    // What others wrote into archived pages is not ours to judge; their frame is.
    await page.evaluate(AXE);
    await page.evaluate("document.querySelector('iframe')?.removeAttribute('src')");
    expect(await findInBothThemes(page), `${width} pixels`).toEqual([]);
    await site.closePages();
  }
});
