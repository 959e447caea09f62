// A football club, in Spanish.
import { groupPhoto, portrait } from './draw-portraits.ts';
import { masthead, poster } from './draw-prints.ts';
import { crest, scarves, shirt, trophy } from './draw-shirts.ts';
import { ballOnGrass, type Club, groundFromAbove, match, stadium } from './draw-sport.ts';
import { chart } from './draw-weather.ts';

import { copy, type Picture, picture, type Site, show } from './site.ts';

const CLUB: Club = { main: '#0f7a6a', second: '#1d2a4a' };
const OLD_CLUB: Club = { main: '#1f8a4a', second: '#2a2a2a' };
const M = [560, 373] as const;
const L = [720, 480] as const;

const badge = picture(
  'img/escudo.png',
  crest(OLD_CLUB, { letters: 'C.D.M.', year: '1923', backdrop: '#ffffff' }),
  [240, 240],
  {
    later: [
      {
        from: '2007',
        scene: crest(CLUB, { letters: 'C.D.M.', year: '1923', backdrop: '#f4f1e8' }),
      },
      {
        from: '2020',
        scene: crest(
          { main: '#12a08a', second: '#14203a' },
          { letters: 'CDM', year: '1923', backdrop: '#e6f2ee' },
        ),
      },
    ],
  },
);
const vectorBadge = picture(
  'assets/escudo.svg',
  crest(CLUB, { letters: 'C.D.M.', year: '1923' }),
  [400, 400],
);
const ground = picture('fotos/estadio.jpg', stadium('day', OLD_CLUB), [400, 267], { quality: 50 });
const team2000 = picture(
  'fotos/plantilla2000.jpg',
  groupPhoto({ clothes: OLD_CLUB.main, stripes: '#f2efe8' }),
  [480, 300],
  { quality: 52 },
);
const oldShirt = picture(
  'fotos/camiseta-1923.gif',
  shirt(OLD_CLUB, { number: '7', pattern: 'hoops' }),
  [240, 240],
);
const goal2000 = picture('fotos/gol.jpg', match('day', OLD_CLUB), [400, 267], { quality: 50 });

function player(name: string, number: string, looks: Parameters<typeof portrait>[0] = {}): Picture {
  return picture(
    `jugadores/${name}.jpg`,
    portrait({ clothes: CLUB.main, stripes: CLUB.second, number, ...looks }),
    [360, 440],
    { quality: 54 },
  );
}
const squad = {
  otero: player('otero', '1', { hair: 'short', beard: true }),
  bravo: player('bravo', '4', { hair: 'curls' }),
  luna: player('luna', '10', { hair: 'long' }),
  reyes: player('reyes', '9', { hair: 'bald', beard: true }),
  campos: player('campos', '11', { hair: 'short' }),
  ibarra: player('ibarra', '6', { hair: 'bun' }),
};
const coach = picture(
  'jugadores/entrenadora.jpg',
  portrait({ hair: 'long', glasses: true, clothes: '#3a4252', hat: 'beret' }),
  [360, 440],
  { quality: 54 },
);
const header = picture('cronicas/2010/remate.jpg', match('dusk', CLUB, { pose: 'jump' }), M);
const save = picture(
  'cronicas/2010/parada.jpg',
  match('storm', CLUB, { pose: 'dive', rain: true }),
  M,
);
const run = picture(
  'cronicas/2011/carrera.jpg',
  match('day', CLUB, { pose: 'run', rival: '#c9403a' }),
  M,
);
const aerial = picture('cronicas/2010/estadio-aereo.jpg', groundFromAbove(CLUB), M);
const posterDerby = picture(
  'carteles/derbi.png',
  poster(['DERBI', 'Marisma - Atlético Salinas'], {
    colours: ['#f4f1e8', '#0f7a6a', '#e0a030'],
    form: 'rays',
  }),
  [380, 540],
);
const posterCup = picture(
  'carteles/copa.png',
  poster(['LA COPA', 'Domingo 17:00'], {
    colours: ['#fbe3d0', '#1d2a4a', '#e0703f'],
    form: 'arcs',
  }),
  [380, 540],
);
const posterHundred = picture(
  'carteles/centenario.png',
  poster(['1923 - 2023', 'Cien años de Marisma'], {
    colours: ['#f2efe0', '#0f7a6a', '#d9b44a'],
    form: 'tiles',
  }),
  [400, 560],
);
const cup = picture('2015/copa.jpg', trophy(CLUB), L);
const supporters = picture('2015/aficion.jpg', scarves(CLUB), L);
const nightGame = picture('2015/noche.jpg', stadium('night', CLUB), L);
const ball = picture('2015/balon.jpg', ballOnGrass, L);
const penalty = picture(
  '2020/penalti.webp',
  match('night', { main: '#12a08a', second: '#14203a' }, { pose: 'kick', rival: '#7a2e5a' }),
  L,
);
const penaltySmall = { ...penalty, path: '2020/penalti-360.webp', width: 360, height: 240 };
const newShirt = picture(
  '2020/camiseta.webp',
  shirt({ main: '#12a08a', second: '#14203a' }, { number: '10', pattern: 'sash' }),
  [560, 560],
);
const awayShirt = picture(
  '2020/camiseta-visitante.webp',
  shirt(
    { main: '#f2efe8', second: '#12a08a' },
    { number: '10', pattern: 'hoops', backdrop: '#3a4252' },
  ),
  [560, 560],
);
const team2020 = picture(
  '2020/plantilla.jpg',
  groupPhoto({ clothes: '#12a08a', stripes: '#14203a' }, { rows: [7, 6] }),
  [760, 430],
);
const tableChart = picture(
  '2020/puntos.svg',
  chart({
    title: 'Puntos por temporada',
    values: [38, 44, 41, 52, 60, 57, 66, 71],
    labels: ['13', '14', '15', '16', '17', '18', '19', '20'],
    colour: '#12a08a',
    kind: 'curve',
  }),
  [640, 400],
);
const cup2024 = picture(
  '2024/trofeo-plata.avif',
  trophy({ main: '#14203a', second: '#12a08a' }, '#c4ccd4'),
  L,
);
const scarf2024 = picture('2024/bufandas.jpg', scarves({ main: '#12a08a', second: '#e0b040' }), L, {
  shot: { latitude: 36.8412, longitude: -6.3527, taken: '2024:05:26 19:40:00' },
});
const crowd2024 = picture(
  '2024/ascenso.jpg',
  stadium('dusk', { main: '#12a08a', second: '#14203a' }),
  L,
  {
    shot: {
      latitude: 36.8409,
      longitude: -6.3533,
      taken: '2024:05:26 20:55:00',
      description: 'El día del ascenso',
    },
  },
);
const broken = picture('2015/vestuario.jpg', stadium('day', CLUB), [480, 320], { fault: 'cut' });
const gone = picture('2015/tienda.jpg', ballOnGrass, [300, 200], { fault: 'page' });

