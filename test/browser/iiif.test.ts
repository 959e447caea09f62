// Pictures and manifests in OpenSeadragon, the viewer inside most IIIF viewers.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, openBrowserSite } from './browser.ts';
import { CHANGED } from './records.ts';

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('openseadragon'), 'utf8');

let site: BrowserSite;
beforeAll(async () => {
  site = await openBrowserSite();
});
afterEach(async () => {
  await site.closePages();
  expect(site.troubles).toEqual([]);
});
afterAll(() => site.close());

/** Services of the pictures of a manifest, as a viewer finds them. */
async function servicesOf(manifest: string): Promise<readonly string[]> {
  const answer = await fetch(`${site.url}${manifest}`);
  // The contract of IIIF: canvas, page of annotations, annotation, body.
  const { items } = (await answer.json()) as {
    items: { items: { items: { body: { service: { id: string }[] } }[] }[] }[];
  };
  return items.map((canvas) => `${canvas.items[0]!.items[0]!.body.service[0]!.id}/info.json`);
}

/** Opens pictures one after the other and tells how each was drawn: its size, and how many colours there are in the middle. */
const SHOW = `async (sources) => {
  const box = document.querySelector('div');
  const shown = [];
  for (const tileSources of sources) {
    const viewer = OpenSeadragon({ element: box, tileSources, drawer: 'canvas', showNavigationControl: false, immediateRender: true });
    await new Promise((resolve, reject) => {
      viewer.addHandler('open-failed', ({ message }) => reject(new Error(message)));
      viewer.addHandler('tile-load-failed', ({ message }) => reject(new Error(message)));
      viewer.addHandler('open', () => viewer.world.getItemAt(0).addHandler('fully-loaded-change', ({ fullyLoaded }) => fullyLoaded && requestAnimationFrame(resolve)));
    });
    const { x, y } = viewer.world.getItemAt(0).getContentSize();
    const canvas = viewer.drawer.canvas;
    const { data } = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
    shown.push({ size: [x, y], isDrawn: data[3] === 255 });
    viewer.destroy();
  }
  return shown;
}`;

/** Shows pictures in a page of no rules. */
async function show(services: readonly string[]): Promise<unknown> {
  const page = await site.page('/about');
  const body = '<title>viewer</title><div style="width:600px;height:500px"></div>';
  await page.route('**/host', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${site.url}/host`);
  await page.addScriptTag({ content: SCRIPT });
  return page.evaluate(`(${SHOW})(${JSON.stringify(services)})`);
}

it('shows an image, and what else was at its address', async () => {
  const q = encodeURIComponent(`src:"${CHANGED}"`);
  const found = await fetch(`${site.url}/api/v1/images?q=${q}`);
  const { items } = (await found.json()) as { items: { id: string }[] };
  const services = await servicesOf(`/iiif/3/manifest/${items[0]!.id}`);
  expect(services.length).toBe(2);
  // Of a PNG there are thumbnails alone.
  const drawn = { size: [171, 240], isDrawn: true };
  expect(await show(services)).toEqual([drawn, drawn]);
});

it('shows the images of a query, a JPEG in its own size', async () => {
  const services = await servicesOf('/iiif/3/query?q=%22red+bridge%22+year:1998');
  expect(await show(services)).toEqual([{ size: [640, 480], isDrawn: true }]);
});
