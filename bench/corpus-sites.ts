// The sites of the generated corpus: which URLs they have. One domain is large and is asked for by a benchmark.
import { toSurt } from '../src/model/surt.ts';
import type { Kind } from './corpus-pool.ts';
import { slug } from './page-parts.ts';
import type { Random } from './random.ts';
import { LANGUAGES } from './vocabulary.ts';

/** The domain whose pages are selected. */
export const DOMAIN = 'harbour-museum.org';

/** Something that a site has. */
export interface Thing {
  readonly kind: Kind;
  readonly url: string;
  readonly surt: string;
}

/** What is captured together. */
export interface Site {
  readonly host: string;
  readonly things: readonly Thing[];
}

/** Sites with 55 to 95 things each, on hosts of their own. */
export function inventSites(random: Random, count: number): Site[] {
  return Array.from({ length: count }, (_, index) => {
    const language = random.pick(LANGUAGES);
    const ending = random.pick(['pt', 'com', 'org', 'co.uk', 'de', 'fr', 'es', 'net']);
    const host = `www.${slug({ random, language })}${index}.${ending}`;
    const size = random.int(55, 95);
    return { host, things: Array.from({ length: size }, (_, at) => inventThing(random, host, at)) };
  });
}

/** The sites of the large domain, which together have so many pages. */
export function inventDomain(random: Random, pages: number): Site[] {
  return ['www', 'news', 'archive'].map((name) => {
    const host = `${name}.${DOMAIN}`;
    const things: Thing[] = [];
    for (let left = Math.max(1, Math.round(pages / 3)); left > 0; ) {
      const thing = inventThing(random, host, things.length);
      things.push(thing);
      if (thing.kind === 'page') left--;
    }
    return { host, things };
  });
}

/** Of the responses of a crawl 54 % are pages, 33 % pictures, the rest style sheets, scripts and data. */
function inventThing(random: Random, host: string, index: number): Thing {
  const language = LANGUAGES[0]!;
  const draw = random.next();
  const [kind, path]: [Kind, string] =
    draw < 0.54
      ? ['page', `/${slug({ random, language })}/${slug({ random, language })}-${index}.html`]
      : draw < 0.87
        ? ['image', `/img/${slug({ random, language })}_${index}.jpg`]
        : ['text', `/assets/${slug({ random, language })}-${index}.js`];
  const url = `https://${host}${path}`;
  return { kind, url, surt: toSurt(url) };
}
