// A street photographer who travels, in English: nearly every picture knows where it was taken.
import { bicycle, laundry, stairs, windowScene } from './draw-corners.ts';
import { harbour } from './draw-harbour.ts';
import { masthead } from './draw-prints.ts';
import { street } from './draw-streets.ts';
import { skyline } from './draw-town.ts';
import { bench, bridge, canal, market, neon, shadows } from './draw-walks.ts';
import type { Scene } from './drawing.ts';
import { copy, type Picture, type PictureOptions, picture, type Site, show } from './site.ts';

/** Cities by name, with a position in their middle. */
const CITIES = {
  lisbon: [38.7117, -9.13],
  porto: [41.1408, -8.611],
  london: [51.5079, -0.0877],
  lyon: [45.764, 4.827],
  naples: [40.846, 14.258],
  berlin: [52.504, 13.443],
  tokyo: [35.6938, 139.7034],
  seville: [37.3891, -5.9845],
  amsterdam: [52.3702, 4.883],
  valparaiso: [-33.0458, -71.6197],
  newYork: [40.7061, -73.9969],
  copenhagen: [55.6799, 12.5913],
} as const;

/** A photograph from a city. */
function from(
  city: keyof typeof CITIES,
  path: string,
  scene: Scene,
  size: readonly [number, number],
  taken: string,
  options: PictureOptions = {},
): Picture {
  const [latitude, longitude] = CITIES[city];
  return picture(path, scene, size, { shot: { latitude, longitude, taken }, ...options });
}

const FILM: PictureOptions = { film: true, quality: 50 };
const L = [720, 480] as const;
const P = [480, 640] as const;

const steps = from(
  'lisbon',
  'work/2012/steps.jpg',
  stairs('#c98a5a'),
  P,
  '2012:03:04 17:20:00',
  FILM,
);
const rain = from(
  'london',
  'work/2012/rain.jpg',
  street('storm', { wet: true, people: 8 }),
  [600, 400],
  '2012:04:11 08:45:00',
  FILM,
);
const square = from(
  'seville',
  'work/2012/square.jpg',
  shadows('#d9cbb0'),
  [600, 400],
  '2012:05:19 19:55:00',
  FILM,
);
const cat = from(
  'naples',
  'work/2012/cat.jpg',
  windowScene('#d9c0a0', '#4a5f5a', { cat: true }),
  P,
  '2012:06:02 10:30:00',
  FILM,
);
const wheels = from(
  'amsterdam',
  'work/2012/wheels.jpg',
  bicycle('#a8705a', '#2a2a30'),
  [600, 400],
  '2012:07:21 15:00:00',
  FILM,
);
const winterBench = from(
  'berlin',
  'work/2012/bench.jpg',
  bench('snow'),
  [600, 400],
  '2012:12:09 12:10:00',
  FILM,
);
const tram = from(
  'lisbon',
  'work/2014/tram-28.jpg',
  street('day', { tram: '#f2c230', people: 5 }),
  L,
  '2014:04:05 11:20:00',
);
const washing = from('naples', 'work/2014/washing.jpg', laundry('day'), P, '2014:05:17 12:40:00');
const windowRed = from(
  'lyon',
  'work/2014/red-shutters.jpg',
  windowScene('#c9a88a', '#a83a32', { lit: true }),
  P,
  '2014:09:12 20:15:00',
);
const canalDusk = from(
  'amsterdam',
  'work/2014/canal-dusk.jpg',
  canal('dusk'),
  L,
  '2014:10:04 18:50:00',
);
const stairsBlue = from(
  'valparaiso',
  'work/2016/blue-stairs.jpg',
  stairs('#4f7fa8', { walker: true }),
  P,
  '2016:02:13 18:05:00',
);
const bridgeDawn = from(
  'newYork',
  'work/2016/bridge-dawn.jpg',
  bridge('dawn'),
  L,
  '2016:06:30 05:40:00',
  { quality: 60 },
);
const bridgeSmall = {
  ...bridgeDawn,
  path: 'work/2016/bridge-dawn-360.jpg',
  width: 360,
  height: 240,
};
const towers = from(
  'newYork',
  'work/2016/towers.jpg',
  skyline('dusk', { towers: 34 }),
  L,
  '2016:07:01 20:35:00',
);
const towersDay = from(
  'tokyo',
  'work/2016/towers-day.jpg',
  skyline('day', { towers: 40 }),
  L,
  '2016:11:08 10:10:00',
);
const neonPicture = from(
  'tokyo',
  'work/2016/neon-rain.jpg',
  neon(['BAR', 'HOTEL', 'CAFE', 'OPEN']),
  P,
  '2016:11:09 22:25:00',
);
const neonAvif: Picture = { ...neonPicture, path: 'work/2016/neon-rain.avif', format: 'avif' };
const nightStreet = from(
  'berlin',
  'work/2019/night-street.webp',
  street('night', { wet: true, people: 6 }),
  L,
  '2019:01:18 23:05:00',
);
const autumnStreet = from(
  'copenhagen',
  'work/2019/avenue.webp',
  street('autumn', { trees: true }),
  L,
  '2019:10:13 16:20:00',
);
const canalDay = from(
  'copenhagen',
  'work/2019/new-harbour.webp',
  canal('noon'),
  L,
  '2019:10:14 12:00:00',
);
const bikeYellow = from(
  'copenhagen',
  'work/2019/yellow-bicycle.webp',
  bicycle('#6f8a9a', '#e0a030'),
  L,
  '2019:10:14 14:44:00',
);
const duskStreet = from(
  'porto',
  'work/2019/going-home.jpg',
  street('dusk', { people: 9 }),
  L,
  '2019:03:02 18:30:00',
);
const river = from(
  'porto',
  'work/2019/river-lights.jpg',
  harbour('dusk', { boats: 4 }),
  L,
  '2019:03:03 19:10:00',
);
const stalls = from('seville', 'work/2023/market-day.jpg', market, L, '2023:05:06 10:05:00', {
  seed: 'sevilla market',
});
const noonSquare = from(
  'seville',
  'work/2023/noon.avif',
  shadows('#e0a060'),
  L,
  '2023:05:07 13:15:00',
);
const dawnStreet = from(
  'lisbon',
  'work/2023/first-light.jpg',
  street('dawn', { people: 2 }),
  L,
  '2023:09:16 06:55:00',
);
const park = from('london', 'work/2023/park.jpg', bench('autumn'), L, '2023:11:05 11:30:00');
const stormBridge = from(
  'lisbon',
  'work/2023/red-bridge.jpg',
  bridge('storm'),
  L,
  '2023:10:20 16:00:00',
);
const nightBridge = from(
  'lyon',
  'work/2023/night-bridge.jpg',
  bridge('night'),
  L,
  '2023:12:08 21:00:00',
);

