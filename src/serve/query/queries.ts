// Answers questions about one library, in the thread it is called in.
import { createHash } from 'node:crypto';
import { toLibraryError } from '../../index/index.ts';
import type { SearchIndex } from '../../model/index-query.ts';
import { openImageReader } from '../../pipeline/read-image.ts';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { PUBLIC_VIEW, scopeOf, type View } from '../access/collection-scope.ts';
import { searchForArquivo } from '../arquivo/image-search.ts';
import { createShowFile } from '../file-name.ts';
import { createLinks } from '../links.ts';
import { answerByImage, answerSimilar, answerVariants } from './answer-alike.ts';
import { answerContent } from './answer-content.ts';
import type { AnswerContext, Answered } from './answer-context.ts';
import { answerFacets, answerSuggest, answerTimeline } from './answer-counts.ts';
import {
  answerChosen,
  answerCitation,
  answerImage,
  answerImagePage,
  answerPages,
  answerVersions,
} from './answer-image.ts';
import { answerAround, answerMap } from './answer-map.ts';
import { answerCollections, answerStats, answerSummary } from './answer-numbers.ts';
import { answerPlaces } from './answer-places.ts';
import { answerExport, answerSearch } from './answer-search.ts';
import { openLibraryReader } from './library-reader.ts';
import type {
  Queries,
  QueryAnswer,
  QueryMessage,
  QueryRequest,
  QueryThreadOptions,
} from './query-requests.ts';
import { withShownNames } from './shown-index.ts';
import { createStopwatch } from './stopwatch.ts';
import { openThumbnailReader } from './thumbnail-reader.ts';

const HOUR_MS = 3_600_000;

/** Opens the library. Throws as `openLibrary` does. */
export async function openQueries(options: QueryThreadOptions): Promise<Queries> {
  const index = options.index === undefined ? undefined : await openSolr(options.index);
  const reader = await openLibraryReader(options.libraryFolder, index);
  const thumbnails = openThumbnailReader(options.libraryFolder);
  const images = openImageReader();
  const links = createLinks(options.replayTemplate);

  async function find(message: QueryMessage): Promise<QueryAnswer> {
    const { request, known, isOperator = false, view = PUBLIC_VIEW } = message;
    const library = await reader.current();
    const scope = scopeOf(library, view);
    const generation = await library.index.generation();
    const question = [request, isOperator, view] as const;
    const etag = toEtag(generation, question, options, scope?.hasEmbargo === true);
    if (known?.includes(etag)) return { kind: 'unchanged', etag };
    const stopwatch = createStopwatch();
    const showFile = createShowFile(isOperator);
    const tools = {
      library,
      thumbnails,
      images,
      links,
      showFile,
      stopwatch,
      scope,
      searched: withShownNames(library.index, scope),
    };
    const context: AnswerContext = { ...options, ...tools };
    const answer = await answerRequest(request, context);
    if (!('value' in answer)) return answer;
    const text = stopwatch.time('print', () => JSON.stringify(answer.value));
    const next = answer.next === undefined ? {} : { next: answer.next };
    return { kind: 'found', text, etag, stages: stopwatch.stages, ...next };
  }

  return {
    async answer(message) {
      try {
        return await find(message);
      } catch (thrown) {
        return toFailure(toLibraryError(options.libraryFolder, thrown));
      }
    },
    async close() {
      await images.close();
      thumbnails.close();
      reader.close();
    },
  };
}

async function answerRequest(request: QueryRequest, context: AnswerContext): Promise<Answered> {
  switch (request.kind) {
    case 'search':
      return answerSearch(request, context);
    case 'export':
      return answerExport(request, context);
    case 'imagesearch':
      return searchForArquivo(request, context);
    case 'map':
      return answerMap(request, context);
    case 'around':
      return answerAround(request, context);
    case 'places':
      return answerPlaces(request);
    case 'facets':
      return answerFacets(request, context);
    case 'timeline':
      return answerTimeline(request, context);
    case 'suggest':
      return answerSuggest(request, context);
    case 'by-image':
      return answerByImage(request, context);
    case 'similar':
      return answerSimilar(request, context);
    case 'variants':
      return answerVariants(request, context);
    case 'image':
      return answerImage(request, context);
    case 'chosen':
      return answerChosen(request, context);
    case 'image-page':
      return answerImagePage(request, context);
    case 'versions':
      return answerVersions(request, context);
    case 'pages':
      return answerPages(request, context);
    case 'citation':
      return answerCitation(request, context);
    case 'content':
      return answerContent(request, context);
    case 'stats':
      return answerStats(request, context);
    case 'collections':
      return answerCollections(context);
    case 'summary':
      return answerSummary(context);
  }
}

/** An index elsewhere; its module is loaded by those alone who have one. */
async function openSolr(address: string): Promise<SearchIndex> {
  const { openSolrIndex } = await import('../../solr/solr.ts');
  return openSolrIndex(address, { credentials: process.env['PINAKES_SOLR_AUTH'] });
}

/**
 * Answers change with the library, the question, who asks and the program, and under an embargo with the clock. Weak: the time
 * an answer took is part of it.
 */
function toEtag(
  generation: number,
  question: readonly [QueryRequest, boolean, View],
  options: QueryThreadOptions,
  hasEmbargo: boolean,
): string {
  const { version, embargoMs, replayTemplate, exactPlaces } = options;
  const moment = embargoMs > 0 || hasEmbargo ? Math.floor(Date.now() / HOUR_MS) : 0;
  const parts = [version, embargoMs, replayTemplate, exactPlaces, moment, ...question];
  const hash = createHash('sha1').update(JSON.stringify(parts)).digest('base64url');
  return `W/"${generation}-${hash.slice(0, 16)}"`;
}

function toFailure(thrown: unknown): QueryAnswer {
  if (thrown instanceof PinakesError) {
    return { kind: 'failed', code: thrown.code, message: thrown.message };
  }
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  return {
    kind: 'failed',
    code: 'INTERNAL',
    message: messageOf(thrown),
    ...(stack !== undefined && { stack }),
  };
}
