// Languages, declared and detected.
import { describe, expect, it } from 'vitest';
import { languageOf } from './language.ts';

const NONE = { html: '', meta: '', header: '' };
const fail = () => expect.fail('the text was not needed');

describe('languageOf', () => {
  it.each([
    ['pt-PT', 'pt'],
    ['EN_us', 'en'],
    [' zh-Hant-TW ', 'zh'],
    ['gsw', 'gsw'],
  ])('takes the language of %j', (html, language) => {
    expect(languageOf({ ...NONE, html }, fail)).toEqual({ language, source: 'html' });
  });

  it('asks the html element, the meta element and the header in turn', () => {
    expect(languageOf({ html: 'x', meta: 'fr', header: 'de' }, fail)).toEqual({
      language: 'fr',
      source: 'meta',
    });
    expect(languageOf({ html: '', meta: 'en, fr', header: 'de' }, fail)).toEqual({
      language: 'de',
      source: 'header',
    });
  });

  it.each(['utf-8', 'UTF', 'iso-8859-1', 'und'])('takes %s for no language', (html) => {
    expect(languageOf({ ...NONE, html, meta: 'fr' }, fail)).toEqual({
      language: 'fr',
      source: 'meta',
    });
  });

  it.each([
    [
      'pt',
      'O presidente da câmara inaugurou ontem a nova ponte sobre o rio, que liga as duas margens.',
    ],
    [
      'en',
      'The mayor opened the new bridge over the river yesterday, which links both sides of town.',
    ],
    [
      'es',
      'El alcalde inauguró ayer el nuevo puente sobre el río, que une las dos orillas de la ciudad.',
    ],
    ['ru', 'Вчера мэр открыл новый мост через реку, который соединяет оба берега города.'],
  ])('detects %s', (language, text) => {
    expect(languageOf(NONE, () => text)).toEqual({ language, source: 'detector' });
  });

  it('says nothing of texts that are too short', () => {
    expect(languageOf(NONE, () => 'ok')).toEqual({ language: '', source: '' });
  });
});
