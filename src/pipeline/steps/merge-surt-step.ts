// The step `merge-surt`: what an address gave over time, and what pages say of it, becomes what is known of each content there.
import {
  createSplit,
  type GroupCapture,
  ImageAccumulator,
  type Split,
  seenFrom,
} from '../../dedupe/dedupe.ts';
import { hashKey, MAX_HOPS } from '../../index/index.ts';
import { NOTHING_SAID } from '../../model/said.ts';
import type { Takedown } from '../takedown.ts';
import type { GivenTurn, ReferenceRow } from './rows.ts';
import { ASKS, CONTESTED, type KeyGroup, KNOWN, type StepMaker } from './step.ts';

/**
 * `turn`, then `reference` or `hop`, by SURT. Gives `content`, and `hop` for mentions that follow a redirect. References are
 * read one by one, so that an address may have any number of them.
 */
export const mergeSurtStep: StepMaker = ({ settings, emit }) => ({
  group(surt) {
    const { takedown, mode } = settings;
    // Rows of an earlier run do not know what was taken down since.
    if (takedown.hidesUrl(surt)) return NOTHING;
    const address = new Address(surt);
    const contents = new Map<string, ImageAccumulator>();
    const contentOf = (digest: string): ImageAccumulator => {
      const known = contents.get(digest) ?? new ImageAccumulator(mode);
      contents.set(digest, known);
      return known;
    };
    return {
      add(rank, json) {
        if (rank === KNOWN) {
          const turn = asShown(JSON.parse(json) as GivenTurn, takedown); // by its rank
          const capture = turn && address.add(turn);
          if (capture !== undefined) contentOf(capture.digest).addCapture(capture);
          return;
        }
        // Most of what pages mention was never archived.
        if (!address.hasContent) return;
        const reference = JSON.parse(json) as ReferenceRow; // by its rank
        const { said = NOTHING_SAID, page, imagesInPage, collections, hops = 0 } = reference;
        if (takedown.hidesUrl(page.surt)) return;
        const { digest, target, days = 0 } = address.at(page.time);
        if (target !== undefined && hops < MAX_HOPS) {
          const further: ReferenceRow = { ...reference, hops: hops + 1 };
          emit('hop', target, ASKS, JSON.stringify(further));
        }
        if (digest === undefined) return;
        const seen = { surt, said, page, imagesInPage, collections };
        contentOf(digest).addReference(seenFrom(seen, days));
      },
      finish() {
        for (const [digest, content] of contents) {
          emit('content', digest, KNOWN, content.toJson());
          if (contents.size > 1) emit('content', digest, CONTESTED, String(hashKey(surt)));
        }
      },
    };
  },
});

const NOTHING: KeyGroup = { add() {}, finish() {} };

/** What is left of a turn after takedowns. */
function asShown(turn: GivenTurn, takedown: Takedown): GivenTurn | undefined {
  if (turn.kind === 'other') return takedown.hidesUrl(turn.target) ? { ...turn, target: '' } : turn;
  const { time, digest } = turn;
  if (takedown.hidesImage(digest)) return { kind: 'hidden', time, digest };
  const isHeld = turn.kind === 'image' && turn.within !== undefined;
  return isHeld && takedown.hidesUrl(turn.within) ? undefined : turn;
}

/** What one address gave over time. */
class Address {
  readonly #surt: string;
  readonly #captures: GroupCapture[] = [];
  readonly #others: Extract<GivenTurn, { kind: 'other' }>[] = [];
  readonly #hidden: Extract<GivenTurn, { kind: 'hidden' }>[] = [];
  #split: Split | undefined;
  #hiddenSplit: Split | undefined;

  constructor(surt: string) {
    this.#surt = surt;
  }

  /** Whether a reference may lead anywhere from here. */
  hasContent = false;

  /** Gives the capture, if the turn is one. */
  add(turn: GivenTurn): GroupCapture | undefined {
    if (turn.kind === 'hidden') this.#hidden.push(turn);
    else if (turn.kind === 'other') {
      this.#others.push(turn);
      this.hasContent ||= turn.target !== '';
    } else {
      const { kind: _, within: _w, ...image } = turn;
      const capture = { ...image, surt: this.#surt };
      this.#captures.push(capture);
      this.hasContent = true;
      return capture;
    }
    return undefined;
  }

  /** What a page of that time saw: a content, or where it was sent; neither where the nearest is none of them, or was taken down. */
  at(time: GroupCapture['time']): {
    readonly digest?: string | undefined;
    readonly target?: string | undefined;
    /** Between the page and the nearest capture. */
    readonly days?: number;
  } {
    this.#split ??= createSplit(this.#captures, this.#others);
    if (this.#hidden.length > 0) {
      this.#hiddenSplit ??= createSplit([...this.#captures, ...this.#hidden], this.#others);
      const digest = this.#hiddenSplit.digestFor(time);
      if (this.#hidden.some((one) => one.digest === digest)) return {};
    }
    return {
      digest: this.#split.digestFor(time),
      target: this.#split.targetFor(time),
      days: this.#split.daysTo(time),
    };
  }
}
