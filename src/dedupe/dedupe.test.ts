// Known answers: what a person would expect of each case, and the defects of the paper's running code.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../model/capture.ts';
import type { DedupeMode, ImageDocument, ImagePage } from '../model/image.ts';
import { NOTHING_SAID, type Said, toSaid } from '../model/said.ts';
import { toSurt } from '../model/surt.ts';
import {
  addGroup,
  type GroupCapture,
  type GroupReference,
  ImageAccumulator,
  mergeGroup,
} from './dedupe.ts';

/** The first moment of a year, month or day. */
const merge = (
  captures: readonly GroupCapture[],
  references: Iterable<GroupReference>,
  mode?: DedupeMode,
) => mergeGroup({ captures, references }, mode);

const time = (digits: string) => (digits + '00000101000000'.slice(digits.length)) as Timestamp;
const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const IMAGE = 'http://example.com/boat.jpg';

function capture(digits: string, more: Partial<GroupCapture> = {}): GroupCapture {
  const url = more.url ?? IMAGE;
  return {
    surt: toSurt(url),
    url,
    time: time(digits),
    digest: A,
    mime: 'image/jpeg',
    width: 640,
    height: 480,
    frames: 1,
    bytes: 5000,
    file: 'one.warc.gz',
    offset: 100,
    collections: ['one'],
    ...more,
  };
}

function page(digits: string, more: Partial<ImagePage> = {}): ImagePage {
  const url = more.url ?? 'http://example.com/';
  return { url, surt: toSurt(url), title: 'Home', time: time(digits), language: 'en', ...more };
}

function reference(
  pageOf: ImagePage,
  more: Partial<GroupReference> & Partial<Said> = {},
): GroupReference {
  return {
    surt: toSurt(IMAGE),
    said: toSaid({ ...NOTHING_SAID, ...more }),
    page: pageOf,
    imagesInPage: 1,
    collections: ['one'],
    ...more,
  };
}

const documentsOf = (...args: Parameters<typeof merge>): ImageDocument[] =>
  [...merge(...args).values()].flatMap((content) => content.toDocuments());
const documentOf = (...args: Parameters<typeof merge>): ImageDocument => {
  const documents = documentsOf(...args);
  expect(documents).toHaveLength(1);
  return documents[0]!;
};
const textsOf = (texts: readonly { readonly text: string }[]) => texts.map(({ text }) => text);

describe('an image that changed under one URL', () => {
  const captures = [capture('20200101', { digest: B }), capture('20180101')];
  const references = ['20191231', '20180120', '20181130'].map((digits) =>
    reference(page(digits, { url: `http://example.com/${digits}` }), { alt: digits }),
  );

  it('is split at the middle, and each part counts only its own', () => {
    const contents = merge(captures, references);
    const [first] = contents.get(A)!.toDocuments();
    const [second] = contents.get(B)!.toDocuments();
    expect(textsOf(first!.alts)).toEqual(['20180120', '20181130']);
    expect(first).toMatchObject({ matchingImages: 1, matchingPages: 2, imageMetadataChanges: 1 });
    expect(textsOf(second!.alts)).toEqual(['20191231']);
    expect(second).toMatchObject({ matchingImages: 1, matchingPages: 1, imageMetadataChanges: 0 });
  });

  it('gives all references to the smaller digest when both came in the same second', () => {
    const contents = merge([capture('2018', { digest: B }), capture('2018')], references);
    expect(contents.get(A)!.toDocuments()[0]!.matchingPages).toBe(3);
    expect(contents.get(B)!.toDocuments()[0]).toMatchObject({
      matchingImages: 1,
      matchingPages: 0,
    });
  });
});

