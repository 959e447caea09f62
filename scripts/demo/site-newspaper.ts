// A harbour town's newspaper, in Portuguese: tables in 1998, a blog in 2006, figures since 2014.

import { MOODS } from './colour.ts';
import { lightning } from './draw-clouds.ts';
import { laundry } from './draw-corners.ts';
import {
  drawLighthouse,
  fireworks,
  fishMarket,
  harbour,
  lighthouseScene,
  ship,
} from './draw-harbour.ts';
import { portrait } from './draw-portraits.ts';
import { aged, frontPage, masthead, poster } from './draw-prints.ts';
import { contourMap } from './draw-relief.ts';
import { street } from './draw-streets.ts';
import { bench, market } from './draw-walks.ts';
import { chart } from './draw-weather.ts';
import { copy, type Picture, type PictureOptions, picture, type Site, show } from './site.ts';

const SMALL = [360, 240] as const;
const MEDIUM = [560, 373] as const;
const WIDE = [760, 428] as const;

/** Where the invented harbour would lie, with a little spread. */
function at(index: number, taken: string, description?: string): PictureOptions {
  const shot = { latitude: 39.3551 + index * 0.0021, longitude: -9.3812 - index * 0.0017, taken };
  return { shot: { ...shot, ...(description !== undefined && { description }) } };
}

