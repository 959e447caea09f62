// Pictures that a page holds twice: once for scripts to load later, once for browsers without scripts.

/** How a picture stands in a page: `late` for scripts, `noscript` for browsers without them. */
export type TwinKind = 'late' | 'noscript';

/** Remembers the pictures of one page, so that each is shown once. */
export class TwinImages {
  readonly #shown: Readonly<Record<TwinKind, Set<string>>> = {
    late: new Set(),
    noscript: new Set(),
  };

  /** Whether the picture at an address is shown already as the other kind; else it is remembered as this one. */
  isShown(address: string, kind: TwinKind): boolean {
    if (this.#shown[kind === 'late' ? 'noscript' : 'late'].has(address)) return true;
    this.#shown[kind].add(address);
    return false;
  }
}
