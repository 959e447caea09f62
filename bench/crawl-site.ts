// A web on loopback for measuring crawlers: 200 hosts, pages of 27 KB with 60 links and 12 images, made once.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom } from './random.ts';

/** A running web. */
export interface CrawlSite {
  readonly port: number;
  /** Pages that can be reached. */
  readonly pages: number;
  close(): Promise<void>;
}

const HOSTS = 200;
const LINKS = 60;
const CROSS_SHARE = 0.35;
const PAGE_BYTES = 27_000;
/** A JPEG of 40 KB as far as its header tells: 900 x 600 pixels. */
const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffc00011080258038403012200021101031101', 'hex'),
  Buffer.alloc(40_000, 1),
]);

/** How a web answers. */
export interface CrawlSiteOptions {
  /** Answers take 20 to 200 ms, and one request in twenty fails: an error of the server, or no answer at all. */
  readonly isTroubled?: boolean;
}

/** Starts a web; hosts are named `hN.bench`. */
export async function openCrawlSite(
  pagesOfHost: number,
  { isTroubled = false }: CrawlSiteOptions = {},
): Promise<CrawlSite> {
  const bodies = new Map<string, Buffer>();
  for (let host = 0; host < HOSTS; host += 1) {
    for (let page = 0; page < pagesOfHost; page += 1) {
      bodies.set(`h${host}.bench/p/${page}.html`, makePage(host, page, pagesOfHost));
    }
  }
  const answer: RequestListener = ({ headers, url = '/' }, response) => {
    const name = (headers.host ?? '').replace(/:\d+$/, '');
    // `127.0.0.1/hN.bench/p/1.html`: for crawlers that cannot send the names of hosts elsewhere.
    const isFolder = name === '127.0.0.1';
    const found = bodies.get(isFolder ? url.slice(1) : name + url);
    const body = found !== undefined && isFolder ? inFolders(found) : found;
    if (body !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length });
      response.end(body);
    } else if (url.endsWith('.jpg')) sendImage(response, headers.range);
    else {
      response.writeHead(404, { 'content-type': 'text/plain', 'content-length': 9 });
      response.end('not found');
    }
  };
  const server = createServer(isTroubled ? troubled(answer) : answer);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  return { port, pages: bodies.size, close: () => close(server) };
}

/** Answers late, and fails now and then. */
function troubled(answer: RequestListener): RequestListener {
  const random = createRandom(7);
  return (request, response) => {
    const isFault = random.next() < 0.05 && request.url !== '/robots.txt';
    const hangsUp = random.next() < 0.5;
    setTimeout(
      () => {
        if (!isFault) answer(request, response);
        else if (hangsUp) response.destroy();
        else response.writeHead(503, { 'content-length': 0 }).end();
      },
      20 + random.next() * 180,
    );
  };
}

const folders = new Map<Buffer, Buffer>();

/** The same page with links to folders; made once. */
function inFolders(body: Buffer): Buffer {
  let changed = folders.get(body);
  if (changed === undefined) {
    changed = Buffer.from(body.toString().replace(/http:\/\/(h\d+\.bench)/g, '/$1'));
    folders.set(body, changed);
  }
  return changed;
}

function sendImage(response: import('node:http').ServerResponse, range: string | undefined): void {
  const [, from = 0, to = JPEG.length - 1] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const part = JPEG.subarray(Number(from), Number(to) + 1);
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': 'image/jpeg',
    'content-length': part.length,
    ...(range !== undefined && {
      'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${JPEG.length}`,
    }),
  });
  response.end(part);
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

const WORDS = 'harbour river bridge market castle garden museum station church square'.split(' ');

function makePage(host: number, page: number, pagesOfHost: number): Buffer {
  const random = createRandom(host * 100_003 + page);
  const pick = (count: number) => Math.floor(random.next() * count);
  const word = () => WORDS[pick(WORDS.length)];
  const links = Array.from({ length: LINKS }, () => {
    const to = random.next() < CROSS_SHARE ? pick(HOSTS) : host;
    return `<a href="http://h${to}.bench/p/${pick(pagesOfHost)}.html">${word()} ${word()}</a>`;
  });
  // Ten say that they are small; two are of the few that the whole host shows, one for three of its pages.
  const photos = Math.ceil(pagesOfHost / 3);
  const images = Array.from({ length: 12 }, (_, at) =>
    at < 10
      ? `<img src="/i/${page}-${at}.jpg" width="60" height="60" alt="${word()}">`
      : `<img src="/photo/${pick(photos)}.jpg" alt="${word()} ${word()}">`,
  );
  const start = `<!doctype html><html><head><title>${word()} ${page}</title></head><body>`;
  const parts = links.map(
    (link, at) => `<p>${link}</p>${images[at % 5 === 0 ? at / 5 : -1] ?? ''}`,
  );
  let text = start + parts.join('\n');
  while (text.length < PAGE_BYTES) text += `<p>${Array.from({ length: 40 }, word).join(' ')}</p>\n`;
  return Buffer.from(`${text}</body></html>`);
}
