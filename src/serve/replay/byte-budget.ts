// A budget of bytes in memory for all that is on its way to clients, so that many requests at once cannot use up all there is.
import { HttpProblem } from '../problems.ts';

/** A budget that requests share. */
export class ByteBudget {
  #leftBytes: number;

  /** A budget of so many bytes. */
  constructor(maxBytes: number) {
    this.#leftBytes = maxBytes;
  }

  /** What nobody holds, bytes. */
  get leftBytes(): number {
    return this.#leftBytes;
  }

  /** A share for one request, empty at first. Whoever asks for it ends it. */
  open(): ByteShare {
    return new ByteShare((bytes) => {
      if (bytes > this.#leftBytes) return false;
      this.#leftBytes -= bytes;
      return true;
    });
  }
}

/** What one request holds of a budget. Made by `ByteBudget.open`. */
export class ByteShare {
  readonly #take: (bytes: number) => boolean;
  #heldBytes = 0;
  #isEnded = false;

  /** @internal use `ByteBudget.open`; `take` answers whether there was room, and is given less than 0 to give back */
  constructor(take: (bytes: number) => boolean) {
    this.#take = take;
  }

  /**
   * Says how many bytes the request holds from now on, more or fewer than before. Throws the problem
   * `unavailable` where there is no room for them, or where the share has ended: the client has left.
   */
  hold(bytes: number): void {
    if (this.#isEnded || !this.#take(bytes - this.#heldBytes)) {
      throw new HttpProblem(
        'unavailable',
        'So many archived bytes are on their way to clients that there is no room for more. Try again in some seconds.',
        { retryAfter: RETRY_SECONDS },
      );
    }
    this.#heldBytes = bytes;
  }

  /** Gives all back, for good. Doing it twice does no harm. */
  end(): void {
    if (this.#isEnded) return;
    this.hold(0);
    this.#isEnded = true;
  }
}

const RETRY_SECONDS = 5;
