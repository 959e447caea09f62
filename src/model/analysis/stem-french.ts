// French: plural and safe feminine forms to one stem, on folded text.
//
// In the spirit of J. Savoy (see stem-portuguese.ts), with rules of our own. A final -e goes only
// after endings of adjectives: `port` and `porte`, `vent` and `vente`, `Michel` and `Michèle` are different.
import { createStemmer, pairs, unchanged } from './suffix-rules.ts';

const irregular = new Map([
  // Words that end in s of themselves, where the rest would be another word.
  ...unchanged(
    'pays paris fils cours bras mois fois temps plus sous vers mars sens gros gris mais sans',
  ),
  // Words that look feminine and are not, and names.
  ...unchanged('fraise francoise danielle gabrielle marcelle michelle emmanuelle adrienne'),
  ...pairs('travaux>travail vitraux>vitrail coraux>corail yeux>oeil bijoux>bijou'),
  ...pairs('blanche>blanc noire>noir bleue>bleu grise>gris grosse>gros petite>petit haute>haut'),
  ...pairs('longue>long vieille>vieu'),
]);

/** Reduces a folded French word to its stem. */
export const stemFrench = createStemmer({
  irregular,
  steps: [
    [
      ['eaux', 'eau'],
      ['yaux', 'yau', 5], // tuyaux
      ['aux', 'al', 6], // chevaux; not faux, taux
      ['eux', 'eu', 4], // jeux; heureux too, as heureuse below
      ['oux', 'ou', 5], // genoux; not doux
      ['ss', 'ss'],
      ['s', '', 4],
    ],
    [['ee', 'e', 7]], // arrivée as arrivé; not entrée
    [
      ['euse', 'eu', 6],
      ['trice', 'teur', 7], // actrice
      ['iere', 'ier', 7], // première
      ['ive', 'if', 6], // sportive
      ['oise', 'oi', 6], // chinoise; chinois lost its s above
      ['aise', 'ai', 6], // française
      ['ale', 'al', 5], // nationale
      ['elle', 'el', 7], // naturelle
      ['enne', 'en', 7], // parisienne
      ['aine', 'ain', 7], // africaine
      ['ante', 'ant', 7], // importante; not plante
      ['ente', 'ent', 7], // présidente; not vente
      ['ande', 'and', 6], // grande; not bande
      ['verte', 'vert', 5], // verte, ouverte
      ['eure', 'eur', 8], // supérieure
    ],
  ],
});
