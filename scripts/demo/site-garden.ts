// A botanic garden, in Italian.
import type { FlowerKind } from './draw-blossoms.ts';
import { drawFlower } from './draw-blossoms.ts';
import { butterfly, closeUp, leafSheet, plate } from './draw-flowers.ts';
import { cacti, flowerBed, glasshouse, loneTree, mushrooms } from './draw-gardens.ts';
import { townPlan } from './draw-maps.ts';
import { portrait } from './draw-portraits.ts';
import { masthead, poster } from './draw-prints.ts';
import { type Picture, type PictureOptions, picture, type Site, show } from './site.ts';

/** A plate of the herbal. */
function herbal(
  file: string,
  kind: FlowerKind,
  colour: string,
  name: string,
  size: readonly [number, number] = [360, 500],
): Picture {
  return picture(`erbario/${file}.jpg`, plate(kind, colour, { name }), size, { quality: 56 });
}

/** Where in the invented garden a photograph was taken. */
const at = (index: number, taken: string): PictureOptions => ({
  shot: { latitude: 44.2107 + index * 0.0009, longitude: 10.0912 + index * 0.0012, taken },
});

const gate = picture('img/serra.jpg', glasshouse('day'), [400, 267], { quality: 50 });
const bed = picture(
  'img/tulipani.jpg',
  flowerBed('day', 'tulip', ['#d9402b', '#f2c230', '#e0609a']),
  [400, 267],
  { quality: 50 },
);
const cactus = picture('img/cactus.jpg', cacti, [400, 267], { quality: 50 });
const director = picture(
  'img/direttrice.jpg',
  portrait({ hat: 'straw', hair: 'long', clothes: '#5f8a4a' }),
  [300, 360],
  { quality: 52 },
);
const plan = picture(
  'img/pianta.gif',
  townPlan({ title: 'Pianta del giardino', block: '#a9c98a', water: '#8fc4d0', turn: -8 }),
  [480, 360],
);

const plates = {
  poppy: herbal('papavero', 'poppy', '#d9402b', 'Papaver serenum'),
  iris: herbal('iris', 'iris', '#5a3fa0', 'Iris valserenae'),
  bell: herbal('campanula', 'bell', '#5a6fc9', 'Campanula montana'),
  sunflower: herbal('girasole', 'sunflower', '#f2c230', 'Helianthus magnus'),
  spike: herbal('salvia', 'spike', '#7a4fb0', 'Salvia alta'),
  umbel: herbal('finocchio', 'umbel', '#d9b02f', 'Foeniculum dulce'),
  daisy: herbal('margherita', 'daisy', '#e0709a', 'Bellis rosea'),
  orchid: herbal('orchidea', 'orchid', '#b050a0', 'Orchis maculosa'),
  rose: herbal('rosa', 'rose', '#d94f6a', 'Rosa antiqua'),
  tulip: herbal('tulipano', 'tulip', '#e8832a', 'Tulipa ignea'),
};
const roseClose = picture('foto/2010/rosa.jpg', closeUp('rose', '#d9406a'), [560, 373]);
const daisyClose = picture('foto/2010/margherita.jpg', closeUp('daisy', '#ffffff'), [560, 373]);
const orchidClose = picture(
  'foto/2010/orchidea.jpg',
  closeUp('orchid', '#b050a0', ['#2f3a4a', '#7f8fa0']),
  [560, 373],
);
const sunflowerClose = picture(
  'foto/2010/girasole.jpg',
  closeUp('sunflower', '#f2b92a', ['#2f6a9a', '#bfe0f0']),
  [560, 373],
);
const butterflyOrange = picture('foto/2010/farfalla-arancio.jpg', butterfly('#e08a2f'), [520, 390]);
const butterflyBlue = picture(
  'foto/2010/farfalla-azzurra.jpg',
  butterfly('#3f7fc0', '#f2e8d0'),
  [520, 390],
);
const nightHouse = picture(
  'media/serra-notte.jpg',
  glasshouse('night'),
  [720, 480],
  at(0, '2015:06:20 22:10:00'),
);
const nightSmall = { ...nightHouse, path: 'media/serra-notte-360.jpg', width: 360, height: 240 };
const poppies = picture(
  'media/papaveri.jpg',
  flowerBed('noon', 'poppy', ['#d9302b', '#e0503a']),
  [720, 480],
  at(1, '2015:05:24 11:30:00'),
);
const irises = picture(
  'media/iris-prato.jpg',
  flowerBed('dawn', 'iris', ['#5a3fa0', '#8a6fd0', '#3f4fb0']),
  [720, 480],
  at(2, '2015:05:10 07:20:00'),
);
const oak = picture(
  'media/quercia.jpg',
  loneTree('noon', '#4f8a3f'),
  [720, 480],
  at(3, '2015:08:02 13:00:00'),
);
const cherry = picture(
  'media/ciliegio.jpg',
  loneTree('dawn', '#f2a8c0'),
  [720, 480],
  at(4, '2021:04:03 07:45:00'),
);
const cherryAvif: Picture = { ...cherry, path: 'media/ciliegio.avif', format: 'avif' };
const fungi = picture('media/funghi.webp', mushrooms, [640, 427], { seed: 'funghi' });
const foliage = picture(
  'media/foglie.webp',
  leafSheet(['#b8482a', '#d9822b', '#e0b040', '#8a3a2a'], '#f7f2e6'),
  [640, 640],
);
const daisies = picture(
  'media/margherite.jpg',
  flowerBed('day', 'daisy', ['#ffffff', '#f7e6ee', '#fff6d0']),
  [720, 480],
  at(5, '2021:06:05 10:15:00'),
);
const feast = picture(
  'media/festa-dei-fiori.png',
  poster(['FESTA DEI FIORI', '1 - 3 maggio'], {
    colours: ['#fbf3e0', '#5f8a4a', '#d94f6a'],
    form: 'arcs',
  }),
  [400, 560],
);
const tinySeed = picture(
  'inline/seme.svg',
  (drawing) => {
    drawing.background('#f4eedd');
    drawing.ellipse([50, 50], [22, 34], '#8a5a2e');
    drawing.ellipse([43, 42], [7, 14], '#b98a4f');
  },
  [64, 64],
);

