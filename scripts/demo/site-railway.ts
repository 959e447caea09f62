// A railway museum, in English.
import { lineMap } from './draw-maps.ts';
import { groupPhoto, portrait } from './draw-portraits.ts';
import { aged, masthead, poster, ticket } from './draw-prints.ts';
import { contourMap } from './draw-relief.ts';
import { modelRailway, signal, station, train, viaduct, wheel } from './draw-trains.ts';
import { chart } from './draw-weather.ts';
import { copy, picture, type Site, show } from './site.ts';

const S = [380, 253] as const;
const M = [560, 340] as const;
const L = [760, 428] as const;

const engine7 = picture('pics/no7.jpg', train('day', 'steam', { colour: '#2f5d3a' }), S, {
  quality: 50,
});
const stationOld = picture('pics/thornbeck-station.jpg', aged(station('day', 'THORNBECK')), S, {
  quality: 50,
});
const viaductOld = picture('pics/viaduct.jpg', viaduct('day'), S, { quality: 50 });
const ticketOld = picture(
  'pics/ticket.gif',
  ticket({ from: 'THORNBECK', to: 'ELDERS END', price: '4d', colour: '#e6cf9a' }),
  [360, 240],
);
const lines = picture(
  'pics/linemap.gif',
  lineMap(
    [
      { colour: '#b0392e', stops: ['Thornbeck', 'Mill Lane', 'Garth', 'Elders End'] },
      { colour: '#2f5f8a', stops: ['Low Moor', 'Mill Lane', 'Fellside'] },
      { colour: '#3f7a4a', stops: ['Quarry', 'Garth', 'Slate Wharf'] },
    ],
    'The valley lines in 1911',
  ),
  [480, 320],
);
const wheelPicture = picture('gallery/driving-wheel.jpg', wheel, M);
const blackEngine = picture(
  'gallery/black-prince.jpg',
  train('dawn', 'steam', { colour: '#26262c', coach: '#5a3f2a' }),
  M,
);
const blueEngine = picture(
  'gallery/blue-lady.jpg',
  train('noon', 'steam', { colour: '#24508a', coach: '#8a5a2e' }),
  M,
);
const redEngine = picture(
  'gallery/redcap.jpg',
  train('autumn', 'steam', { colour: '#a83232', coach: '#2f5d3a' }),
  M,
);
const diesel = picture(
  'gallery/class-12-diesel.jpg',
  train('day', 'diesel', { colour: '#2f4f8a', coach: '#c9c4ba' }),
  M,
);
const railcar = picture(
  'gallery/railcar-in-snow.jpg',
  train('snow', 'railcar', { colour: '#b0392e' }),
  M,
);
const electric = picture(
  'gallery/evening-electric.jpg',
  train('dusk', 'electric', { colour: '#7a2e5a', coach: '#7a2e5a' }),
  M,
);
const semaphore = picture('gallery/signal.jpg', signal, [440, 560]);
const driver = picture(
  'people/driver.jpg',
  portrait({ hat: 'cap', beard: true, clothes: '#2a3f5a' }),
  [360, 430],
);
const guard = picture(
  'people/guard.jpg',
  portrait({ hat: 'cap', hair: 'bun', clothes: '#3a3f4a' }),
  [360, 430],
);
const painter = picture(
  'people/sign-painter.jpg',
  portrait({ hair: 'curls', glasses: true, clothes: '#b98a4f' }),
  [360, 430],
);
const volunteers = picture(
  'people/volunteers.jpg',
  groupPhoto({ clothes: '#33506a' }, { rows: [6, 5], ground: '#9a9086', sky: '#c9b48a' }),
  M,
);
const model = picture('gallery/model-layout.jpg', modelRailway, M);
const posterSeaside = picture(
  'posters/to-the-sea.png',
  poster(['BY RAIL', 'to the seaside'], {
    colours: ['#f2efe0', '#2f6f7a', '#e0a030'],
    form: 'waves',
  }),
  [400, 560],
);
const posterHills = picture(
  'posters/hills.png',
  poster(['THE FELLS', 'return tickets 3/6'], {
    colours: ['#f7e9c8', '#5d8f3e', '#8a5a2e'],
    form: 'sun',
  }),
  [400, 560],
);
const posterGala = picture(
  'posters/gala.png',
  poster(['STEAM GALA', '21-23 September'], {
    colours: ['#f6e6cf', '#a83232', '#26262c'],
    form: 'rays',
  }),
  [400, 560],
);
const autumnViaduct = picture('photos/viaduct-autumn.jpg', viaduct('autumn'), L, {
  shot: {
    latitude: 54.3921,
    longitude: -2.3344,
    taken: '2014:10:11 14:20:00',
    description: 'Garth viaduct in October',
  },
});
const autumnSmall = {
  ...autumnViaduct,
  path: 'photos/viaduct-autumn-400.jpg',
  width: 400,
  height: 225,
};
const dawnViaduct = picture('photos/viaduct-dawn.jpg', viaduct('dawn', { colour: '#26262c' }), L, {
  shot: { latitude: 54.3924, longitude: -2.3339, taken: '2014:05:02 05:31:00' },
});
const nightStation = picture('photos/station-night.jpg', station('night', 'THORNBECK'), L, {
  shot: {
    latitude: 54.4013,
    longitude: -2.3112,
    taken: '2014:12:13 17:48:00',
    description: 'Thornbeck station on Christmas train night',
  },
});
const snowTrain = picture(
  'photos/santa-special.webp',
  train('snow', 'steam', { colour: '#a83232', coach: '#2f5d3a' }),
  L,
);
const stormTrain = picture(
  'photos/storm-run.webp',
  train('storm', 'diesel', { colour: '#d9822b', coach: '#3d5a8a' }),
  L,
);
const nightTrain = picture(
  'photos/night-mail.avif',
  train('night', 'steam', { colour: '#26262c', coach: '#7a2e2e' }),
  L,
);
const eldersEnd = picture('photos/elders-end.jpg', station('dusk', 'ELDERS END'), L, {
  shot: { latitude: 54.4391, longitude: -2.2508, taken: '2018:08:19 20:11:00' },
});
const walk = picture(
  'maps/line-walk.png',
  contourMap('atlas', { title: 'Walk along the old line' }),
  [640, 440],
);
const visitors = picture(
  'img/visitors.svg',
  chart({
    title: 'Visitors in thousands',
    values: [12, 14, 13, 18, 22, 25, 9, 16, 27, 31],
    labels: ['14', '15', '16', '17', '18', '19', '20', '21', '22', '23'],
    colour: '#a83232',
  }),
  [640, 400],
);
const missing = picture('pics/engine-shed.jpg', station('day', 'SHED'), S, { fault: 'missing' });
const inlineWheel = picture('inline/wheel.png', wheel, [96, 96]);