const harbour1998 = picture('fotos/porto98.jpg', harbour('day', { crane: true }), SMALL, {
  quality: 48,
});
const boats1998 = picture('fotos/traineira.jpg', ship('dawn', 'fishing'), SMALL, { quality: 48 });
const light1998 = picture('fotos/farol.jpg', lighthouseScene('dusk'), SMALL, { quality: 48 });
const street1998 = picture('fotos/rua-direita.jpg', aged(street('day')), SMALL, { quality: 48 });
const frontPicture: Picture = picture(
  'capa.jpg',
  frontPage('O FAROL', 'Regressam as traineiras', harbour('dawn')),
  [300, 400],
  {
    quality: 50,
    later: [
      {
        from: '2001',
        scene: frontPage(
          'O FAROL',
          'Temporal fecha a barra',
          harbour('storm', { lighthouse: true }),
        ),
      },
      { from: '2006', scene: frontPage('O FAROL', 'Festa enche o cais', fireworks) },
      {
        from: '2010',
        scene: frontPage('O FAROL', 'Novo cais inaugurado', harbour('noon', { crane: true })),
      },
    ],
  },
);
const mayor = picture(
  'fotos/presidente.jpg',
  portrait({ glasses: true, hair: 'short', clothes: '#27364a' }),
  [300, 360],
  { quality: 52 },
);
const fisher = picture(
  'fotos/mestre-anselmo.jpg',
  portrait({ hat: 'sailor', beard: true, clothes: '#2f4f6a' }),
  [300, 360],
  { quality: 52 },
);
const fishwife = picture(
  'img/2006/dona-celeste.jpg',
  portrait({ hair: 'bun', clothes: '#a8483f' }),
  [360, 430],
);
const storm = picture(
  'img/2006/temporal.jpg',
  harbour('storm', { lighthouse: true, boats: 2 }),
  MEDIUM,
);
const bolt = picture('img/2006/trovoada.jpg', lightning, MEDIUM);
const feast = picture('img/2006/fogo-de-artificio.jpg', fireworks, MEDIUM);
const feastLarge = { ...feast, path: 'img/2006/fogo-de-artificio-g.jpg', width: 760, height: 506 };
const fish = picture('img/2006/lota.jpg', fishMarket, MEDIUM);
const ferry = picture('img/2010/barco-da-carreira.jpg', ship('dusk', 'ferry'), MEDIUM);
const quay = picture('img/2010/novo-cais.jpg', harbour('noon', { crane: true, boats: 5 }), MEDIUM);
const tram = picture(
  'img/2010/electrico.jpg',
  street('day', { tram: '#f2c230', people: 6 }),
  MEDIUM,
);
const fog = picture('img/2010/nevoeiro.jpg', harbour('fog', { boats: 3 }), MEDIUM);
const feastPoster = picture(
  'img/2010/cartaz-festa.png',
  poster(['FESTA DO MAR', '12 a 15 de agosto'], {
    colours: ['#f7e9c8', '#d9483b', '#2f5f8a'],
    form: 'sun',
  }),
  [380, 540],
);
const dawn = picture(
  'media/2016/porto-amanhecer.jpg',
  harbour('dawn', { lighthouse: true, boats: 6 }),
  WIDE,
  at(0, '2016:05:14 06:42:10', 'Porto Salgado ao amanhecer'),
);
const dawnSmall = { ...dawn, path: 'media/2016/porto-amanhecer-380.jpg', width: 380, height: 214 };
const cargo = picture(
  'media/2016/cargueiro.jpg',
  ship('noon', 'cargo'),
  WIDE,
  at(1, '2016:07:02 13:05:44'),
);
const tall = picture(
  'media/2016/veleiro.jpg',
  ship('dawn', 'tall'),
  WIDE,
  at(2, '2016:07:03 07:10:00'),
);
const marketPicture = picture(
  'media/2019/mercado.jpg',
  market,
  [640, 480],
  at(3, '2019:03:09 10:31:20'),
);
const washing = picture(
  'media/2019/estendal.jpg',
  laundry('noon'),
  [480, 640],
  at(4, '2019:06:21 16:12:05'),
);
const night = picture(
  'media/2019/porto-noite.jpg',
  harbour('night', { lighthouse: true }),
  WIDE,
  at(5, '2019:12:31 23:20:00'),
);
const nightAvif = { ...night, path: 'media/2019/porto-noite.avif', format: 'avif' as const };
const autumn = picture(
  'media/2022/marina-outono.webp',
  harbour('autumn', { boats: 6 }),
  WIDE,
  at(6, '2022:10:18 17:44:00'),
);
const garden = picture(
  'media/2022/jardim.webp',
  bench('day'),
  [640, 427],
  at(7, '2022:11:04 15:00:31'),
);
const catches = picture(
  'media/2022/pescado.svg',
  chart({
    title: 'Pescado (toneladas)',
    values: [310, 290, 340, 380, 360, 420, 405, 450],
    labels: ['15', '16', '17', '18', '19', '20', '21', '22'],
    colour: '#2f6f8a',
  }),
  [640, 400],
);
const map = picture(
  'media/2022/mapa-da-barra.jpg',
  contourMap('hiking', { title: 'Barra de Porto Salgado', path: true }),
  [640, 480],
);
const regatta = picture(
  'media/2024/regata.jpg',
  ship('day', 'sail'),
  WIDE,
  at(8, '2024:08:10 11:25:00', 'Regata da Festa do Mar'),
);
const sardines = picture('media/2024/grelha.jpg', fishMarket, [560, 560], {
  ...at(9, '2024:08:12 20:05:00'),
  seed: 'grelha',
});
const lost = picture('media/2024/ponte-nova.jpg', harbour('day'), WIDE, { fault: 'missing' });

/** Pictures that other sites took over. */
export const NEWSPAPER_PICTURES = { dawn, tall, light1998, feastPoster };