describe('captures', () => {
  it('count each time of a revisit once', () => {
    const document = documentOf(
      [capture('2012'), capture('2010'), capture('2015'), capture('2012')],
      [],
    );
    expect(document).toMatchObject({ matchingImages: 3, lastCapture: time('2015') });
    expect(document.oldest.time).toBe(time('2010'));
  });

  it('seen in two files are one, shown by the smaller file and offset, with both collections', () => {
    const twice = [
      capture('2010', { file: 'b.warc', offset: 1, collections: ['y'] }),
      capture('2010', { file: 'a.warc', offset: 9, collections: ['x'] }),
      capture('2010', { file: 'a.warc', offset: 10, collections: ['z', 'y'] }),
    ];
    const document = documentOf(twice, []);
    expect(document.matchingImages).toBe(1);
    expect(document.oldest).toEqual({
      surt: 'com,example)/boat.jpg',
      url: IMAGE,
      time: time('2010'),
      file: 'a.warc',
      offset: 9,
    });
    expect(document.collections).toEqual(['x', 'y', 'z']);
  });

  it.each<[Partial<GroupCapture>]>([
    [{ surt: 'com,example)/z' }],
    [{ url: `${IMAGE}?` }],
    [{ file: 'two.warc.gz' }],
    [{ offset: 101 }],
    [{ mime: 'image/png' }],
    [{ width: 641 }],
    [{ height: 481 }],
    [{ frames: 2 }],
    [{ bytes: 5001 }],
  ])('that differ only in %j show the smaller, whichever came first', (more) => {
    const one = capture('2010', { surt: 'com,example)/a' });
    const two = { ...one, ...more };
    const { matchingImages: _, ...shown } = documentOf([one], []);
    expect(documentOf([one, two], [])).toMatchObject(shown);
    expect(documentOf([two, one], [])).toMatchObject(shown);
  });

  it('of one content at two URLs become one document, with the references of both', () => {
    const copy = 'http://example.com/copies/boat.jpg';
    const document = documentOf(
      [capture('2011', { url: copy }), capture('2011')],
      [
        reference(page('2012'), { alt: 'boat' }),
        reference(page('2013', { url: 'http://example.com/b' }), {
          surt: toSurt(copy),
          alt: 'ship',
        }),
      ],
    );
    expect(document).toMatchObject({ matchingImages: 2, matchingPages: 2 });
    expect(document.oldest.url).toBe(IMAGE); // the shorter URL
    expect(textsOf(document.alts)).toEqual(['boat', 'ship']);
  });

  it('that nobody refers to have a document without a page in every mode', () => {
    for (const mode of ['compact', 'oldest', 'full'] as const) {
      const document = documentOf([capture('2010')], [], mode);
      expect(document).toMatchObject({
        id: A,
        digest: A,
        matchingPages: 0,
        imageMetadataChanges: 0,
      });
      expect(document).toMatchObject({ pageMetadataChanges: 0, alts: [], taken: '' });
      expect('page' in document || 'camera' in document).toBe(false);
    }
  });

  it('tell place, time, title and description of the file, the oldest first', () => {
    const tell = (latitude: number, title: string) => ({
      place: { latitude, longitude: 0, source: 'exif', isDoubtful: false },
      taken: `20${latitude}-01-01`,
      title,
      description: 'at sea',
    });
    const document = documentOf(
      [
        capture('2012', { metadata: tell(12, 'new') }),
        capture('2011', { metadata: tell(11, 'old') }),
        capture('2010', { metadata: { taken: '', title: '', description: '' } }),
      ],
      [reference(page('20110601'), { title: 'between', caption: 'said', captionSource: 'parent' })],
    );
    expect(document.camera).toEqual({ latitude: 11, longitude: 0, source: 'exif' });
    expect(document.taken).toBe('2011-01-01');
    expect(textsOf(document.titles)).toEqual(['old', 'between', 'new']);
    expect(document.captions).toEqual([
      { text: 'at sea', language: '', source: 'metadata' },
      { text: 'said', language: 'en', source: 'parent' },
    ]);
    expect(document.imageMetadataChanges).toBe(0);
  });
});

