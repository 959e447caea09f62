// What an enrichment throws where an input has no such value: with a word that is kept, not only a sentence.

/** There is no such value of this input, and trying again gives the same: the reason is kept in place of the value. */
export class NoValue extends Error {
  override readonly name = 'NoValue';
  /** One word for programs, such as `damaged`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
