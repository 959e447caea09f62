import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ANSWERED, type CrawlHost, openCrawlWeb } from '../../../test/fixtures/crawl-web.ts';
import { png } from '../../../test/fixtures/images.ts';
import { type ServedLibrary, serveLibrary } from '../../../test/fixtures/served-library.ts';

let served: ServedLibrary | undefined;
afterEach(async () => {
  await served?.[Symbol.asyncDispose]();
  served = undefined;
});

const harbour: CrawlHost = ({ path }) => {
  const number = Number(/\d+/.exec(path)?.[0] ?? 0);
  if (path === '/robots.txt') return undefined;
  if (path.endsWith('.png')) return { type: 'image/png', body: png(300 + number, 200) };
  const next = `<a href="/${number + 1}">next</a>`;
  return `<title>Lighthouse ${number}</title><p>lighthouse</p><img src="/${number}.png" alt="lighthouse ${number}">${next}`;
};

async function serve(isOn = true): Promise<{ url: string; served: ServedLibrary }> {
  const web = await openCrawlWeb({
    harbour,
    search: () => ({
      type: 'application/json',
      body: JSON.stringify({ results: [{ url: 'http://harbour.test/0' }] }),
    }),
    silent: () => ANSWERED,
  });
  served = await serveLibrary(
    isOn
      ? {
          live: {
            discover: ['searxng=http://search.test/'],
            resolve: [web.resolve],
            keep: 3,
            delayMs: 20,
          },
        }
      : {},
  );
  // Events need a socket: an answer that is injected comes all at once.
  const url = await served.server.app.listen({ host: '127.0.0.1', port: 0 });
  return { url, served };
}

interface Event {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of all shapes
  readonly data: any;
}

/** Starts a search and gives its events as they come. */
async function* search(url: string, body: object): AsyncGenerator<Event> {
  const answer = await fetch(`${url}/api/v1/live`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    yield { event: 'refused', data: await answer.json() };
    return;
  }
  let text = '';
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, event = '', data = 'null'] =
        /event: (.*)\ndata: (.*)/.exec(text.slice(0, end)) ?? [];
      yield { event, data: JSON.parse(data) };
      text = text.slice(end + 2);
    }
  }
}

describe('the live mode', () => {
  it('streams images, stops at once, goes on, and leaves them in the library', async () => {
    const { url } = await serve();
    let id = '';
    let stoppedAt = 0;
    const events: string[] = [];
    let pages = 0;
    for await (const { event, data } of search(url, { query: 'lighthouse', seconds: 60 })) {
      events.push(event);
      if (event === 'search') id = data.id;
      if (event === 'status') pages = data.pages;
      if (event === 'images' && stoppedAt === 0) {
        expect(data.items[0]).toMatchObject({
          key: 0,
          alts: [expect.stringContaining('lighthouse')],
        });
        const image = await fetch(`${url}/api/v1/live/${id}/images/${data.items[0].key}`);
        expect(image.headers.get('content-type')).toBe('image/png');
        expect(image.headers.get('content-security-policy')).toContain('sandbox');
        stoppedAt = performance.now();
        expect((await fetch(`${url}/api/v1/live/${id}/stop`, { method: 'POST' })).status).toBe(204);
      }
      if (event === 'end') {
        expect(data.end).toBe('stopped');
        expect(performance.now() - stoppedAt).toBeLessThan(2000);
      }
    }
    expect(events[0]).toBe('search');
    expect(events.slice(-2)).toEqual(['kept', 'stored']);
    let more = 0;
    for await (const { event, data } of search(url, { search: id, seconds: 1 })) {
      if (event === 'status') more = data.pages;
      // The small web may be visited to its end within the second.
      if (event === 'end') expect(['budget', 'exhausted']).toContain(data.end);
      if (event === 'kept') expect(data.whole).toBe(3);
    }
    expect(more).toBeGreaterThan(pages);
    const found = (await served!.get('/api/v1/images?q=lighthouse&safe=off&duplicates=all')).json;
    expect(found.total.value).toBeGreaterThanOrEqual(3);
  });

  it('is off unless the operator says so', async () => {
    const { url } = await serve(false);
    expect(await (await fetch(`${url}/api/v1/live`)).json()).toMatchObject({ isOn: false });
    for await (const { event, data } of search(url, { query: 'x' })) {
      expect([event, data.status]).toEqual(['refused', 404]);
    }
  });

  it('refuses what cannot be meant, with words', async () => {
    const { url } = await serve();
    const mode = await (await fetch(`${url}/api/v1/live`)).json();
    expect(mode).toMatchObject({ isOn: true, asks: [expect.stringMatching(/^searxng /)] });
    for (const [body, words] of [
      [{ query: 'the of' }, 'only words that stand on every page'],
      [{ query: '' }, 'no word'],
      [{ query: 'x', seeds: ['file:///etc/passwd'] }, 'not a web address'],
      [{ query: 'x', seconds: 0 }, 'seconds'],
      [{ search: 'unknown' }, 'Start it again'],
    ] as const) {
      for await (const { event, data } of search(url, body)) {
        expect(event).toBe('refused');
        expect(JSON.stringify(data)).toContain(words);
      }
    }
    expect((await fetch(`${url}/api/v1/live/none/images/1`)).status).toBe(404);
    const simple = await fetch(`${url}/api/v1/live`, { method: 'POST', body: '{"query":"x"}' });
    expect(simple.status).toBeGreaterThanOrEqual(400);
  });

  it('fetches nothing from the machine itself, whatever a user names', async () => {
    const target = createServer((_, response) => response.end('<p>lighthouse</p>'));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    let requests = 0;
    target.on('request', () => {
      requests += 1;
    });
    const { port } = target.address() as AddressInfo;
    const { url } = await serve();
    const seeds = [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`];
    for await (const { event, data } of search(url, { query: 'zebra', seconds: 2, seeds })) {
      if (event === 'end') {
        expect(data.nothing).toMatch(/^(?:None of the|Nobody knew)/);
        break;
      }
      if (event === 'status') expect(data.bytes).toBeLessThan(100_000);
    }
    expect(requests).toBe(0);
    target.close();
  });
});
