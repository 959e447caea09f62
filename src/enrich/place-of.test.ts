// Where a picture is: each kind of evidence, how they are weighed, and what is never shown.
import { describe, expect, it } from 'vitest';
import { createImageDocument } from '../../test/fixtures/memory-index.ts';
import type { FactValue } from '../model/fact.ts';
import type { ImageDocument } from '../model/image.ts';
import type { NamedPlace, PlaceReader } from '../model/place.ts';
import { CORRECTION, withPlace } from './place-of.ts';

const PORTO: Omit<NamedPlace, 'text' | 'start'> = {
  latitude: 41.15,
  longitude: -8.61,
  name: 'Porto',
  confidence: 0.8,
  extent: 'town',
  address: { town: 'Porto', region: 'Porto', country: 'PT' },
};
const TOKYO = {
  ...PORTO,
  latitude: 35.69,
  longitude: 139.69,
  name: 'Tokyo',
  address: { town: 'Tokyo', region: 'Tokyo', country: 'JP' },
};

/** Knows two towns by name. */
const READER: PlaceReader = {
  version: 'test',
  inText: (text) =>
    [...text.matchAll(/Porto|Tokyo/g)].map(({ 0: found, index }) => {
      return { ...(found === 'Porto' ? PORTO : TOKYO), text: found, start: index };
    }),
  byName: (name) => (/^Porto\b/.test(name) ? { ...PORTO, text: 'Porto', start: 0 } : undefined),
  addressOf: () => ({ town: 'Gaia', region: 'Porto', country: 'PT' }),
};

const said = (texts: readonly string[]) => texts.map((text) => ({ text, language: 'en' }));
const document = (more: Partial<ImageDocument>): ImageDocument => ({
  ...createImageDocument({ name: 'x9.jpg' }),
  ...more,
});
const placed = (more: Partial<ImageDocument>, fact?: FactValue) =>
  withPlace(document(more), READER, fact && new Map([[CORRECTION, fact]]));

describe('coordinates of a camera', () => {
  it('are shown rounded, and kept exact in a field that nobody is shown', () => {
    const camera = { latitude: 41.14961, longitude: -8.61099, source: 'exif' };
    const { place, evidence, camera: kept } = placed({ camera });
    expect(place).toMatchObject({
      latitude: 41.15,
      longitude: -8.61,
      source: 'exif',
      town: 'Gaia',
    });
    expect(JSON.stringify([place, evidence])).not.toContain('41.149');
    expect(kept).toEqual(camera);
  });

  it('without a valid fix yield to a name that several texts agree on', () => {
    const camera = { latitude: 10, longitude: 20, source: 'exif?' };
    const { place, evidence } = placed({ camera, alts: said(['Porto']), titles: said(['Porto']) });
    expect(place).toMatchObject({ source: 'alt', name: 'Porto' });
    expect(evidence).toContainEqual(expect.objectContaining({ role: 'camera', confidence: 0.5 }));
  });
});

describe('names', () => {
  it('explain the point by the words that told it', () => {
    const captions = [{ text: 'Boats at Porto', language: 'en', source: 'figcaption' as const }];
    expect(placed({ captions }).place).toMatchObject({
      source: 'caption',
      text: 'Porto',
      town: 'Porto',
      country: 'PT',
      extent: 'town',
    });
  });

  it('in the name of a file alone are evidence, and not shown', () => {
    const oldest = { ...document({}).oldest, url: 'http://a.example/porto_2.jpg' };
    const { place, evidence } = placed({ oldest });
    expect(evidence).toContainEqual(expect.objectContaining({ source: 'file-name' }));
    expect(place).toBeUndefined();
  });

  it('make each other surer where they agree, and less sure where they contradict', () => {
    const alone = placed({ alts: said(['Porto']) }).place?.confidence ?? 0;
    const together = placed({ alts: said(['Porto']), titles: said(['Porto']) }).place?.confidence;
    const against = placed({ alts: said(['Porto']), titles: said(['Tokyo']) }).place?.confidence;
    expect(together).toBeGreaterThan(alone);
    // So much so that it is not shown at all.
    expect(against).toBeUndefined();
  });
});

describe('wide and narrow places', () => {
  const PORTUGAL: Omit<NamedPlace, 'text' | 'start'> = {
    ...PORTO,
    latitude: 39.6,
    longitude: -8.0,
    name: 'Portugal',
    confidence: 0.9,
    extent: 'country',
    address: { town: '', region: '', country: 'PT' },
  };
  const reader: PlaceReader = {
    ...READER,
    inText: (text) => [
      ...READER.inText(text, { language: '', host: '' }),
      ...[...text.matchAll(/Portugal/g)].map(({ 0: found, index }) => {
        return { ...PORTUGAL, text: found, start: index };
      }),
    ],
  };
  const shown = (more: Partial<ImageDocument>) =>
    withPlace(document(more), reader, undefined).place;

  it('do not contradict: the town is shown, and is surer for its country', () => {
    const place = shown({ alts: said(['Porto']), titles: said(['Portugal']) });
    expect(place).toMatchObject({ name: 'Porto', extent: 'town' });
    expect(place?.confidence).toBeGreaterThan(shown({ alts: said(['Porto']) })?.confidence ?? 1);
  });

  it('of another country do', () => {
    expect(shown({ alts: said(['Tokyo']), titles: said(['Portugal']) })?.name).not.toBe('Tokyo');
  });
});

describe('an event', () => {
  const captions = [{ text: 'Festival de Porto', language: 'fr', source: 'figcaption' as const }];

  it('on a page with many images only illustrates', () => {
    const { place, evidence } = placed({ captions, imagesInOriginalPage: 20 });
    expect(place).toBeUndefined();
    expect(evidence).toHaveLength(1);
  });

  it('with a picture of its own is a place', () => {
    expect(placed({ captions, imagesInOriginalPage: 1 }).place).toMatchObject({ name: 'Porto' });
  });
});

describe('statements of the markup', () => {
  const stated = (line: string) => placed({ locations: said([line]) });

  it('about this very image count more than those about its page', () => {
    expect(stated('image 40 jsonld 41.1,-8.6 Ribeira').place?.confidence).toBe(0.9);
    expect(stated('page 1 microdata 41.1,-8.6').place?.confidence).toBe(0.6);
  });

  it('about a page with many images, or about the site, are not shown', () => {
    expect(stated('page 80 microdata 41.1,-8.6').place).toBeUndefined();
    expect(stated('site 1 jsonld 41.1,-8.6').place).toBeUndefined();
    expect(stated('site 1 jsonld 41.1,-8.6').evidence).toHaveLength(1);
  });

  it('without coordinates are looked up by name', () => {
    expect(stated('image 1 address - Porto, Portugal').place).toMatchObject({ name: 'Porto' });
  });
});

describe('a correction', () => {
  const camera = { latitude: 10, longitude: 20, source: 'exif' };
  const fact = (value: object): FactValue => ({ kind: 'json', value });

  it('counts above everything, with its author and time', () => {
    const value = { latitude: 1.2345, longitude: 2, author: 'ana', time: '2026-01-01T00:00:00Z' };
    const { place } = placed({ camera }, fact(value));
    expect(place).toMatchObject({ source: 'correction', latitude: 1.2345, confidence: 1 });
    expect(place?.text).toBe('ana, 2026-01-01T00:00:00Z');
  });

  it('without a point takes the picture off the map', () => {
    const { place, evidence } = placed({ camera }, fact({ author: 'ana', time: '' }));
    expect(place).toBeUndefined();
    expect(evidence).toHaveLength(1);
  });
});
