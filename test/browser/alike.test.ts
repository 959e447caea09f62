// Variants, pictures that look alike and search by image, in a real browser.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, openBrowserSite } from './browser.ts';
import { VARIANTS } from './records.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await openBrowserSite();
});
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(() => site.close());

interface Found {
  readonly id: string;
  readonly content: string;
}

async function find(q: string): Promise<readonly Found[]> {
  const answer = await fetch(`${site.url}/api/v1/images?q=${encodeURIComponent(q)}`);
  // The contract of the API is tested elsewhere.
  return ((await answer.json()) as { readonly items: readonly Found[] }).items;
}

async function bytesOf({ content }: Found): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${site.url}${content}`)).arrayBuffer());
}

it('shows variants of a picture as one tile with their number, and all of them when asked', async () => {
  const page = await site.page(`/?q=${VARIANTS.word}`);
  await page.locator('[data-tile]').first().waitFor();
  expect(await page.locator('[data-tile]').count()).toBe(1);
  await page.getByText(`${VARIANTS.count} variants of this picture`).waitFor();
  await page.goto(`${site.url}/?q=${VARIANTS.word}+variants:all`);
  await page
    .locator('[data-tile]')
    .nth(VARIANTS.count - 1)
    .waitFor();
});

it('lists the sizes of a picture in its view, each a link', async () => {
  const [best] = await find(VARIANTS.word);
  const page = await site.page(`/image/${best!.id}`);
  const sizes = page.locator('.sizes a');
  await sizes.nth(VARIANTS.count - 1).waitFor();
  expect(await sizes.count()).toBe(VARIANTS.count);
  await sizes.nth(1).click();
  await page.waitForURL((url) => !url.pathname.endsWith(best!.id));
});

it('finds a picture by the file that is chosen', async () => {
  const [best] = await find(VARIANTS.word);
  const page = await site.page('/');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Search by image' }).click();
  await (await chosen).setFiles({
    name: 'mine.png',
    mimeType: 'image/png',
    buffer: await bytesOf(best!),
  });
  await page.waitForURL('**/by-image');
  await page.locator(`[data-match=exact] a[href*="${best!.id}"]`).waitFor();
});

it.each(['paste', 'drop'] as const)(
  'finds a picture by a %s anywhere on the page',
  async (kind) => {
    const [best] = await find(VARIANTS.word);
    const page = await site.page('/?q=bridge');
    await page.locator('[data-tile]').first().waitFor();
    const text = (await bytesOf(best!)).toString('base64');
    const [event, member] = {
      paste: ['ClipboardEvent', 'clipboardData'],
      drop: ['DragEvent', 'dataTransfer'],
    }[kind];
    await page.evaluate(`{
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${text}'), (each) => each.charCodeAt(0));
    data.items.add(new File([bytes], 'mine.png', { type: 'image/png' }));
    const options = { ${member}: data, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new ${event}('${kind}', options));
  }`);
    await page.locator(`[data-match=exact] a[href*="${best!.id}"]`).waitFor();
  },
);
