// A collector of old charts and lighthouses, in Japanese: Shift_JIS at first, UTF-8 later.
import { lighthouseScene, ship } from './draw-harbour.ts';
import { drawRose, seaChart, starChart, townPlan } from './draw-maps.ts';
import { masthead, stamp } from './draw-prints.ts';
import { contourMap } from './draw-relief.ts';
import { woodcut } from './draw-woodcuts.ts';
import { copy, type Picture, picture, type Site, show } from './site.ts';

const S = [400, 267] as const;
const L = [700, 467] as const;

const chart1 = picture('kaizu/kita.jpg', seaChart({ title: 'Mare Boreale' }), S, { quality: 52 });
const chart2 = picture(
  'kaizu/minami.jpg',
  seaChart({ title: 'Sinus Australis', paper: '#e6d0a0', land: '#c9a86a' }),
  S,
  { quality: 52 },
);
const town1 = picture(
  'kaizu/jokamachi.gif',
  townPlan({
    title: 'Plan of 1874',
    paper: '#efe4c8',
    block: '#c9a078',
    water: '#9ab8b0',
    turn: 22,
  }),
  S,
);
const light1 = picture('todai/misaki.jpg', lighthouseScene('dusk', '#2f3a5a'), S, { quality: 52 });
const light2 = picture('todai/yoru.jpg', lighthouseScene('night'), S, { quality: 52 });
const wave = picture(
  'hanga/nami.jpg',
  woodcut({ motif: 'wave', sky: ['#a8c4c9', '#efe6d0'], sea: '#1f5a6a' }),
  [520, 360],
);
const mountain = picture(
  'hanga/yama.jpg',
  woodcut({ motif: 'mountain', sky: ['#e8a07a', '#f7dfb8'], sea: '#2f4f7a' }),
  [520, 360],
);
const boats = picture(
  'hanga/fune.jpg',
  woodcut({ motif: 'boats', sky: ['#f2d9a8', '#f7ead0'], sea: '#3a5f6a' }),
  [520, 360],
);
const cranes = picture(
  'hanga/tsuru.jpg',
  woodcut({ motif: 'crane', sky: ['#7f9fb8', '#e6e2d0'], sea: '#3a3f6a' }),
  [520, 360],
);
const lightPrint = picture(
  'hanga/todai.jpg',
  woodcut({ motif: 'lighthouse', sky: ['#d9b0a0', '#f2e0c0'], sea: '#2f5f5a' }),
  [520, 360],
);
const island = picture(
  'chizu/shima.png',
  contourMap('sepia', { island: true, path: false, title: 'Insula Tomoshibi' }),
  [560, 420],
);
const island2 = picture(
  'chizu/kazan.png',
  contourMap('print', { island: true, path: false }),
  [560, 420],
);
const deep = picture(
  'chizu/shinkai.png',
  contourMap('night', { path: false, scale: 30 }),
  [560, 420],
);
const stars = picture('chizu/hoshi.jpg', starChart('Hemisphaerium Boreale'), [560, 560]);
const hiking = picture('2013/tozan.jpg', contourMap('hiking', { title: 'Coast path' }), [600, 420]);
const chart3 = picture(
  '2013/mare-magnum.jpg',
  seaChart({ title: 'Mare Magnum', paper: '#e9dcc0', land: '#b9c08a' }),
  L,
);
const chart4 = picture(
  '2013/insulae.jpg',
  seaChart({ title: 'Insulae Novae', paper: '#dfe3d8', land: '#d9b890', ink: '#3a3f5a' }),
  L,
);
const lightDay = picture('2013/shiro.jpg', lighthouseScene('day', '#d9483b'), L, {
  shot: {
    latitude: 35.1402,
    longitude: 139.6189,
    taken: '2013:08:11 10:05:00',
    description: '岬の灯台',
  },
});
const lightStorm = picture('2013/arashi.jpg', lighthouseScene('storm', '#2a2a2e'), L, {
  shot: { latitude: 38.2601, longitude: 141.5522, taken: '2013:09:16 15:40:00' },
});
const lightDawn = picture('2020/yoake.webp', lighthouseScene('dawn', '#2f6f7a'), L, {
  shot: { latitude: 43.3851, longitude: 145.8172, taken: '2019:06:22 04:10:00' },
});
const lightSnow = picture('2020/yuki.webp', lighthouseScene('snow', '#c9403a'), L, {
  shot: { latitude: 45.4531, longitude: 141.6452, taken: '2020:01:25 09:30:00' },
});
const fogBoat = picture('2020/kiri.jpg', ship('fog', 'row'), L);
const tallShip = picture('2020/hansen.jpg', ship('noon', 'tall'), L);
const stamp1 = picture(
  '2020/kitte-todai.png',
  stamp(lighthouseScene('dusk'), { value: '50', colour: '#7a2e3a' }),
  [420, 480],
);
const stamp2 = picture(
  '2020/kitte-nami.png',
  stamp(woodcut({ motif: 'wave', sky: ['#a8c4c9', '#efe6d0'], sea: '#1f5a6a' }), {
    value: '80',
    colour: '#1f5a6a',
  }),
  [420, 480],
);
const plan2 = picture(
  '2020/minato.png',
  townPlan({ title: 'Harbour plan', paper: '#f4efe2', block: '#d9a184', turn: -14 }),
  [560, 420],
);