/** The newspaper. `clubPictures` are those it took from the football club. */
export function newspaper(clubPictures: {
  readonly crest: Picture;
  readonly ground: Picture;
}): Site {
  const crest = copy(clubPictures.crest, 'img/2006/marisma-emblema.png');
  const ground = copy(clubPictures.ground, 'img/2010/estadio-marisma.jpg');
  return {
    name: 'farolsalgado',
    collection: 'news-and-sport',
    host: 'www.farolsalgado.example',
    title: 'O Farol de Porto Salgado',
    language: 'pt',
    colours: { ink: '#1c2b3a', paper: '#eef3f6', accent: '#1f5f8a' },
    words: { visitors: 'Visitantes', home: 'Início' },
    tile: picture(
      'img/fundo.gif',
      (drawing) => {
        drawing.background('#dfeaf0');
        drawing.circle([30, 30], 18, '#cfdfe8');
        drawing.circle([80, 80], 18, '#cfdfe8');
      },
      [40, 40],
    ),
    banner: picture(
      'css/cabecalho.jpg',
      masthead('O Farol', {
        colours: ['#12344f', '#e08a5e'],
        motif: (drawing) => drawLighthouse(drawing, [55, 94], 74, MOODS.dusk),
      }),
      [720, 170],
    ),
    pages: [
      {
        path: 'index.html',
        title: 'O Farol de Porto Salgado - jornal semanário',
        layout: 'tables',
        charset: 'iso-8859-1',
        times: ['19980417093012', '19991103140500', '20011209182233'],
        text: [
          'Bem-vindo à edição na rede do nosso semanário. Todas as sextas-feiras, as notícias do porto, da pesca e da vila.',
          'Esta página vê-se melhor com uma janela de 800 por 600 pontos.',
        ],
        shows: [
          show(frontPicture, 'Primeira página desta semana', 'A primeira página desta semana'),
          show(harbour1998, 'Vista do porto com a grua', 'O porto visto do molhe norte'),
          show(
            boats1998,
            'Traineira ao nascer do sol',
            'A traineira Boa Esperança regressa da faina',
          ),
          show(light1998, 'Farol da barra ao pôr do sol', 'O farol da barra, aceso desde 1887'),
        ],
      },
      {
        path: 'gente.html',
        title: 'Gente da terra - O Farol de Porto Salgado',
        layout: 'tables',
        charset: 'iso-8859-1',
        isSilent: true,
        times: ['19991103140530', '20011209182301'],
        text: [
          'Retratos de quem vive e trabalha em Porto Salgado. Cada semana conversamos com uma pessoa da nossa terra sobre o mar, o trabalho e as lembranças de outros tempos.',
        ],
        shows: [
          show(
            mayor,
            'Retrato do presidente da câmara',
            'O presidente da câmara promete um cais novo',
          ),
          show(fisher, 'Retrato do mestre Anselmo', 'Mestre Anselmo, cinquenta anos de pesca'),
          show(street1998, 'Rua Direita em 1960', 'A Rua Direita numa fotografia antiga'),
          show(frontPicture, 'Capa do jornal'),
        ],
      },
      {
        path: 'blog/',
        title: 'Notícias do cais - O Farol de Porto Salgado',
        layout: 'blog',
        times: ['20060814101500', '20070302090000', '20080919213000'],
        text: [
          'O verão acabou e o cais voltou a encher-se de redes. Aqui ficam as imagens do mês.',
          'A barra esteve fechada dois dias por causa da ondulação.',
          'Ninguém ficou ferido, mas a luz faltou em toda a vila.',
          'Milhares de pessoas viram o fogo de artifício na noite da padroeira.',
        ],
        shows: [
          show(storm, 'Temporal no porto', 'Ondas de seis metros durante o temporal de fevereiro'),
          show(bolt, 'Trovoada sobre a serra', 'Um raio caiu junto à capela'),
          show(feast, 'Fogo de artifício sobre a baía', 'Fogo de artifício na Festa do Mar', {
            how: 'link',
            others: [feastLarge],
          }),
          show(
            fish,
            'Peixe fresco na lota',
            'Sardinha, carapau e salmonete na lota de Porto Salgado',
            { title: 'Lota' },
          ),
          show(fishwife, 'Retrato da dona Celeste', 'Dona Celeste vende peixe desde os doze anos'),
          show(crest, 'Emblema do C. D. Marisma', 'O Marisma vem jogar ao nosso campo'),
        ],
      },
      {
        path: 'blog/2010.html',
        title: 'O novo cais - O Farol de Porto Salgado',
        layout: 'blog',
        times: ['20100612120000', '20120203170000'],
        text: [
          'Depois de três anos de obras, o novo cais abriu na semana passada.',
          'O barco da carreira passa a atracar mais perto do mercado.',
          'O eléctrico número 28 liga agora a estação ao porto.',
        ],
        shows: [
          show(quay, 'Novo cais com grua', 'O novo cais de Porto Salgado no dia da inauguração'),
          show(
            ferry,
            'Barco da carreira ao entardecer',
            'O barco da carreira chega ao fim da tarde',
          ),
          show(tram, 'Eléctrico amarelo na avenida', 'O eléctrico amarelo volta a circular'),
          show(fog, 'Porto com nevoeiro', 'Manhã de nevoeiro na barra'),
          show(feastPoster, 'Cartaz da Festa do Mar', 'Cartaz da Festa do Mar deste ano'),
          show(ground, 'Estádio do C. D. Marisma', 'O estádio do Marisma, adversário de domingo'),
          show(frontPicture, 'Primeira página do jornal', 'A edição em papel desta sexta-feira'),
        ],
      },
      {
        path: 'porto/',
        title: 'O porto em imagens | O Farol',
        layout: 'figures',
        times: ['20160720081500', '20190415100000', '20221120093000'],
        text: ['Uma seleção das melhores fotografias do porto, tiradas pelos nossos leitores.'],
        shows: [
          show(
            dawn,
            'Porto Salgado ao amanhecer com o farol',
            'O porto ao amanhecer, visto da fortaleza',
            { how: 'srcset', others: [dawnSmall] },
          ),
          show(
            cargo,
            'Navio cargueiro com contentores',
            'Um cargueiro espera pelo piloto da barra',
            { how: 'noscript' },
          ),
          show(tall, 'Veleiro de três mastros', 'O veleiro de três mastros visitou-nos em julho', {
            how: 'lazy',
          }),
          show(
            copy(light1998, 'arquivo/1998/farol.jpg'),
            'Farol da barra em 1998',
            'Do arquivo: o farol em 1998',
          ),
        ],
      },
      {
        path: 'vila/',
        title: 'A vila e a sua gente | O Farol',
        layout: 'figures',
        times: ['20190415100100', '20221120093100', '20240903070000'],
        text: ['Mercados, roupa ao sol, jardins: a vida de todos os dias em Porto Salgado.'],
        shows: [
          show(
            marketPicture,
            'Bancas do mercado vistas de cima',
            'O mercado de sábado visto da torre da igreja',
            { how: 'lazy' },
          ),
          show(washing, 'Roupa estendida entre as casas', 'Roupa ao sol no bairro dos pescadores'),
          show(night, 'O porto iluminado à noite', 'A última noite do ano no porto', {
            how: 'picture',
            others: [nightAvif],
          }),
          show(autumn, 'Marina no outono', 'A marina num dia calmo de outono'),
          show(garden, 'Banco de jardim no outono', 'O jardim municipal em novembro'),
          show(catches, 'Gráfico do pescado por ano', 'Pescado descarregado na lota, em toneladas'),
          show(map, 'Mapa da barra e dos trilhos', 'Mapa dos trilhos a pé à volta da barra'),
        ],
      },
      {
        path: '2024/festa-do-mar/',
        title: 'Festa do Mar 2024: as imagens | O Farol',
        layout: 'figures',
        times: ['20240903070500'],
        text: ['Quatro dias de festa, uma regata e muitas sardinhas.'],
        shows: [
          show(regatta, 'Veleiro na regata', 'A regata da Festa do Mar partiu às onze', {
            how: 'srcset',
          }),
          show(sardines, 'Sardinhas sobre gelo', 'Duas toneladas de sardinha para a festa'),
          show(
            copy(feastPoster, 'media/2024/cartaz-antigo.png'),
            'Cartaz antigo da Festa do Mar',
            'O cartaz de 2010 voltou a ser impresso',
          ),
          show(lost, 'Projeto da ponte nova', 'O projeto da ponte nova'),
        ],
      },
    ],
  };
}
