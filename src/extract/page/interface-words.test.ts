import { expect, it } from 'vitest';
import { isByline, isInterfaceText } from './interface-words.ts';

it.each([
  ...['Share', 'share:', 'View all (4)', '3 Comments', 'READ MORE »', '1 / 12', '|', '(4)'],
  ...['Teilen', 'Nächste Seite', 'Lire la suite…', 'Partager', 'Leer más', 'Ver tudo', 'Vorige'],
  ...['Partilhar', 'Läs mer', 'Næste', 'Czytaj więcej', 'Další', 'Читать далее', 'Περισσότερα'],
  ...['Devamını oku', 'שתפו', 'اقرأ المزيد', '下一页', '続きを読む', '더 보기'],
  ...['← A bicycle race', 'comments powered by Disqus', '© 2019 A Newspaper', 'Copyright 2001'],
  ...['2:25', 'Now playing', 'Nuestros aliados', 'Lire aussi :', '関連書籍', 'Читайте также:'],
])('%s is a text of the interface', (text) => {
  expect(isInterfaceText(text)).toBe(true);
});

it.each([
  ...['A shared garden', 'The next bird', 'Lighthouse', '2 swans', 'Home of the swans', 'Más allá'],
  ...[
    'Die nächste Seite des Mondes',
    'Menu of 1912',
    '電車',
    'Apollo 11',
    'C++',
    '«Braguino» et «6 Days»',
  ],
])('%s may be about an image', (text) => {
  expect(isInterfaceText(text)).toBe(false);
});

it('knows who wrote a text from what an image shows', () => {
  for (const line of [
    'By Anna Example',
    'Von Anna Beispiel, Porto',
    'Por João M. Exemplo | Fotos',
  ]) {
    expect(isByline(line)).toBe(true);
  }
  for (const line of ['By the sea', 'Par un jour de mistral', 'Di', 'A boat by Anna Example']) {
    expect(isByline(line)).toBe(false);
  }
});