/** Pictures that other sites took over. */
export const PHOTOGRAPHER_PICTURES = { tram };

/** The photographer. `borrowed` stands on her page of favourites. */
export function photographer(borrowed: {
  readonly dawn: Picture;
  readonly orchid: Picture;
  readonly viaduct: Picture;
}): Site {
  return {
    name: 'inesmarlow',
    collection: 'personal-pages',
    host: 'inesmarlow.example',
    title: 'Ines Marlow, street photographs',
    language: 'en',
    colours: { ink: '#1d1d22', paper: '#f6f5f2', accent: '#2a2a30' },
    words: { visitors: 'Visitors', home: 'Home' },
    tile: picture('img/grain.gif', (drawing) => drawing.background('#eeeeee'), [40, 40]),
    banner: picture(
      'css/header.jpg',
      masthead('Ines Marlow', {
        colours: ['#1d1d22', '#6a6a72'],
        motif: (drawing) => drawing.circle([55, 50], 34, '#d9d6cf'),
      }),
      [720, 170],
      { film: true },
    ),
    pages: [
      {
        path: '2012.html',
        title: 'Black and white, 2012 - Ines Marlow',
        layout: 'blog',
        times: ['20121216120000', '20130801090000'],
        text: [
          'One year, one lens, six cities. All of it on film, all of it before lunch or after rain.',
          'He stopped once, looked back and went on.',
          'Nobody had told the umbrellas which way the wind was.',
        ],
        shows: [
          show(steps, 'Man on steps with a long shadow', 'Steps, Lisbon, March 2012'),
          show(
            rain,
            'People with umbrellas in the rain',
            'Rain on the way to work, London, April 2012',
          ),
          show(
            square,
            'People and their shadows on a square',
            'Evening shadows, Seville, May 2012',
          ),
          show(cat, 'Black cat in a window', 'The landlord, Naples, June 2012'),
          show(wheels, 'Bicycle against a brick wall', 'Left for a moment, Amsterdam, July 2012'),
          show(winterBench, 'Park bench in the snow', 'Nobody’s bench, Berlin, December 2012'),
        ],
      },
      {
        path: 'colour/',
        title: 'Colour | Ines Marlow',
        layout: 'figures',
        times: ['20141221120000', '20160320120000', '20190707120000'],
        text: ['I gave in and bought a camera that sees colour.'],
        shows: [
          show(tram, 'Yellow tram in a narrow street', 'Number 28, Lisbon', { how: 'lazy' }),
          show(washing, 'Washing lines between houses', 'Monday, Naples'),
          show(windowRed, 'Lit window with red shutters', 'Supper, Lyon'),
          show(canalDusk, 'Houses mirrored in a canal at dusk', 'Two rows of houses, Amsterdam', {
            how: 'lazy',
          }),
        ],
      },
      {
        path: 'cities/',
        title: 'Cities | Ines Marlow',
        layout: 'figures',
        times: ['20161204120000', '20190707120100', '20231231120000'],
        text: ['Bridges, towers, stairs and neon.'],
        shows: [
          show(bridgeDawn, 'Suspension bridge at dawn', 'First train over the bridge, New York', {
            how: 'srcset',
            others: [bridgeSmall],
          }),
          show(towers, 'Skyline at dusk with lit windows', 'Everybody is still at work, New York', {
            how: 'lazy',
          }),
          show(towersDay, 'Skyline of grey towers by day', 'Forty towers, Tokyo', { how: 'lazy' }),
          show(neonPicture, 'Neon signs and umbrellas at night', 'Neon and rain, Tokyo', {
            how: 'picture',
            others: [neonAvif],
          }),
          show(stairsBlue, 'Blue stairs with a walker', 'The blue stairs, Valparaíso'),
        ],
      },
      {
        path: 'north-and-south/',
        title: 'North and south | Ines Marlow',
        layout: 'figures',
        times: ['20191117120000', '20231231120100'],
        text: ['A year between Copenhagen, Berlin and Porto.'],
        shows: [
          show(nightStreet, 'Wet street at night', 'Wet street, Berlin', { how: 'lazy' }),
          show(
            autumnStreet,
            'Avenue with orange trees in autumn',
            'The avenue in October, Copenhagen',
            { how: 'lazy' },
          ),
          show(canalDay, 'Coloured houses by the water', 'Houses by the water, Copenhagen'),
          show(bikeYellow, 'Yellow bicycle with flowers', 'Yellow bicycle, Copenhagen'),
          show(duskStreet, 'People walking home at dusk', 'Going home, Porto'),
          show(river, 'Harbour lights at dusk', 'River lights, Porto'),
        ],
      },
      {
        path: 'new/',
        title: 'New work | Ines Marlow',
        layout: 'figures',
        times: ['20231231120200', '20240801120000'],
        text: ['Pictures of last year, in no order.'],
        shows: [
          show(stalls, 'Market stalls from above', 'Market day, Seville', { how: 'lazy' }),
          show(noonSquare, 'Orange square at noon with shadows', 'Noon, Seville'),
          show(dawnStreet, 'Empty street at first light', 'First light, Lisbon', { how: 'lazy' }),
          show(park, 'Bench under autumn trees', 'The park in November, London'),
          show(stormBridge, 'Bridge under storm clouds', 'The red bridge before the storm, Lisbon'),
          show(nightBridge, 'Bridge at night', 'Night bridge, Lyon'),
        ],
      },
      {
        path: 'favourites/',
        title: 'Pictures by others that I like | Ines Marlow',
        layout: 'figures',
        times: ['20191117120100', '20231231120300'],
        text: ['None of these are mine. Each links to where I found it.'],
        shows: [
          show(
            copy(borrowed.dawn, 'found/harbour.jpg'),
            'Harbour at dawn with a lighthouse',
            'From the newspaper of Porto Salgado',
          ),
          show(
            copy(borrowed.orchid, 'found/orchid.jpg'),
            'Purple orchid',
            'From a garden in Valserena',
          ),
          show(
            copy(borrowed.viaduct, 'found/viaduct.jpg'),
            'Steam train on a viaduct',
            'From the railway museum in Thornbeck',
          ),
        ],
      },
    ],
  };
}
