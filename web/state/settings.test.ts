// Tests of settings that were kept.
import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it('takes what was kept and defaults for the rest', () => {
  const kept = { theme: 'dark', sensitive: 'blur', recent: ['ponte', 3], slash: false };
  expect(readSettings(kept, { languages: ['pt-BR', 'en'] })).toEqual({
    theme: 'dark',
    sensitive: 'blur',
    language: 'pt',
    view: 'rows',
    slash: false,
    panel: true,
    recent: ['ponte'],
  });
});

it.each([null, undefined, 7, 'dark', [], { theme: 'blue', recent: 'x', language: 'xx' }])(
  'passes over %j',
  (kept) => {
    const { theme, sensitive, language, recent } = readSettings(kept, { languages: ['nl'] });
    expect({ theme, sensitive, language, recent }).toEqual({
      theme: 'system',
      sensitive: 'hide',
      language: 'en',
      recent: [],
    });
  },
);

it('lets the address choose the language before anything else', () => {
  const choose = (asked: string | null) =>
    readSettings({ language: 'en' }, { languages: ['en'], asked }).language;
  expect(['pt', null, 'xx'].map(choose)).toEqual(['pt', 'en', 'en']);
});
