// Remote reading against small servers that behave, stall, lie and change their files.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { PinakesError } from '../../support/errors.ts';
import { type HttpSourceOptions, openHttp, publicName } from './http-source.ts';
import type { ByteSource } from './source.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const FILE = Uint8Array.from({ length: 10_500 }, (_, i) => (i * 31 + (i >> 8)) & 255);
const QUICK = { blockBytes: 1000, backoffMs: 1, attempts: 3, timeoutMs: 5000 };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function asked(request: IncomingMessage): { from: number; to: number } {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  return { from: Number(from), to: Math.min(Number(to), FILE.length - 1) };
}

function part(request: IncomingMessage, headers: Record<string, string> = {}) {
  const { from, to } = asked(request);
  const range = { 'content-range': `bytes ${from}-${to}/${FILE.length}` };
  return { headers: { ...range, ...headers }, body: FILE.subarray(from, to + 1) };
}

function sendPart(request: IncomingMessage, response: ServerResponse, more = {}): void {
  const { headers, body } = part(request, { etag: '"one"', ...more });
  response.writeHead(206, headers).end(body);
}

async function readAll(source: ByteSource, step = 700): Promise<Uint8Array> {
  const all = new Uint8Array(source.size);
  for (let at = 0; at < all.length; at += step) {
    const target = all.subarray(at, at + step);
    expect(await source.read(target, at)).toBe(target.length);
  }
  return all;
}

async function failure(work: Promise<unknown>): Promise<PinakesError> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof PinakesError) return thrown;
  throw new Error(`expected a PinakesError, got ${String(thrown)}`);
}

const open = (url: string, options: HttpSourceOptions = {}) =>
  openHttp(url, { ...QUICK, ...options });

describe('openHttp', () => {
  it('gives any part of the file as it is stored', async () => {
    const source = await open(`${await serve(sendPart)}/a.warc.gz`, { cachedBlocks: 4 });
    expect(source.size).toBe(FILE.length);
    const start = fc.integer({ min: 0, max: FILE.length + 50 });
    await fc.assert(
      fc.asyncProperty(start, fc.integer({ min: 0, max: 4000 }), async (position, length) => {
        const target = new Uint8Array(length);
        const count = await source.read(target, position);
        expect(target.subarray(0, count)).toEqual(FILE.subarray(position, position + length));
      }),
      { numRuns: 100, seed: 1 },
    );
    await source.close();
  });

  it('asks once to open and once per block for a whole scan, several at a time', async () => {
    const ranges: string[] = [];
    let underWay = 0;
    let most = 0;
    const base = await serve((request, response) => {
      ranges.push(request.headers.range ?? '');
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        sendPart(request, response);
      }, 5);
    });
    const source = await open(`${base}/a`);
    expect(ranges).toEqual(['bytes=0-999']);
    expect(await readAll(source)).toEqual(FILE);
    expect(ranges).toHaveLength(11);
    expect(most).toBeGreaterThan(1);
    await source.close();
  });

  it('does not read ahead of a reader that jumps', async () => {
    let requests = 0;
    const base = await serve((request, response) => {
      requests += 1;
      sendPart(request, response);
    });
    const source = await open(`${base}/a`);
    for (const position of [9000, 5000, 3000]) await source.read(new Uint8Array(10), position);
    expect(requests).toBe(4);
    await source.close();
  });

  it('asks for stored bytes and leaves a stored encoding alone', async () => {
    const encodings: unknown[] = [];
    const base = await serve((request, response) => {
      encodings.push(request.headers['accept-encoding']);
      sendPart(request, response, { 'content-encoding': 'gzip' });
    });
    const source = await open(`${base}/a.warc.gz`);
    expect(await readAll(source)).toEqual(FILE);
    expect(new Set(encodings)).toEqual(new Set(['identity']));
    await source.close();
  });

  it('knows an empty file however the server says so', async () => {
    const unsatisfiable = await serve((_, response) =>
      response.writeHead(416, { 'content-range': 'bytes */0' }).end(),
    );
    const whole = await serve((_, response) =>
      response.writeHead(200, { 'content-length': '0' }).end(),
    );
    for (const base of [unsatisfiable, whole]) {
      const source = await open(`${base}/empty`);
      expect(source.size).toBe(0);
      expect(await source.read(new Uint8Array(5), 0)).toBe(0);
      await source.close();
    }
  });

  it('says when nothing is there', async () => {
    const base = await serve((_, response) => response.writeHead(404).end('gone'));
    const error = await failure(open(`${base}/missing.warc`));
    expect(error.code).toBe('INPUT_NOT_FOUND');
    expect(error.message).toContain('/missing.warc');
  });
});

