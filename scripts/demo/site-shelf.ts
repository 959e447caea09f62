// A shelf of free photographs, in English: each one says who took it and under which licence.
import { masthead } from './draw-prints.ts';
import { type Edit, photograph } from './photograph.ts';
import { type Page, picture, type Shown, type Site, show } from './site.ts';

/** A photograph on the shelf, in a large and a small size. */
function onShelf(
  name: string,
  [width, height]: readonly [number, number],
  [alt, caption]: readonly [string, string],
  { small, ...edit }: Edit & { readonly small?: number } = {},
): Shown {
  const subject = photograph(name, edit);
  const large = picture(`photos/${name}.jpg`, subject, [width, height], { quality: 74 });
  const options = { credit: subject.credit };
  if (small === undefined) return show(large, alt, caption, options);
  const size = [small, Math.round((height * small) / width)] as const;
  const less = picture(`photos/${name}-${small}.jpg`, subject, size, { quality: 60 });
  return show(large, alt, caption, { ...options, how: 'srcset', others: [less] });
}

const L = [800, 533] as const;
const T = [800, 600] as const;
const Q = [512, 512] as const;

const page = (path: string, title: string, times: readonly string[], shows: Shown[]): Page => ({
  path,
  title: `${title} | The Open Shelf`,
  layout: 'figures',
  times,
  text: ['Take what you like. Say who made it, and keep the licence.'],
  shows,
  credits: 'markup',
});

/** The shelf. */
export const shelf: Site = {
  name: 'openshelf',
  collection: 'open-pictures',
  host: 'www.openshelf.example',
  title: 'The Open Shelf',
  language: 'en',
  licence: 'CC0-1.0 but for the photographs, see demo/README.md',
  colours: { ink: '#20262c', paper: '#fbfaf7', accent: '#2f5d62' },
  words: { visitors: 'Visitors', home: 'Home' },
  tile: picture('img/paper.gif', (drawing) => drawing.background('#f4f2ec'), [40, 40]),
  banner: picture(
    'css/shelf.jpg',
    masthead('The Open Shelf', {
      colours: ['#2f5d62', '#a7c4bc'],
      motif: (drawing) => drawing.circle([55, 50], 30, '#fbfaf7'),
    }),
    [720, 170],
  ),
  pages: [
    page(
      'nature/',
      'Nature',
      ['20140302100000', '20180610100000', '20230115100000'],
      [
        onShelf('dandelion', [800, 450], ['Dandelion clock in a meadow', 'Seeding'], {
          small: 400,
        }),
        onShelf('dragonfly', T, ['Dragonfly on a twig', 'A dragonfly among the leaves']),
        onShelf('nuthatch', [800, 450], ['Nuthatch on a tree trunk', 'A nuthatch looks around'], {
          small: 400,
        }),
        onShelf('dahlia', [640, 427], ['Orange dahlia', 'A dahlia in full bloom'], { small: 320 }),
        onShelf('cat', [451, 300], ['Face of a tabby cat', 'Chelsea the cat']),
        onShelf('friends', [400, 600], ['Two dogs at a window', 'Friends at the window']),
        onShelf('grass', Q, ['Grass, black and white', 'Some grass']),
      ],
    ),
    page(
      'landscape/',
      'Mountains and water',
      ['20140302100100', '20180610100100', '20240220100000'],
      [
        onShelf('picos', T, ['Path in the Picos de Europa', 'Picos de Europa'], {
          small: 400,
          hasRights: true,
        }),
        onShelf('aitzgorri', L, ['Aizkorri ridge above a meadow', 'Autumn below Aizkorri'], {
          small: 400,
        }),
        onShelf('stream', L, ['Stream in a forest', 'A stream among mossy rocks'], { small: 400 }),
        onShelf('sunset', L, ['Sunset on a mountain top', 'Last light on the summit'], {
          small: 400,
        }),
        onShelf('milky-way', [600, 600], ['Milky Way over the sea', 'Infinite sea']),
        onShelf('bridge', [800, 450], ['Cables of a bridge', 'Bridge and sky']),
        onShelf('pagoda', [640, 427], ['Pagoda above a lake', 'A pagoda in Beijing'], {
          small: 320,
        }),
      ],
    ),
    page(
      'things/',
      'Things',
      ['20160505100000', '20200711100000'],
      [
        onShelf('coffee', [600, 400], ['Cup of espresso on a wooden table', 'An espresso'], {
          small: 300,
          hasRights: true,
        }),
        onShelf('fig', L, ['Half a fig in a red bowl', 'Half a fig']),
        onShelf('brushes', T, ['Paint brushes full of colour', 'Brushes after work'], {
          small: 400,
        }),
        onShelf('wine', [400, 600], ['Wine bottle and a drum', 'Wine and a drum']),
        onShelf('clock', T, ['Wall clock seen from below', 'Green tock']),
        onShelf('free', T, ['Toy bird under a lamp', 'Free']),
        onShelf('brick', Q, ['Brick pavement', 'Bricks']),
        onShelf('gravel', Q, ['Gravel', 'Gravel']),
      ],
    ),
    page(
      'history/',
      'Space and science',
      ['20150820100000', '20190401100000', '20240220100100'],
      [
        onShelf('astronaut', Q, ['Astronaut Eileen Collins', 'Eileen Collins, portrait by NASA'], {
          small: 256,
          hasRights: true,
        }),
        onShelf('rocket', [640, 427], ['Falcon 9 before the launch', 'DSCOVR on a Falcon 9'], {
          small: 320,
        }),
        onShelf('deep-field', [800, 698], ['Thousands of galaxies', 'Hubble eXtreme Deep Field']),
        onShelf('camera', Q, ['Man with a film camera on a tripod', 'The cameraman']),
      ],
    ),
  ],
};
