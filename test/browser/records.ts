// The records of a small crawl for browser tests: forty pictures of five sites over twenty years, and a hostile page.
import sharp from 'sharp';
import { httpResponse, warcRecord } from '../fixtures/archives.ts';
import { pageHtml, type ShownImage, toDate } from '../fixtures/library-archives.ts';

/** Pictures that a search for everything finds. */
export const IMAGE_COUNT = 42;

/** A picture in several sizes, and a word that finds it. */
export const VARIANTS = { word: 'windmill', count: 3 } as const;

/** Where the hostile page is, and when it was captured. */
export const TRAP = { url: 'http://trap.example/', time: '20050101000000' } as const;

/** Address of a picture that was another one from 2009 to 2012. */
export const CHANGED = 'http://trains.example/2008/green.png';

const SITES = [
  { host: 'bridges.example', word: 'bridge', language: 'en' },
  { host: 'boats.example', word: 'boat', language: 'en' },
  { host: 'feira.example', word: 'livro', language: 'pt' },
  { host: 'gardens.example', word: 'garden', language: 'en' },
  { host: 'trains.example', word: 'train', language: 'en' },
] as const;
const YEARS = [1998, 2001, 2003, 2005, 2008, 2010, 2012, 2014, 2017, 2019] as const;
const PICTURES = [
  { name: 'red', format: 'jpeg', width: 640, height: 480 },
  { name: 'green', format: 'png', width: 300, height: 420 },
  { name: 'blue', format: 'webp', width: 240, height: 240 },
  { name: 'yellow', format: 'gif', width: 480, height: 200 },
] as const;

/** Where cameras say that they were: two in Porto, one in Madrid. */
const GPS: Readonly<Record<string, Position>> = {
  'boats.example 2001': { GPSLatitude: '41/1 9/1 0/1', GPSLongitude: '8/1 37/1 0/1' },
  'boats.example 2012': { GPSLatitude: '41/1 8/1 0/1', GPSLongitude: '8/1 36/1 0/1' },
  'gardens.example 2005': { GPSLatitude: '40/1 25/1 0/1', GPSLongitude: '3/1 42/1 0/1' },
};

/** Degrees, minutes and seconds, north and west. */
interface Position {
  readonly GPSLatitude: string;
  readonly GPSLongitude: string;
}

// All that a page could try: scripts of every kind, handlers, other servers, the window above it.
const TRAP_BODY = `<script>
document.title = 'script ran';
try { parent.document.title = 'reached'; } catch {}
try { top.location = 'http://elsewhere.invalid/'; } catch {}
fetch('/api/v1/stats').then(() => { document.title = 'read the library'; });
</script>
<img src="missing.png" onerror="document.title='handler ran'" alt="">
<svg onload="document.title='vector ran'"></svg>
<iframe srcdoc="<script>top.document.title='frame ran'</script>"></iframe>
<img src="http://elsewhere.invalid/spy.gif" alt="">
<a id="lure" href="javascript:document.title='link ran'" style="position:relative;z-index:1">Lure</a>
<div style="position:fixed;inset:0;z-index:2147483647;background:white;pointer-events:none">Sign in to the archive</div>`;

/** Makes the records. The first picture of each site was captured again in 2020. */
export async function makeRecords(): Promise<Buffer[]> {
  const records: Buffer[] = [];
  for (const [at, year] of YEARS.entries()) {
    const site = SITES[at % SITES.length]!;
    const images: ShownImage[] = [];
    for (const [place, picture] of PICTURES.entries()) {
      const src = `/${year}/${picture.name}.${picture.format}`;
      const url = `http://${site.host}${src}`;
      const hue = (at * PICTURES.length + place) * 9;
      const gps = place === 0 ? GPS[`${site.host} ${year}`] : undefined;
      const body = await drawPicture(picture, hue, gps);
      images.push({
        src,
        alt: `A ${picture.name} ${site.word}`,
        caption: `The ${picture.name} ${site.word} in ${year}`,
      });
      records.push(toRecord(url, `${year}0601120000`, `image/${picture.format}`, body));
      if (at < SITES.length && place === 0) {
        records.push(toRecord(url, '20200601120000', `image/${picture.format}`, body));
      }
    }
    const title = `All about the ${site.word}, ${year}`;
    const html = pageHtml({ title, language: site.language, images });
    records.push(toRecord(`http://${site.host}/`, `${year}0601115900`, 'text/html', html));
  }
  return [...records, ...(await makeChange()), ...(await makeTrap()), ...(await makeVariants())];
}