describe('a server without ranges', () => {
  it('is refused without downloading the file', async () => {
    let isLeft: Promise<void> | undefined;
    const base = await serve((_, response) => {
      isLeft = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, { 'content-length': `${2 ** 40}` });
      const more = () => !response.destroyed && response.write(new Uint8Array(65_536), more);
      more();
    });
    expect((await failure(open(`${base}/a`))).code).toBe('REMOTE_NO_RANGES');
    await isLeft; // The connection is cut although the body would go on for days.
  });
});

describe('a file that changes while it is read', () => {
  const changing = (later: Record<string, string>, first: Record<string, string>) =>
    serve((request, response) => {
      const { headers, body } = part(request, asked(request).from === 0 ? first : later);
      response.writeHead(206, headers).end(body);
    });
  const change = async (first: Record<string, string>, later: Record<string, string>) => {
    const source = await open(`${await changing(later, first)}/a`);
    return failure(source.read(new Uint8Array(10), 5000)).finally(() => source.close());
  };

  it('is noticed by its tag, its date or its size', async () => {
    const size = { 'content-range': `bytes 5000-5999/99999` };
    const date = (day: number) => ({ 'last-modified': `Mon, ${day} Jan 2024 00:00:00 GMT` });
    expect((await change({ etag: '"a"' }, { etag: '"b"' })).code).toBe('REMOTE_CHANGED');
    expect((await change(date(1), date(8))).code).toBe('REMOTE_CHANGED');
    expect((await change({}, size)).code).toBe('REMOTE_CHANGED');
  });

  it('is noticed when it shrinks below what is asked for', async () => {
    const base = await serve((request, response) => {
      if (asked(request).from === 0) return sendPart(request, response);
      response.writeHead(416, { 'content-range': 'bytes */4000' }).end();
    });
    const source = await open(`${base}/a`);
    expect((await failure(source.read(new Uint8Array(10), 5000))).code).toBe('REMOTE_CHANGED');
    await source.close();
  });

  it('is the same file when only the strength of its tag differs', async () => {
    const source = await open(`${await changing({ etag: 'W/"a"' }, { etag: '"a"' })}/a`);
    expect(await source.read(new Uint8Array(10), 5000)).toBe(10);
    await source.close();
  });
});

describe('a server in trouble', () => {
  /** Spoils the first `times` answers after opening, then behaves. */
  const troubled = (times: number, spoil: Handler) => {
    let count = -1;
    return serve((request, response) => {
      count += 1;
      if (count > 0 && count <= times) spoil(request, response);
      else sendPart(request, response);
    });
  };
  const spoils: Record<string, Handler> = {
    'answers 503': (_, response) => response.writeHead(503).end('busy'),
    'answers 429 with Retry-After': (_, response) =>
      response.writeHead(429, { 'retry-after': '0' }).end(),
    'cuts the connection': (request) => request.socket.destroy(),
    'cuts the body short': (request, response) => {
      const { headers, body } = part(request);
      response.writeHead(206, { ...headers, 'content-length': body.length });
      response.write(body.subarray(0, 10), () => response.destroy());
    },
    'ends a body of unknown length early': (request, response) =>
      response.writeHead(206, part(request).headers).end('short'),
    'sends another part': (_, response) =>
      response
        .writeHead(206, { 'content-range': `bytes 0-999/${FILE.length}` })
        .end(FILE.subarray(0, 1000)),
    'sends without end': (request, response) => {
      response.writeHead(206, part(request).headers);
      const more = () => !response.destroyed && response.write(new Uint8Array(4096), more);
      more();
    },
  };

  for (const [name, spoil] of Object.entries(spoils)) {
    it(`that ${name} is asked again, but not for ever`, async () => {
      const passing = await open(`${await troubled(2, spoil)}/a`);
      const target = new Uint8Array(100);
      expect(await passing.read(target, 4000)).toBe(100);
      expect(target).toEqual(FILE.subarray(4000, 4100));
      await passing.close();

      const lasting = await open(`${await troubled(3, spoil)}/a`);
      const error = await failure(lasting.read(target, 4000));
      expect(error.code).toBe('REMOTE_FAILED');
      expect(error.message).toContain('3 tries');
      await lasting.close();
    });
  }

  it('that stalls or drips is left at the deadline', async () => {
    const stalled = await serve(() => {});
    const dripping = await serve((request, response) => {
      response.writeHead(206, part(request).headers);
      const drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    });
    for (const base of [stalled, dripping]) {
      const error = await failure(open(`${base}/a`, { attempts: 2, timeoutMs: 80 }));
      expect(error.code).toBe('REMOTE_FAILED');
      expect(error.message).toContain('within 80 ms');
    }
  });

  it('that asks for a long wait is given up at once', async () => {
    let requests = 0;
    const base = await serve((_, response) => {
      requests += 1;
      response.writeHead(503, { 'retry-after': '3600' }).end();
    });
    expect((await failure(open(`${base}/a`))).message).toContain('wait of 3600 s');
    expect(requests).toBe(1);
  });

  it('that refuses is not asked again', async () => {
    let requests = 0;
    const base = await serve((_, response) => {
      requests += 1;
      response.writeHead(403).end();
    });
    expect((await failure(open(`${base}/a`))).message).toContain('HTTP 403');
    expect(requests).toBe(1);
  });
});

