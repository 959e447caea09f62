// The sites of the demo, and what they took from each other.
import type { Site } from './site.ts';
import { charts } from './site-charts.ts';
import { CLUB_PICTURES, club } from './site-club.ts';
import { GARDEN_PICTURES, garden } from './site-garden.ts';
import { hikers } from './site-hikers.ts';
import { kitchen } from './site-kitchen.ts';
import { NEWSPAPER_PICTURES, newspaper } from './site-newspaper.ts';
import { notebook } from './site-notebook.ts';
import { photographer } from './site-photographer.ts';
import { RAILWAY_PICTURES, railway } from './site-railway.ts';
import { shelf } from './site-shelf.ts';
import { weather } from './site-weather.ts';

/** All sites. */
export const SITES: readonly Site[] = [
  newspaper(CLUB_PICTURES),
  club,
  railway,
  garden,
  charts({ seaside: RAILWAY_PICTURES.posterSeaside, ship: NEWSPAPER_PICTURES.tall }),
  kitchen,
  weather,
  photographer({
    dawn: NEWSPAPER_PICTURES.dawn,
    orchid: GARDEN_PICTURES.orchidClose,
    viaduct: RAILWAY_PICTURES.autumnViaduct,
  }),
  shelf,
  notebook,
  hikers,
];