/** Pictures that other sites took over. */
export const CLUB_PICTURES = { crest: { ...badge, later: [] }, ground };

/** The club. */
export const club: Site = {
  name: 'cdmarisma',
  collection: 'news-and-sport',
  host: 'www.cdmarisma.example',
  title: 'Club Deportivo Marisma',
  language: 'es',
  colours: { ink: '#14203a', paper: '#f1f5f2', accent: '#0f7a6a' },
  words: { visitors: 'Visitas', home: 'Inicio' },
  tile: picture(
    'img/cesped.gif',
    (drawing) => {
      drawing.background('#e3efe4');
      drawing.rect([0, 0, 50, 100], '#d6e6d8');
    },
    [40, 40],
  ),
  banner: picture(
    'css/cabecera.jpg',
    masthead('C. D. Marisma', {
      colours: ['#0b4f46', '#1d2a4a'],
      motif: (drawing) =>
        drawing.group({ transform: 'translate(10 4) scale(0.9)' }, () =>
          crest(CLUB, { letters: 'CDM', year: '1923' })({ ...drawing, width: 100 }),
        ),
    }),
    [720, 170],
  ),
  pages: [
    {
      path: 'index.htm',
      title: 'Club Deportivo Marisma - Página oficial',
      layout: 'tables',
      charset: 'iso-8859-1',
      times: ['20000305190000', '20030911204500'],
      text: [
        'Bienvenidos a la página del Club Deportivo Marisma, fundado en 1923. ¡Aúpa Marisma!',
        'Próximo partido en casa: domingo a las cinco de la tarde.',
      ],
      shows: [
        show(badge, 'Escudo del C. D. Marisma', 'Nuestro escudo con la garza'),
        show(
          ground,
          'Estadio de la Garza',
          'El Estadio de la Garza, con sitio para nueve mil personas',
        ),
        show(team2000, 'Plantilla del año 2000', 'La plantilla de la temporada 1999-2000'),
        show(goal2000, 'Gol de falta', 'El gol de falta que nos dio el ascenso'),
        show(oldShirt, 'Camiseta de 1923', 'La primera camiseta, a rayas horizontales', {
          how: 'link',
        }),
      ],
    },
    {
      path: 'plantilla.php',
      title: 'La plantilla - Club Deportivo Marisma',
      layout: 'blog',
      times: ['20070822110000', '20081013083000', '20091205120000'],
      text: ['Estos son los jugadores y la entrenadora de la temporada.'],
      shows: [
        show(badge, 'Escudo nuevo del Marisma', 'El escudo renovado en 2007'),
        show(squad.otero, 'Retrato del portero Otero', 'Otero, portero'),
        show(squad.bravo, 'Retrato del defensa Bravo', 'Bravo, defensa central'),
        show(squad.ibarra, 'Retrato de Ibarra', 'Ibarra, centrocampista'),
        show(squad.luna, 'Retrato de Luna con el diez', 'Luna, el diez del equipo'),
        show(squad.reyes, 'Retrato del delantero Reyes', 'Reyes, delantero y capitán'),
        show(squad.campos, 'Retrato de Campos', 'Campos, extremo izquierdo'),
        show(coach, 'Retrato de la entrenadora', 'La entrenadora Carmen Vidal'),
      ],
    },
    {
      path: 'cronicas.php',
      title: 'Crónicas y fotos - Club Deportivo Marisma',
      layout: 'blog',
      times: ['20100418223000', '20110529214500'],
      text: [
        'Un derbi bajo la lluvia, un remate en el último minuto y mil gargantas cantando.',
        'El portero voló de palo a palo.',
        'Desde el aire se ve lo llena que estaba la grada.',
      ],
      shows: [
        show(header, 'Remate de cabeza', 'El remate de cabeza de Reyes al caer la tarde'),
        show(save, 'Parada del portero bajo la lluvia', 'La parada de Otero bajo la lluvia'),
        show(aerial, 'Vista aérea del estadio', 'El Estadio de la Garza visto desde el aire'),
        show(run, 'Carrera por la banda', 'Campos se escapa por la banda izquierda'),
        show(posterDerby, 'Cartel del derbi', 'El cartel del derbi contra el Atlético Salinas'),
        show(posterCup, 'Cartel de la copa', 'El cartel del partido de copa'),
      ],
    },
    {
      path: 'copa-2015/',
      title: 'La copa de 2015 | C. D. Marisma',
      layout: 'figures',
      times: ['20150614120000', '20170101090000'],
      text: ['La noche más larga: prórroga, penaltis y la copa en casa.'],
      shows: [
        show(cup, 'Copa dorada con confeti', 'La copa, por fin en nuestras vitrinas'),
        show(supporters, 'Afición con bufandas', 'La afición levanta las bufandas verdes', {
          how: 'lazy',
        }),
        show(nightGame, 'Estadio iluminado de noche', 'El estadio bajo los focos en la final'),
        show(ball, 'Balón sobre la hierba', 'El balón de la final'),
        show(broken, 'Vestuario del equipo', 'El vestuario después de la final'),
        show(gone, 'Tienda del club', 'La tienda del club'),
      ],
    },
    {
      path: 'temporada/',
      title: 'Temporada y equipaciones | C. D. Marisma',
      layout: 'figures',
      times: ['20200825100000', '20231001100000', '20240610100000'],
      text: ['Nueva equipación, nuevo escudo y el mejor arranque en veinte años.'],
      shows: [
        show(badge, 'Escudo actual del Marisma', 'El escudo desde 2020'),
        show(
          penalty,
          'Lanzamiento de penalti de noche',
          'El penalti decisivo en la noche de agosto',
          { how: 'srcset', others: [penaltySmall] },
        ),
        show(newShirt, 'Camiseta verde con banda', 'La primera equipación, verde con banda azul'),
        show(awayShirt, 'Camiseta blanca de visitante', 'La equipación de visitante'),
        show(team2020, 'Foto de la plantilla', 'La plantilla al completo', { how: 'lazy' }),
        show(tableChart, 'Gráfico de puntos por temporada', 'Puntos conseguidos en cada temporada'),
        show(posterHundred, 'Cartel del centenario', 'El cartel del centenario del club'),
        show(vectorBadge, 'Escudo vectorial', 'El escudo para imprimir'),
      ],
    },
    {
      path: 'ascenso-2024/',
      title: '¡Ascenso! Las fotos del 26 de mayo | C. D. Marisma',
      layout: 'figures',
      times: ['20240610100100'],
      text: ['El domingo quedará en la memoria de todos.'],
      shows: [
        show(
          crowd2024,
          'Estadio lleno al anochecer',
          'El estadio al anochecer, minutos antes del ascenso',
          { how: 'lazy' },
        ),
        show(scarf2024, 'Bufandas verdes y amarillas', 'Bufandas al viento en el fondo norte'),
        show(cup2024, 'Trofeo plateado', 'El trofeo de campeones de la liga regional'),
        show(
          copy(ground, 'historia/estadio-2000.jpg'),
          'El estadio en el año 2000',
          'Así era el estadio en el año 2000',
        ),
      ],
    },
  ],
};
