// Russian, Polish and Czech: cases and numbers of nouns and adjectives to one stem, on folded text.
//
// Light stemmers in the spirit of L. Dolamic and J. Savoy, with rules of our own. Folding has made `и` of `й` and `l` of `ł` already.
import { createStemmer, pairs, type SuffixRule, unchanged } from './suffix-rules.ts';

/** Endings that vanish, the longest first. */
function endings(text: string): SuffixRule[] {
  return text
    .split(' ')
    .sort((a, b) => b.length - a.length)
    .map((ending): SuffixRule => [ending, '']);
}

/** Reduces a folded Russian word to its stem. */
export const stemRussian = createStemmer({
  irregular: new Map([
    ...pairs(
      'люди>человек людеи>человек дети>ребен детеи>ребен ребенок>ребен музеи>музе музеем>музе',
    ),
    ...pairs(
      'церковь>церкв церкви>церкв церквеи>церкв девушек>девушк картинок>картинк открыток>открытк',
    ),
  ]),
  steps: [
    endings(
      'иями ями ами ыми ими ого его ому ему иях иям ием иеи ов ев еи ои ом ем ам ям ах ях ых их ыи ии ая яя ое ее ые ие ую юю ия ию ью а я о е ы и у ю ь',
    ),
  ],
});

/** Reduces a folded Polish word to its stem. */
export const stemPolish = createStemmer({
  irregular: new Map([
    ...unchanged('krakow rzeszow tarnow chorzow'),
    ...pairs(
      'psy>pies psow>pies psa>pies ludzie>czlowiek ludzi>czlowiek dzieci>dzieck miescie>miast rzece>rzek',
    ),
  ]),
  steps: [
    endings(
      'iami ami iach ach iego ego iemu emu iej ej ymi imi ych ich owi ow iom om iem em ie ia iu io a e i o u y',
    ),
    [['ek', 'k', 5]], // zamek, zamku
  ],
});

/** Reduces a folded Czech word to its stem. */
export const stemCzech = createStemmer({
  irregular: new Map([
    ...pairs(
      'dum>dom domu>dom praze>prah rece>rek lide>clovek lidi>clovek deti>dit dite>dit psi>pes psu>pes',
    ),
  ]),
  steps: [
    endings('ovi ove emi ami ach ech ich ych eho emu ymi imi ou em um am a e i o u y'),
    [['ek', 'k', 5]],
  ],
});
