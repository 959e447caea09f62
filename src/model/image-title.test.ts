// Which of the texts about an image names it.
import { describe, expect, it } from 'vitest';
import { bestTitle, type SaidOfImage } from './image-title.ts';

const said = (part: Partial<SaidOfImage>): SaidOfImage => ({
  alts: [],
  titles: [],
  captions: [],
  ...part,
});

describe('the title of an image', () => {
  it('is the text for the image itself before what stands near it', () => {
    const texts = said({ captions: ['Opened in 1998'], alts: ['The old bridge'] });
    expect(bestTitle(texts)).toBe('The old bridge');
  });

  it('has several words where there are some', () => {
    expect(bestTitle(said({ alts: ['Bridge'], captions: ['The old bridge of Porto'] }))).toBe(
      'The old bridge of Porto',
    );
    expect(bestTitle(said({ alts: ['Bridge'], pageTitle: 'Sights of Porto' }))).toBe('Bridge');
  });

  it.each([
    'IMG_2041.JPG',
    'dsc00213',
    'photo 12',
    'http://a.example/b.png',
    'spacer.gif (1x1)',
    'image',
    '  ',
    '1/24',
    'Comments powered by Disqus',
    'Please enable JavaScript to view the comments powered by Disqus.',
    'Click to enlarge',
    'Clique para ampliar',
    'Share on Facebook',
    'We use cookies. Accept',
    '3 comments',
    'Leave a comment',
    '© 2011 Farol Salgado',
    'Read more',
  ])('is never %s', (text) => {
    const texts = said({ alts: [text], captions: [text], pageTitle: 'Harbour news' });
    expect(bestTitle(texts)).toBe('Harbour news');
    expect(bestTitle(said({ alts: [text] }))).toBe('');
  });

  it.each(['Foto do porto de Lisboa', 'Logo of the city of Porto', 'Ο φάρος', '東京の夜景'])(
    'may be %s',
    (text) => {
      expect(bestTitle(said({ alts: [text] }))).toBe(text);
    },
  );

  it('is on one line and ends at a word, or at a sentence', () => {
    const long = `The harbour\n at dawn ${'and the boats '.repeat(30)}`;
    const title = bestTitle(said({ captions: [long] }));
    expect(title).toMatch(/^The harbour at dawn and the boats .* (?:and|the|boats)…$/);
    expect(title.length).toBeLessThanOrEqual(141);
    const sentence = `The harbour at dawn, seen from above. ${'More words follow. '.repeat(20)}`;
    expect(bestTitle(said({ captions: [sentence] }))).toBe('The harbour at dawn, seen from above.');
  });

  it('takes hostile texts in no time', () => {
    const texts = said({ alts: [`${'a'.repeat(100_000)}.jp`, ' .jpg'.repeat(20_000)] });
    const start = process.cpuUsage().user;
    bestTitle(texts);
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(200);
  });
});
