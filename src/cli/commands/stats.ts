// `pinakes stats`: numbers about a library.
import type { ImageOnPages, LibraryStats } from '../../pipeline/library-stats.ts';
import { defineCommand } from '../command.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';
import { formatSize } from '../units.ts';

/** Prints numbers about a library. */
export const stats = defineCommand({
  name: 'stats',
  summary: 'print statistics of a library',
  description: `Prints how many captures and references there are, what merging by address and by content left of them, how many
images have which texts, and how images spread over years, sites, types, sizes and collections.`,
  examples: [
    { does: 'The whole library', line: 'pinakes stats --library my-library' },
    {
      does: 'All images, those on most pages first',
      line: 'pinakes stats --sort pages --library my-library',
    },
    {
      does: 'One collection, for a program',
      line: 'pinakes stats --library my-library --collection 2010 --json',
    },
  ],
  arguments: {},
  flags: {
    library: LIBRARY_FLAG,
    collection: {
      type: 'string',
      placeholder: 'NAME',
      sources: [],
      help: 'only this collection',
    },
    sort: {
      type: 'choice',
      choices: ['pages'],
      placeholder: 'ORDER',
      sources: [],
      help: 'list all images instead, those on most pages first: how many pages, URL, id',
    },
  },
  async run({ flags, host, output }) {
    const { collectStats, listByPages } = await import('../../pipeline/library-stats.ts');
    const folder = libraryFolder(host, flags.library, 'stats');
    return useLibrary(folder, {}, async (library) => {
      if (flags.sort !== undefined) {
        const listed = listByPages(library, flags.collection);
        const count = flags.json
          ? await output.records(listed)
          : await output.lines(toPageLines(listed));
        return count > 0 ? 0 : 1;
      }
      const numbers = await collectStats(library, flags.collection);
      if (flags.json) await output.json(numbers);
      else await output.lines(describe(numbers));
      return numbers.files > 0 ? 0 : 1;
    });
  },
});

function* toPageLines(images: Iterable<ImageOnPages>): Generator<string> {
  for (const { pages, url, id } of images) yield `${pages}\t${url}\t${id}`;
}

function describe(numbers: LibraryStats): string[] {
  const { matched, metadata, documents } = numbers;
  const percent = (part: number, whole: number) =>
    whole === 0 ? '' : ` (${Math.round((part / whole) * 100)} %)`;
  const rows = (title: string, counts: readonly { value: string; count: number }[]) =>
    counts.length === 0
      ? []
      : ['', title, ...counts.map(({ value, count }) => row(value || '(none)', count))];
  return [
    `${numbers.files} files, ${formatSize(numbers.bytes)} of archives, ${formatSize(numbers.libraryBytes)} of library`,
    '',
    'Merging',
    row('records', matched.records),
    row('image captures', matched.imageCaptures),
    row('image-page pairs', matched.pairs),
    row('distinct by address and content', matched.bySurt, percent(matched.bySurt, matched.pairs)),
    row('distinct by content', matched.byDigest, percent(matched.byDigest, matched.pairs)),
    row('images in the whole library', matched.indexed),
    '',
    'Texts',
    row('images', documents),
    row('with title', metadata.title, percent(metadata.title, documents)),
    row('with alternative text', metadata.alt, percent(metadata.alt, documents)),
    row(
      'with alternative text or title',
      metadata.altOrTitle,
      percent(metadata.altOrTitle, documents),
    ),
    row('with caption', metadata.caption, percent(metadata.caption, documents)),
    row('with any of these', metadata.any, percent(metadata.any, documents)),
    '',
    'Images',
    ...(numbers.span === undefined
      ? []
      : [
          `  the oldest was captured ${numbers.span.oldest}, the newest ${numbers.span.newest}`,
          `  ${numbers.meanSize.width} x ${numbers.meanSize.height} pixels on average`,
        ]),
    row('with a place', numbers.placed, percent(numbers.placed, documents)),
    ...rows(
      'Images on most pages',
      numbers.mostPages.map(({ url, pages }) => ({ value: url, count: pages })),
    ),
    ...rows('References', numbers.tags),
    ...rows('Years', numbers.years),
    ...rows('Sites', numbers.sites),
    ...rows('Types', numbers.types),
    ...rows('Sizes', numbers.sizes),
    ...rows('Collections', numbers.collections),
    ...describeFacts(numbers),
    ...rows(
      'Left out',
      numbers.rejected.map(({ reason, count }) => ({ value: reason, count })),
    ),
    ...rows(
      'Coordinates in files that cannot be right',
      numbers.placesRejected.map(({ reason, count }) => ({ value: reason, count })),
    ),
    ...(numbers.truncatedPages > 0
      ? ['', 'Pages', row('of which something was cut', numbers.truncatedPages)]
      : []),
  ];
}

function row(label: string, count: number, note = ''): string {
  return `  ${label.padEnd(34)} ${String(count).padStart(12)}${note}`;
}

/** A line for each producer: what it told, and what it did not. */
function describeFacts({ facts = [], thumbnailBytes = 0 }: LibraryStats): string[] {
  if (facts.length === 0) return [];
  const lines = facts.map(({ name, done, failed, outdated, missing }) =>
    row(
      name,
      done,
      [
        ...failed.map(({ reason, count }) => `, ${count} ${reason}`),
        outdated > 0 ? `, ${outdated} outdated` : '',
        missing > 0 ? `, ${missing} missing` : '',
      ].join(''),
    ),
  );
  return ['', `Pixels (${formatSize(thumbnailBytes)} of thumbnails)`, ...lines];
}
