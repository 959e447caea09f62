// Groups the variants of pictures: images that share a name, or look nearly the same, and all that hang together by these.
import { keyOfDigest, type Library } from '../index/index.ts';
import type { ImageDocument } from '../model/image.ts';
import { parseLook } from '../model/look.ts';
import { compareVariants, variantKeysOf } from '../model/variant-keys.ts';

/** Contents that are grouped in one transaction. */
const IMAGES_AT_ONCE = 2000;

/** Digits of a digest that name a picture. */
const LEAD_DIGITS = 16;

/**
 * Images that hang together beyond this many are not followed further, since each change would look at all of them again: a
 * group may then depend on the order in which its images came.
 */
const MAX_GROUP = 1000;

/**
 * Brings the groups of all images up to date that have changed, or whose relatives have. Gives the number of documents
 * that were written. In mode `full`, where an image has a document for each page, nothing is grouped.
 */
export async function groupVariants(
  library: Library,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { kin } = library;
  let changes = 0;
  while (signal?.aborted !== true && kin.countWaiting() > 0) {
    library.transaction(() => {
      const groups = new VariantGroups(library);
      const done = new Set<number>();
      for (const hash of kin.takeWaiting(IMAGES_AT_ONCE)) {
        if (done.has(hash)) continue;
        const group = groups.around(hash);
        for (const member of group.keys()) done.add(member);
        changes += store(library, [...group.values()]);
      }
    });
    await new Promise(setImmediate);
  }
  return changes;
}

/** Writes into the documents of a group which picture they are variants of. */
function store({ documents }: Library, group: readonly ImageDocument[]): number {
  const members = [...group].sort(compareVariants);
  const lead = members[0]?.digest.slice(0, LEAD_DIGITS) ?? '';
  const count = members.length;
  let changes = 0;
  for (const [place, member] of members.entries()) {
    const { picture: _, ...alone } = member;
    const document = count === 1 ? alone : { ...alone, picture: { lead, place, count } };
    changes += documents.updateLate(keyOfDigest(member.digest), [document]);
  }
  return changes;
}

/** Finds groups; what it reads is remembered for one transaction. */
class VariantGroups {
  readonly #library: Library;
  readonly #documents = new Map<number, ImageDocument | undefined>();
  readonly #namesakes = new Map<string, readonly number[]>();

  constructor(library: Library) {
    this.#library = library;
  }

  /** All documents that hang together with the content of a hash, by hash; none when there is no such content. */
  around(hash: number): Map<number, ImageDocument> {
    const group = new Map<number, ImageDocument>();
    const waiting = [hash];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const document = group.has(next) ? undefined : this.#at(next);
      if (document === undefined) continue;
      group.set(next, document);
      if (group.size >= MAX_GROUP) break;
      for (const other of this.#relatives(document)) if (!group.has(other)) waiting.push(other);
    }
    return group;
  }

  #relatives(document: ImageDocument): number[] {
    const named = variantKeysOf(document).flatMap((name) => this.#namesakesOf(name));
    const look = parseLook(document.look);
    if (look === undefined) return named;
    return [...named, ...this.#library.kin.near(look).map(({ hash }) => hash)];
  }

  /**
   * Contents that share a name. An address that has shown several contents over time does not tell which of them a
   * sibling is a variant of: then the name says nothing, and looks decide.
   */
  #namesakesOf(name: string): readonly number[] {
    const known = this.#namesakes.get(name);
    if (known !== undefined) return known;
    const { kin, documents } = this.#library;
    const hashes = kin.namesakes(name);
    const places = [...documents.keysOfAll(hashes).values()].flat();
    const found = new Set(places).size === places.length ? hashes : [];
    this.#namesakes.set(name, found);
    return found;
  }

  #at(hash: number): ImageDocument | undefined {
    if (!this.#documents.has(hash)) {
      const all = this.#library.documents.at(hash);
      this.#documents.set(hash, all.length === 1 ? all[0] : undefined);
    }
    return this.#documents.get(hash);
  }
}
