// Spanish: plural and safe feminine forms to one stem, on folded text.
//
// Light in the sense of J. Savoy (see stem-portuguese.ts), with rules of our own. Final -o and -a
// stay apart (`caso`, `casa`; `puerto`, `puerta`) except after endings of adjectives and in a few words.
import { createStemmer, pairs, unchanged } from './suffix-rules.ts';

const irregular = new Map([
  ...unchanged('dios adios martes ademas tres interes mejora'),
  ...pairs('intereses>interes taxis>taxi menus>menu tribus>tribu safaris>safari'),
  // Common adjectives and persons; their plurals come here after the first step.
  ...pairs('nina>nino chica>chico hija>hijo amiga>amigo blanca>blanco negra>negro roja>rojo'),
  ...pairs('amarilla>amarillo nueva>nuevo vieja>viejo antigua>antiguo pequena>pequeno'),
  ...pairs('bonita>bonito alta>alto colombiana>colombiano italiana>italiano cubana>cubano'),
]);

/** Reduces a folded Spanish word to its stem. */
export const stemSpanish = createStemmer({
  irregular,
  steps: [
    [
      ['ces', 'z', 5], // luces
      ['ss', 'ss'],
      ['is', 'is'], // crisis, país
      ['us', 'us'], // virus, autobús
      ['es', 'es'], // the last step
      ['as', 'a', 4],
      ['os', 'o', 4],
      ['s', '', 5], // clubs
    ],
    [
      ['esa', '', 7], // inglesa, as inglés in the last step
      ['ora', 'or', 6], // profesora
      ['osa', 'oso', 6],
      ['iva', 'ivo', 6],
      ['ica', 'ico', 7], // histórica; not música, músico
      ['icana', 'icano', 7], // americana; not Adriana, Adriano
      ['ada', 'ado', 7],
      ['ida', 'ido', 8], // conocida; not partida, partido
      ['imera', 'imero', 7], // primera
      ['rcera', 'rcero', 7], // tercera
    ],
    [
      // As in Portuguese: ciudades and clases cannot be told apart by their endings.
      ['eses', '', 7],
      ['ese', '', 7],
      ['ce', 'z', 5], // bronce, whose plural bronces went to -z above
      ['es', '', 5],
      ['e', '', 4],
    ],
  ],
});