describe('redirects', () => {
  it('are followed once and then remembered', async () => {
    const paths: string[] = [];
    const base = await serve((request, response) => {
      paths.push(request.url ?? '');
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
      else sendPart(request, response);
    });
    const source = await open(`${base}/a`);
    await source.read(new Uint8Array(10), 5000);
    expect(source.name).toBe(`${base}/a`);
    expect(paths).toEqual(['/a', '/b', '/b']);
    await source.close();
  });

  it('are followed anew when the remembered address has expired', async () => {
    let signed = 0;
    const base = await serve((request, response) => {
      if (request.url === '/a') {
        signed += 1;
        response.writeHead(307, { location: `/b?${signed}` }).end();
      } else if (signed === 1 && asked(request).from > 0) response.writeHead(403).end();
      else sendPart(request, response);
    });
    const source = await open(`${base}/a`);
    expect(await source.read(new Uint8Array(10), 5000)).toBe(10);
    expect(signed).toBe(2);
    await source.close();
  });

  it('in a circle, or to something that is no web address, are refused', async () => {
    const circle = await serve((_, response) => response.writeHead(301, { location: '/' }).end());
    expect((await failure(open(circle))).message).toContain('more than 5 redirects');
    const local = await serve((_, response) =>
      response.writeHead(301, { location: 'file:///etc/hosts' }).end(),
    );
    expect((await failure(open(local))).message).toContain('redirect from http: to file:');
  });

  it('do not carry credentials to another host', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      sendPart(request, response);
    });
    const base = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: `${other}/b` }).end();
    });
    const source = await open(base.replace('//', '//ann:s%40cret@'));
    expect(seen).toEqual([`Basic ${btoa('ann:s@cret')}`, undefined]);
    await source.close();
  });
});

describe('credentials', () => {
  it('never show in names and messages', async () => {
    const base = await serve((_, response) => response.writeHead(403).end());
    const error = await failure(open(`${base.replace('//', '//ann:hidden@')}/a`));
    const broken = await failure(open('http://ann:hid/den@host:port/a'));
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain('hidden');
    expect(`${broken.stack}${JSON.stringify(broken)}`).not.toContain('hid/den');
    expect(publicName('https://ann:hidden@example.org/a?b#c')).toBe('https://example.org/a?b');
  });
});

describe('stopping', () => {
  it('by a signal ends an open request and a wait between tries', async () => {
    const stalled = await serve(() => {});
    const busy = await serve((_, response) => response.writeHead(503).end());
    for (const base of [stalled, busy]) {
      const stop = new AbortController();
      const opening = failure(open(`${base}/a`, { signal: stop.signal, backoffMs: 10_000 }));
      setTimeout(() => stop.abort(), 30);
      expect((await opening).code).toBe('INTERRUPTED');
    }
    expect((await failure(open(stalled, { signal: AbortSignal.abort() }))).code).toBe(
      'INTERRUPTED',
    );
  });

  it('by closing ends reads under way and refuses later ones', async () => {
    const base = await serve((request, response) => {
      if (asked(request).from === 0) sendPart(request, response);
    });
    const source = await open(`${base}/a`);
    const reading = failure(source.read(new Uint8Array(10), 5000));
    await source.close();
    expect((await reading).message).toContain('it was closed');
    expect((await failure(source.read(new Uint8Array(10), 0))).code).toBe('INPUT_UNREADABLE');
  });
});
