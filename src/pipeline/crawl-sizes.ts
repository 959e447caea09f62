// Joins the model of image sizes with a crawl: which images are skipped, looked at, or fetched at once.
import type { Candidate, ExpectedSize, ImageSizes } from '../crawl/crawl.ts';
import { toHost } from '../model/url-host.ts';
import {
  createOnline,
  createPredictor,
  type ImageClues,
  NO_CLUES,
  type OnlineState,
  type SizeModel,
  thresholdOf,
  toPageContexts,
} from '../size/size.ts';

/** How a crawl uses a model. */
export interface CrawlSizesOptions {
  readonly model: SizeModel;
  /** Share of the wanted images to be kept: the smaller, the more is skipped. 1 skips nothing. */
  readonly keep: number;
  /** Least length of the shorter side in pixels. Default 400. */
  readonly minSize?: number;
  /** Share of the images to be skipped that are looked at all the same. Default 0.01. */
  readonly auditShare?: number;
}

/** Log odds from which on an image is fetched without a look: 19 of 20 are then large enough. */
const CERTAIN = Math.log(19);
/** Whoever learns nothing of a site at first must not fetch blindly: looks come first. */
const LEARNT_BEFORE_FETCHING = 50;

/** Images of a host that have to be known before any of it is skipped: nobody knows what a site does before that. */
const LEARNT_BEFORE_SKIPPING = 30;
/** Hosts that are counted; beyond, counting begins anew. */
const MAX_HOSTS = 50_000;

/** What a crawl expects of sizes; it learns while the crawl goes on. */
export function createCrawlSizes(options: CrawlSizesOptions): ImageSizes {
  const { model, keep, minSize = 400, auditShare = 0.01 } = options;
  const predictor = createPredictor(model);
  const threshold = keep >= 1 ? Number.NEGATIVE_INFINITY : thresholdOf(model, keep);
  let online = createOnline();
  const learntOf = new Map<string, number>();
  const expectOne = (score: number, host: string): ExpectedSize => {
    const odds = score + model.prior;
    const isCertain = odds >= CERTAIN && online.learnt >= LEARNT_BEFORE_FETCHING;
    const isKnown = (learntOf.get(host) ?? 0) >= LEARNT_BEFORE_SKIPPING;
    const advice = isKnown && score < threshold ? 'skip' : isCertain ? 'fetch' : 'look';
    return { chance: 1 / (1 + Math.exp(-odds)), advice };
  };
  return {
    auditShare,
    expect: (candidates) => {
      const clues = candidates.map(toClues);
      const contexts = toPageContexts(clues);
      return clues.map((own, at) =>
        expectOne(online.correct(own, predictor.score(own, contexts[at])), toHost(own.url)),
      );
    },
    learn: (candidate, { width, height }) => {
      const clues = toClues(candidate);
      const isBig = width >= minSize && height >= minSize;
      online.learn(clues, predictor.score(clues), isBig);
      if (learntOf.size >= MAX_HOSTS) learntOf.clear();
      const host = toHost(clues.url);
      learntOf.set(host, (learntOf.get(host) ?? 0) + 1);
    },
    save: () => online.save(),
    restore: (state) => {
      online = createOnline(state as OnlineState); // as `save` gave it
    },
  };
}

/** What a crawl knows of an image, in the words of the model. */
function toClues(candidate: Candidate): ImageClues {
  const { url, pageUrl, tag, alt, title, caption, width, height, descriptor } = candidate;
  return {
    ...{ ...NO_CLUES, ...candidate.place },
    ...{ url, pageUrl, tag, alt, title, caption, width, height, descriptor },
    hasSrcset: descriptor !== '',
  };
}
