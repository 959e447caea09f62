// One picture in a real browser: the viewer, its own page, and the archived page it comes from.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, openBrowserSite } from './browser.ts';
import { CHANGED, TRAP } from './records.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await openBrowserSite();
});
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(() => site.close());

/** Id of the first image that a query finds. */
async function idOf(q: string): Promise<string> {
  const answer = await fetch(`${site.url}/api/v1/images?q=${encodeURIComponent(q)}`);
  // The contract of the API is tested elsewhere.
  const { items } = (await answer.json()) as { items: readonly { readonly id: string }[] };
  return items[0]!.id;
}

it('opens a picture with Enter, turns with arrow keys and gives the focus back', async () => {
  const page = await site.page('/?q=bridge');
  const tiles = page.locator('[data-tile]');
  await tiles.first().focus();
  await page.keyboard.press('ArrowRight');
  const second = (await tiles.nth(1).getAttribute('data-tile'))!;
  const third = (await tiles.nth(2).getAttribute('data-tile'))!;
  expect(await page.evaluate('document.activeElement.dataset.tile')).toBe(second);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Image' });
  await dialog.getByText('2 of 8').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/image/${second}`);
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('3 of 8').waitFor();
  await page.waitForURL(`**/image/${third}?q=bridge`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(page.url()).toBe(`${site.url}/?q=bridge`);
  expect(await page.evaluate('document.activeElement.dataset.tile')).toBe(third);
});

it('closes the viewer by the back button and opens it again by the forward button', async () => {
  const page = await site.page('/?q=boat');
  await page.locator('[data-tile]').first().click();
  const dialog = page.getByRole('dialog', { name: 'Image' });
  await dialog.getByRole('heading', { level: 2 }).first().waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  expect(page.url()).toBe(`${site.url}/?q=boat`);
  const id = await page.locator('[data-tile]').first().getAttribute('data-tile');
  expect(await page.evaluate('document.activeElement.dataset.tile')).toBe(id);
  await page.goForward();
  await dialog.waitFor();
});

it('goes on at the heading when a picture gets a page of its own, and back from there', async () => {
  const page = await site.page('/?q=boat');
  await page.locator('[data-tile]').first().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Image' });
  await dialog.getByRole('link', { name: 'Own page' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.image-page h1:focus').waitFor({ state: 'attached' });
  await page.locator('.viewer-bar a').focus();
  await page.keyboard.press('Enter');
  await page.locator('h1:focus').waitFor({ state: 'attached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Images for boat');
});

it('keeps the focus inside the viewer', async () => {
  const page = await site.page('/?q=boat');
  await page.locator('[data-tile]').first().click();
  await page.getByRole('dialog', { name: 'Image' }).getByText('1 of 8').waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    // Behind the last stop comes the browser's own window, for which the body stands.
    expect(
      await page.evaluate(
        `document.activeElement === document.body || document.activeElement.closest('dialog') !== null`,
      ),
    ).toBe(true);
  }
});

it('shows a picture at an address of its own', async () => {
  const id = await idOf('"red bridge" year:1998');
  const page = await site.page(`/image/${id}`);
  await page.getByRole('heading', { level: 1, name: /red bridge/ }).waitFor();
  const image = page.locator(`main img[src*="${id}"]`).first();
  await image.waitFor();
  await page.waitForFunction(`document.querySelector('main .stage img').naturalWidth > 0`);
  await page.getByText('2 captures').first().waitFor();
  expect(await page.getByText('crawl.warc.gz').count()).toBeGreaterThan(0);
});

it('marks where an address changed, and compares both pictures', async () => {
  const page = await site.page(`/image/${await idOf(`src:"${CHANGED}" green train`)}`);
  await page.getByText('1 other picture at the same address').waitFor();
  expect(await page.locator('.strip-mark').count()).toBe(2);
  expect(await page.locator('.strip-mark.is-changed').count()).toBe(1);
  // The strip opens on the newest capture, before which the other picture was there.
  const slider = page.getByRole('slider', { name: 'Capture' });
  expect(await slider.getAttribute('aria-valuetext')).toContain('Changed: another picture');
  await slider.press('Home');
  expect(await slider.getAttribute('aria-valuetext')).not.toContain('Changed');
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.waitForURL(/[?&]compare=[0-9a-f]{64}/);
  const both = page.getByRole('region', { name: 'Two pictures compared' });
  await both.getByText('1 Jun 2009').waitFor();
  await page.waitForFunction(
    `[...document.querySelectorAll('.compare-frame img')].filter((image) => image.naturalWidth === 300).length === 2`,
  );
  const handle = both.getByRole('slider');
  await handle.press('Home');
  expect(await handle.inputValue()).toBe('0');
  await page.reload();
  await both.getByRole('link', { name: 'Close the comparison' }).click();
  await both.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: /1 June 2009/ }).click();
  await page.getByRole('heading', { level: 1, name: /green garden/ }).waitFor();
});

it('shows a part of a picture closely by a click, and the whole again', async () => {
  const page = await site.page(`/image/${await idOf('"red bridge" year:1998')}`);
  const scale = `new DOMMatrix(getComputedStyle(document.querySelector('.zoom-inner')).transform).a`;
  await page.locator('.stage img').click();
  await page.locator('.is-zoomed').waitFor();
  expect(await page.evaluate(scale)).toBe(2.5);
  await page.locator('.zoom-frame').click();
  await page.locator('.zoom:not(.is-zoomed)').waitFor();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  expect(await page.evaluate(scale)).toBeCloseTo(1.6);
});

it('turns to the next picture by a finger that moves sideways', async () => {
  const page = await site.page('/?q=bridge', { width: 390, hasTouch: true });
  await page.locator('[data-tile]').first().tap();
  const dialog = page.getByRole('dialog', { name: 'Image' });
  await dialog.getByText('1 of 8').waitFor();
  const box = (await dialog.locator('.zoom-frame').boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const touch = (type: string, x?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: x === undefined ? [] : [{ x: box.x + x, y: box.y + 40 }],
    });
  await touch('touchStart', 300);
  await touch('touchMove', 220);
  await touch('touchMove', 120);
  await touch('touchEnd');
  await dialog.getByText('2 of 8').waitFor();
});

it('leads on to pictures of the same page and site', async () => {
  const page = await site.page(`/image/${await idOf('"red bridge" year:1998')}`);
  const row = page.locator('.view-related').getByRole('listitem');
  await page.getByRole('heading', { name: 'On the same page' }).waitFor();
  expect(await row.count()).toBe(3);
  await row.first().getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /A (?:green|blue|yellow) bridge/ }).waitFor();
});

it('saves a picture under a name, and tells how to attribute it', async () => {
  const page = await site.page(`/image/${await idOf('"red bridge" year:1998')}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('A-red-bridge-bridges.example-1998.jpg');
  await page.getByText(/^“A red bridge”, bridges\.example, captured 1998-06-01\. http:/).waitFor();
  await page.getByText('leads to this computer alone').waitFor();
});

