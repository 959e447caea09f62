// Dutch: plurals, endings of adjectives and diminutives to one stem, on folded text.
//
// Spelling keeps the sound: `boom`, `bomen`, but `bom`, `bommen`; `huis`, `huizen`; `brief`, `brieven`. So what is left of an ending gets
// back the letters that a word without it has.
import { createStemmer, pairs, unchanged } from './suffix-rules.ts';

const irregular = new Map([
  ...unchanged('meisje beetje radio studio video mensen amsterdam nederland'),
  ...pairs('kinderen>kind eieren>ei bladeren>blad liederen>lied kleren>kleed goederen>goed'),
  ...pairs(
    'steden>stad schepen>schip leden>lid koeien>koe musea>museum mensen>mens meisjes>meisje',
  ),
  // Short in the singular, long in the plural.
  ...pairs('dagen>dag wegen>weg daken>dak gaten>gat glazen>glas paden>pad graven>graf sloten>slot'),
  ...pairs('spelen>spel hoven>hof oorlogen>oorlog bevelen>bevel vaten>vat'),
]);

const endings = createStemmer({
  irregular,
  steps: [
    [
      ['els', 'el', 6], // tempels
      ['ers', 'er', 6],
      ['ens', 'en', 6],
      ['ors', 'or', 6],
      ['ies', 'ie', 6],
      ['jes', 'je', 6],
    ],
    [
      ['pje', '', 7], // boompje
      ['tje', '', 7],
      ['je', '', 6],
    ],
  ],
});

/** Reduces a folded Dutch word to its stem. */
export function stemDutch(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  const stem = endings(word);
  const again = irregular.get(stem);
  if (again !== undefined) return again;
  if (stem.length >= 5 && stem.endsWith('en')) return respell(stem.slice(0, -2));
  if (stem.length >= 4 && stem.endsWith('e') && !stem.endsWith('ee') && !stem.endsWith('ie')) {
    return respell(stem.slice(0, -1));
  }
  return stem;
}

/** A word that lost an ending as it is written without: `bomm` is `bom`, `bom` is `boom`, `huiz` is `huis`. */
function respell(word: string): string {
  if (/([b-df-hj-np-tv-z])\1$/.test(word)) return word.slice(0, -1);
  const long = word.replace(/(^|[^aeiou])([aeou])([b-df-hj-np-tvz])$/, '$1$2$2$3');
  return long.replace(/z$/, 's').replace(/v$/, 'f');
}
