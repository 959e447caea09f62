// Writes the captures of one site into a WARC file, as a crawler would have seen them over the years.
import { rm } from 'node:fs/promises';
import iconv from 'iconv-lite';
import {
  openWarcWriter,
  parseTimestamp,
  type Timestamp,
  type WarcWriter,
} from '../../src/archive/archive.ts';
import { sha1Base32, uuidFromName } from '../../src/archive/write/digest.ts';
import { toMillis, toTimestamp } from '../../src/model/timestamp.ts';
import { toHtml, toStyleSheet } from './html.ts';
import { type Format, render, type Subject } from './render.ts';
import { counter, type Page, type Picture, type Site, spacer } from './site.ts';

/** When the files were made: fixed, because the same input must give the same bytes. */
const MADE = Date.UTC(2025, 0, 15, 12);

/** One thing to fetch. */
interface Fetch {
  readonly url: string;
  readonly time: Timestamp;
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** What was stored for an address. */
interface Known {
  readonly digest: string;
  readonly url: string;
  readonly time: Timestamp;
}

/** Writes all captures of a site, the oldest first. */
export async function writeSite(site: Site, file: string): Promise<void> {
  const fetches: Fetch[] = [];
  for (const page of site.pages) {
    for (const digits of page.times) fetches.push(...(await fetchPage(site, page, digits)));
  }
  // Two pages captured in one second share what they show.
  const distinct = new Map(fetches.map((fetch) => [`${fetch.time} ${fetch.url}`, fetch]));
  const ordered = [...distinct.values()].sort((a, b) =>
    a.time < b.time ? -1 : a.time > b.time ? 1 : 0,
  );
  const writer = await openWarcWriter({
    target: { file, overwrite: true },
    gzipLevel: 9,
    software: 'Pinakes, scripts/make-demo.ts',
    info: [
      ['description', `${site.title}: an invented site, drawn and written for the demo of Pinakes`],
      ['license', site.licence ?? 'CC0-1.0'],
    ],
    clock: () => new Date(MADE),
    newId: uuidFromName,
  });
  const known = new Map<string, Known>();
  for (const fetch of ordered) await writeFetch(writer, fetch, known);
  await writer.close();
  await rm(file.replace(/\.warc\.gz$/, '.cdxj'), { force: true }); // ingest reads the WARC itself
}

/** A page and all it shows, one second after the other. */
async function fetchPage(site: Site, page: Page, digits: string): Promise<Fetch[]> {
  const start = toTime(digits);
  const year = start.slice(0, 4);
  const scheme = Number(year) < 2016 ? 'http' : 'https';
  const root = `${scheme}://${site.host}/`;
  const inline = new Map<string, string>();
  for (const { picture, how } of page.shows) {
    if (how !== 'data') continue;
    const bytes = await draw(picture, digits);
    inline.set(picture.path, `data:${MIME[picture.format]};base64,${bytes.toString('base64')}`);
  }
  const charset = page.charset ?? (page.layout === 'tables' ? 'iso-8859-1' : 'utf-8');
  const html = iconv.encode(toHtml(page, { site, year, inline }), charset);
  // Old servers said nothing of the charset: the page itself has to.
  const type = page.layout === 'figures' ? 'text/html; charset=utf-8' : 'text/html';
  const fetches: Fetch[] = [{ url: root + page.path, time: start, status: 200, type, body: html }];
  const add = async (picture: Picture): Promise<void> => {
    const url = /^https?:/.test(picture.path) ? picture.path : root + picture.path;
    const time = toTimestamp(new Date(toMillis(start) + fetches.length * 1000));
    fetches.push({ url, time, ...(await answerFor(picture, digits)) });
  };
  if (page.layout === 'tables') for (const part of [site.tile, spacer, counter]) await add(part);
  if (page.layout === 'blog') {
    const time = toTimestamp(new Date(toMillis(start) + 1000));
    const body = Buffer.from(toStyleSheet(site));
    fetches.push({ url: `${root}css/style.css`, time, status: 200, type: 'text/css', body });
    if (site.banner !== undefined) await add(site.banner);
  }
  for (const { picture, how, others = [] } of page.shows) {
    if (how !== 'data') await add(picture);
    for (const other of others) await add(other);
  }
  return fetches;
}

async function answerFor(
  picture: Picture,
  digits: string,
): Promise<Pick<Fetch, 'status' | 'type' | 'body'>> {
  const type = MIME[picture.format];
  if (picture.fault === 'missing')
    return { status: 404, type: 'text/html', body: Buffer.from(NOT_FOUND) };
  if (picture.fault === 'page') return { status: 200, type, body: Buffer.from(NOT_FOUND) };
  const body = await draw(picture, digits);
  const whole = picture.fault === 'cut' ? body.subarray(0, Math.round(body.length * 0.55)) : body;
  return { status: 200, type, body: whole };
}

const NOT_FOUND =
  '<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>\n';

const MIME: Readonly<Record<Format, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

/** What was drawn, by scene: copies of a picture share theirs, two sites may use one path. */
const drawn = new Map<Subject, Map<string, Promise<Buffer>>>();

/** The bytes of a picture as they were at a time. */
function draw(picture: Picture, digits: string): Promise<Buffer> {
  const version = picture.later?.filter(({ from }) => from <= digits).at(-1);
  const { format, width, height, quality, shot, film, frames } = picture;
  const scene = version?.scene ?? picture.scene;
  const seed = version === undefined ? picture.seed : `${picture.seed} ${version.from}`;
  const key = [seed, format, width, height].join(' ');
  const known = drawn.get(scene) ?? new Map<string, Promise<Buffer>>();
  drawn.set(scene, known);
  const made =
    known.get(key) ??
    render(scene, {
      seed,
      format,
      width,
      height,
      ...(quality !== undefined && { quality }),
      ...(shot !== undefined && { shot }),
      ...(film !== undefined && { film }),
      ...(frames !== undefined && { frames }),
    });
  known.set(key, made);
  return made;
}

/** Content that came before becomes a revisit; little things are stored again, as some crawlers do. */
async function writeFetch(
  writer: WarcWriter,
  { url, time, status, type, body }: Fetch,
  known: Map<string, Known>,
): Promise<void> {
  const digest = sha1Base32(body);
  const key = url.replace(/^https?:/, '');
  const before = known.get(key);
  const date: readonly [string, string] = ['Date', new Date(toMillis(time)).toUTCString()];
  if (before?.digest === digest && body.length > 1500) {
    const isUnmodified = Number(time.slice(0, 4)) >= 2018;
    await writer.write({
      kind: 'revisit',
      url,
      time,
      profile: isUnmodified ? 'server-not-modified' : 'identical-payload-digest',
      http: {
        startLine: isUnmodified ? 'HTTP/1.1 304 Not Modified' : 'HTTP/1.1 200 OK',
        headers: isUnmodified ? [date] : [date, ['Content-Type', type]],
      },
      payloadDigest: digest,
      original: { url: before.url, time: before.time },
    });
    return;
  }
  const words = status === 200 ? '200 OK' : '404 Not Found';
  await writer.write({
    kind: 'response',
    url,
    time,
    http: {
      startLine: `HTTP/1.1 ${words}`,
      headers: [date, ['Content-Type', type], ['Content-Length', String(body.length)]],
      body,
    },
  });
  if (status === 200) known.set(key, { digest, url, time });
}

function toTime(digits: string): Timestamp {
  const time = parseTimestamp(digits);
  if (time === undefined) throw new Error(`${digits} is no time`);
  return time;
}