it('lists the keys when ? is pressed, also above a picture', async () => {
  const page = await site.page('/?q=bridge');
  await page.locator('[data-tile]').first().click();
  const viewer = page.getByRole('dialog', { name: 'Image' });
  await viewer.getByText('1 of 8').waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByText('previous or next image').waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await viewer.getByText('1 of 8').waitFor();
});

it('names a capture by a persistent identifier', async () => {
  const page = await site.page(`/image/${await idOf('bait')}`);
  await page.getByText('PWID', { exact: true }).click();
  await page.getByText(/^urn:pwid:127\.0\.0\.1:2005-01-01T00:00:01Z:part:http:/).waitFor();
});

it('says so when there is no such picture', async () => {
  const page = await site.page(`/image/${'0'.repeat(64)}`);
  await page.getByText('There is no such image').first().waitFor();
  await page.goto(`${site.url}/image/0000`);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  expect(await page.getByText('pattern').count()).toBe(0);
});

it('leads to the archived page', async () => {
  const page = await site.page(`/image/${await idOf('bait')}`);
  await page.getByRole('link', { name: 'Open archived page' }).click();
  await page.waitForURL(`${site.url}/web/${TRAP.time}/${TRAP.url}`);
  await page.getByRole('region', { name: 'Archived page' }).waitFor();
  await page.getByText('Archived on').waitFor();
  const archived = page.frameLocator('iframe[title="Archived page"]');
  const image = archived.getByAltText('A shiny bait');
  expect(await image.getAttribute('src')).toMatch(/^\/web\/\d+im_\//);
  const width = `document.querySelector('img[alt="A shiny bait"]').naturalWidth`;
  expect(await page.frames()[1]!.evaluate(width)).toBe(320);
  await archived.getByText('Lure').click();
  expect(await page.title()).toBe(`Archived page: ${TRAP.url}`);
  // The page tries to cover the bar: what is on top there is ours all the same.
  const onTop = `document.elementFromPoint(40, 12).closest('pinakes-banner') !== null`;
  expect(await page.evaluate(onTop)).toBe(true);
});

it('shows the bytes of an archived page as text', async () => {
  const page = await site.page(`/web/${TRAP.time}id_/${TRAP.url}`);
  await page.getByText("document.title = 'script ran'").waitFor();
  expect(await page.title()).toBe('');
});

it('keeps an archived page from the page around it', async () => {
  const page = await site.page('/about');
  const trap = await page.request.get(`${site.url}/web/${TRAP.time}id_/${TRAP.url}`);
  const bytes = await trap.body();
  const frame = (path: string) =>
    `<title>host</title><body><iframe src="${path}" onload="document.body.dataset.done=''"></iframe>`;
  const show = async (path: string) => {
    await page.route('**/host', (route) =>
      route.fulfill({ contentType: 'text/html', body: frame(path) }),
    );
    await page.goto(`${site.url}/host`);
    await page.locator('body[data-done]').waitFor();
    return page.title();
  };
  for (const modifier of ['', 'id_']) {
    expect(await show(`/web/${TRAP.time}${modifier}/${TRAP.url}`)).toBe('host');
    const inner = page.frames()[1]!;
    expect(await inner.evaluate('self.origin')).toBe('null');
  }
  // The same bytes without the server's rules do reach it: the trap works.
  const harmful = bytes.toString().replaceAll('http://elsewhere.invalid/', '');
  await page.route('**/unruled', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: harmful.replace('top.location', 'self.elsewhere'),
    }),
  );
  expect(await show('/unruled')).not.toBe('host');
});