describe('references', () => {
  it('show the oldest page by time, not by its text', () => {
    const document = documentOf(
      [capture('2010')],
      [
        reference(page('2012', { url: 'http://example.com/a' })), // no text at all sorts first
        reference(page('2011', { url: 'http://example.com/z' }), { title: 'zebra', alt: 'zebra' }),
        reference(page('2013', { url: 'http://example.com/b' }), { title: 'ant' }),
      ],
    );
    expect(document.page).toEqual(page('2011', { url: 'http://example.com/z' }));
  });

  it('of the same time show the page with the shorter, then the smaller URL', () => {
    const urls = ['http://example.com/bb', 'http://example.com/b', 'http://example.com/a'];
    const document = documentOf(
      [capture('2010')],
      urls.map((url) => reference(page('2011', { url }))),
    );
    expect(document.page?.url).toBe('http://example.com/a');
  });

  it('with 60 distinct alternative texts keep the 50 oldest, then the smallest', () => {
    const say = (alt: string, digits: string) => reference(page(digits), { alt });
    const name = (index: number) => `alt ${`${index}`.padStart(2, '0')}`;
    const references = Array.from({ length: 60 }, (_, index) =>
      say(name(index), index < 10 ? '2019' : '2012'),
    );
    const expected = Array.from({ length: 50 }, (_, index) => name(index + 10));
    for (const order of [references, [...references].reverse()]) {
      const document = documentOf([capture('2010')], [...order, ...order]);
      expect(textsOf(document.alts)).toEqual(expected);
      expect(document.imageMetadataChanges).toBe(59);
    }
    // One that fell out comes again, older: it pushes the last one out.
    const again = documentOf([capture('2010')], [...references, say(name(3), '2011')]);
    expect(textsOf(again.alts)).toEqual([name(3), ...expected.slice(0, 49)]);
  });

  it('keep a text once, in the language and from the source of the oldest', () => {
    const say = (digits: string, language: string, captionSource: 'anchor' | 'parent') =>
      reference(page(digits, { language }), { caption: 'boat', captionSource });
    const document = documentOf(
      [capture('2010')],
      [say('2013', 'fr', 'parent'), say('2011', 'pt', 'parent'), say('2011', 'en', 'anchor')],
    );
    expect(document.captions).toEqual([{ text: 'boat', language: 'en', source: 'anchor' }]);
  });

  it('count pages by key, pairs of alternative text and title, page titles, and most images in a page', () => {
    const document = documentOf(
      [capture('2010')],
      [
        reference(page('2011'), { alt: 'ab', title: 'c', caption: 'x', imagesInPage: 3 }),
        reference(page('2012'), { alt: 'a', title: 'bc', caption: 'y', imagesInPage: 40 }),
        reference(page('2013', { title: 'News' }), { alt: 'a', title: 'bc', imagesInPage: 5 }),
        reference(page('2014', { url: 'http://www.example.com:80/' }), { alt: 'a', title: 'bc' }),
      ],
    );
    expect(document).toMatchObject({
      matchingImages: 1,
      matchingPages: 1, // one key, whatever the spelling
      imagesInOriginalPage: 40, // though the page shown has 3
      imageMetadataChanges: 1, // captions do not count
      pageMetadataChanges: 1,
    });
  });

  it('to a SURT without captures belong to nothing', () => {
    const lost = reference(page('2011'), { surt: 'com,example)/lost.jpg', alt: 'lost' });
    expect(documentOf([capture('2010')], [lost])).toMatchObject({ matchingPages: 0, alts: [] });
    expect(merge([], [lost]).size).toBe(0);
  });

  it('alone make no document', () => {
    const content = new ImageAccumulator();
    content.addReference(reference(page('2011')));
    expect(content.toDocuments()).toEqual([]);
    expect(content.digest).toBe('');
  });
});

describe('observations of several SURTs in one group', () => {
  it('are told apart', () => {
    const other = 'http://example.org/logo.png';
    const contents = merge(
      [capture('2010'), capture('2011', { url: other, digest: B })],
      [
        reference(page('2011'), { alt: 'boat' }), // nearer to the capture of the other SURT
        reference(page('2010'), { alt: 'logo', surt: toSurt(other) }),
      ],
    );
    expect(textsOf(contents.get(A)!.toDocuments()[0]!.alts)).toEqual(['boat']);
    expect(textsOf(contents.get(B)!.toDocuments()[0]!.alts)).toEqual(['logo']);
  });

  it('can be asked for one content only', () => {
    const wanted = new ImageAccumulator();
    const captures = [capture('2010'), capture('2020', { digest: B })];
    const references = [
      reference(page('2011'), { alt: 'old' }),
      reference(page('2019'), { alt: 'new' }),
    ];
    addGroup({ captures, references }, (digest) => (digest === B ? wanted : undefined));
    expect(wanted.digest).toBe(B);
    expect(textsOf(wanted.toDocuments()[0]!.alts)).toEqual(['new']);
  });
});

describe('three collections', () => {
  // One capture and one page are in all of them: counts are of distinct things, not sums.
  const collections = ['news', 'old', 'web'].map((name, index) => {
    const own = page(`201${index}`, { url: `http://example.com/${name}`, title: name });
    return [
      capture('2010', { file: `${name}.warc`, collections: [name] }),
      capture(`201${index}`, { file: `${name}.warc`, offset: 7, collections: [name] }),
      reference(page('2015'), { alt: 'shared', collections: [name] }),
      reference(own, { alt: name, collections: [name] }),
    ];
  });
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];

  it.each([1, 2, 3, 4, 5, 12])('in any order and batches of %j are the same image', (size) => {
    for (const order of orders) {
      const observations = order.flatMap((index) => collections[index]!);
      const merged = new ImageAccumulator();
      for (let from = 0; from < observations.length; from += size) {
        const batch = new ImageAccumulator();
        for (const observation of observations.slice(from, from + size)) {
          if ('digest' in observation) batch.addCapture(observation);
          else batch.addReference(observation);
        }
        merged.merge(batch);
        merged.merge(batch); // as after a retry
      }
      const [document] = merged.toDocuments();
      expect(document).toMatchObject({
        oldest: { file: 'news.warc', offset: 7 },
        lastCapture: time('2012'),
        matchingImages: 3,
        matchingPages: 4,
        imageMetadataChanges: 3,
        pageMetadataChanges: 3,
        page: { url: 'http://example.com/news' },
        collections: ['news', 'old', 'web'],
      });
      expect(textsOf(document!.alts)).toEqual(['news', 'old', 'web', 'shared']);
    }
  });
});

