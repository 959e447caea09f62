import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Timestamp } from '../model/capture.ts';
import {
  type Observation,
  REFERENCE_TAGS,
  type ReferenceObservation,
} from '../model/observation.ts';
import { toJsonLines } from './observation-lines.ts';

const text = fc.string({ unit: 'binary' });
const page = fc.record({
  url: text,
  surt: text,
  title: text,
  time: fc.constant('20100101000000' as Timestamp),
});

const reference: fc.Arbitrary<ReferenceObservation> = fc.record({
  kind: fc.constant('reference' as const),
  surt: text,
  url: text,
  tag: fc.constantFrom(...REFERENCE_TAGS),
  alt: text,
  title: text,
  caption: text,
  captionSource: fc.constantFrom('' as const, 'figcaption' as const, 'parent' as const),
  paperCaption: text,
  anchorText: text,
  heading: text,
  nearText: text,
  location: text,
  width: fc.nat(),
  height: fc.nat(),
  depth: fc.nat(),
  siblings: fc.nat(),
  position: fc.nat(),
  lazy: fc.boolean(),
  element: text,
  descriptor: text,
  licence: text,
  sameSite: fc.boolean(),
  parentTextLength: fc.nat(),
  page,
  imagesInPage: fc.nat(),
});

it('writes what JSON.stringify writes, field by field', () => {
  fc.assert(
    fc.property(fc.array(reference), (observations) => {
      const lines = observations.map((observation) => `${JSON.stringify(observation)}\n`);
      expect(toJsonLines(observations).toString()).toBe(Buffer.from(lines.join('')).toString());
    }),
  );
});

it('grows with what it is given', () => {
  const capture = { kind: 'capture', url: 'é'.repeat(100_000) } as unknown as Observation;
  const lines = toJsonLines(Array.from({ length: 30 }, () => capture))
    .toString()
    .split('\n');
  expect(lines).toHaveLength(31);
  expect(JSON.parse(lines[29] ?? '')).toEqual(capture);
});
