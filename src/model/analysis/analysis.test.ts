// How text becomes words: splitting, folding, scripts without spaces, queries.
import { describe, expect, it } from 'vitest';
import {
  analyse,
  analyseQuery,
  foldWord,
  MAX_TOKEN_LENGTH,
  MAX_TOKENS,
  toWords,
  withoutParticle,
} from './analysis.ts';

describe('analyse', () => {
  it.each([
    ['', []],
    [' \t\n.,;!-_/\\', []],
    ['Torre de Belém, Lisboa', ['torre', 'de', 'belem', 'lisboa']],
    ['UEFA2016 uefa_2016 www.uefa.com', ['uefa2016', 'uefa', '2016', 'www', 'uefa', 'com']],
    ["l'eau d’été", ['l', 'eau', 'd', 'ete']],
    ["a woman's cat, the dogs' bones", ['a', 'woman', 'cat', 'the', 'dogs', 'bones']],
    ['the WOMAN’S “cat’s”', ['the', 'woman', 'cat']],
    ["'s-Hertogenbosch it'sa l'Ile", ['s', 'hertogenbosch', 'it', 'sa', 'l', 'ile']],
    ['naïve NAÏVE nai\u0308ve', ['naive', 'naive', 'naive']],
    ['Straße STRASSE STRAẞE', ['strasse', 'strasse', 'strasse']],
    ['Ærø Œuvre Łódź Đorđe Þór', ['aero', 'oeuvre', 'lodz', 'dorde', 'thor']],
    ['İstanbul ısı IĞDIR', ['istanbul', 'isi', 'igdir']],
    ['Αθήνα ΟΔΟΣ οδός', ['αθηνα', 'οδοσ', 'οδοσ']],
    ['Ёлка Москва́ Київ', ['елка', 'москва', 'киів']],
    ['مَدْرَسَة مدرســة', ['مدرسة', 'مدرسة']],
    ['שָׁלוֹם', ['שלום']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['Ｔｏｋｙｏ　２０２０ ﬁne', ['tokyo', '2020', 'fine']],
    ['infor\u00admação \ufeffzero\u200bwidth', ['informacao', 'zero', 'width']],
    ['Windows™ 10€ ☕ 👩‍👩‍👧 ½', ['windows', '10', '1', '2']],
    ['№ 5 ™ ½ woman´s', ['5', '1', '2', 'woman']],
    ['n.º 1ª', ['n', 'o', '1a']],
    ['\u0301abc \u0301', ['abc']],
    ['\ud800a\udc00 b\0c\x1fd', ['a', 'b', 'c', 'd']],
  ])('splits and folds %j', (text, words) => {
    expect(analyse(text, '')).toEqual(words);
  });

  it.each([
    ['東京', ['东京']],
    ['東京都', ['东京', '京都']],
    ['東', ['东']],
    ['東京 Tokyo2020大会', ['东京', 'tokyo2020', '大会']],
    ['サーバー', ['サー', 'ーバ', 'バー']],
    ['が か', ['が', 'か']],
    ['か\u3099', ['が']],
    ['ｶﾞｽ', ['ガス']],
    ['서울시', ['서울', '울시']],
    ['서울시'.normalize('NFD'), ['서울', '울시']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['ภาษาไทย', ['ภา', 'าษ', 'ษา', 'าไ', 'ไท', 'ทย']],
    ['ที่นี่', ['ที่นี่']],
  ])('makes pairs of %j, which has no spaces', (text, words) => {
    expect(analyse(text, 'ja')).toEqual(words);
  });

  it.each([
    ['臺灣鐵路', '台湾铁路'],
    ['萬里長城', '万里长城'],
    ['圖書館', '图书馆'],
    ['漢語詞典', '汉语词典'],
    ['飛機場', '飞机场'],
    ['愛樂樂團', '爱乐乐团'],
    ['龍門石窟', '龙门石窟'],
    ['廣東菜館', '广东菜馆'],
    ['電影節', '电影节'],
    ['雞蛋麵', '鸡蛋面'],
    ['無錫蘇州', '无锡苏州'],
    ['國慶閱兵', '国庆阅兵'],
    ['頤和園', '颐和园'],
    ['紅樓夢', '红楼梦'],
    ['魚與熊', '鱼与熊'],
  ])('makes the same of %s as of %s', (traditional, simplified) => {
    expect(analyse(traditional, 'zh')).toEqual(analyse(simplified, 'zh'));
  });

  it.each([
    ['사진을', '사진'],
    ['학교에서', '학교'],
    ['서울의', '서울'],
    ['바다와', '바다'],
    ['고양이들은', '고양이'],
    ['고양이', undefined],
    ['사람들이', '사람'],
    ['나무', undefined],
    ['이', undefined],
    ['사진 을', undefined],
    ['photo', undefined],
  ])('takes the particle from %s', (word, bare) => {
    expect(withoutParticle(word)).toBe(bare);
  });

  it('stems by the language, however its code is written', () => {
    for (const code of ['pt', 'PT', 'pt-BR', 'pt_PT', 'por', ' pt']) {
      expect(analyse('Eleições', code)).toEqual(['eleicao']);
    }
    for (const code of ['', 'ja', 'ptolemaic', 'x'.repeat(10_000), 'constructor', '-', 'und']) {
      expect(analyse('Eleições', code)).toEqual(['eleicoes']);
    }
    expect(analyse('Bücher', 'ger')).toEqual(analyse('Buch', 'de'));
    expect(analyse('chevaux', 'fre')).toEqual(analyse('cheval', 'fra'));
  });

  it('keeps stop words, so that phrases stay whole', () => {
    expect(analyse('a torre de Belém', 'pt')).toHaveLength(4);
    expect(analyse('to be or not to be', 'en')).toEqual(['to', 'be', 'or', 'not', 'to', 'be']);
  });

  it('cuts long words by code points and long texts by words', () => {
    expect(analyse('x'.repeat(1_000), 'en')).toEqual(['x'.repeat(MAX_TOKEN_LENGTH)]);
    expect(analyse('𐐨'.repeat(100), '')).toEqual(['𐐨'.repeat(MAX_TOKEN_LENGTH)]);
    expect(analyse('ß'.repeat(40), '')).toEqual(['s'.repeat(MAX_TOKEN_LENGTH)]);
    expect(analyse('ab '.repeat(MAX_TOKENS + 10), '')).toHaveLength(MAX_TOKENS);
    expect(analyse('東'.repeat(MAX_TOKENS + 10), '')).toHaveLength(MAX_TOKENS);
  });

  it('gives the same words whatever was analysed before', () => {
    const text = 'Imagens das eleições portuguesas, fotografias extraordinariamente bonitas';
    const before = ['pt', 'es', ''].map((language) => analyse(text, language));
    for (let i = 0; i < 70_000; i += 100) {
      analyse(
        Array.from({ length: 100 }, (_, k) => `palavra${(i + k).toString(36)}`).join(' '),
        'pt',
      );
    }
    expect(['pt', 'es', ''].map((language) => analyse(text, language))).toEqual(before);
  });
});

describe('toWords and foldWord', () => {
  it('give words as people read them, and what they are looked up by', () => {
    const words = toWords("L'Élection présidentielle, İstanbul 東京都");
    expect(words.slice(0, 3)).toEqual(['l', 'élection', 'présidentielle']);
    expect(words.map(foldWord)).toEqual([
      'l',
      'election',
      'presidentielle',
      'istanbul',
      '东京',
      '京都',
    ]);
    expect(foldWord('Cafe\u0301')).toBe('cafe');
    expect(foldWord('がＡ')).toBe('がa');
  });
});

describe('analyseQuery', () => {
  it('gives each word in every language once, the unstemmed form first', () => {
    const { words } = analyseQuery('Imagens da cidade', ['pt', 'en', 'es', 'pt-BR', 'ja']);
    expect(words).toEqual([
      { text: 'Imagens', forms: ['imagens', 'imagem', 'imagen'] },
      { text: 'da', forms: ['da'] },
      { text: 'cidade', forms: ['cidade', 'cidad'] },
    ]);
  });

  it('lets a single character of a script without spaces stand for what starts with it', () => {
    const { words } = analyseQuery('東 東京 a ที่', ['ja']);
    expect(words.map(({ isPrefix }) => isPrefix)).toEqual([true, undefined, undefined, true]);
  });

  it('has nothing to say about nothing', () => {
    expect(analyseQuery(' ?! ', ['pt'])).toEqual({ words: [] });
  });
});