/** An address that showed another picture for a while: that of the garden, which has one of its own. */
async function makeChange(): Promise<Buffer[]> {
  const green = (at: number) => drawPicture(PICTURES[1], (at * PICTURES.length + 1) * 9);
  const [garden, train] = [await green(3), await green(4)];
  return [
    toRecord(CHANGED, '20090601120000', 'image/png', garden),
    toRecord(CHANGED, '20120601120000', 'image/png', train),
  ];
}

/** One picture as it was uploaded and as a program resized it, and a copy under another name. */
async function makeVariants(): Promise<Buffer[]> {
  const [site, time] = ['http://trap.example/', '20050101000002'];
  const whole = sharp(Buffer.from(drawWindmill())).flatten().png();
  const sizes = [
    ['mill.png', 720, 480],
    ['mill-360x240.png', 360, 240],
    ['copied.png', 480, 320],
  ] as const;
  const files: Buffer[] = [];
  for (const [name, width, height] of sizes) {
    const body = await whole.clone().resize(width, height).toBuffer();
    files.push(toRecord(`${site}${name}`, time, 'image/png', body));
  }
  const images = sizes.map(([name]) => ({ src: `/${name}`, alt: 'An old windmill' }));
  const html = pageHtml({ title: 'Mills', images });
  return [toRecord(`${site}mills.html`, time, 'text/html', html), ...files];
}

/** Stripes and sails of many shades: enough to have a look of its own. */
function drawWindmill(): string {
  const stripes = Array.from({ length: 96 }, (_, at) => {
    const [x, y] = [(at % 12) * 60, Math.floor(at / 12) * 60];
    return `<rect x="${x}" y="${y}" width="60" height="60" fill="hsl(${(at * 47) % 360},50%,${20 + ((at * 37) % 60)}%)"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480">${stripes.join('')}<path d="M360 40 420 440H300z" fill="#fff"/></svg>`;
}

async function makeTrap(): Promise<Buffer[]> {
  const images = [{ src: '/bait.png', alt: 'A shiny bait' }];
  const html = pageHtml({ title: 'A quiet page', images, body: TRAP_BODY });
  const bait = await drawPicture({ format: 'png', width: 320, height: 200 }, 355);
  return [
    toRecord(TRAP.url, TRAP.time, 'text/html', html),
    toRecord(`${TRAP.url}bait.png`, '20050101000001', 'image/png', bait),
  ];
}

function drawPicture(
  picture: { readonly format: 'png' | 'jpeg' | 'webp' | 'gif'; width: number; height: number },
  hue: number,
  gps?: Position,
): Promise<Buffer> {
  const { format, width, height } = picture;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue},60%,55%)"/>
    <circle cx="50%" cy="50%" r="${height / 3}" fill="hsl(${(hue + 120) % 360},70%,40%)"/></svg>`;
  const drawn = sharp(Buffer.from(drawing)).flatten().toFormat(format);
  if (gps === undefined) return drawn.toBuffer();
  return drawn.withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLongitudeRef: 'W', ...gps } }).toBuffer();
}

function toRecord(url: string, time: string, type: string, body: Buffer | string): Buffer {
  const headers = [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
  return warcRecord({ url, date: toDate(time), block: httpResponse({ headers, body }) });
}
