// Swedish, Danish and Norwegian: plurals and the endings that mean `the`, on folded text.
import { createStemmer, pairs, type Stemmer, type SuffixRule } from './suffix-rules.ts';

/** A genitive, where a noun would hardly end so of itself. */
const FINAL_S: readonly SuffixRule[] = Array.from(
  'aegnrt',
  (letter): SuffixRule => [`${letter}s`, letter, 6],
);

/** Makes a stemmer of endings, the longest first; a double consonant before an ending counts as one. */
function createScandinavian(irregular: string, endings: readonly SuffixRule[]): Stemmer {
  const stem = createStemmer({
    irregular: new Map(pairs(irregular)),
    steps: [FINAL_S, endings],
  });
  return (word) => stem(word).replace(/(?<=..)([b-df-hj-np-tv-z])\1$/, '$1');
}

/** Reduces a folded Swedish word to its stem. */
export const stemSwedish = createScandinavian(
  'bocker>bok bockerna>bok fotter>fot ogon>oga ogonen>oga sjon>sjo sjoarna>sjo mannen>man mans>man gamla>gammal broderna>bror broder>bror',
  [
    ['arna', '', 6],
    ['erna', '', 6],
    ['orna', '', 6],
    ['ar', '', 5],
    ['er', '', 5],
    ['or', '', 5],
    ['an', '', 5],
    ['en', '', 5],
    ['et', '', 5],
    ['a', '', 4],
    ['e', '', 5],
  ],
);

/** Reduces a folded Danish word to its stem. */
export const stemDanish = createScandinavian(
  'byer>bye byen>bye byerne>bye maend>mand maendene>mand born>barn bornene>barn boger>bog boeger>bog fodder>fod trae>trae traeer>trae traeet>trae',
  [
    ['erne', '', 7],
    ['ene', '', 6],
    ['er', '', 5],
    ['en', '', 5],
    ['et', '', 5],
    ['e', '', 4],
  ],
);

/** Reduces a folded Norwegian word to its stem. */
export const stemNorwegian = createScandinavian(
  'byer>bye byen>bye byene>bye menn>man mennene>man fotter>fot gamle>gammel',
  [
    ['ene', '', 6],
    ['ane', '', 6],
    ['er', '', 5],
    ['ar', '', 5],
    ['en', '', 5],
    ['et', '', 5],
    ['a', '', 4],
    ['e', '', 4],
  ],
);
