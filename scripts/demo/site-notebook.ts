// A slow notebook, in Portuguese: a blog that takes free photographs, smaller, cropped and with words on them, and links their licences.
import { masthead } from './draw-prints.ts';
import { type Edit, photograph } from './photograph.ts';
import { picture, type Shown, type Site, show } from './site.ts';

/** A copy for the notebook: small and strongly compressed. */
function taken(
  name: string,
  [width, height]: readonly [number, number],
  [alt, caption]: readonly [string, string],
  edit: Edit = {},
): Shown {
  const subject = photograph(name, edit);
  const copy = picture(`fotos/${name}.jpg`, subject, [width, height], { quality: 45 });
  return show(copy, alt, caption, { credit: subject.credit });
}

/** The notebook. */
export const notebook: Site = {
  name: 'cadernolento',
  collection: 'open-pictures',
  host: 'cadernolento.example',
  title: 'Caderno lento',
  language: 'pt',
  licence: 'CC0-1.0 but for the photographs, see demo/README.md',
  colours: { ink: '#2b2420', paper: '#f7f3ec', accent: '#8a4b2f' },
  words: { visitors: 'Visitas', home: 'Início' },
  tile: picture('img/papel.gif', (drawing) => drawing.background('#efe9dd'), [40, 40]),
  banner: picture(
    'css/topo.jpg',
    masthead('Caderno lento', {
      colours: ['#8a4b2f', '#e0c9a6'],
      motif: (drawing) => drawing.circle([55, 50], 26, '#f7f3ec'),
    }),
    [720, 170],
  ),
  pages: [
    {
      path: 'manhas.html',
      title: 'Manhãs sem pressa - Caderno lento',
      layout: 'blog',
      credits: 'link',
      times: ['20150104090000', '20160807090000', '20180211090000'],
      text: ['Um café, um gato e a janela aberta. As fotografias são de outros, e livres.'],
      shows: [
        taken('coffee', [480, 320], ['Chávena de café', 'O primeiro café da manhã'], { crop: 0.1 }),
        taken('cat', [420, 280], ['Gato malhado', 'O gato da vizinha'], { crop: 0.05 }),
        taken('friends', [320, 480], ['Dois cães à janela', 'Os cães da rua de cima']),
        taken('dahlia', [480, 320], ['Dália cor de laranja', 'A dália do quintal'], { crop: 0.25 }),
        taken('dandelion', [480, 270], ['Dente-de-leão', 'Sopra e pede um desejo']),
      ],
    },
    {
      path: 'cartazes.html',
      title: 'Cartazes do caderno - Caderno lento',
      layout: 'blog',
      credits: 'link',
      times: ['20160807090100', '20180211090100'],
      text: ['Fotografias livres com uma frase por baixo.'],
      shows: [
        taken('sunset', [600, 460], ['Cartaz com pôr do sol', 'O fim do dia na serra'], {
          bar: 'Amanhã há mais sol',
        }),
        taken('stream', [600, 460], ['Cartaz com ribeiro', 'O ribeiro na floresta'], {
          bar: 'Devagar se vai ao longe',
        }),
        taken('brushes', [600, 500], ['Cartaz com pincéis', 'Oficina de pintura'], {
          bar: 'Aulas de pintura ao sábado',
        }),
      ],
    },
    {
      path: 'sem-nome.html',
      title: 'Imagens sem nome - Caderno lento',
      layout: 'blog',
      times: ['20180211090200'],
      text: ['Três imagens do domínio público; já não sei de onde vieram.'],
      shows: [
        taken('camera', [400, 400], ['Homem com câmara', 'O homem da câmara'], {
          isMirrored: true,
        }),
        taken('rocket', [480, 320], ['Foguetão na rampa', 'Antes da partida'], { crop: 0.1 }),
        taken('astronaut', [360, 360], ['Astronauta', 'Retrato de uma astronauta']),
      ],
    },
  ],
};
