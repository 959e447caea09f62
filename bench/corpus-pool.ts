// Contents that the captures of the generated corpus share, sized like those of `generate-warc.ts`.
import type { PooledImage } from './image-pool.ts';
import { type PageContext, slug } from './page-parts.ts';
import { makePage } from './pages.ts';
import { createRandom, type Random } from './random.ts';
import { textContent } from './responses.ts';
import { PooledBody, type StoredPart, toPart } from './stored-parts.ts';
import { LANGUAGES, word } from './vocabulary.ts';

/** Kinds of things that sites have. */
export type Kind = 'page' | 'image' | 'text';

/** Contents to choose from. */
export interface CorpusPool {
  readonly page: readonly PooledBody[];
  readonly image: readonly PooledBody[];
  readonly text: readonly PooledBody[];
  /** Links of pages as crawlers note them. */
  readonly links: readonly StoredPart[];
}

/** What a pool is made of. */
export interface PoolOptions {
  readonly seed: number;
  /** Number of pages; there are half as many pictures. */
  readonly pages: number;
  /** Pictures to take; without any, bytes that only begin like one. */
  readonly pictures: readonly PooledImage[];
}

/** Makes a pool. */
export function makePool({ seed, pages, pictures }: PoolOptions): CorpusPool {
  const random = createRandom(seed);
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));
  return {
    page: many(pages, () => makePooledPage(random)),
    image:
      pictures.length > 0
        ? pictures.map(({ mime, bytes }) => new PooledBody(mime, bytes))
        : many(Math.ceil(pages / 2), (index) => makePooledImage(random, index)),
    text: many(Math.ceil(pages / 4), () => makePooledText(random)),
    links: many(Math.ceil(pages / 2), () => makeLinks(random)),
  };
}

function makePooledPage(random: Random): PooledBody {
  const { bytes, contentType } = makePage(makeContext(random), random.int(20_000, 75_000));
  return new PooledBody(contentType, bytes);
}

function makePooledText(random: Random): PooledBody {
  const { bytes, contentType } = textContent(makeContext(random), 0);
  return new PooledBody(contentType, bytes);
}

/** Sizes of pictures, which are spread evenly on a scale of powers; their mean is 45 KB. */
const MIN_IMAGE_BYTES = 2_500;
const MAX_IMAGE_BYTES = 200_000;

/** Quick to make; stored members of them are inflated far quicker than those of real pictures. */
function makePooledImage(random: Random, index: number): PooledBody {
  const size = Math.round(MIN_IMAGE_BYTES * (MAX_IMAGE_BYTES / MIN_IMAGE_BYTES) ** random.next());
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(random.int(0, 0xffffffff), at);
  const { mime, start } = FORMATS[index % FORMATS.length]!;
  start.copy(bytes);
  return new PooledBody(mime, bytes);
}

const FORMATS = [
  { mime: 'image/jpeg', start: Buffer.from('ffd8ffe000104a46494600010100', 'hex') },
  { mime: 'image/jpeg', start: Buffer.from('ffd8ffe000104a46494600010200', 'hex') },
  { mime: 'image/png', start: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
  { mime: 'image/gif', start: Buffer.from('474946383961', 'hex') },
];

function makeLinks(random: Random): StoredPart {
  const context = makeContext(random);
  const links = random.repeat(random.int(5, 60), () =>
    random.chance(0.3)
      ? `outlink: https://${context.site.host}${random.pick(context.site.images)} E =EMBED_MISC\r\n`
      : `outlink: https://${context.site.host}/${slug(context)}/${random.int(1, 1e6)} L a/@href\r\n`,
  );
  return toPart(Buffer.from(links));
}

function makeContext(random: Random): PageContext {
  const language = random.pick(LANGUAGES);
  const voice = { random, language };
  const site = {
    name: word(random, language),
    host: `www.${slug(voice)}${random.int(1, 999)}.org`,
    images: Array.from({ length: 20 }, (_, index) => `/img/${slug(voice)}_${index}.jpg`),
  };
  return { random, language, site };
}
