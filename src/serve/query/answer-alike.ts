// Answers about images that are variants of one another or look alike.
import { RANKING_PROFILES } from '../../model/ranking.ts';
import { type SearchItem, toItem } from '../../search/item.ts';
import { findByImage, type ImageRequest } from '../../search/search.ts';
import { type AnswerContext, type Answered, findDocument, MISSING } from './answer-context.ts';
import { toApiItem } from './api-item.ts';
import type { QueryRequest } from './query-requests.ts';
import { toNarrowed, toShownConditions } from './selection.ts';

type RequestOf<K extends QueryRequest['kind']> = Extract<QueryRequest, { kind: K }>;

/** Variants that are listed. */
const MAX_VARIANTS = 100;

/** Images like one that somebody has. */
export async function answerByImage(
  { kind: _, ...request }: RequestOf<'by-image'>,
  context: AnswerContext,
): Promise<Answered> {
  return { value: await find(request, context) };
}

/** Images like one of the library. */
export async function answerSimilar(
  { kind: _, id, ...wishes }: RequestOf<'similar'>,
  context: AnswerContext,
): Promise<Answered> {
  if ((await findDocument(context, id)) === undefined) return MISSING;
  const [document] = await context.library.index.documents([id]);
  const { look, vector } = document ?? {};
  return { value: await find({ ...wishes, look, vector, except: id }, context) };
}

/** All variants of the picture that an image is one of, the best first. */
export async function answerVariants(
  { id }: RequestOf<'variants'>,
  context: AnswerContext,
): Promise<Answered> {
  if ((await findDocument(context, id)) === undefined) return MISSING;
  const [profile] = RANKING_PROFILES;
  if (profile === undefined) return MISSING;
  const { hits, total } = await context.searched.search({
    filters: [{ kind: 'variants', id }, ...toShownConditions(context)],
    words: [],
    profile,
    sort: 'oldest',
    offset: 0,
    limit: MAX_VARIANTS,
  });
  const placeOf = ({ document }: (typeof hits)[number]) => document.picture?.place ?? 0;
  const items = [...hits].sort((a, b) => placeOf(a) - placeOf(b)).map(toItem);
  return { value: { total, items: (await shown(items, context)).map(({ item }) => item) } };
}

async function find(request: ImageRequest, context: AnswerContext) {
  const { searched, stopwatch } = context;
  const answer = await stopwatch.time('search', () =>
    findByImage(searched, { ...request, ...toNarrowed(context) }),
  );
  const items = await shown(answer.items, context);
  return {
    total: answer.total,
    items: items.map(({ item, of: { match, distance } }) => ({ ...item, match, distance })),
    took: answer.took,
  };
}

/** Items as clients see them: under an embargo what later captures and pages say is left out. */
async function shown<Item extends SearchItem>(items: readonly Item[], context: AnswerContext) {
  const isAll = context.embargoMs <= 0 && context.scope === undefined;
  const all: { readonly item: ReturnType<typeof toApiItem>; readonly of: Item }[] = [];
  for (const of of items) {
    const document = isAll ? undefined : await findDocument(context, of.id);
    if (!isAll && document === undefined) continue;
    const whole = document === undefined ? of : toItem({ document, score: 0 });
    all.push({ item: toApiItem(whole, context), of });
  }
  return all;
}
