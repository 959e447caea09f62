// Names of countries in the languages that people search in.
import { expect, it } from 'vitest';
import { countryCodeOf, countryName, placeKeys } from './place-names.ts';

// Each has an older code before its own in the alphabet: DD, BU, CS, RH, VD, YD.
it.each([
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['alemanha', 'DE'],
  ['Allemagne', 'DE'],
  ['Myanmar (Burma)', 'MM'],
  ['Serbia', 'RS'],
  ['Zimbabwe', 'ZW'],
  ['Vietnam', 'VN'],
  ['Yemen', 'YE'],
  ['Portugal', 'PT'],
  ['Atlantis', undefined],
])('%s is %s', (name, code) => {
  expect(countryCodeOf(name)).toBe(code);
});

it('no name of a country leads to the code of another', () => {
  for (const language of ['en', 'pt', 'es', 'fr', 'de', 'it']) {
    for (const code of ['AT', 'CW', 'CZ', 'DE', 'FR', 'GB', 'RU', 'TL', 'VU']) {
      expect(countryCodeOf(countryName(code, language))).toBe(code);
    }
  }
});

it('finds a place by the whole of its name, by its beginning, and with its country', () => {
  expect(placeKeys('Évora, Alentejo, PT')).toEqual(['evora, alentejo, pt', 'evora', 'evora, pt']);
});
