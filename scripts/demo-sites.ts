// The sites of the demo, and what they took from each other.
import type { Site } from './demo-site.ts';
import { charts } from './demo-site-charts.ts';
import { CLUB_PICTURES, club } from './demo-site-club.ts';
import { GARDEN_PICTURES, garden } from './demo-site-garden.ts';
import { kitchen } from './demo-site-kitchen.ts';
import { NEWSPAPER_PICTURES, newspaper } from './demo-site-newspaper.ts';
import { photographer } from './demo-site-photographer.ts';
import { RAILWAY_PICTURES, railway } from './demo-site-railway.ts';
import { weather } from './demo-site-weather.ts';

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
];
