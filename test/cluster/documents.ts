// Documents and queries in any number, drawn from a seed: common and rare words, several languages, variants, places.
import { createHash } from 'node:crypto';
import { analyse } from '../../src/model/analysis/analysis.ts';
import type { ImageDocument } from '../../src/model/image.ts';
import type { IndexQuery, WordForms } from '../../src/model/index-query.ts';
import { toShownPlace } from '../../src/model/place.ts';
import { RANKING_PROFILES } from '../../src/model/ranking.ts';
import { createRandom } from '../../src/support/random.ts';
import { createImageDocument } from '../fixtures/memory-index.ts';

const SYLLABLES = ['ba', 'ri', 'to', 'len', 'mar', 'su', 'pon', 'te', 'vil', 'ca', 'do', 'ne'];
const WORDS = 3_000;

/** Word `number`; small numbers are drawn more often. */
function toWord(number: number): string {
  let word = '';
  for (let rest = number + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}

function drawWord(random: () => number): string {
  return toWord(Math.floor(WORDS * random() ** 3));
}

function drawText(random: () => number, most: number): string {
  const count = 1 + Math.floor(random() * most);
  return Array.from({ length: count }, () => drawWord(random)).join(' ');
}

/** So many documents; equal arguments give equal documents. */
export function drawDocuments(count: number, seed = 1): ImageDocument[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, number) => {
    const digest = createHash('sha256').update(`${seed} ${number}`).digest('hex');
    const texts = (most: number, words: number) =>
      Array.from({ length: Math.floor(random() * most) }, () => drawText(random, words));
    const year = 1996 + Math.floor(random() * 25);
    const document = createImageDocument({
      id: digest,
      digest,
      name: `${drawWord(random)}-${number}.jpg`,
      time: `${year}0${1 + Math.floor(random() * 9)}${10 + Math.floor(random() * 18)}${10 + Math.floor(random() * 14)}${10 + Math.floor(random() * 50)}${10 + Math.floor(random() * 50)}`,
      titles: texts(2, 6),
      alts: texts(3, 8),
      captions: texts(3, 60),
      host: `${drawWord(random)}.example.org`,
      language: random() < 0.7 ? 'en' : 'pt',
      width: 60 + Math.floor(random() * 2000),
      height: 60 + Math.floor(random() * 2000),
      matchingPages: 1 + Math.floor(40 * random() ** 4),
      collections: [random() < 0.5 ? 'first' : 'second'],
    });
    if (random() > 0.2) return document;
    const place = toShownPlace(random() * 170 - 85, random() * 360 - 180, {
      country: 'PT',
      confidence: Math.round(100 * random()) / 100,
    });
    return { ...document, place };
  });
}

/** A search as people would type it, in each of the profiles in turn. */
export function drawQueries(count: number, seed = 2): IndexQuery[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, number) => {
    const words = drawText(random, 3).split(' ').map(toForms);
    const nodes = words.map((word) => ({ kind: 'word', word }) as const);
    const profile = RANKING_PROFILES[number % RANKING_PROFILES.length];
    if (profile === undefined) throw new Error('no profile');
    return {
      match: { kind: random() < 0.5 ? 'and' : 'or', nodes },
      filters: random() < 0.2 ? [{ kind: 'language', code: 'pt' }] : [],
      words,
      profile,
      sort: 'relevance',
      offset: 0,
      limit: 10,
    };
  });
}

function toForms(text: string): WordForms {
  const forms = ['', 'en', 'pt'].flatMap((language) => analyse(text, language));
  return { text, forms: [...new Set(forms)] };
}
