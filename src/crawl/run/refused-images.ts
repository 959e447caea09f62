// Images that were refused: each counts once, however many pages show it.
import { KnownUrls, keyOf } from '../frontier/known-urls.ts';

/** Beyond, counting begins anew: at most 24 MB. */
const MOST = 1_000_000;

/** Images refused in this run. */
export class RefusedImages {
  #known = new KnownUrls();

  has(url: string): boolean {
    return this.#known.has(keyOf(url));
  }

  add(url: string): void {
    if (this.#known.size >= MOST) this.#known = new KnownUrls();
    this.#known.add(keyOf(url));
  }
}
