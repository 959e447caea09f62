// A cookery blog, in French.
import { windowScene } from './draw-corners.ts';
import { leafSheet } from './draw-flowers.ts';
import { type Dish, dish } from './draw-food.ts';
import { mushrooms } from './draw-gardens.ts';
import { portrait } from './draw-portraits.ts';
import { masthead } from './draw-prints.ts';
import type { Table } from './draw-table.ts';
import { market } from './draw-walks.ts';

import { copy, type Picture, type PictureOptions, picture, type Site, show } from './site.ts';

/** A photograph of a dish. */
function food(
  path: string,
  what: Dish,
  table: Table,
  colour: string,
  size: readonly [number, number] = [520, 390],
  options: PictureOptions = {},
): Picture {
  return picture(path, dish(what, table, { colour }), size, options);
}

const cherry = food('photos/tarte-cerises.jpg', 'tart', 'oak', '#b0202f');
const pumpkin = food('photos/soupe-potiron.jpg', 'soup', 'slate', '#d9762b');
const onion = food('photos/soupe-oignon.jpg', 'soup', 'gingham', '#a8682f');
const ratatouille = food('photos/ratatouille.jpg', 'ratatouille', 'blue', '#c0392b');
const quiche = food('photos/quiche-lardons.jpg', 'quiche', 'linen', '#c0594a');
const crepes = food('photos/crepes-framboises.jpg', 'crepe', 'oak', '#c0305f');
const baguettes = food('photos/baguettes.jpg', 'bread', 'marble', '#c98a3f');
const cook = picture(
  'photos/margot.jpg',
  portrait({ hat: 'chef', hair: 'curls', clothes: '#f4f1ea', backdrop: ['#e8a07a', '#fbeee0'] }),
  [360, 430],
);
const cookBanner = picture(
  'photos/ma-cuisine.jpg',
  windowScene('#f2d9b8', '#5f8a7a', { lit: true }),
  [480, 360],
);
const stew = food('photos/2009/boeuf-bourguignon.jpg', 'stew', 'slate', '#b0472f', [600, 450]);
const cassoulet = food('photos/2009/cassoulet.jpg', 'stew', 'gingham', '#8a5a3a', [600, 450]);
const salad = food('photos/2009/salade-ete.jpg', 'salad', 'marble', '#6fa24a', [600, 450]);
const cheese = food('photos/2009/plateau-fromages.jpg', 'cheese', 'oak', '#f2c94c', [600, 450]);
const leaves = picture(
  'photos/2009/herbes.jpg',
  leafSheet(['#5f8a4a', '#8fae4f', '#3f7a4a', '#a9c46f']),
  [600, 450],
);
const forest = picture('photos/2009/champignons.jpg', mushrooms, [600, 400]);
const blueberry = food('photos/2013/tarte-myrtilles.jpg', 'tart', 'linen', '#3f3a8a', [640, 480]);
const fish = food('photos/2013/daurade-citron.jpg', 'fish', 'blue', '#c98a7a', [640, 480], {
  shot: {
    latitude: 47.2752,
    longitude: -2.3401,
    taken: '2013:07:14 12:40:00',
    description: 'Daurade au citron, au bord de la mer',
  },
});
const oysters = food('photos/2013/huitres.jpg', 'oysters', 'oak', '#888888', [640, 480], {
  shot: { latitude: 47.5702, longitude: -2.8931, taken: '2013:12:31 19:05:00' },
});
const eggs = food('photos/2013/oeufs-poele.jpg', 'egg', 'gingham', '#000000', [640, 480]);
const macarons = food('photos/2017/macarons.webp', 'macarons', 'marble', '#f29ab0', [600, 600]);
const coffee = food('photos/2017/cafe-creme.webp', 'coffee', 'slate', '#7a4522', [600, 600]);
const croissants = food('photos/2017/croissants.webp', 'croissant', 'linen', '#c9702a', [600, 600]);
const chocolate = food('photos/2017/gateau-chocolat.jpg', 'cake', 'blue', '#5a2e1a', [640, 480]);
const strawberry = food('photos/2017/gateau-fraises.jpg', 'cake', 'gingham', '#e0809a', [640, 480]);
const apples = food('photos/2021/pommes.jpg', 'apples', 'oak', '#c9403a', [720, 480], {
  shot: { latitude: 48.9281, longitude: -0.2511, taken: '2021:10:03 16:20:00' },
});
const applesAvif: Picture = { ...apples, path: 'photos/2021/pommes.avif', format: 'avif' };
const brulee = food('photos/2021/creme-brulee.jpg', 'cream', 'marble', '#e0912a', [720, 480]);
const bruleeSmall = {
  ...brulee,
  path: 'photos/2021/creme-brulee-360.jpg',
  width: 360,
  height: 240,
};
const apricot = food('photos/2021/tarte-abricots.jpg', 'tart', 'slate', '#e8963a', [720, 480]);
const peaSoup = food('photos/2021/veloute-petits-pois.jpg', 'soup', 'oak', '#7fae4f', [720, 480]);
const stalls = picture('photos/2021/marche.jpg', market, [720, 480], {
  seed: 'marche de Margot',
  shot: {
    latitude: 45.7672,
    longitude: 4.8344,
    taken: '2021:06:12 09:15:00',
    description: 'Le marché du samedi',
  },
});

