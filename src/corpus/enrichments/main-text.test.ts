// The main text of pages written to have one; test/quality/main-text.test.ts measures it on real ones.
import { describe, expect, it } from 'vitest';
import { derivedValue, recordOf } from '../../../test/fixtures/enrich-one.ts';
import { countWords, mainText } from './main-text.ts';

const PROSE =
  'The lighthouse was built of white stone on the last rock before the open sea, and its keeper lived there alone for forty years.';
const MENU = '<ul><li><a href=/>Home</a><li><a href=/a>About us</a><li><a href=/c>Contact</a></ul>';

describe('the main text', () => {
  it('is the prose of a page without its menus', async () => {
    const body = `${MENU}<h1>The lighthouse</h1><p>${PROSE}</p><p>${PROSE} <a href=x>More</a></p>${MENU}<p>© 2008</p>`;
    expect(await derivedValue(mainText, recordOf(body))).toBe(
      `The lighthouse\n${PROSE}\n${PROSE} More`,
    );
  });

  it('has no paragraphs that are links, and nothing declared as navigation', async () => {
    const body = `<p>${PROSE}</p><nav>${PROSE}</nav><p>${PROSE}</p><p><a href=x>${PROSE}</a></p>`;
    expect(await derivedValue(mainText, recordOf(body))).toBe(`${PROSE}\n${PROSE}`);
  });

  it('is found where words are not separated', async () => {
    const prose = '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'.repeat(3);
    expect(await derivedValue(mainText, recordOf(`${MENU}<p>${prose}</p>${MENU}`))).toBe(prose);
  });

  it('of a page of a few words is all but its links', async () => {
    expect(await derivedValue(mainText, recordOf(`${MENU}<p>Under construction`))).toBe(
      'Under construction',
    );
    expect(await derivedValue(mainText, recordOf(''))).toBe('');
  });

  it('takes time linear in texts that hold no word', async () => {
    const started = process.cpuUsage();
    await derivedValue(mainText, recordOf(`<p>${'.-'.repeat(2_000_000)}`));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(2);
  });
});

describe('words', () => {
  it.each([
    ['Lisboa é linda', 3],
    ["l’eau d'ici, porte-clés", 3],
    ['e\u0301te\u0301', 1],
    ['हिन्दी विकिपीडिया', 2],
    ['עִבְרִית יפה', 2],
    ['한국어 위키백과', 2],
    ['長い日本語', 3],
    ['2010年に発表', 3],
    ['Linuxの使い方', 3],
    ['東京2020大会', 3],
    ['コーヒー', 2],
    ['ภาษาไทย', 4],
    ['❤\ufe0f … — 1.', 1],
  ])('of %j are %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it('of a text without blanks are as many behind a digit or a Latin letter', async () => {
    const sentence = '年に発表された長い日本語の文章です'.repeat(6);
    const page = (start: string) =>
      recordOf(`${MENU}<p>${start}${sentence}</p>${MENU}<p>© 2008</p>`);
    expect(await derivedValue(mainText, page('二'))).toBe(`二${sentence}`);
    expect(await derivedValue(mainText, page('2010'))).toBe(`2010${sentence}`);
  });
});