describe('modes', () => {
  const captures = [capture('2010', { metadata: { taken: '', title: 'inside', description: '' } })];
  const news = { url: 'http://example.com/news' };
  const references = [
    reference(page('2013', news), { alt: 'third' }),
    reference(page('2011'), { alt: 'first' }),
    reference(page('2011'), { alt: 'first again' }),
    reference(page('2012', news), { alt: 'second' }),
    reference(page('2014'), { alt: 'fourth' }),
  ];

  it('compact has the texts of all pages', () => {
    const document = documentOf(captures, references, 'compact');
    expect(textsOf(document.alts)).toEqual(['first', 'first again', 'second', 'third', 'fourth']);
    expect(textsOf(document.titles)).toEqual(['inside']);
  });

  it('oldest has the texts of the oldest page capture, and those of the file', () => {
    const document = documentOf(captures, references, 'oldest');
    expect(textsOf(document.alts)).toEqual(['first', 'first again']);
    expect(textsOf(document.titles)).toEqual(['inside']);
    expect(document).toMatchObject({ matchingPages: 2, imageMetadataChanges: 4 });
  });

  it('full has a document for each page, with the counters of the whole image', () => {
    const documents = documentsOf(captures, references, 'full');
    const idOf = (surt: string) =>
      `${A}-${createHash('sha256').update(surt).digest('hex').slice(0, 16)}`;
    expect(documents.map(({ id }) => id)).toEqual(['com,example)/', 'com,example)/news'].map(idOf));
    expect(documents.map((document) => document.page?.time)).toEqual([time('2011'), time('2012')]);
    expect(documents.map(({ alts }) => textsOf(alts))).toEqual([
      ['first', 'first again', 'fourth'],
      ['second', 'third'],
    ]);
    for (const document of documents) {
      expect(document).toMatchObject({ digest: A, matchingPages: 2, imageMetadataChanges: 4 });
      expect(textsOf(document.titles)).toEqual(['inside']);
    }
  });

  it('all list the referring pages, each by its oldest capture', () => {
    for (const mode of ['compact', 'oldest', 'full'] as const) {
      const content = merge(captures, references, mode).get(A)!;
      expect(content.pages()).toEqual([page('2011'), page('2012', news)]);
      expect(content.pages(1)).toEqual([page('2011')]);
      const many = Array.from({ length: 70 }, (_, index) =>
        reference(page(`${2000 + index}`, { url: `http://example.com/${index}` })),
      );
      const pages = merge(captures, many.reverse(), mode).get(A)!.pages(60);
      expect(pages.map((one) => one.time.slice(0, 4))).toEqual(
        Array.from({ length: 50 }, (_, index) => `${2000 + index}`),
      );
    }
  });
});

describe('an accumulator', () => {
  it('refuses another content, another mode and text that is none', () => {
    const content = new ImageAccumulator();
    content.addCapture(capture('2010'));
    expect(() => content.addCapture(capture('2010', { digest: B }))).toThrow(B);
    expect(() => content.merge(new ImageAccumulator('full'))).toThrow('full');
    for (const text of ['', '{}', 'null', '[1]', '{"format":2}', content.toJson().slice(0, -1)]) {
      expect(() => ImageAccumulator.fromJson(text), text).toThrow();
    }
  });

  it('keeps nothing but known fields of what it was given', () => {
    const more = { tag: 'img', page: { ...page('2011'), file: 'x' } } as Partial<GroupReference>;
    const [before] = documentsOf([capture('2010')], [reference(page('2011'))]);
    const [after] = documentsOf([capture('2010')], [reference(page('2011'), more)]);
    expect(after).toEqual(before);
  });

  it('needs little memory for very many references', () => {
    const content = new ImageAccumulator();
    content.addCapture(capture('2010'));
    const home = page('2011');
    for (let index = 0; index < 20_000; index++) {
      const url = `http://example.com/${index}`;
      const shown = { ...home, url, surt: url, title: `Page ${index}` };
      content.addReference(reference(shown, { alt: `Photograph number ${index}` }));
    }
    expect(content.toDocuments()[0]).toMatchObject({
      matchingPages: 20_000,
      imageMetadataChanges: 19_999,
      pageMetadataChanges: 19_999,
    });
    // Three counters of 8 bytes in base64 and two lists of 50.
    expect(content.toJson().length).toBeLessThan(3 * 20_000 * 11 + 50_000);
  });
});
