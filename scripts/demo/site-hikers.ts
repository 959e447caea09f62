// A hiking club, in German: takes free photographs for its tours, mirrored, cropped and in new formats, and names licences in words.
import { masthead } from './draw-prints.ts';
import { type Edit, photograph } from './photograph.ts';
import { picture, type Shown, type Site, show } from './site.ts';

/** A copy for a tour. */
function ofTour(
  file: string,
  name: string,
  [width, height]: readonly [number, number],
  [alt, caption]: readonly [string, string],
  edit: Edit = {},
): Shown {
  const subject = photograph(name, edit);
  const copy = picture(`touren/${file}`, subject, [width, height], { quality: 62 });
  return show(copy, alt, caption, { credit: subject.credit, how: 'lazy' });
}

/** The club. */
export const hikers: Site = {
  name: 'wanderfreunde-talheim',
  collection: 'open-pictures',
  host: 'www.wanderfreunde-talheim.example',
  title: 'Wanderfreunde Talheim',
  language: 'de',
  licence: 'CC0-1.0 but for the photographs, see demo/README.md',
  colours: { ink: '#22301f', paper: '#f5f7f1', accent: '#3f6b3a' },
  words: { visitors: 'Besucher', home: 'Startseite' },
  tile: picture('img/moos.gif', (drawing) => drawing.background('#e6eede'), [40, 40]),
  banner: picture(
    'css/kopf.jpg',
    masthead('Wanderfreunde Talheim', {
      colours: ['#3f6b3a', '#c7d6b5'],
      motif: (drawing) => drawing.circle([55, 50], 28, '#f5f7f1'),
    }),
    [720, 170],
  ),
  pages: [
    {
      path: 'touren/',
      title: 'Unsere Touren | Wanderfreunde Talheim',
      layout: 'figures',
      credits: 'words',
      times: ['20190504080000', '20210612080000', '20240309080000'],
      text: ['Bilder aus freien Sammlungen, weil wir beim Gehen selten knipsen.'],
      shows: [
        ofTour('grat.webp', 'picos', [640, 480], ['Weg zum Grat', 'Der Weg zum Grat'], {
          crop: 0.1,
        }),
        ofTour('wiese.jpg', 'aitzgorri', [640, 427], ['Herbstwiese', 'Herbst unter dem Kamm'], {
          isMirrored: true,
        }),
        ofTour('bach.webp', 'stream', [600, 400], ['Waldbach', 'Rast am Waldbach'], { crop: 0.25 }),
        ofTour('gipfel.avif', 'sunset', [640, 427], ['Abend am Gipfel', 'Abend am Gipfel']),
        ofTour('kleiber.jpg', 'nuthatch', [640, 360], ['Kleiber', 'Ein Kleiber am Weg'], {
          crop: 0.05,
        }),
      ],
    },
    {
      path: 'aushang/',
      title: 'Aushang | Wanderfreunde Talheim',
      layout: 'figures',
      credits: 'words',
      times: ['20210612080100', '20240309080100'],
      text: ['Was im Schaukasten hängt.'],
      shows: [
        ofTour(
          'fruehling.jpg',
          'dandelion',
          [640, 420],
          ['Aushang', 'Aushang zur Frühlingswanderung'],
          {
            bar: 'Frühlingswanderung am 1. Mai',
          },
        ),
        ofTour('nacht.jpg', 'milky-way', [500, 560], ['Aushang', 'Aushang zur Nachtwanderung'], {
          bar: 'Nachtwanderung, Treffpunkt Kirche',
        }),
      ],
    },
  ],
};
