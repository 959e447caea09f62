// `pinakes search`: finds images of a library.
import type { ImageAnswer, SearchAnswer, SearchItem } from '../../search/search.ts';
import { defineCommand } from '../command.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';

/** Searches a library. */
export const search = defineCommand({
  name: 'search',
  summary: 'find images in a library',
  description: `Finds images by the words around them. Images with all words come first; where they are few, images
with some of the words follow. Accents, plurals and upper case do not matter. "a phrase", -without, this OR that, and operators such as site:, type:, size:, from:, to:,
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
      does: 'Images like one that you have',
      line: 'pinakes search --image photo.jpg --library my-library',
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
    match: {
      type: 'choice',
      choices: ['most', 'all', 'any'],
      default: 'most',
      placeholder: 'WORDS',
      help: 'which words must match: all, any, or all first and then some',
    },
    image: {
      type: 'string',
      placeholder: 'FILE',
      sources: [],
      help: 'find images like this one; words and operators narrow them down',
    },
    shows: {
      type: 'string',
      placeholder: 'WORDS',
      sources: [],
      help: 'find images that show this, by a network of words in models.toml of the library',
    },
    duplicates: {
      type: 'choice',
      choices: ['collapse', 'all'],
      default: 'collapse',
      placeholder: 'WAY',
      help: 'resized copies and near duplicates: the best of them alone, or all',
    },
    embargo: {
      type: 'duration',
      placeholder: 'SPAN',
      help: 'hide images first captured less than this ago, e.g. 2y',
    },
  },
  async run({ args, flags, host, log, output }) {
    const { didYouMean, searchImages } = await import('../../search/search.ts');
    const { createMatchedPages } = await import('../../pipeline/matched-page.ts');
    const { openPlacesFor } = await import('../../pipeline/place-reader.ts');
    const folder = libraryFolder(host, flags.library, 'search');
    return useLibrary(folder, {}, async (library) => {
      const typed = args.query.join(' ');
      if (flags.image !== undefined || flags.shows !== undefined) {
        const { findLike, findShown } = await import('../../pipeline/find-like.ts');
        const { limit, duplicates, embargo: embargoMs } = flags;
        const wishes = {
          limit: Math.min(limit, 100),
          duplicates,
          ...(embargoMs !== undefined && { embargoMs }),
        };
        const request = { query: typed, ...wishes };
        const answer =
          flags.image === undefined
            ? await findShown(library, flags.shows ?? '', request)
            : await findLike(library, flags.image, request);
        if (flags.json) await output.json(answer);
        else await output.lines(describeMatches(answer));
        return answer.total.value > 0 ? 0 : 1;
      }
      const hidden = flags.embargo === undefined ? {} : { embargoMs: flags.embargo };
      const ask = async (query: string) =>
        searchImages(library.index, {
          query,
          places: await openPlacesFor(query),
          matchedPages: createMatchedPages(library),
          match: flags.match,
          duplicates: flags.duplicates,
          limit: flags.limit,
          offset: flags.offset,
          ...(flags.cursor !== undefined && { cursor: flags.cursor }),
          profile: flags.profile,
          sort: flags.sort,
          ...hidden,
        });
      const asTyped = await ask(typed);
      const isMissing = asTyped.parts[0]?.total === 0;
      const better = isMissing
        ? await didYouMean(library.index, { query: typed, ...hidden })
        : undefined;
      const isReplaced = better !== undefined && better.instead !== asTyped.query;
      const answer = isReplaced ? await ask(better.query) : asTyped;
      for (const warning of library.index.warnings) log.warn(warning);
      for (const { message } of answer.warnings) log.warn(message);
      if (isReplaced) {
        log.note(`Showing results for: ${better.query}. Search instead for: ${better.instead}`);
      } else if (better !== undefined) log.note(`Did you mean: ${better.query}`);
      if (flags.json) {
        await output.json(isReplaced ? { ...answer, corrected: better } : answer);
      } else await output.lines(describe(answer, flags.offset));
      return answer.total.value > 0 ? 0 : 1;
    });
  },
});

function describe({ items, parts, total, next, took }: SearchAnswer, offset: number): string[] {
  const [all] = parts;
  const shown = items.flatMap((item, index) => [
    ...(parts.length > 1 && index === all?.items ? ['Some of the words:', ''] : []),
    ...describeItem(item, offset + index + 1),
  ]);
  const rest = next === null ? '' : `; the next: --cursor ${next}`;
  const count = total.value === 1 ? '1 image' : `${total.value} images`;
  return [...shown, `${count} in ${took} ms${rest}`];
}

function describeMatches({ items, total, took }: ImageAnswer): string[] {
  const shown = items.flatMap((item, index) => {
    const [first = '', ...rest] = describeItem(item, index + 1);
    return [`${first} (${MATCHES[item.match]})`, ...rest];
  });
  return [...shown, `${total.value === 1 ? '1 image' : `${total.value} images`} in ${took} ms`];
}

const MATCHES = { exact: 'the same', near: 'nearly the same', alike: 'looks like it' } as const;

function describeItem(item: SearchItem, number: number): string[] {
  const text = item.captions[0] ?? item.alts[0] ?? item.titles[0] ?? '';
  const years =
    item.firstCapture.slice(0, 4) === item.lastCapture.slice(0, 4)
      ? item.firstCapture.slice(0, 10)
      : `${item.firstCapture.slice(0, 10)} to ${item.lastCapture.slice(0, 10)}`;
  const variants = item.variants === undefined ? '' : `, ${item.variants} variants`;
  const facts = `${item.mime.replace('image/', '')} ${item.width}x${item.height}, ${years}, ${item.captures} captures${variants}`;
  return [
    `${number}. ${item.url}`,
    ...(text === '' ? [] : [`   ${text.replace(/\s+/g, ' ').slice(0, 160)}`]),
    `   ${facts}`,
    ...(item.page == null ? [] : [`   in ${item.page.url} "${item.page.title}"`]),
    '',
  ];
}
