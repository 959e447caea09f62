// `pinakes search`: finds images of a library.
import type { SearchAnswer, SearchItem } from '../../search/search.ts';
import { defineCommand } from '../command.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';

/** Searches a library. */
export const search = defineCommand({
  name: 'search',
  summary: 'find images in a library',
  description: `Finds images by the words around them. All words must match; accents, plurals and upper case do not
matter. "a phrase", -without, this OR that, and operators such as site:, type:, size:, from:, to:,
year:, collection: are understood: docs/query-language.md has them all. Without words all
images that fit the operators are shown.

The exit code is 1 when nothing is found.`,
  examples: [
    { does: 'Images about Lisbon', line: 'pinakes search lisboa --library my-library' },
    {
      does: 'With operators, for a program',
      line: "pinakes search 'lisboa site:example.org from:1999 to:2004' --library my-library --json",
    },
    {
      does: 'The newest first',
      line: 'pinakes search type:png --sort newest --library my-library',
    },
  ],
  arguments: { query: { help: 'words and operators', repeatable: true } },
  flags: {
    library: LIBRARY_FLAG,
    limit: {
      type: 'integer',
      min: 1,
      max: 1000,
      default: 24,
      placeholder: 'N',
      help: 'number of images to show',
    },
    offset: {
      type: 'integer',
      min: 0,
      max: 99_999,
      default: 0,
      placeholder: 'N',
      sources: [],
      help: 'number of images to pass over',
    },
    cursor: {
      type: 'string',
      placeholder: 'CURSOR',
      sources: [],
      help: 'go on behind an earlier answer, with its `next`',
    },
    profile: {
      type: 'choice',
      choices: ['pinakes', 'paper', 'arquivo'],
      default: 'pinakes',
      placeholder: 'NAME',
      help: 'ranking: docs/ranking.md explains them',
    },
    sort: {
      type: 'choice',
      choices: ['relevance', 'newest', 'oldest'],
      default: 'relevance',
      placeholder: 'ORDER',
      help: 'order of the images',
    },
    embargo: {
      type: 'duration',
      placeholder: 'SPAN',
      help: 'hide images first captured less than this ago, e.g. 2y',
    },
  },
  async run({ args, flags, host, log, output }) {
    const { didYouMean, searchImages } = await import('../../search/search.ts');
    const folder = libraryFolder(host, flags.library, 'search');
    return useLibrary(folder, {}, async (library) => {
      const query = args.query.join(' ');
      const answer = searchImages(library.index, {
        query,
        limit: flags.limit,
        offset: flags.offset,
        ...(flags.cursor !== undefined && { cursor: flags.cursor }),
        profile: flags.profile,
        sort: flags.sort,
        ...(flags.embargo !== undefined && { embargoMs: flags.embargo }),
      });
      for (const warning of library.index.warnings) log.warn(warning);
      for (const { message } of answer.warnings) log.warn(message);
      if (flags.json) await output.json(answer);
      else await output.lines(describe(answer, flags.offset));
      if (answer.total.value > 0) return 0;
      const hidden = flags.embargo === undefined ? {} : { embargoMs: flags.embargo };
      const better = didYouMean(library.index, query, hidden);
      if (better !== undefined) log.note(`Did you mean: ${better}`);
      return 1;
    });
  },
});

function describe({ items, total, next, took }: SearchAnswer, offset: number): string[] {
  const shown = items.flatMap((item, index) => describeItem(item, offset + index + 1));
  const rest = next === null ? '' : `; the next: --cursor ${next}`;
  const count = total.value === 1 ? '1 image' : `${total.value} images`;
  return [...shown, `${count} in ${took} ms${rest}`];
}

function describeItem(item: SearchItem, number: number): string[] {
  const text = item.captions[0] ?? item.alts[0] ?? item.titles[0] ?? '';
  const years =
    item.firstCapture.slice(0, 4) === item.lastCapture.slice(0, 4)
      ? item.firstCapture.slice(0, 10)
      : `${item.firstCapture.slice(0, 10)} to ${item.lastCapture.slice(0, 10)}`;
  const facts = `${item.mime.replace('image/', '')} ${item.width}x${item.height}, ${years}, ${item.captures} captures`;
  return [
    `${number}. ${item.url}`,
    ...(text === '' ? [] : [`   ${text.replace(/\s+/g, ' ').slice(0, 160)}`]),
    `   ${facts}`,
    ...(item.page == null ? [] : [`   in ${item.page.url} "${item.page.title}"`]),
    '',
  ];
}