/** The blog. */
export const kitchen: Site = {
  name: 'latabledemargot',
  collection: 'personal-pages',
  host: 'latabledemargot.example',
  title: 'La Table de Margot',
  language: 'fr',
  colours: { ink: '#3a2418', paper: '#fdf6ec', accent: '#b0472f' },
  words: { visitors: 'Visiteurs', home: 'Accueil' },
  tile: picture(
    'img/nappe.gif',
    (drawing) => {
      drawing.background('#fbf3e8');
      drawing.rect([0, 0, 50, 50], '#f6e4d6');
      drawing.rect([50, 50, 50, 50], '#f6e4d6');
    },
    [40, 40],
  ),
  banner: picture(
    'css/bandeau.jpg',
    masthead('La Table de Margot', {
      colours: ['#7a2e1d', '#d9822b'],
      motif: (drawing) =>
        drawing.group({ transform: 'translate(0 0) scale(1)' }, () =>
          dish('tart', 'oak', { colour: '#b0202f', cutlery: false })({ ...drawing, width: 100 }),
        ),
    }),
    [720, 170],
  ),
  pages: [
    {
      path: '',
      title: 'La Table de Margot - recettes de ma cuisine',
      layout: 'blog',
      times: ['20050918180000', '20061126110000', '20090110200000'],
      text: [
        'Bonjour ! Je m’appelle Margot et je cuisine depuis que je sais tenir une cuillère. Voici mes recettes préférées.',
        'La pâte repose une heure, pas moins.',
        'Un filet de crème en spirale, et c’est prêt.',
      ],
      shows: [
        show(cherry, 'Tarte aux cerises', 'Ma tarte aux cerises, celle de grand-mère'),
        show(pumpkin, 'Soupe de potiron', 'Soupe de potiron à la crème'),
        show(ratatouille, 'Ratatouille en rosace', 'Ratatouille disposée en rosace'),
        show(quiche, 'Quiche aux lardons', 'Quiche aux lardons et à la ciboulette'),
        show(crepes, 'Crêpes aux framboises', 'Crêpes aux framboises pour la Chandeleur'),
        show(baguettes, 'Trois baguettes', 'Le pain du dimanche matin'),
        show(onion, 'Soupe à l’oignon', 'Soupe à l’oignon gratinée'),
        show(cook, 'Portrait de Margot avec sa toque', 'C’est moi !'),
        show(cookBanner, 'Fenêtre de la cuisine', 'La fenêtre de ma cuisine, le soir'),
      ],
    },
    {
      path: 'saisons/automne.html',
      title: 'Recettes d’automne - La Table de Margot',
      layout: 'blog',
      times: ['20091021190000', '20111105183000'],
      text: [
        'Quand les soirées raccourcissent, il faut des plats qui mijotent longtemps.',
        'Trois heures à feu doux.',
        'Chez nous, on y met des haricots du jardin.',
      ],
      shows: [
        show(stew, 'Bœuf bourguignon dans sa cocotte', 'Bœuf bourguignon en cocotte'),
        show(cassoulet, 'Cassoulet', 'Le cassoulet de mon oncle Lucien'),
        show(cheese, 'Plateau de fromages', 'Plateau de fromages, raisins et noix'),
        show(
          forest,
          'Champignons en forêt',
          'Des champignons trouvés en forêt (à ne pas manger !)',
        ),
        show(leaves, 'Feuilles et herbes séchées', 'Les herbes du jardin, bien rangées'),
        show(salad, 'Salade composée', 'Dernière salade de la saison'),
      ],
    },
    {
      path: '2013/mer/',
      title: 'À la mer : poissons et coquillages | La Table de Margot',
      layout: 'figures',
      times: ['20140105160000', '20170520160000'],
      text: ['Une semaine au bord de l’océan, un panier et beaucoup de citron.'],
      shows: [
        show(fish, 'Daurade au citron sur une assiette', 'Daurade au citron et au fenouil', {
          how: 'lazy',
        }),
        show(oysters, 'Plateau d’huîtres', 'Les huîtres du réveillon', { how: 'lazy' }),
        show(blueberry, 'Tarte aux myrtilles', 'Tarte aux myrtilles sauvages'),
        show(eggs, 'Œufs au plat dans une poêle', 'Œufs au plat, fleur de sel et basilic'),
        show(
          copy(cherry, 'archives/2005/tarte-cerises.jpg'),
          'Tarte aux cerises de 2005',
          'La toute première photo du blog',
        ),
      ],
    },
    {
      path: '2017/gouter/',
      title: 'L’heure du goûter | La Table de Margot',
      layout: 'figures',
      times: ['20170520160100', '20210620100000'],
      text: ['Gâteaux, macarons et un café : tout ce qu’il faut pour un après-midi de pluie.'],
      shows: [
        show(macarons, 'Macarons de toutes les couleurs', 'Macarons : six couleurs, six parfums'),
        show(coffee, 'Café crème', 'Un café crème avec une feuille de lait'),
        show(croissants, 'Croissants au beurre', 'Croissants au beurre, faits maison'),
        show(chocolate, 'Part de gâteau au chocolat', 'Gâteau au chocolat à trois étages', {
          how: 'lazy',
        }),
        show(strawberry, 'Part de gâteau aux fraises', 'Gâteau aux fraises du jardin'),
      ],
    },
    {
      path: '2021/verger/',
      title: 'Du verger à l’assiette | La Table de Margot',
      layout: 'figures',
      times: ['20211107120000', '20240218120000'],
      text: ['Des pommes, des abricots, des petits pois : la récolte de l’année.'],
      shows: [
        show(apples, 'Panier de pommes', 'Les pommes du verger de mes parents', {
          how: 'picture',
          others: [applesAvif],
        }),
        show(brulee, 'Crème brûlée', 'Crème brûlée à la vanille', {
          how: 'srcset',
          others: [bruleeSmall],
        }),
        show(apricot, 'Tarte aux abricots', 'Tarte aux abricots et au romarin'),
        show(peaSoup, 'Velouté de petits pois', 'Velouté de petits pois à la menthe'),
        show(stalls, 'Étals du marché vus d’en haut', 'Le marché du samedi vu du balcon', {
          how: 'lazy',
        }),
      ],
    },
  ],
};
