// The laws of merging: any order, batches, tree of merges, storage and repeats give what one look at everything gives.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../model/capture.ts';
import { DEDUPE_MODES, type DedupeMode, type ImageDocument, MAX_PAGES } from '../model/image.ts';
import type { CaptionSource } from '../model/observation.ts';
import { NOTHING_SAID, type SaidField, TEXTS_SOURCES, toSaid } from '../model/said.ts';
import { toMillis } from '../model/timestamp.ts';
import { hashKey } from '../support/hash-key.ts';
import {
  createSplit,
  type GroupCapture,
  type GroupReference,
  ImageAccumulator,
  mergeGroup,
  seenFrom,
} from './dedupe.ts';

const merge = (
  captures: readonly GroupCapture[],
  references: Iterable<GroupReference>,
  mode?: DedupeMode,
) => mergeGroup({ captures, references }, mode);

const DIGESTS = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
const SURTS = ['com,example)/1.jpg', 'com,example)/2.jpg', 'org,other)/3.png'];

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const time = (latest: number) =>
  fc.nat(latest).map((day) => `201${day % 10}0${1 + (day % 9)}0112000${day % 7}` as Timestamp);
const collections = fc.subarray(['one', 'two', 'three'], { minLength: 1 });
const language = pick('', 'en', 'pt');

const capture: fc.Arbitrary<GroupCapture> = fc.record({
  surt: pick(...SURTS),
  url: pick('http://example.com/1.jpg', 'https://example.com/1.jpg', 'http://EXAMPLE.com/1.jpg'),
  time: time(30),
  digest: pick(...DIGESTS),
  mime: pick('image/jpeg', 'image/png'),
  width: pick(100, 200),
  height: pick(100, 200),
  frames: pick(1, 2),
  bytes: pick(1000, 2000),
  file: pick('a.warc', 'b.warc'),
  offset: pick(0, 5, 17),
  collections,
  metadata: pick(undefined, 1, 2).map((rank) => (rank === undefined ? rank : toMetadata(rank))),
});

/** Few distinct texts so that they meet, or many so that the limits are passed. */
const reference = (texts: number): fc.Arbitrary<GroupReference> => {
  const text = fc.nat(texts).map((rank) => (rank === 0 ? '' : `text ${rank}`));
  return fc.record({
    surt: pick(...SURTS),
    said: fc
      .tuple(
        pick<CaptionSource>('', 'figcaption', 'parent', 'siblings', 'anchor'),
        fc.tuple(...TEXTS_SOURCES.map(() => text)),
      )
      .map(([captionSource, texts]) => {
        const said = TEXTS_SOURCES.map((source, at) => [source.text, texts[at] ?? ''] as const);
        return toSaid({ ...NOTHING_SAID, ...Object.fromEntries(said), captionSource });
      }),
    page: fc.record({
      url: text.map((end) => `http://example.com/${end}`),
      surt: text.map((end) => `com,example)/${end}`),
      title: text,
      time: time(texts),
      language,
    }),
    imagesInPage: fc.nat(9),
    collections,
  });
};

interface Case {
  readonly captures: readonly GroupCapture[];
  readonly references: readonly GroupReference[];
  readonly mode: DedupeMode;
}

const cases: fc.Arbitrary<Case> = fc.oneof(
  fc.record({
    captures: fc.array(capture, { maxLength: 12 }),
    references: fc.array(reference(6), { maxLength: 25 }),
    mode: pick(...DEDUPE_MODES),
  }),
  fc.record({
    captures: fc.array(capture, { minLength: 1, maxLength: 3 }),
    references: fc.array(reference(90), { minLength: 150, maxLength: 200 }),
    mode: pick(...DEDUPE_MODES),
  }),
);

/** Chances for shuffling and cutting, as many as are asked for: numbers below 1000 from a seed. */
const turns = fc.noShrink(fc.nat()).map((seed) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % 1000;
  };
});

