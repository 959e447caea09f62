// Makes a .warc.gz with the mix of a real crawl, the same bytes for the same seed:
//   npx tsx bench/generate-warc.ts --out bench/data/x.warc.gz --size 300MB --seed 42
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { uuidFromName } from '../src/archive/write/digest.ts';
import { openWarcWriter, type WarcWriter } from '../src/archive/write/warc-writer.ts';
import type { HeaderList, NewRecord } from '../src/archive/write/warc-writer-record.ts';
import { parseSize } from '../src/cli/units.ts';
import type { Timestamp } from '../src/model/capture.ts';
import { toTimestamp } from '../src/model/timestamp.ts';
import { loadImagePool, type PooledImage } from './image-pool.ts';
import { type PageContext, slug } from './page-parts.ts';
import { createRandom, type Random } from './random.ts';
import { type Content, encodeBody, imageContent, pageContent, textContent } from './responses.ts';
import { LANGUAGES, word } from './vocabulary.ts';

/** What to make. */
export interface GenerateOptions {
  /** File to write; an existing one is replaced. */
  readonly out: string;
  /** Stored size in bytes to reach; the last site is completed. */
  readonly sizeBytes: number;
  readonly seed: number;
}

/** What was made: number of records and stored bytes, in all and by kind. */
export interface GenerateReport {
  readonly out: string;
  readonly kinds: Readonly<Record<Kind | 'all', { records: number; bytes: number }>>;
}

/** Kinds of responses; `side` are the requests and metadata that go with them. */
type Kind = Content['kind'] | 'revisit' | 'side';

/**
 * Writes an archive mixed like a crawl of the general web: of the responses 54 % are pages, 33 %
 * pictures, the rest style sheets, scripts and data; 3 % are revisits; each has its request and a
 * metadata record. About two thirds of the stored bytes are pictures.
 */
export async function generateWarc(options: GenerateOptions): Promise<GenerateReport> {
  const pool = await loadImagePool(DATA, options.seed);
  const crawl = new Crawl(createRandom(options.seed), pool);
  const writer = await openWarcWriter({
    target: { file: options.out, overwrite: true },
    software: 'Pinakes bench',
    clock: () => new Date(crawl.now),
    newId: uuidFromName,
  });
  while (crawl.kinds.all.bytes < options.sizeBytes) await crawl.captureSite(writer);
  await writer.close();
  return { out: options.out, kinds: crawl.kinds };
}

const DATA = join(dirname(fileURLToPath(import.meta.url)), 'data');

interface Answer {
  readonly url: string;
  readonly time: Timestamp;
  readonly id: string;
  readonly headers: HeaderList;
  readonly payloadDigest: string;
}

/** An imagined crawl: time passes, sites follow each other. */
class Crawl {
  /** Milliseconds since 1970. */
  now = Date.UTC(2019, 3, 1);
  readonly kinds = {
    page: none(),
    image: none(),
    text: none(),
    revisit: none(),
    side: none(),
    all: none(),
  };
  readonly #random: Random;
  readonly #pool: readonly PooledImage[];
  #serial = 0;

  constructor(random: Random, pool: readonly PooledImage[]) {
    this.#random = random;
    this.#pool = pool;
  }

