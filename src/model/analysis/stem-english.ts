// English: plurals to singulars, on folded text; possessives are gone already.
//
// A plural stemmer in the spirit of D. Harman, "How Effective Is Suffixing?" (1991), with rules of
// our own. -ing, -er and -ed stay, since `building`, `painting` and `wedding` are things one looks for; but a few words for what people do,
// and for who does it, are listed: whoever seeks `swim` means `swimming` and `swimmers` too.
import { createStemmer, pairs, unchanged } from './suffix-rules.ts';

const irregular = new Map([
  ...unchanged('news series species always perhaps lens mars jeans customs christmas canvas'),
  ...unchanged('texas atlas dallas vegas bias alias kansas arkansas wales james charles hans'),
  // Surnames that are not the plural of a first name.
  ...unchanged('adams williams roberts edwards phillips peters richards andrews stevens jones'),
  ...pairs('men>man women>woman children>child feet>foot teeth>tooth mice>mouse geese>goose'),
  ...pairs('people>person oxen>ox businessmen>businessman salesmen>salesman craftsmen>craftsman'),
  ...pairs('swimming>swim swimmer>swim swam>swim running>run runner>run jogging>jog jogger>jog'),
  ...pairs('skiing>ski skier>ski surfing>surf surfer>surf skating>skate skater>skate'),
  ...pairs('dancing>dance dancer>dance singing>sing singer>sing climbing>climb climber>climb'),
  ...pairs('diving>dive diver>dive hiking>hike hiker>hike riding>ride rider>ride'),
  ...pairs('cycling>cycle cyclist>cycle farming>farm farmer>farm gardening>garden gardener>garden'),
  ...pairs('policemen>policeman firemen>fireman fishermen>fisherman gentlemen>gentleman'),
  ...pairs('sportsmen>sportsman sportswomen>sportswoman'),
  ...pairs('wolves>wolf leaves>leaf knives>knife lives>life wives>wife shelves>shelf'),
  ...pairs('halves>half calves>calf thieves>thief loaves>loaf scarves>scarf elves>elf'),
  ...pairs('movies>movie cookies>cookie zombies>zombie calories>calorie selfies>selfie'),
  ...pairs('brownies>brownie rookies>rookie hippies>hippie prairies>prairie'),
  ...pairs('caches>cache aches>ache headaches>headache moustaches>moustache niches>niche'),
  ...pairs('avalanches>avalanche axes>axe buses>bus gases>gas lenses>lens canvases>canvas'),
  ...pairs('canoes>canoe shoes>shoe horseshoes>horseshoe snowshoes>snowshoe'),
  ...pairs('menus>menu gurus>guru taxis>taxi skis>ski kiwis>kiwi bikinis>bikini safaris>safari'),
]);

/** Reduces a folded English word to its stem. */
export const stemEnglish = createStemmer({
  irregular,
  steps: [
    [
      ['ies', 'y', 5], // cities; not ties
      ['sses', 'ss'],
      ['xes', 'x'],
      ['ches', 'ch'],
      ['shes', 'sh'],
      ['zzes', 'zz'],
      ['ruses', 'rus', 7], // viruses, choruses
      ['puses', 'pus', 7],
      ['nuses', 'nus', 7],
      ['tuses', 'tus', 7],
      ['cuses', 'cus', 8], // circuses
      ['oes', 'o', 6], // heroes
      ['ss', 'ss'],
      ['us', 'us'],
      ['is', 'is'],
      ['s', '', 4],
    ],
  ],
});
