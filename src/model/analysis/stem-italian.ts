// Italian: plural and safe feminine forms to one stem, on folded text.
//
// The light stemmers of J. Savoy (see stem-portuguese.ts) drop the last vowel, which makes one
// stem of `casa`, `case`, `caso`, `casi`. Here -o and -i go, -a stays, and -e goes where it is a
// singular (`immagine`, `immagini`) and becomes -a where it is the plural of one (`case`).
import { createStemmer, pairs, type SuffixRule, unchanged } from './suffix-rules.ts';

/** Singulars in -e whose ending does not tell. */
const SINGULARS =
  'cane pane notte parte arte morte sorte rete classe grande verde piede sede fede valle pelle ' +
  'torre principe regime confine crimine termine ordine disordine margine vergine origine mille ' +
  'padre madre salute estate neve breve base mente sale fine bene monte ponte';

const irregular = new Map([
  ...SINGULARS.split(' ').map((word): [string, string] => [word, word.slice(0, -1)]),
  // Plurals that look like such singulars.
  ...pairs('pagine>pagina chiese>chiesa spese>spesa imprese>impresa difese>difesa scale>scala'),
  ...pairs('piante>pianta volte>volta gare>gara squadre>squadra piume>piuma dame>dama sante>santa'),
  ...pairs('uomo>uom uomini>uom uova>uov braccia>bracc dita>dit labbra>labbr'),
  ...pairs('rossa>ross rosse>ross bianca>bianc bianche>bianc gialla>giall gialle>giall'),
  ...pairs('piccola>piccol piccole>piccol nuova>nuov nuove>nuov'),
  ...unchanged('serie specie cinema citta'),
]);

/** Endings whose four vowels all go: the feminine is the same word, or there is none. */
const MERGED: readonly SuffixRule[] = ['er', 'av', 'ist'].flatMap((ending): SuffixRule[] => {
  const least = ending === 'ist' ? 6 : 4;
  return ['a', 'e'].map((vowel): SuffixRule => [ending + vowel, ending, least]);
});

/** Reduces a folded Italian word to its stem. */
export const stemItalian = createStemmer({
  irregular,
  steps: [
    [
      ...MERGED, // nero, nera, neri, nere; artista, artisti
      // Masculine plurals, and the masculine singulars they meet.
      ['chi', 'c', 5], // fuochi
      ['ghi', 'g', 5], // laghi
      ['i', '', 4],
      ['io', '', 5], // studio, studi
      ['o', '', 4],
      // Feminine adjectives.
      ['osa', 'os', 6],
      ['ose', 'os', 6],
      ['iva', 'iv', 6],
      ['ive', 'iv', 6],
      ['ica', 'ic', 7], // politica; not musica
      ['iche', 'ic', 8],
      ['icana', 'ican', 7],
      ['icane', 'ican', 7],
      ['ata', 'at', 7],
      ['ate', 'at', 7],
      // Greek masculines in -a.
      ['ema', 'em', 6], // problema
      ['amma', 'amm', 7], // programma
      ['orama', 'oram', 7],
      // Soft c and g: provincia, province; spiaggia, spiagge.
      ['cia', 'c', 6],
      ['cie', 'c', 6],
      ['gia', 'g', 6],
      ['gie', 'g', 6],
      ['ce', 'c', 4], // luce, attrice
      ['gge', 'gg', 5],
      // Hard ones: barca, barche.
      ['che', 'ca', 5],
      ['ghe', 'ga', 5],
      // Singulars in -e.
      ['ione', 'ion', 5],
      ['zone', 'zon', 6],
      ['ore', 'or', 4],
      ['are', 'ar', 4],
      ['ale', 'al', 5],
      ['ile', 'il', 5],
      ['evole', 'evol', 7],
      ['agine', 'agin', 6],
      ['nte', 'nt', 5],
      ['ese', 'es', 4],
      ['ume', 'um', 5],
      ['ome', 'om', 4],
      ['ame', 'am', 5],
      // Every other -e is a plural.
      ['e', 'a', 4],
    ],
  ],
});
