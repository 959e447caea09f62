import { describe, expect, it } from 'vitest';
import type { ShowRequest } from './show-capture.ts';
import { createShower } from './shower.ts';

const page = (bytes: number, mime = 'text/html'): ShowRequest => ({
  mime,
  contentType: mime,
  bytes: Buffer.alloc(bytes, 'x'),
  place: { basePath: '/web', time: '20080430204825', url: 'http://example.org/' },
  modifier: '',
  banner: '[B]',
});

/** A thread that speaks as ours does, but knows no pages: sources have no compiled one. */
const script = (onMessage: string): URL => {
  const code = `const { parentPort } = await import('node:worker_threads');
    parentPort.on('message', (request) => { ${onMessage} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
};
const echo = script(
  `parentPort.postMessage({ type: 'text/html', isDownload: false, isFont: false,
    body: new TextEncoder().encode(request.banner + request.bytes.length) })`,
);

describe('a shower', () => {
  it('writes small pages at once and large ones in its thread', async () => {
    const shower = createShower({ script: echo, smallBytes: 10 });
    expect((await shower.show(page(3))).body).toBe('[B]xxx');
    expect(String((await shower.show(page(11))).body)).toBe('[B]11');
    const many = await Promise.all([12, 13, 14].map((size) => shower.show(page(size))));
    expect(many.map(({ body }) => String(body))).toEqual(['[B]12', '[B]13', '[B]14']);
    // What is not written anew needs no thread.
    expect((await shower.show(page(20, 'video/mp4'))).type).toBe('video/mp4');
    await shower.close();
  });

  it('gives up a page that takes too long, and shows the next one', async () => {
    const slow = script(
      `if (request.bytes.length > 50) for (;;);
      parentPort.postMessage({ type: 'text/html', body: new TextEncoder().encode('done') })`,
    );
    const shower = createShower({ script: slow, smallBytes: 10, timeoutMs: 2000 });
    const [first, second] = await Promise.allSettled([
      shower.show(page(99)),
      shower.show(page(20)),
    ]);
    expect(first).toMatchObject({ status: 'rejected', reason: { problem: 'timeout' } });
    expect(second).toMatchObject({ status: 'fulfilled' });
    await shower.close();
  });

  it('survives the death of its thread', async () => {
    const dying = script(`if (request.bytes.length < 50) process.exit(1);
      parentPort.postMessage({ type: 'text/html', body: new TextEncoder().encode('done') })`);
    const shower = createShower({ script: dying, smallBytes: 10 });
    await expect(shower.show(page(11))).rejects.toMatchObject({ problem: 'internal' });
    expect(String((await shower.show(page(99))).body)).toBe('done');
    await shower.close();
  });

  it('refuses pages when too many wait', async () => {
    const shower = createShower({ script: echo, smallBytes: 10 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 18 }, () => shower.show(page(11))),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(2);
    expect(refused[0]).toMatchObject({ reason: { problem: 'unavailable' } });
    await shower.close();
  });
});
