// Every page is checked against WCAG by axe-core: light and dark, narrow and wide, with and without scripts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSite, openBrowserSite } from './browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: BrowserSite;
let imagePath: string;
beforeAll(async () => {
  site = await openBrowserSite();
  const page = await site.page('/?q=bridge');
  const id = await page.locator('[data-tile]').first().getAttribute('data-tile');
  imagePath = `/image/${id}`;
});
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(() => site.close());

/** What axe finds wrong, one line for each element. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  describe.each([360, 1280])(`${colorScheme} at %i pixels`, (width) => {
    it.each<[name: string, pathOf: () => string, ready: string]>([
      ['the start page', () => '/', '.tile .is-loaded'],
      ['results', () => '/?q=red+site:bridges.example', '.tile .is-loaded'],
      ['no results', () => '/?q=nothing+year:1990', 'main h2'],
      ['an image', () => imagePath, 'main h1'],
      ['the statistics', () => '/stats', 'main table, main svg'],
      ['the help', () => '/about', 'main h1'],
    ])('has nothing against %s', async (_, pathOf, ready) => {
      const page = await site.page(pathOf(), { width, colorScheme });
      await page.locator('.top-bar').waitFor();
      await page.locator(ready).first().waitFor({ state: 'attached' });
      expect(await findViolations(page)).toEqual([]);
    });

    it('has nothing against what is opened above the page', async () => {
      const page = await site.page('/?q=red', { width, colorScheme });
      await page.locator('.tile .is-loaded').first().waitFor();
      await page.getByRole('combobox', { name: 'Search for images' }).fill('red bri');
      await page.locator('.suggestion').first().waitFor();
      expect(await findViolations(page), 'suggestions').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Settings' }).click();
      expect(await findViolations(page), 'settings').toEqual([]);
      await page.keyboard.press('Escape');
      if (width < 600) {
        await page.getByRole('button', { name: 'Filters' }).click();
        await page.getByRole('checkbox').first().waitFor();
        expect(await findViolations(page), 'filters').toEqual([]);
        await page.keyboard.press('Escape');
      }
      await page.locator('[data-tile]').first().click();
      await page.getByRole('dialog', { name: 'Image' }).getByText('1 of 10').waitFor();
      expect(await findViolations(page), 'viewer').toEqual([]);
    });
  });
}

it('has nothing against two pictures side by side', async () => {
  for (const width of [360, 1280]) {
    const page = await site.page('/?q=green+train+year:2008', { width });
    await page.locator('[data-tile]').first().click();
    const dialog = page.getByRole('dialog', { name: 'Image' });
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByRole('region', { name: 'Side by side' }).waitFor();
    expect(await findViolations(page), `${width} pixels`).toEqual([]);
    await site.closePages();
  }
});

it('has nothing against the pages without scripts', async () => {
  for (const path of ['/?q=bridge', imagePath, '/stats', '/about']) {
    // Scripts must run for axe; the page's own are kept away.
    const page = await site.page('/about');
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(site.url + path);
    expect(await findViolations(page), path).toEqual([]);
    await site.closePages();
  }
});