  /** Captures 30 to 90 things of one site in mixed order. */
  async captureSite(writer: WarcWriter): Promise<void> {
    const random = this.#random;
    const { context, images } = this.#inventSite(random.int(30, 90));
    const answers: Answer[] = [];
    for (const [index, path] of context.site.images.entries()) {
      this.now += random.int(50, 1500);
      this.#serial += 1;
      if (answers.length > 0 && random.chance(0.03)) {
        await this.#revisit(writer, context, random.pick(answers));
        continue;
      }
      const draw = random.next();
      const content =
        draw < 0.54
          ? pageContent(context, this.#serial)
          : draw < 0.87
            ? imageContent(random, images[index]!, path, this.#serial)
            : textContent(context, this.#serial);
      answers.push(await this.#capture(writer, context, content));
    }
  }

  /** A site with a picture for each response: those whose turn is a page's stay uncaptured. */
  #inventSite(responses: number): { context: PageContext; images: readonly PooledImage[] } {
    const random = this.#random;
    const language = random.pick(LANGUAGES);
    const voice = { random, language };
    const images = Array.from({ length: responses }, () => random.pick(this.#pool));
    const ending = random.pick(['pt', 'com', 'org', 'co.uk', 'de', 'fr', 'es', 'net']);
    const site = {
      name: word(random, language),
      host: `www.${slug(voice)}${random.int(1, 999)}.${ending}`,
      images: images.map(
        ({ extension }, index) => `/img/${1 + (index % 5)}/${slug(voice)}_${index}.${extension}`,
      ),
    };
    return { context: { random, language, site }, images };
  }

  async #capture(writer: WarcWriter, context: PageContext, content: Content): Promise<Answer> {
    const random = this.#random;
    const { body, headers: coding } = encodeBody(random, content);
    const headers: HeaderList = [
      ['Date', new Date(this.now).toUTCString()],
      ['Server', random.pick(['nginx/1.14.0', 'Apache/2.4.29 (Ubuntu)', 'Microsoft-IIS/8.5'])],
      ['Content-Type', content.contentType],
      ['ETag', `"${random.int(0, 0xffffffff).toString(16)}"`],
      ['Cache-Control', 'max-age=86400'],
      ['Set-Cookie', `sid=${random.int(0, 0xffffffff).toString(36)}; path=/`],
      ...coding,
    ];
    const url = `https://${context.site.host}${content.path}`;
    const written = await this.#write(writer, content.kind, {
      kind: 'response',
      url,
      ipAddress: `10.0.${random.int(0, 255)}.${random.int(1, 254)}`,
      http: { startLine: 'HTTP/1.1 200 OK', headers, body },
    });
    await this.#writeSides(writer, context, url, written.id, content.kind === 'page');
    return { ...written, url, headers };
  }

  async #revisit(writer: WarcWriter, context: PageContext, original: Answer): Promise<void> {
    const { url, headers, payloadDigest } = original;
    const written = await this.#write(writer, 'revisit', {
      kind: 'revisit',
      url,
      profile: 'identical-payload-digest',
      http: { startLine: 'HTTP/1.1 200 OK', headers },
      payloadDigest,
      original,
    });
    await this.#writeSides(writer, context, url, written.id, false);
  }

  /** The request and the crawler's notes. */
  async #writeSides(
    writer: WarcWriter,
    context: PageContext,
    url: string,
    answerId: string,
    hasLinks: boolean,
  ): Promise<void> {
    const random = this.#random;
    const { host, images } = context.site;
    const request = {
      startLine: `GET ${new URL(url).pathname} HTTP/1.1`,
      headers: [
        ['Host', host],
        ['User-Agent', 'Mozilla/5.0 (compatible; bench/1.0)'],
        ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
        ['Connection', 'close'],
      ] as const,
      body: new Uint8Array(0),
    };
    const links: HeaderList = Array.from({ length: hasLinks ? random.int(5, 60) : 0 }, () =>
      random.chance(0.3)
        ? ['outlink', `https://${host}${random.pick(images)} E =EMBED_MISC`]
        : ['outlink', `https://${host}/${slug(context)}/${random.int(1, 1e6)} L a/@href`],
    );
    const fields: HeaderList = [
      ['via', `https://${host}/`],
      ['hopsFromSeed', random.pick(['L', 'LL', 'LE', 'LLE'])],
      ['fetchTimeMs', String(random.int(10, 4000))],
      ...links,
    ];
    const concurrentTo = [answerId];
    await this.#write(writer, 'side', { kind: 'request', url, concurrentTo, http: request });
    await this.#write(writer, 'side', { kind: 'metadata', url, concurrentTo, fields });
  }

  async #write(writer: WarcWriter, kind: Kind, record: NewRecord) {
    const written = await writer.write({ ...record, time: toTimestamp(new Date(this.now)) });
    for (const count of [this.kinds[kind], this.kinds.all]) {
      count.records += 1;
      count.bytes += written.length;
    }
    return written;
  }
}

function none() {
  return { records: 0, bytes: 0 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(DATA, 'bench.warc.gz') },
      size: { type: 'string', default: '300MB' },
      seed: { type: 'string', default: '42' },
    },
  });
  const sizeBytes = parseSize(values.size);
  if (sizeBytes === undefined) throw new Error(`--size ${values.size} is not a size such as 300MB`);
  const report = await generateWarc({ out: values.out, sizeBytes, seed: Number(values.seed) });
  console.table(report.kinds);
}