/** Pictures that other sites took over. */
export const GARDEN_PICTURES = { orchidClose };

/** The garden. */
export const garden: Site = {
  name: 'ortovalserena',
  collection: 'museums-and-gardens',
  host: 'www.ortovalserena.example',
  title: 'Orto Botanico di Valserena',
  language: 'it',
  colours: { ink: '#24351f', paper: '#f3f6ea', accent: '#4a7a3f' },
  words: { visitors: 'Visitatori', home: 'Pagina iniziale' },
  tile: picture(
    'img/foglie.gif',
    (drawing) => {
      drawing.background('#eef3e2');
      drawing.ellipse([30, 30], [8, 20], '#dde8cc');
      drawing.ellipse([72, 74], [20, 8], '#dde8cc');
    },
    [40, 40],
  ),
  banner: picture(
    'css/testata.jpg',
    masthead('Orto di Valserena', {
      colours: ['#2f4f2a', '#a9b84f'],
      motif: (drawing) => drawFlower(drawing, [54, 50], 40, 'daisy', '#f2c230'),
    }),
    [720, 170],
  ),
  pages: [
    {
      path: 'index.html',
      title: 'Orto Botanico di Valserena - Benvenuti',
      layout: 'tables',
      charset: 'iso-8859-1',
      isSilent: true,
      times: ['20010506110000', '20040530160000'],
      text: [
        'Il giardino è aperto tutti i giorni da aprile a ottobre. L’ingresso è gratuito per chi porta una pianta nuova.',
        'La serra delle palme risale al 1889 ed è stata restaurata dai volontari della valle.',
      ],
      shows: [
        show(gate, 'La serra delle palme', 'La serra delle palme in una giornata di sole'),
        show(bed, 'Aiuola di tulipani', 'I tulipani davanti alla serra'),
        show(cactus, 'Cactus in fiore', 'La collezione di cactus'),
        show(director, 'Ritratto della direttrice', 'La direttrice, dottoressa Fontana'),
        show(plan, 'Pianta del giardino', 'Pianta del giardino con il ruscello'),
      ],
    },
    {
      path: 'erbario.html',
      title: 'L’erbario illustrato - Orto Botanico di Valserena',
      layout: 'blog',
      times: ['20060401100000', '20080719100000', '20100912100000'],
      text: ['Dieci tavole dell’erbario dipinto a mano, conservato nella biblioteca del giardino.'],
      shows: [
        show(plates.poppy, 'Tavola del papavero', 'Papavero rosso, tavola I'),
        show(plates.iris, 'Tavola dell’iris', 'Iris viola, tavola II'),
        show(plates.bell, 'Tavola della campanula', 'Campanula di montagna, tavola III'),
        show(plates.sunflower, 'Tavola del girasole', 'Girasole gigante, tavola IV'),
        show(plates.spike, 'Tavola della salvia', 'Salvia alta, tavola V'),
        show(plates.umbel, 'Tavola del finocchio', 'Finocchio selvatico, tavola VI'),
        show(plates.daisy, 'Tavola della margherita', 'Margherita rosa, tavola VII'),
        show(plates.orchid, 'Tavola dell’orchidea', 'Orchidea macchiata, tavola VIII'),
        show(plates.rose, 'Tavola della rosa', 'Rosa antica, tavola IX'),
        show(plates.tulip, 'Tavola del tulipano', 'Tulipano di fuoco, tavola X'),
      ],
    },
    {
      path: 'macro.html',
      title: 'Fiori e farfalle da vicino - Orto Botanico di Valserena',
      layout: 'blog',
      times: ['20100912100100', '20120505100000'],
      text: ['Le fotografie più belle del nostro concorso di primavera.'],
      shows: [
        show(roseClose, 'Rosa con gocce di rugiada', 'Rosa antica con la rugiada del mattino'),
        show(daisyClose, 'Margherita bianca', 'Una margherita nel prato'),
        show(orchidClose, 'Orchidea viola', 'Orchidea viola nella serra'),
        show(sunflowerClose, 'Girasole contro il cielo', 'Il girasole e il cielo d’agosto'),
        show(butterflyOrange, 'Farfalla arancione', 'Farfalla arancione ad ali aperte'),
        show(butterflyBlue, 'Farfalla azzurra', 'Farfalla azzurra sui fiori'),
      ],
    },
    {
      path: 'stagioni/',
      title: 'Le stagioni del giardino | Orto di Valserena',
      layout: 'figures',
      times: ['20151011100000', '20180401100000', '20211114100000'],
      text: ['Un anno nel giardino, dalla fioritura degli iris alle notti d’estate nella serra.'],
      shows: [
        show(nightHouse, 'Serra illuminata di notte', 'La serra aperta di notte per il solstizio', {
          how: 'srcset',
          others: [nightSmall],
        }),
        show(poppies, 'Campo di papaveri', 'I papaveri nel prato grande', { how: 'lazy' }),
        show(irises, 'Iris all’alba', 'Gli iris all’alba', { how: 'lazy' }),
        show(oak, 'Grande quercia', 'La quercia di trecento anni'),
        show(tinySeed, 'Seme', undefined, { how: 'data' }),
      ],
    },
    {
      path: 'primavera-autunno/',
      title: 'Primavera e autunno | Orto di Valserena',
      layout: 'figures',
      times: ['20211114100100', '20240505100000'],
      text: ['Ciliegi in fiore, margherite, foglie rosse e funghi nel bosco.'],
      shows: [
        show(cherry, 'Ciliegio in fiore', 'Il ciliegio in fiore all’inizio di aprile', {
          how: 'picture',
          others: [cherryAvif],
        }),
        show(daisies, 'Prato di margherite', 'Margherite a perdita d’occhio', { how: 'lazy' }),
        show(foliage, 'Foglie d’autunno', 'Foglie raccolte dai bambini della scuola'),
        show(fungi, 'Funghi rossi nel bosco', 'Funghi nel bosco dietro la serra'),
        show(feast, 'Manifesto della festa dei fiori', 'Il manifesto della festa dei fiori'),
      ],
    },
  ],
};
