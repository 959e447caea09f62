// The live mode in a browser: images stream in, stop works, going on works, and what was found can be searched.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findBrowser } from '../../scripts/browser.ts';
import { openServer, type Server } from '../../src/serve/serve.ts';
import { openLibraryFolder } from '../fixtures/library-archives.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let server: Server;
let browser: Browser;
let url: string;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const port = await openLighthouses();
  const folder = await openLibraryFolder();
  const library = await folder.open('library', { access: 'write', create: {} });
  library.close();
  server = await openServer({
    libraryFolder: join(folder.path, 'library'),
    port: 0,
    webFolder: inject('webFolder'),
    live: {
      discover: ['searxng=http://search.test/'],
      resolve: [`*.test=127.0.0.1:${port}`],
      keep: 5,
      delayMs: 60,
    },
  });
  url = (await server.listen()).replace(/\/$/, '');
  browser = await chromium.launch({
    executablePath: findBrowser() ?? 'chromium',
    args: ['--no-sandbox'],
  });
  closers.push(
    async () => browser.close(),
    async () => server.close(),
    async () => folder[Symbol.asyncDispose](),
  );
});
afterAll(async () => {
  for (const close of closers.reverse()) await close().catch(() => {});
});

/** A site of lighthouses without end, and an engine that knows it. */
async function openLighthouses(): Promise<number> {
  const picture = (number: number) =>
    sharp({
      create: {
        width: 320 + (number % 5) * 40,
        height: 240,
        channels: 3,
        background: { r: (number * 47) % 256, g: (number * 91) % 256, b: 140 },
      },
    })
      .png()
      .toBuffer();
  const web = createServer(async (request, response) => {
    const host = request.headers.host ?? '';
    const path = request.url ?? '/';
    const number = Number(/\d+/.exec(path)?.[0] ?? 0);
    if (host.startsWith('search.')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ results: [{ url: 'http://coast.test/0' }] }));
    } else if (path.endsWith('.png')) {
      response.setHeader('content-type', 'image/png');
      response.end(await picture(number));
    } else if (path === '/robots.txt') response.writeHead(404).end();
    else {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>Lighthouse ${number}</title><p>A lighthouse.</p>
        <figure><img src="/${number}.png" alt="Lighthouse number ${number}"><figcaption>The lighthouse of bay ${number}</figcaption></figure>
        <img src="/thin-${number}.png" width="4" height="4"><a href="/${2 * number + 1}">next lighthouse</a> <a href="/${2 * number + 2}">another lighthouse</a>`);
    }
  });
  await new Promise<void>((ready) => web.listen(0, '127.0.0.1', ready));
  closers.push(
    () =>
      new Promise((done) => {
        web.closeAllConnections();
        web.close(done);
      }),
  );
  return (web.address() as AddressInfo).port; // of a TCP server
}

async function open(path: string, width = 1280, locale = 'en-GB'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    locale,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate<AxeResults>('axe.run()');
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

it('streams images in, stops, goes on, and leaves them in the library', async () => {
  const page = await open('/');
  await page.getByRole('link', { name: 'Live web' }).click();
  await page.getByLabel('What the images show').fill('lighthouse');
  await page.keyboard.press('Enter');
  await page.locator('.live-grid .tile').first().waitFor();
  await page.locator('.live-grid .tile').nth(5).waitFor();
  expect(await page.locator('progress').getAttribute('value')).not.toBeNull();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Keeping the best images').or(page.getByText('Done')).first().waitFor();
  await page.getByRole('button', { name: 'Search longer' }).waitFor();

  // Now that nothing moves any more.
  await page.locator('.live-grid .tile > a').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  const count = await page.locator('.live-grid .tile').count();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Search longer' }).click();
  await page
    .locator('.live-grid .tile')
    .nth(count + 2)
    .waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('link', { name: 'Search them' }).click();
  await page.locator('.tile [src*="/api/v1/images/"]').first().waitFor();
  await page.context().close();
});

it('fits a phone, in Portuguese', async () => {
  const page = await open('/live?q=lighthouse', 360, 'pt-PT');
  await page.getByRole('button', { name: 'Começar' }).click();
  await page.locator('.live-grid .tile').nth(2).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Parar' }).click();
  await page.getByText('Terminado').waitFor();
  await page.context().close();
});

/** Answers searches with events that the test sends: `window.send('images', …)`. */
const SENT_EVENTS = `{
  const ask = fetch;
  const encoder = new TextEncoder();
  window.fetch = (address, options) => {
    if (address !== '/api/v1/live' || options?.method !== 'POST') return ask(address, options);
    const body = new ReadableStream({ start(controller) {
      window.send = (name, data) => controller.enqueue(encoder.encode('event: ' + name + '\\ndata: ' + JSON.stringify(data) + '\\n\\n'));
    } });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
}`;

it('leaves tiles where they are while the keyboard is among them', async () => {
  const page = await open('/');
  await page.addInitScript(SENT_EVENTS);
  await page.goto(`${url}/live?q=lighthouse`);
  await page.getByRole('button', { name: 'Start' }).click();
  const item = (key: number) => ({
    ...{ key, id: null, width: 300, height: 200, score: 1, titles: [], alts: [`Bay ${key}`] },
    ...{ captions: [], url: `http://coast.test/${key}.png` },
    page: { url: 'http://coast.test/', title: 'Coast', time: '2026-01-01T00:00:00Z' },
  });
  const send = (name: string, data: object) =>
    page.evaluate(`send(${JSON.stringify(name)}, ${JSON.stringify(data)})`);
  const images = (items: number[], order: number[]) =>
    send('images', { items: items.map(item), order });
  const shown = () =>
    page.evaluate(
      "[...document.querySelectorAll('.live-grid .tile')].map((each) => each.dataset.key).join()",
    );
  await expect.poll(() => page.evaluate('window.send !== undefined')).toBe(true);
  await send('search', { id: 'a', query: 'lighthouse', warnings: [] });
  await images([1, 2, 3], [1, 2, 3]);
  await page.locator('.tile').nth(2).waitFor();
  await page.locator('.tile > a').nth(1).focus();
  await images([4], [4, 3, 2, 1]);
  await page.locator('.tile').nth(3).waitFor();
  expect(await shown()).toBe('1,2,3,4');
  // Also what is no longer among the best stays while somebody is there.
  await images([5], [5, 4, 3]);
  await page.locator('.tile').nth(4).waitFor();
  expect(await shown()).toBe('1,2,3,4,5');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await images([6], [6, 5, 4, 3]);
  await page.keyboard.press('Escape');
  await page.locator('.tile').nth(5).waitFor();
  expect(await shown()).toBe('1,2,3,4,5,6');
  expect(await page.evaluate("document.activeElement.closest('.tile')?.dataset.key")).toBe('3');
  await page.getByLabel('What the images show').focus();
  await page.locator('.live-grid .tile:first-child[data-key="6"]').waitFor();
  expect(await shown()).toBe('6,5,4,3');
  await page.context().close();
});