describe('merging', () => {
  it('gives what a look at all observations together gives', () => {
    fc.assert(
      fc.property(cases, ({ captures, references, mode }) => {
        const contents = merge(captures, references, mode);
        expect(sortedDocuments(contents.values())).toEqual(expected(captures, references, mode));
        for (const [digest, content] of contents) {
          const mine = belonging(captures, references, digest);
          const pages = [...groupBy(mine, ({ page }) => page.surt).values()];
          const oldest = pages.map((same) => same.map(({ page }) => page).sort(byAge)[0]!);
          const shown = oldest.sort(byAge).map(({ awayDays: _, ...page }) => page);
          expect(content.pages()).toEqual(shown.slice(0, MAX_PAGES));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('does not depend on order, batches, the tree of merges, storage or repeats', () => {
    fc.assert(
      fc.property(cases, turns, ({ captures, references, mode }, turn) => {
        const whole = merge(captures, references, mode);
        for (const [digest, content] of whole) {
          const observations = [
            ...captures.filter((one) => one.digest === digest),
            ...belonging(captures, references, digest),
          ];
          const repeated = [...observations, ...observations.filter(() => turn() % 3 === 0)];
          const parts = toBatches(shuffle(repeated, turn), mode, turn);
          const merged = mergeTree(parts, turn);
          expect(merged.toDocuments()).toEqual(content.toDocuments());
          expect(merged.pages()).toEqual(content.pages());
          expect(merged.toJson()).toBe(content.toJson());
          merged.merge(merged);
          merged.merge(content);
          expect(merged.toJson()).toBe(content.toJson());
        }
      }),
      { numRuns: 100 },
    );
  });

  it('by SURT first and by digest then, line by line, equals merging at once', () => {
    fc.assert(
      fc.property(cases, turns, ({ captures, references, mode }, turn) => {
        const lines = SURTS.flatMap((surt) => {
          const has = (one: { readonly surt: string }) => one.surt === surt;
          const group = merge(captures.filter(has), references.filter(has), mode);
          return [...group.values()].map((content) => content.toJson());
        });
        const contents = shuffle(lines, turn).map((line) => ImageAccumulator.fromJson(line));
        const merged = [...groupBy(contents, ({ digest }) => digest).values()].map((same) =>
          mergeTree(same, turn),
        );
        const all = merge(shuffle(captures, turn), shuffle(references, turn), mode);
        expect(sortedDocuments(merged)).toEqual(sortedDocuments(all.values()));
      }),
      { numRuns: 60 },
    );
  });

  it('leaves what was merged as it was', () => {
    fc.assert(
      fc.property(cases, cases, (one, two) => {
        const digest = DIGESTS[0]!;
        const from = merge(one.captures, one.references, one.mode).get(digest);
        const into = merge(two.captures, two.references, one.mode).get(digest);
        if (from === undefined || into === undefined) return;
        const before = from.toJson();
        into.merge(from);
        for (const reference of two.references) into.addReference(reference);
        expect(from.toJson()).toBe(before);
      }),
      { numRuns: 60 },
    );
  });
});

/** Some accumulators that have seen all observations together. */
function toBatches(
  observations: readonly (GroupCapture | GroupReference)[],
  mode: DedupeMode,
  turn: () => number,
): ImageAccumulator[] {
  let current = new ImageAccumulator(mode);
  const batches = [current];
  for (const observation of observations) {
    if (turn() % 4 === 0) {
      current = new ImageAccumulator(mode);
      batches.push(current);
    }
    if ('digest' in observation) current.addCapture(observation);
    else current.addReference(observation);
  }
  return batches;
}

/** Merges neighbours or strangers until one is left, some by way of JSON. */
function mergeTree(batches: readonly ImageAccumulator[], turn: () => number): ImageAccumulator {
  const left = [...batches];
  while (left.length > 1) {
    const [one] = left.splice(turn() % left.length, 1);
    const at = turn() % left.length;
    if (turn() % 2 === 0) left[at] = ImageAccumulator.fromJson(left[at]!.toJson());
    left[at]!.merge(turn() % 2 === 0 ? one! : ImageAccumulator.fromJson(one!.toJson()));
  }
  return left[0]!;
}

/** The documents by the rules, the slow way: everything at hand, sorted and cut. */
function expected(
  captures: readonly GroupCapture[],
  references: readonly GroupReference[],
  mode: DedupeMode,
): ImageDocument[] {
  const documents = [...groupBy(captures, ({ digest }) => digest)].flatMap(([digest, own]) => {
    const mine = belonging(captures, references, digest);
    const byPage = [...groupBy(mine, ({ page }) => page.surt).values()];
    if (mode === 'full' && mine.length > 0)
      return byPage.map((said) => toDocument(own, mine, said, mode));
    return [toDocument(own, mine, mine, mode)];
  });
  return documents.sort((a, b) => compare(a.id, b.id));
}

function toDocument(
  captures: readonly GroupCapture[],
  references: readonly GroupReference[],
  said: readonly GroupReference[],
  mode: DedupeMode,
): ImageDocument {
  const sorted = [...captures].sort(
    (a, b) =>
      compare(a.time, b.time) ||
      a.url.length - b.url.length ||
      compare(a.url, b.url) ||
      compare(a.file, b.file) ||
      a.offset - b.offset ||
      compare(a.surt, b.surt) ||
      compare(a.mime, b.mime) ||
      a.width - b.width ||
      a.height - b.height ||
      a.frames - b.frames ||
      a.bytes - b.bytes ||
      // Only what tells something is asked below: the smaller of what equal captures tell.
      compare(a.metadata?.taken ?? '', b.metadata?.taken ?? ''),
  );
  const {
    surt,
    url,
    time: first,
    file,
    offset,
    digest,
    mime,
    width,
    height,
    frames,
    bytes,
  } = sorted[0]!;
  const told = sorted.find(({ metadata }) => metadata !== undefined)?.metadata;
  const { awayDays, ...page } = said.map((one) => one.page).sort(byAge)[0] ?? NO_PAGE;
  const surts = new Set(
    [...said].sort((a, b) => byAge(a.page, b.page)).map((one) => one.page.surt),
  );
  const isShown = (one: GroupReference) =>
    mode !== 'oldest' || (one.page.time === page.time && one.page.url === page.url);
  const shown = said.filter(isShown);
  const inside = captures.flatMap(({ metadata, time: at }) => (metadata ? [{ metadata, at }] : []));
  const distinct = (values: readonly string[]) => new Set(values).size;
  const texts = Object.fromEntries(
    TEXTS_SOURCES.map(({ field, text: name, metadata: member, hasSource, limit }) => [
      field,
      toTexts(limit, [
        ...shown.map(({ page: { time: at, language: spoken }, said: words }) => {
          return [at, words[name], spoken, hasSource ? words.captionSource : ''] as const;
        }),
        ...inside.map(({ metadata, at }) => {
          return [at, member ? metadata[member] : '', '', hasSource ? 'metadata' : ''] as const;
        }),
      ]).map(([, text, spoken, source]) => {
        return hasSource ? { text, language: spoken, source } : { text, language: spoken };
      }),
    ]),
  ) as unknown as Pick<ImageDocument, SaidField>; // all of them
  return {
    id: mode === 'full' && said.length > 0 ? `${digest}-${sha256(page.surt).slice(0, 16)}` : digest,
    digest,
    oldest: { surt, url, time: first, file, offset },
    lastCapture: captures
      .map((one) => one.time)
      .sort()
      .at(-1)!,
    mime,
    width,
    height,
    frames,
    bytes,
    matchingImages: distinct(captures.map((one) => one.time + one.surt)),
    matchingPages: distinct(references.map((one) => one.page.surt)),
    imagesInOriginalPage: Math.max(0, ...references.map((one) => one.imagesInPage)),
    imageMetadataChanges: Math.max(
      0,
      distinct(references.map((one) => JSON.stringify([one.said.alt, one.said.title]))) - 1,
    ),
    pageMetadataChanges: Math.max(0, distinct(references.map((one) => one.page.title)) - 1),
    ...texts,
    ...(said.length > 0 && { page }),
    ...(awayDays !== undefined && { pageDistance: awayDays }),
    ...(mode !== 'full' && surts.size > 1 && { pageKeys: toPageKeys(surts) }),
    collections: [
      ...new Set([...captures, ...references].flatMap((one) => one.collections)),
    ].sort(),
    ...(told?.place && { camera: { latitude: told.place.latitude, longitude: 0, source: 'exif' } }),
    taken: told?.taken ?? '',
  };
}

function toPageKeys(surts: Iterable<string>): number[] {
  const keys = [...surts].slice(0, MAX_PAGES).map(hashKey);
  return [...new Set(keys)].sort((a, b) => a - b);
}

type Text = readonly [
  time: string,
  text: string,
  language: string,
  source: ImageDocument['captions'][number]['source'],
];

function toTexts(limit: number, all: readonly Text[]): Text[] {
  const sorted = all
    .filter(([, text]) => text !== '')
    .sort(
      (a, b) =>
        compare(a[0], b[0]) || compare(a[1], b[1]) || compare(a[2], b[2]) || compare(a[3], b[3]),
    );
  const firsts = new Map<string, Text>();
  for (const text of sorted) if (!firsts.has(text[1])) firsts.set(text[1], text);
  return [...firsts.values()].slice(0, limit);
}

const NO_PAGE: GroupReference['page'] = {
  url: '',
  surt: '',
  title: '',
  time: '' as Timestamp,
  language: '',
};

/** The references that the split gives to a content. */
function belonging(
  captures: readonly GroupCapture[],
  references: readonly GroupReference[],
  digest: string,
): GroupReference[] {
  const splits = new Map(
    SURTS.map((surt) => [surt, createSplit(captures.filter((one) => one.surt === surt))]),
  );
  const daysBetween = (a: Timestamp, b: Timestamp) =>
    Math.floor(Math.abs(toMillis(a) - toMillis(b)) / 86_400_000);
  return references
    .filter(({ surt, page }) => splits.get(surt)?.digestFor(page.time) === digest)
    .map((reference) => {
      const same = captures.filter((one) => one.surt === reference.surt);
      const days = same.map((one) => daysBetween(one.time, reference.page.time));
      return seenFrom(reference, Math.min(...days));
    });
}

function sortedDocuments(contents: Iterable<ImageAccumulator>): ImageDocument[] {
  return [...contents]
    .flatMap((content) => content.toDocuments())
    .sort((a, b) => compare(a.id, b.id));
}

function byAge(a: GroupReference['page'], b: GroupReference['page']): number {
  return (
    compare(a.time, b.time) ||
    a.url.length - b.url.length ||
    compare(a.url, b.url) ||
    compare(a.surt, b.surt) ||
    compare(a.title, b.title) ||
    compare(a.language, b.language) ||
    (a.awayDays ?? 0) - (b.awayDays ?? 0)
  );
}

function toMetadata(rank: number) {
  const place = { latitude: rank, longitude: -0, source: 'exif', isDoubtful: false };
  return { place, taken: `200${rank}-01-01`, title: `text ${rank}`, description: `text ${rank}` };
}

function shuffle<T>(values: readonly T[], turn: () => number): T[] {
  return values
    .map((value) => [turn(), value] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, value]) => value);
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values)
    groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
