// A weather station with a webcam, in German: one address whose picture is another each time.
import { cloudscape, frost, lightning, rainbow } from './draw-clouds.ts';
import { loneTree } from './draw-gardens.ts';
import { drawCloud } from './draw-nature.ts';
import { masthead } from './draw-prints.ts';
import { contourMap } from './draw-relief.ts';
import { chart, instruments, radar, type View, webcam } from './draw-weather.ts';

import type { Scene } from './drawing.ts';
import { picture, type Site, show } from './site.ts';

/** What the webcam saw, by time of capture. */
const VIEWS: readonly (readonly [digits: string, view: Omit<View, 'stamp'>])[] = [
  ['19981205131000', { mood: 'snow', season: 'winter', fall: 'snow' }],
  ['19990711121500', { mood: 'day', season: 'summer' }],
  ['20001018163000', { mood: 'autumn', season: 'autumn' }],
  ['20020403064500', { mood: 'dawn', season: 'spring' }],
  ['20030802204000', { mood: 'dusk', season: 'summer' }],
  ['20050115090000', { mood: 'fog', season: 'winter' }],
  ['20060620113000', { mood: 'noon', season: 'summer' }],
  ['20071111140000', { mood: 'storm', season: 'autumn', fall: 'rain', clouds: 9 }],
  ['20090222220000', { mood: 'night', season: 'winter' }],
  ['20110509101500', { mood: 'day', season: 'spring', clouds: 8 }],
  ['20131224150000', { mood: 'snow', season: 'winter', fall: 'snow', clouds: 7 }],
  ['20150930070000', { mood: 'fog', season: 'autumn' }],
  ['20170612193000', { mood: 'storm', season: 'summer', fall: 'rain', clouds: 10 }],
  ['20190825203000', { mood: 'dusk', season: 'summer', clouds: 7 }],
  ['20210407063000', { mood: 'dawn', season: 'spring' }],
  ['20221101123000', { mood: 'autumn', season: 'autumn', clouds: 2 }],
  ['20240118170000', { mood: 'night', season: 'winter', fall: 'snow' }],
];

const MONTHS = ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'];

const stamped = ([digits, view]: (typeof VIEWS)[number]): Scene => {
  const [year, month, day, hour, minute] = [0, 4, 6, 8, 10].map((from) =>
    digits.slice(from, from === 0 ? 4 : from + 2),
  );
  return webcam({ ...view, stamp: `Hohenried ${day}.${month}.${year} ${hour}:${minute}` });
};
const firstView = VIEWS[0] ?? ['1998', { mood: 'day', season: 'summer' }];
const camera = picture('webcam/aktuell.jpg', stamped(firstView), [480, 320], {
  quality: 50,
  later: VIEWS.slice(1).map((view) => ({ from: view[0].slice(0, 8), scene: stamped(view) })),
});

/** A cloud that drifts, one frame after the other. */
const drift =
  (step: number): Scene =>
  (drawing) => {
    drawing.background('#8fc4e8');
    drawing.circle([70, 34], 18, '#ffd96a');
    drawCloud(drawing, [20 + step * 16, 66], 44, '#ffffff', 1);
  };
