// Portuguese: plural and safe feminine forms to one stem, on folded text.
//
// In the spirit of the light stemmers of J. Savoy, "Light Stemming Approaches for the French,
// Portuguese, German and Hungarian Languages" (SAC 2006), with rules of our own: accents are gone
// before, since many people leave them out, and -o and -a stay apart (`caso`, `casa`; `Paulo`,
// `Paula`) except after endings of adjectives and professions.
import { createStemmer, pairs, unchanged } from './suffix-rules.ts';

const irregular = new Map([
  ...unchanged('jamais demais seis tres deus lapis tenis gratis paris louis luis'),
  ...pairs('maes>mae bois>boi herois>heroi taxis>taxi safaris>safari biquinis>biquini fans>fan'),
  // Common adjectives and persons; their plurals come here after the first step.
  ...pairs('branca>branco preta>preto vermelha>vermelho amarela>amarelo roxa>roxo nova>novo'),
  ...pairs('velha>velho antiga>antigo pequena>pequeno bonita>bonito alta>alto menina>menino'),
  ...pairs('italiana>italiano romana>romano humana>humano urbana>urbano'),
]);

/** Reduces a folded Portuguese word to its stem. */
export const stemPortuguese = createStemmer({
  irregular,
  steps: [
    [
      ['oes', 'ao', 5], // eleições
      ['aes', 'ao', 4], // cães
      ['ais', 'al', 5], // animais; not mais, pais
      ['eis', 'el', 5], // papéis
      ['eis', 'ei', 4], // reis
      ['ois', 'ol', 5], // faróis
      ['uis', 'ul', 5], // azuis
      ['is', 'il', 5], // perfis
      ['ns', 'm', 4], // imagens
      ['ss', 'ss'],
      ['es', 'es'], // the last step
      ['as', 'a', 4],
      ['os', 'o', 4],
      ['s', '', 5], // clubs
    ],
    [
      ['esa', '', 7], // portuguesa, as portugues in the last step
      ['ora', 'or', 6], // professora
      ['osa', 'oso', 6], // famosa
      ['iva', 'ivo', 5], // ativa
      ['ica', 'ico', 7], // histórica; not música, músico
      ['icana', 'icano', 7], // americana; not Adriana, Adriano
      ['ileira', 'ileiro', 8], // brasileira; not Ferreira, ferreiro
      ['rimeira', 'rimeiro', 8],
      ['rceira', 'rceiro', 8], // terceira, parceira
      ['ada', 'ado', 7], // deputada
      ['ida', 'ido', 8], // conhecida; not partida, partido
    ],
    [
      // All of -e, -es, -ese, -eses go, since flor and flores, torre and torres, inglês and
      // ingleses cannot be told apart without a dictionary.
      ['eses', '', 7],
      ['ese', '', 7],
      ['es', '', 5],
      ['e', '', 4],
      ['il', 'el', 5], // fácil, whose plural fáceis went to -el above
    ],
  ],
});
