// German: cases and plurals to one stem, on folded text.
//
// In the spirit of J. Savoy (see stem-portuguese.ts), with rules of our own. Folding has made a of
// ä already; ae, oe and ue of keyboards without umlauts are treated alike.
import { createStemmer, pairs, type SuffixRule, unchanged } from './suffix-rules.ts';

const irregular = new Map([
  ...unchanged('modern intern extern western ostern bayern eltern stern rechts links nichts'),
  ...unchanged('muller fischer'), // names far oftener than rubbish and fish
  ...unchanged('sachsen sicher'),
  ...pairs('rader>rad bader>bad taler>tal museen>museum roter>rot guter>gut neuer>neu'),
]);

/** Genitives and plurals in -s, where a noun would hardly end so of itself. */
const FINAL_S: readonly SuffixRule[] = [
  ['os', 'o', 5], // Autos
  ['as', 'a', 6], // Kameras
  ...Array.from('bdfghklmnprt', (letter): SuffixRule => [`${letter}s`, letter, 5]),
];

const stem = createStemmer({
  irregular,
  steps: [
    FINAL_S,
    [
      ['innen', 'in', 8], // Lehrerinnen
      ['ern', '', 7], // Bildern
      ['ern', 'er', 5], // Bauern
      ['eln', 'el', 6], // Regeln
      ['en', '', 5], // Wahlen
      ['er', '', 6], // Häuser
      ['es', '', 5], // Hauses
      ['e', '', 4], // Städte
    ],
    [['ss', 's', 5], ...FINAL_S], // Ergebnisse; Impulse as Impuls
  ],
});

/** Reduces a folded German word to its stem. */
export function stemGerman(word: string): string {
  return stem(withoutUmlautSpelling(word));
}

/** `haeuser` as `hauser`. Not after a vowel or q: `neue`, `Steuer`, `Quelle`. */
function withoutUmlautSpelling(word: string): string {
  if (word.length < 5) return word;
  let out = '';
  let from = 0;
  for (let index = word.indexOf('e', 1); index > 0; index = word.indexOf('e', index + 1)) {
    const isSpelling =
      'aou'.includes(word.charAt(index - 1)) &&
      (index < 2 || !'aeiouq'.includes(word.charAt(index - 2)));
    if (!isSpelling) continue;
    out += word.slice(from, index);
    from = index + 1;
  }
  return from === 0 ? word : out + word.slice(from);
}
