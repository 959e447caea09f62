// Tests of changing the language.
import { afterEach, expect, it, vi } from 'vitest';
import { changeSettings } from '../state/settings.ts';
import english from './en.json';
import { loadLanguage, t, translatedWords } from './i18n.ts';
import portuguese from './pt.json';

afterEach(() => loadLanguage('en'));

it('shows the language that was asked for last, whichever is there first', async () => {
  await Promise.all([loadLanguage('pt'), loadLanguage('en')]);
  expect(t('nav.skip')).toBe(english['nav.skip']);
  await Promise.all([loadLanguage('pt'), loadLanguage('en'), loadLanguage('pt')]);
  expect(t('nav.skip')).toBe(portuguese['nav.skip']);
});

it('has what the parser says in another language once somebody asks for it', async () => {
  expect(translatedWords()).toBeUndefined();
  changeSettings({ language: 'pt' });
  expect(translatedWords()).toBeUndefined();
  await vi.waitFor(() => expect(translatedWords()?.operators['site']).toBeDefined());
  changeSettings({ language: 'en' });
  expect(translatedWords()).toBeUndefined();
});