/** Pictures that other sites took over. */
export const RAILWAY_PICTURES = { autumnViaduct, posterSeaside };

/** The museum. */
export const railway: Site = {
  name: 'thornbeckrailway',
  collection: 'museums-and-gardens',
  host: 'www.thornbeckrailway.example',
  title: 'Thornbeck Valley Railway Museum',
  language: 'en',
  colours: { ink: '#2a211c', paper: '#f5efe2', accent: '#7a2e2e' },
  words: { visitors: 'Visitors to this page', home: 'Home' },
  tile: picture(
    'img/bricks.gif',
    (drawing) => {
      drawing.background('#e6dccb');
      for (let row = 0; row < 4; row++)
        drawing.rect([row % 2 === 0 ? 2 : -48, row * 25 + 2, 94, 21], '#ddd0bb');
      for (let row = 1; row < 4; row += 2) drawing.rect([52, row * 25 + 2, 94, 21], '#ddd0bb');
    },
    [40, 40],
  ),
  banner: picture(
    'css/header.jpg',
    masthead('Thornbeck Valley', {
      colours: ['#3a1d1d', '#7a4a2e'],
      motif: (drawing) =>
        drawing.group({ transform: 'translate(0 0) scale(0.95)' }, () =>
          wheel({ ...drawing, width: 100 }),
        ),
    }),
    [720, 170],
  ),
  pages: [
    {
      path: '',
      title: 'Thornbeck Valley Railway Museum: Welcome aboard',
      layout: 'tables',
      charset: 'iso-8859-1',
      times: ['19990221101500', '20020630154500', '20041107120000'],
      text: [
        'The museum is open every Sunday from Easter to the end of October. Trains run at eleven, one and three.',
        'Tea and cake are served in the old waiting room.',
      ],
      shows: [
        show(engine7, 'Steam locomotive No. 7', 'Our green engine No. 7 on the morning train'),
        show(stationOld, 'Thornbeck station building', 'Thornbeck station, built in 1872'),
        show(viaductOld, 'Stone viaduct with a train', 'The Garth viaduct has fourteen arches'),
        show(ticketOld, 'Old card ticket', 'A third class ticket from Thornbeck to Elders End'),
        show(lines, 'Map of the valley lines', 'The valley lines as they were in 1911'),
        show(missing, 'Engine shed'),
        show(inlineWheel, 'Small red wheel', 'Click the wheel to ring the bell', { how: 'data' }),
      ],
    },
    {
      path: 'locomotives.html',
      title: 'Our locomotives - Thornbeck Valley Railway Museum',
      layout: 'blog',
      times: ['20050515100000', '20090412170000', '20110827100000'],
      text: [
        'Seven engines live in our shed, and every one of them can move under her own power.',
        'Black Prince was found under a collapsed roof.',
        'Blue Lady pulled the milk train for thirty years.',
      ],
      shows: [
        show(blackEngine, 'Black steam engine at dawn', 'Black Prince leaves the yard at dawn'),
        show(blueEngine, 'Blue steam engine', 'Blue Lady on a summer excursion'),
        show(redEngine, 'Red steam engine in autumn', 'Redcap with the autumn leaves train'),
        show(diesel, 'Blue diesel locomotive', 'The class 12 diesel on freight duty'),
        show(railcar, 'Red railcar in the snow', 'The railcar on the snow plough turn'),
        show(
          electric,
          'Purple electric engine in the evening',
          'The electric engine is on loan from the tramway',
        ),
        show(wheelPicture, 'Driving wheel and rod', 'The driving wheel of Redcap, freshly painted'),
        show(semaphore, 'Semaphore signal at sunset', 'The home signal at Elders End'),
        show(
          copy(engine7, 'gallery/no7.jpg'),
          'Engine No. 7',
          'No. 7, the engine that started it all',
        ),
      ],
    },
    {
      path: 'people.html',
      title: 'The people behind the trains - Thornbeck Valley Railway Museum',
      layout: 'blog',
      times: ['20050515100100', '20090412170100'],
      text: ['Everybody here is a volunteer. Nobody is paid, but there is always cake.'],
      shows: [
        show(driver, 'Portrait of a driver with a beard', 'Harold has driven No. 7 since 1981'),
        show(guard, 'Portrait of a guard', 'Joan blows the whistle on Sundays'),
        show(
          painter,
          'Portrait of the sign painter',
          'Every letter on our signs is painted by Priya',
        ),
        show(volunteers, 'Group of volunteers', 'The volunteers at the end of the season'),
        show(model, 'Model railway from above', 'The model of the valley in the goods shed'),
      ],
    },
    {
      path: 'posters/',
      title: 'Railway posters | Thornbeck Valley Railway Museum',
      layout: 'figures',
      times: ['20140301090000', '20180709090000'],
      text: ['Posters from our collection, printed between 1908 and today.'],
      shows: [
        show(
          posterSeaside,
          'Poster with waves: by rail to the seaside',
          'By rail to the seaside, about 1936',
        ),
        show(
          posterHills,
          'Poster with hills and a setting sun',
          'The fells for three and six, 1929',
        ),
        show(posterGala, 'Poster for the steam gala', 'This year’s steam gala poster'),
        show(
          copy(ticketOld, 'collection/ticket-1911.gif'),
          'Third class ticket',
          'Ticket from the collection',
        ),
      ],
    },
    {
      path: 'photographs/',
      title: 'Photographs of the line | Thornbeck Valley Railway Museum',
      layout: 'figures',
      times: ['20141230090000', '20180709090100', '20230514090000'],
      text: ['Pictures taken along the line by our visitors and volunteers.'],
      shows: [
        show(autumnViaduct, 'Steam train on a viaduct in autumn', 'Garth viaduct in October', {
          how: 'srcset',
          others: [autumnSmall],
        }),
        show(dawnViaduct, 'Train on a viaduct at dawn', 'First train of the day on the viaduct', {
          how: 'noscript',
        }),
        show(nightStation, 'Station at night with lamps', 'Waiting for the Christmas train', {
          how: 'lazy',
        }),
        show(eldersEnd, 'Station platform at dusk', 'Elders End, where the line stops'),
        show(walk, 'Contour map with a dashed path', 'Map of the walk along the old line'),
      ],
    },
    {
      path: 'winter/',
      title: 'Winter trains | Thornbeck Valley Railway Museum',
      layout: 'figures',
      times: ['20181202090000', '20230514090100'],
      text: ['Snow, storm and the night mail: the line in bad weather.'],
      shows: [
        show(
          snowTrain,
          'Red steam engine in the snow',
          'The Santa special climbs through the snow',
          { how: 'lazy' },
        ),
        show(stormTrain, 'Orange diesel in a storm', 'The storm run of 2018'),
        show(
          nightTrain,
          'Steam train at night with lit windows',
          'The night mail, run once a year',
        ),
        show(visitors, 'Chart of visitors', 'Visitors to the museum, in thousands'),
        show(inlineWheel, 'Wheel icon', undefined, { how: 'data' }),
      ],
    },
  ],
};
