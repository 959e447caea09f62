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
/** Scores that are kept of each host; of more images the share that is lost is the smaller. */
const MAX_LOWEST = 20;

/** What a crawl expects of sizes; it learns while the crawl goes on. */
export function createCrawlSizes(options: CrawlSizesOptions): ImageSizes {
  const { model, keep, minSize = 400, auditShare = 0.01 } = options;
  const predictor = createPredictor(model);
  const threshold = keep >= 1 ? Number.NEGATIVE_INFINITY : thresholdOf(model, keep);
  let online = createOnline();
  const hosts = new Map<string, KnownSizes>();
  const expectOne = (score: number, host: string): ExpectedSize => {
    const odds = score + model.prior;
    const isCertain = odds >= CERTAIN && online.learnt >= LEARNT_BEFORE_FETCHING;
    const known = hosts.get(host);
    const isSkipped =
      known !== undefined &&
      known.count >= LEARNT_BEFORE_SKIPPING &&
      score < Math.min(threshold, known.largeFrom(keep));
    const advice = isSkipped ? 'skip' : isCertain ? 'fetch' : 'look';
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
      const score = predictor.score(clues);
      const host = toHost(clues.url);
      if (!hosts.has(host) && hosts.size >= MAX_HOSTS) hosts.clear();
      const known = hosts.get(host) ?? new KnownSizes();
      hosts.set(host, known);
      known.add(online.correct(clues, score), isBig);
      // What is corrected are the odds among the images of the web, where small ones are the most.
      online.learn(clues, score + model.prior, isBig);
    },
    save: () => online.save(),
    restore: (state) => {
      online = createOnline(state as OnlineState); // as `save` gave it
    },
  };
}

/** Sizes that became known on one host: which scores its large images had when they were not known yet. */
class KnownSizes {
  count = 0;
  #large = 0;
  /** The lowest scores of large images, ascending. */
  readonly #lowest: number[] = [];

  add(score: number, isLarge: boolean): void {
    this.count += 1;
    if (!isLarge) return;
    this.#large += 1;
    const at = this.#lowest.findIndex((lower) => lower > score);
    this.#lowest.splice(at < 0 ? this.#lowest.length : at, 0, score);
    if (this.#lowest.length > MAX_LOWEST) this.#lowest.pop();
  }

  /** The score that this share of the large images had at least; infinite where none is known. */
  largeFrom(share: number): number {
    const lost = Math.floor(this.#large * (1 - share));
    return this.#lowest[Math.min(lost, this.#lowest.length - 1)] ?? Number.POSITIVE_INFINITY;
  }
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
