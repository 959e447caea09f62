// Tests of changing the language.
import { afterEach, expect, it } from 'vitest';
import english from './en.json';
import { loadLanguage, t, translatedWords } from './i18n.ts';
import portuguese from './pt.json';

afterEach(() => loadLanguage('en'));

it('shows the language that was asked for last, whichever is there first', async () => {
  await Promise.all([loadLanguage('pt'), loadLanguage('en')]);
  expect(t('nav.skip')).toBe(english['nav.skip']);
  expect(translatedWords()).toBeUndefined();
  await Promise.all([loadLanguage('pt'), loadLanguage('en'), loadLanguage('pt')]);
  expect(t('nav.skip')).toBe(portuguese['nav.skip']);
  expect(translatedWords()).toBeDefined();
});
