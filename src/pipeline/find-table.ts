// The images that were met while finding: what pages say about them, what their first bytes told, and how they rank.
import {
  type Candidate,
  type DiscardReason,
  type Evidence,
  type FindProfile,
  MIN_SCORE,
  type PageImage,
  scoreCandidates,
} from '../find/find.ts';
import type { Timestamp } from '../model/capture.ts';

/** A page that images were met on. */
export interface SeenPage {
  readonly url: string;
  readonly title: string;
  /** When it was fetched. */
  readonly time: Timestamp;
  readonly base: readonly number[];
  readonly rank: number;
  /** Images of it that are not discarded. */
  collected: number;
}

/** What the bytes of an image told. */
export interface ImageFacts {
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  /** Size of the file; 0 when unknown. */
  readonly sizeBytes: number;
  /** The same for files with the same start and size. */
  readonly fingerprint: string;
}

/** An image that is kept. */
export interface FoundImage extends Omit<ImageFacts, 'fingerprint'> {
  readonly url: string;
  /** From 0 to 1. */
  readonly score: number;
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  readonly page: { readonly url: string; readonly title: string; readonly time: Timestamp };
  /** SHA-256 of its bytes once it was fetched whole; `''` before. */
  readonly id: string;
}

interface Entry {
  readonly url: string;
  readonly mentions: {
    readonly page: SeenPage;
    readonly image: PageImage;
    readonly evidence: Evidence;
  }[];
  facts: ImageFacts | undefined;
  reason: DiscardReason | undefined;
  /** Pages that mention it. */
  pages: number;
  /** Its first bytes were asked for. */
  isAsked: boolean;
  id: string;
}

/** Mentions of one image beyond this many say nothing new. */
const MAX_MENTIONS = 20;

/** Images by address. */
export class FindTable {
  readonly #entries = new Map<string, Entry>();
  readonly #profile: FindProfile;
  #pages = 0;

  constructor(profile: FindProfile) {
    this.#profile = profile;
  }

  /** Another page was read. */
  addPage(): void {
    this.#pages += 1;
  }

  /** Adds a mention; gives whether the image was known before. */
  add(url: string, page: SeenPage, image: PageImage, evidence: Evidence): boolean {
    const known = this.#entries.get(url);
    const entry: Entry = known ?? {
      ...{ url, mentions: [], facts: undefined, reason: undefined },
      ...{ id: '', pages: 0, isAsked: false },
    };
    entry.pages += 1;
    if (entry.reason === undefined) page.collected += 1;
    if (entry.mentions.length < MAX_MENTIONS) entry.mentions.push({ page, image, evidence });
    if (known === undefined) this.#entries.set(url, entry);
    return known !== undefined;
  }

  /**
   * How an image would rank by what pages say, where its first bytes are to be asked for now; `undefined` when they were,
   * or when, in our profile, nothing speaks for it so far.
   */
  takeUp(url: string): number | undefined {
    const entry = this.#entries.get(url);
    if (entry === undefined || entry.isAsked) return undefined;
    const promise = Math.max(0, ...scoreCandidates(this.#candidates(entry), 'pinakes'));
    if (this.#profile === 'pinakes' && promise < MIN_SCORE) return undefined;
    entry.isAsked = true;
    return promise;
  }

  /** Images that nothing spoke for. */
  get offTopicCount(): number {
    let count = 0;
    for (const { isAsked } of this.#entries.values()) if (!isAsked) count += 1;
    return count;
  }

  keep(url: string, facts: ImageFacts): void {
    const entry = this.#entries.get(url);
    if (entry !== undefined) entry.facts = facts;
  }

  discard(url: string, reason: DiscardReason): void {
    const entry = this.#entries.get(url);
    if (entry === undefined) return;
    entry.reason = reason;
    for (const { page } of entry.mentions) page.collected -= 1;
  }

  /** An image was fetched whole. */
  fetched(url: string, id: string): void {
    const entry = this.#entries.get(url);
    if (entry !== undefined) entry.id = id;
  }

  /** Whether an image is one of those that were found. */
  has(url: string): boolean {
    const entry = this.#entries.get(url);
    return entry?.facts !== undefined && entry.reason === undefined;
  }

  /** Number of images that are kept. */
  get keptCount(): number {
    let count = 0;
    for (const { facts, reason } of this.#entries.values()) {
      if (facts !== undefined && reason === undefined) count += 1;
    }
    return count;
  }

  /** What was found, best first; the same picture at several addresses is one, but in profile `paper`. */
  ranked(profile: FindProfile = this.#profile): FoundImage[] {
    const owners: Entry[] = [];
    const candidates: Candidate[] = [];
    const mentions: Entry['mentions'] = [];
    for (const entry of this.#entries.values()) {
      if (entry.facts === undefined || entry.reason !== undefined) continue;
      for (const [at, candidate] of this.#candidates(entry).entries()) {
        const mention = entry.mentions[at];
        if (mention === undefined) continue;
        owners.push(entry);
        mentions.push(mention);
        candidates.push(candidate);
      }
    }
    const scores = scoreCandidates(candidates, profile);
    const best = new Map<string, { readonly at: number; readonly score: number }>();
    for (const [at, { url }] of owners.entries()) {
      const score = scores[at] ?? 0;
      if (score > (best.get(url)?.score ?? -1)) best.set(url, { at, score });
    }
    const found = [...best.values()].flatMap(({ at, score }) => {
      const entry = owners[at];
      const mention = mentions[at];
      return entry?.facts === undefined || mention === undefined ? [] : [{ entry, mention, score }];
    });
    found.sort((a, b) => b.score - a.score || (a.entry.url < b.entry.url ? -1 : 1));
    const kept =
      profile === 'paper' ? found : withoutCopies(found.filter(({ score }) => score >= MIN_SCORE));
    return kept.map(({ entry, mention, score }) => toFound(entry, mention, score));
  }

  #candidates({ mentions, pages }: Entry): Candidate[] {
    const spread = { pages, share: pages / Math.max(1, this.#pages) };
    return mentions.map(({ page: { base, collected, rank }, evidence }) => ({
      ...{ evidence, base, collected, rank, spread },
    }));
  }
}

/** One of each picture: the same bytes, and the sizes that programs for web sites make of one upload. */
function withoutCopies<Found extends { readonly entry: Entry }>(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ entry }) => {
    const keys = [entry.facts?.fingerprint ?? '', variantKey(entry.url), entry.id].filter(Boolean);
    const isCopy = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !isCopy;
  });
}

/** The address of an image without the size that is part of its name: `photo-300x200.jpg` is `photo.jpg`. */
function variantKey(url: string): string {
  return url.replace(/-\d{2,4}x\d{2,4}(?:-\d{10})?(?=\.\w{3,4}(?:\?|$))/, '');
}

function toFound(
  { url, facts, id }: Entry,
  { image, page }: Entry['mentions'][number],
  score: number,
): FoundImage {
  const { mime = '', width = 0, height = 0, sizeBytes = 0 } = facts ?? {};
  const { alt, title, caption } = image;
  return {
    ...{ url, score, mime, width, height, sizeBytes, alt, title, caption, id },
    page: { url: page.url, title: page.title, time: page.time },
  };
}