const icon = picture('img/wolke.gif', drift(0), [96, 96], {
  frames: [drift(1), drift(2), drift(3), drift(2), drift(1)],
});
const station = picture('bilder/wetterhuette.jpg', instruments('day'), [400, 267], { quality: 50 });
const stationSnow = picture('bilder/wetterhuette-winter.jpg', instruments('snow'), [400, 267], {
  quality: 50,
});
const rain1999 = picture(
  'bilder/niederschlag99.gif',
  chart({
    title: 'Niederschlag 1999 (mm)',
    values: [88, 74, 92, 101, 134, 168, 175, 160, 118, 84, 96, 99],
    labels: MONTHS,
    colour: '#3f7fb0',
  }),
  [480, 320],
);
const clouds = {
  cumulus: picture('wolken/cumulus.jpg', cloudscape('cumulus'), [520, 347]),
  cirrus: picture('wolken/cirrus.jpg', cloudscape('cirrus'), [520, 347]),
  anvil: picture('wolken/cumulonimbus.jpg', cloudscape('anvil'), [520, 347]),
  stratus: picture('wolken/stratus.jpg', cloudscape('stratus', 'fog'), [520, 347]),
  lens: picture('wolken/lenticularis.jpg', cloudscape('lens', 'dusk'), [520, 347]),
};
const bolt = picture('galerie/gewitter.jpg', lightning, [640, 427], {
  seed: 'gewitter',
  shot: {
    latitude: 47.4981,
    longitude: 10.2711,
    taken: '2011:07:09 22:14:00',
    description: 'Gewitter über Hohenried',
  },
});
const bow = picture('galerie/regenbogen.jpg', rainbow, [640, 427], {
  shot: { latitude: 47.5013, longitude: 10.2688, taken: '2012:05:20 18:02:00' },
});
const ice = picture('galerie/eisblumen.jpg', frost, [640, 427]);
const tree = picture('galerie/linde-herbst.jpg', loneTree('autumn', '#d08a2d'), [640, 427], {
  shot: { latitude: 47.4966, longitude: 10.2802, taken: '2013:10:12 16:31:00' },
});
const treeWinter = picture('galerie/linde-winter.jpg', loneTree('snow', '#dfe8f0'), [640, 427], {
  shot: { latitude: 47.4966, longitude: 10.2802, taken: '2014:01:19 11:00:00' },
});
const treeSpring = picture('galerie/linde-fruehling.jpg', loneTree('day', '#6fae4a'), [640, 427], {
  shot: { latitude: 47.4966, longitude: 10.2802, taken: '2014:05:03 10:12:00' },
});
const radarPicture = picture('radar/letztes.png', radar('14:05 MESZ'), [480, 400], {
  later: [
    { from: '2017', scene: radar('19:30 MESZ') },
    { from: '2021', scene: radar('06:30 MESZ') },
  ],
});
const curve = picture(
  'klima/temperatur.svg',
  chart({
    title: 'Mittlere Temperatur (°C)',
    values: [-3, -1, 3, 7, 12, 16, 18, 17, 13, 8, 2, -2],
    labels: MONTHS,
    colour: '#d9483b',
    kind: 'curve',
  }),
  [640, 400],
);
const snowDays = picture(
  'klima/schneetage.svg',
  chart({
    title: 'Schneetage je Winter',
    values: [98, 91, 104, 77, 83, 62, 70, 58, 49],
    labels: ['98', '01', '04', '07', '10', '13', '16', '19', '22'],
    colour: '#5f8fc0',
  }),
  [640, 400],
);
const map = picture(
  'klima/karte.png',
  contourMap('atlas', { title: 'Lage der Station', path: false }),
  [560, 420],
);
const lost = picture('bilder/windmesser.jpg', instruments('day'), [400, 267], { fault: 'missing' });

const digitsIn = (from: string, to: string): string[] =>
  VIEWS.map(([digits]) => digits).filter((digits) => digits >= from && digits < to);

