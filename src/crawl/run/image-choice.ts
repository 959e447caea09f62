// Which images of a page are asked for: one address for each picture, the largest that is useful.
import type { Candidate, Goal } from '../goal/goal.ts';
import type { ExpectedSize, ImageSizes } from '../goal/image-sizes.ts';
import type { ImageMention, PageReading } from '../page-reading.ts';
import type { RefusedImages } from './refused-images.ts';

/** Wider candidates of a `srcset` are made for walls. */
const MAX_USEFUL_WIDTH = 4000;
/** Pictures of one page. */
const MAX_PICTURES = 500;

/** An image to be asked for. */
export interface ChosenImage {
  readonly candidate: Candidate;
  /** The larger, the earlier. */
  readonly priority: number;
}

/** Options of `chooseImages`. */
export interface ChoiceOptions {
  readonly goal: Goal;
  readonly page: { readonly url: string; readonly reading: PageReading };
  readonly sizes?: ImageSizes | undefined;
  /** From 0 to below 1; decides which images are audited. */
  readonly random: () => number;
  /** Those of earlier pages. An image is judged on each page that shows it, but counts, and is audited or not, once. */
  readonly refused: Pick<RefusedImages, 'has' | 'add'>;
  readonly onRefused: (reason: string) => void;
}

/** The images of a page that are worth a request, each with its priority. */
export function chooseImages(options: ChoiceOptions): ChosenImage[] {
  const candidates = candidatesOf(options);
  const expected = options.sizes?.expect(candidates.map(({ candidate }) => candidate));
  return candidates.flatMap(({ candidate, picture }, at): ChosenImage[] => {
    const reason = options.goal.refuse?.(candidate);
    if (reason !== undefined) {
      refuse(candidate, reason, options);
      return [];
    }
    const size = expected?.[at];
    if (size === undefined) return [{ candidate, priority: 1 / (2 + picture) }];
    const asked = toAsked(candidate, size, options);
    if (asked === undefined) refuse(candidate, 'predicted-small', options);
    return asked === undefined ? [] : [{ candidate: asked, priority: size.chance }];
  });
}

function refuse({ url }: Candidate, reason: string, { refused, onRefused }: ChoiceOptions): void {
  if (refused.has(url)) return;
  refused.add(url);
  onRefused(reason);
}

/** A candidate as it is asked for; `undefined` when it is skipped. */
function toAsked(
  candidate: Candidate,
  { advice }: ExpectedSize,
  { sizes, random, refused }: ChoiceOptions,
): Candidate | undefined {
  if (advice === 'look') return candidate;
  if (advice === 'fetch') return { ...candidate, expected: 'fetch' };
  const isAudited = !refused.has(candidate.url) && random() < (sizes?.auditShare ?? 0);
  return isAudited ? { ...candidate, expected: 'audit' } : undefined;
}

/** One address of each picture of a page, or all of them where everything is kept. */
function candidatesOf({
  goal,
  page,
  onRefused,
}: ChoiceOptions): { readonly candidate: Candidate; readonly picture: number }[] {
  const pictures = new Map<number, ImageMention[]>();
  for (const image of page.reading.images) {
    const same = pictures.get(image.picture);
    if (same !== undefined) same.push(image);
    else if (pictures.size < MAX_PICTURES) pictures.set(image.picture, [image]);
    else onRefused('too-many-images');
  }
  return [...pictures].flatMap(([picture, mentions]) => {
    const best = goal.keepsEverything === true ? mentions : [largestOf(mentions)];
    return best.flatMap((mention) => {
      if (mention === undefined) return [];
      const [first = mention] = mentions;
      const candidate: Candidate = Object.assign({}, mention, {
        alt: mention.alt || first.alt,
        caption: mention.caption || first.caption,
        pageUrl: page.url,
        pageTitle: page.reading.title,
        pagePlaces: page.reading.places,
      });
      return [{ candidate, picture }];
    });
  });
}

/** The address of a picture that promises the largest image that is of use. */
export function largestOf<Mention extends Pick<ImageMention, 'descriptor' | 'tag'>>(
  mentions: readonly Mention[],
): Mention | undefined {
  let best: Mention | undefined;
  for (const mention of mentions) {
    if (best === undefined || widthOf(mention) > widthOf(best)) best = mention;
  }
  return best;
}

/** The width that a `srcset` promises; an address without descriptor counts as 1x. */
function widthOf({ descriptor, tag }: Pick<ImageMention, 'descriptor' | 'tag'>): number {
  const [, number = '', unit = ''] = /^([\d.]+)([wx])$/.exec(descriptor) ?? [];
  const width = unit === 'w' ? Number(number) : (unit === 'x' ? Number(number) : 1) * 500;
  if (width > MAX_USEFUL_WIDTH) return 0;
  // A source of a `picture` may be another crop: the `img` counts more than what promises nothing.
  return tag === 'picture' && descriptor === '' ? 499 : width;
}