/** The collector. `posters` are those taken over from the railway museum. */
export function charts(posters: { readonly seaside: Picture; readonly ship: Picture }): Site {
  return {
    name: 'tomoshibi',
    collection: 'museums-and-gardens',
    host: 'www.tomoshibi.example',
    title: '灯と海図',
    language: 'ja',
    colours: { ink: '#22283a', paper: '#f4f0e4', accent: '#2f4f7a' },
    words: { visitors: '訪問者数', home: '入口' },
    tile: picture(
      'img/washi.gif',
      (drawing) => {
        drawing.background('#f1ead8');
        drawing.circle([50, 100], 44, '#e6ddc6');
        drawing.circle([50, 100], 30, '#f1ead8');
      },
      [40, 40],
    ),
    banner: picture(
      'css/header.jpg',
      masthead('Tomoshibi', {
        colours: ['#22345a', '#8a6a4a'],
        motif: (drawing) => drawRose(drawing, [55, 54], 36, '#f2e6c8'),
      }),
      [720, 170],
    ),
    pages: [
      {
        path: 'index.html',
        title: '灯と海図：古い海図と灯台の部屋',
        layout: 'tables',
        charset: 'shift_jis',
        times: ['19991017210000', '20030126200000'],
        text: [
          'ようこそ。ここは古い海図と灯台を集めている個人のページです。',
          '海図はすべて私の本棚にあるものです。写真はお借りしないでください。',
        ],
        shows: [
          show(chart1, '北の海の古い海図', '北の海の海図。羅針図が美しい'),
          show(chart2, '南の湾の海図', '南の湾の海図。山が細かく描かれている'),
          show(town1, '城下町の絵図', '明治七年の城下町の絵図'),
          show(light1, '夕暮れの岬の灯台', '夕暮れの岬の灯台'),
          show(light2, '夜の灯台と月', '夜の灯台。光が二十海里先まで届く'),
        ],
      },
      {
        path: 'hanga.html',
        title: '海の版画：灯と海図',
        layout: 'blog',
        charset: 'shift_jis',
        isSilent: true,
        times: ['20050504130000', '20080811130000'],
        text: [
          '海を描いた版画を五枚紹介します。波、山、舟、鶴、そして灯台です。どれも小さな版元が刷ったもので、色の重なりがとてもきれいです。',
        ],
        shows: [
          show(wave, '大きな波の版画', '大波。白いしぶきが見どころ'),
          show(mountain, '海の向こうの山の版画', '海の向こうの山と赤い夕日'),
          show(boats, '帆をあげた舟の版画', '帆をあげた二そうの舟'),
          show(cranes, '空を飛ぶ鶴の版画', '空を飛ぶ二羽の鶴'),
          show(lightPrint, '灯台の版画', '新しい時代の灯台'),
        ],
      },
      {
        path: 'chizu/',
        title: '島と星の地図：灯と海図',
        layout: 'blog',
        times: ['20080811130100', '20120715130000'],
        text: ['等高線の地図と星図を集めました。'],
        shows: [
          show(island, '島の等高線地図', 'ともしび島の地図'),
          show(island2, '火山島の地図', '火山島の色刷り地図'),
          show(deep, '深い海の地図', '海の底の深さを色で示した地図'),
          show(stars, '星図', '北の空の星図'),
        ],
      },
      {
        path: '2013/',
        title: '灯台めぐり：灯と海図',
        layout: 'figures',
        times: ['20131110130000', '20160505130000'],
        text: ['夏から秋にかけて、海岸の灯台を訪ねました。'],
        shows: [
          show(lightDay, '青空と赤い灯台', '青空の下の灯台', { how: 'lazy' }),
          show(lightStorm, '嵐の日の灯台', '嵐の日の灯台。波が高い', { how: 'lazy' }),
          show(hiking, '海岸の散歩道の地図', '灯台まで歩く道の地図'),
          show(chart3, '大きな海の海図', '新しく手に入れた海図'),
          show(chart4, '新しい島々の海図', '新しい島々の海図、三本マストの船つき'),
        ],
      },
      {
        path: '2020/',
        title: '冬の灯台と切手：灯と海図',
        layout: 'figures',
        times: ['20200322130000', '20230716130000'],
        text: ['雪の灯台と、灯台の切手です。'],
        shows: [
          show(lightDawn, '夜明けの灯台', '夜明けの灯台', { how: 'lazy' }),
          show(lightSnow, '雪の中の灯台', '雪の中の灯台', { how: 'lazy' }),
          show(fogBoat, '霧の中の小舟', '霧の中の小舟'),
          show(tallShip, '三本マストの帆船', '港に来た帆船'),
          show(stamp1, '灯台の切手', '灯台の切手、五十円'),
          show(stamp2, '波の切手', '波の切手、八十円'),
          show(plan2, '港の地図', '港町の地図'),
          show(
            copy(posters.seaside, '2020/poster-sea.png'),
            '海へ行く鉄道のポスター',
            '英国の鉄道博物館のポスター',
          ),
          show(
            copy(posters.ship, '2020/portugal.jpg'),
            'ポルトガルの帆船',
            'ポルトガルの新聞に載った帆船',
          ),
        ],
      },
    ],
  };
}