/** The station. */
export const weather: Site = {
  name: 'wetterwarte-hohenried',
  collection: 'personal-pages',
  host: 'www.wetterwarte-hohenried.example',
  title: 'Wetterwarte Hohenried',
  language: 'de',
  colours: { ink: '#1d2f3f', paper: '#eaf2f8', accent: '#2f6fa0' },
  words: { visitors: 'Besucher', home: 'Startseite' },
  tile: picture(
    'img/himmel.gif',
    (drawing) => {
      drawing.background('#dcebf6');
      drawCloud(drawing, [50, 56], 40, '#eef6fb', 1);
    },
    [40, 40],
  ),
  banner: picture(
    'css/kopf.jpg',
    masthead('Wetterwarte Hohenried', {
      colours: ['#1f4f7a', '#7fb8dc'],
      motif: (drawing) => drawCloud(drawing, [54, 66], 54, '#ffffff', 1),
    }),
    [720, 170],
  ),
  pages: [
    {
      path: 'webcam.html',
      title: 'Webcam - Wetterwarte Hohenried',
      layout: 'tables',
      charset: 'iso-8859-1',
      times: digitsIn('1998', '2005'),
      text: [
        'Blick von der Wetterwarte nach Süden über den Kirchturm auf den Hochgrat. Das Bild wird alle zehn Minuten erneuert.',
      ],
      shows: [
        show(camera, 'Webcam mit Blick auf die Berge', 'Aktuelles Bild der Webcam in Hohenried'),
        show(icon, 'Ziehende Wolke', 'Heute: heiter bis wolkig'),
        show(station, 'Wetterhütte mit Windmesser', 'Unsere Wetterhütte auf der Wiese'),
        show(stationSnow, 'Wetterhütte im Schnee', 'Die Wetterhütte im Winter'),
        show(
          rain1999,
          'Säulen mit dem Niederschlag 1999',
          'Niederschlag im Jahr 1999 in Millimetern',
        ),
        show(lost, 'Windmesser'),
      ],
    },
    {
      path: 'live.html',
      title: 'Live: Webcam und Radar - Wetterwarte Hohenried',
      layout: 'blog',
      times: digitsIn('2005', '2014'),
      text: [
        'Seit 1998 schaut unsere Kamera ins Tal. Daneben zeigt das Radar, wo es gerade regnet.',
      ],
      shows: [
        show(camera, 'Webcam Hohenried', 'Aktuelles Bild der Webcam, Blick nach Süden'),
        show(radarPicture, 'Regenradar', 'Regenradar der letzten Stunde'),
        show(icon, 'Wolke', 'Wetterlage'),
      ],
    },
    {
      path: 'wolkenatlas.html',
      title: 'Kleiner Wolkenatlas - Wetterwarte Hohenried',
      layout: 'blog',
      times: ['20060620113100', '20110509101600'],
      text: ['Wer Wolken lesen kann, weiß am Morgen, ob er am Abend einen Schirm braucht.'],
      shows: [
        show(clouds.cumulus, 'Haufenwolken', 'Cumulus: Haufenwolken bei schönem Wetter'),
        show(clouds.cirrus, 'Federwolken', 'Cirrus: Federwolken aus Eis in großer Höhe'),
        show(clouds.anvil, 'Gewitterwolke mit Amboss', 'Cumulonimbus: Gewitterwolke mit Amboss'),
        show(clouds.stratus, 'Schichtwolken', 'Stratus: graue Schichtwolken'),
        show(
          clouds.lens,
          'Linsenwolken am Abend',
          'Lenticularis: Föhnwolken wie fliegende Untertassen',
        ),
      ],
    },
    {
      path: 'live/',
      title: 'Live aus Hohenried | Wetterwarte',
      layout: 'figures',
      times: digitsIn('2014', '2025'),
      text: ['Kamera, Radar und Messwerte, alle zehn Minuten neu.'],
      shows: [
        show(camera, 'Livebild aus Hohenried', 'Das Livebild der Webcam'),
        show(radarPicture, 'Niederschlagsradar', 'Niederschlagsradar für das Allgäu', {
          how: 'lazy',
        }),
        show(curve, 'Kurve der mittleren Temperatur', 'Mittlere Temperatur seit 1998'),
      ],
    },
    {
      path: 'galerie/',
      title: 'Galerie: Wetter in Bildern | Wetterwarte Hohenried',
      layout: 'figures',
      times: ['20140615100000', '20190825203100', '20240118170100'],
      text: ['Gewitter, Regenbogen, Eisblumen und die Linde am Ortsrand durch das Jahr.'],
      shows: [
        show(bolt, 'Blitze über dem Tal', 'Gewitter über Hohenried im Juli', { how: 'lazy' }),
        show(bow, 'Regenbogen über Feldern', 'Regenbogen nach dem Schauer'),
        show(ice, 'Eisblumen am Fenster', 'Eisblumen am Fenster der Wetterwarte'),
        show(treeSpring, 'Linde im Frühling', 'Die Linde im Mai', { how: 'lazy' }),
        show(tree, 'Linde im Herbst', 'Die Linde im Oktober', { how: 'lazy' }),
        show(treeWinter, 'Linde im Winter', 'Die Linde im Januar', { how: 'lazy' }),
        show(snowDays, 'Säulen mit Schneetagen', 'Schneetage je Winter: es werden weniger'),
        show(map, 'Höhenlinienkarte der Umgebung', 'Karte: hier steht unsere Station'),
      ],
    },
  ],
};
